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


_YES = "yes, or nothing"
_API: dict[str, tuple[str, dict[str, str]]] = {
    "about": ("Models, treebanks and systems that there are to look at.", {}),
    "parse": (
        "Trees with their drawings, of the first sentences.",
        {
            "data": "Text, words or CoNLL-U.",
            "input": "text (the default), lines, words, conllu.",
            "model": "A name from /models; without it, CoNLL-U is shown as it is.",
            "second": "Another model, whose trees are shown beside those of the first.",
            "planes": f"Arcs of a second plane below the words: {_YES}.",
        },
    ),
    "step": (
        "The steps of a derivation, and what each choice after it would cost.",
        {
            "data": "One sentence in CoNLL-U, or else:",
            "treebank": "The name of a treebank; the first without it.",
            "sentence": "The number of a sentence of it, from 1.",
            "system": "A transition system (arc-eager).",
            "oracle": "One of the system's oracles, if the sentence has a tree.",
            "model": "A model, whose system it then is, and whose scores are told.",
            "path": "The names of the transitions so far, with spaces between them.",
            "who": "Who goes on: oracle, model, or nobody.",
            "all": f"To the end, and not by one step: {_YES}.",
        },
    ),
    "browse": (
        "Sentences of a treebank, a page at a time.",
        {
            "treebank": "The name of a treebank; the first without it.",
            "where": "Conditions, as `crossarc draw --where` has them.",
            "against": "Another treebank with the same words: only sentences whose trees differ.",
            "worst": f"Those with most differences first: {_YES}.",
            "offset": "How many rows to leave out.",
            "count": "How many to tell (50, at most 100).",
        },
    ),
    "sentence": (
        "A sentence of a treebank with its tree.",
        {
            "treebank": "The name of a treebank; the first without it.",
            "sentence": "Its number, from 1.",
            "against": "Another treebank with the same words.",
            "planes": f"Arcs of a second plane below the words: {_YES}.",
        },
    ),
    "analyze": (
        "What the trees of a treebank are like: plots and tables.",
        {"treebank": "The name of a treebank; the first without it."},
    ),
    "evaluate": (
        "How good predicted trees are: tables.",
        {"treebank": "The name of the gold treebank; the first without it.", "against": "That of the predicted one."},
    ),
    "curves": (
        "Learning curves of training runs, as far as they are: a plot and tables.",
        {"score": "las (the default), uas, nonproj_recall, nonproj_precision."},
    ),
    "draw": (
        "A drawing as text.",
        {
            "data": "One sentence in CoNLL-U.",
            "second": "Another tree of it: the drawing shows where they differ.",
            "form": "svg (the default), tikz.",
            "planes": f"Arcs of a second plane below the words: {_YES}.",
        },
    ),
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
        "408": {"description": f"The work takes over {limits.seconds:g} seconds, or the request to arrive.", **_LINE},
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
            **{f"/api/{name}": _described(name, told, fields, answers) for name, (told, fields) in _API.items()},
            "/health": {"get": {"operationId": "health", "responses": {"200": _json(_HEALTH)}}},
        },
    }


def _described(name: str, told: str, fields: dict[str, str], answers: dict[str, Any]) -> dict[str, Any]:
    """An address of the page: parameters are texts, in the query or as a JSON object."""
    properties = {field: {"type": "string", "description": about} for field, about in fields.items()}
    form = {"schema": {"type": "object", "properties": properties}}
    query = [
        {"name": field, "in": "query", "schema": {"type": "string"}, "description": about}
        for field, about in fields.items()
    ]
    found = {"description": told, "content": {"application/json": {"schema": {"type": "object"}}}}
    body = {"content": {"application/json": form, "application/x-www-form-urlencoded": form}}
    responses = answers | {"200": found}
    return {
        "get": {"operationId": f"{name}_query", "summary": told, "parameters": query, "responses": responses},
        "post": {"operationId": name, "summary": told, "requestBody": body, "responses": responses},
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
