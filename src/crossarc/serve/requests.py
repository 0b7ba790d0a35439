"""What a request says: its parameters, all of them texts, and no more of its body than may be."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from starlette.datastructures import UploadFile
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser
from starlette.requests import Request

from crossarc.serve.limits import Limits, Refusal

_FIELDS = 100  # of a form


async def parameters(request: Request, limits: Limits) -> dict[str, str]:
    """Of the query and of the body, which is a form of one kind or the other, or JSON; the body counts."""
    found = dict(parse_qsl(request.url.query, keep_blank_values=True, encoding="utf-8", errors="replace"))
    if request.method == "POST":
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = _body(request, limits.bytes)
        try:
            if kind == "multipart/form-data":
                most = {"max_fields": _FIELDS, "max_files": _FIELDS, "max_part_size": limits.bytes}
                found |= await _form(MultiPartParser(request.headers, body, **most))
            elif kind == "application/x-www-form-urlencoded":
                found |= await _form(FormParser(request.headers, body))
            elif kind == "application/json":
                found |= _of_json(b"".join([chunk async for chunk in body]))
            else:
                async for _ in body:
                    pass  # as UDPipe does: parameters may all be in the query
        except (MultiPartException, FormParserError, UnicodeError) as error:
            raise Refusal(400, f"The form cannot be read: {error}") from None
    return found


async def _form(parser: Any) -> dict[str, str]:
    form = await parser.parse()
    try:
        return {
            name: (await value.read()).decode("utf-8", "strict") if isinstance(value, UploadFile) else value
            for name, value in form.multi_items()
        }
    finally:
        await form.close()


async def _body(request: Request, most: int) -> AsyncIterator[bytes]:
    """The body, as far as it may go."""
    told = request.headers.get("content-length", "")
    if told.isdigit() and int(told) > most:
        raise Refusal(413, f"The request has over {most:,} bytes.")
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most:
            raise Refusal(413, f"The request has over {most:,} bytes.")
        yield chunk


def _of_json(body: bytes) -> dict[str, str]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Refusal(400, "The JSON cannot be read.") from None
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise Refusal(400, "The JSON is no object of texts.")
    return found
