"""The service described for programs: OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

import crossarc
from crossarc.serve.limits import Limits

_LINE = {"content": {"text/plain": {"schema": {"type": "string"}}}}
_PARAMETERS = {
    "data": "The text or CoNLL-U to work on.",
    "model": "A name from /models, or the beginning of one up to a hyphen; the default model without it.",
    "tokenizer": "If it is there, data is text. Options: presegmented (a sentence a line), ranges (TokenRange).",
    "tagger": "If it is there, tags and lemmas are predicted.",
    "parser": "If it is there, trees are predicted.",
    "input": "Without tokenizer: conllu (the default), horizontal, vertical, generic_tokenizer.",
    "output": "conllu (the default), horizontal, vertical, plaintext.",
}


def description(limits: Limits) -> dict[str, Any]:
    fields = {name: {"type": "string", "description": told} for name, told in _PARAMETERS.items()}
    form = {"schema": {"type": "object", "properties": fields, "required": ["data"]}}
    query = [
        {"name": name, "in": "query", "required": name == "data", "schema": {"type": "string"}, "description": told}
        for name, told in _PARAMETERS.items()
    ]
    answers = {
        "200": _json({"model": _TEXT, "acknowledgements": {"type": "array", "items": _TEXT}, "result": _TEXT}),
        "400": {"description": "Something is missing or wrong; one line says what.", **_LINE},
        "408": {"description": f"The work takes over {limits.seconds:g} seconds.", **_LINE},
        "413": {"description": f"Over {limits.bytes:,} bytes, or {limits.words:,} words in a sentence.", **_LINE},
        "503": {"description": "Too many requests are waiting; Retry-After says when to try again.", **_LINE},
    }
    body = {"application/x-www-form-urlencoded": form, "multipart/form-data": form, "application/json": form}
    return {
        "openapi": "3.1.0",
        "info": {"title": "crossarc", "version": crossarc.__version__},
        "paths": {
            "/models": {"get": {"operationId": "models", "responses": {"200": _json(_MODELS)}}},
            "/process": {
                "get": {"operationId": "process_query", "parameters": query, "responses": answers},
                "post": {
                    "operationId": "process",
                    "requestBody": {"required": True, "content": body},
                    "responses": answers,
                },
            },
            "/health": {"get": {"operationId": "health", "responses": {"200": _json(_HEALTH)}}},
        },
    }


_TEXT: dict[str, Any] = {"type": "string"}
_MODELS: dict[str, Any] = {
    "models": {"type": "object", "additionalProperties": {"type": "array", "items": _TEXT}},
    "default_model": _TEXT,
}
_HEALTH: dict[str, Any] = {"status": _TEXT, "version": _TEXT, "waiting": {"type": "integer"}}


def _json(properties: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"description": "The answer.", "content": {"application/json": {"schema": schema}}}
