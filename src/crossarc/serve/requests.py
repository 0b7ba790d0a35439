"""What a request says: its parameters, all of them texts, and no more of its body than may be."""

from __future__ import annotations

import asyncio
import codecs
import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from crossarc.serve.limits import Limits, Refusal

_FIELDS = 100  # of a form
_LARGE_FORM = 1 << 16  # bytes


async def parameters(request: Request, limits: Limits) -> dict[str, str]:
    """Of the query and of the body; a `Refusal` if they cannot be read, or are not there in time.

    Who begins a request and never ends it would else keep the place of another one, and the service from ending.
    """
    try:
        async with asyncio.timeout(limits.seconds):
            return await _parameters(request, limits)
    except TimeoutError:
        raise Refusal(408, f"The request has not arrived after {limits.seconds:g} seconds.") from None


async def _parameters(request: Request, limits: Limits) -> dict[str, str]:
    """Of the query and of the body, which is a form of one kind or the other, or JSON; the body counts."""
    try:
        found = _of_query(request.scope["query_string"])
    except ValueError as error:
        raise Refusal(400, f"The query cannot be read: {error}") from None
    if request.method == "POST":
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = _body(request, limits.bytes)
        try:
            if kind == "multipart/form-data":
                most = {"max_fields": _FIELDS, "max_files": _FIELDS, "max_part_size": limits.bytes}
                found |= await _form(MultiPartParser(request.headers, _in_utf8(body), **most))
            elif kind == "application/x-www-form-urlencoded":
                form = b"".join([chunk async for chunk in body])
                # A large one takes long, and others want to be heard meanwhile.
                found |= await asyncio.to_thread(_of_query, form) if len(form) > _LARGE_FORM else _of_query(form)
            elif kind == "application/json":
                found |= _of_json(b"".join([chunk async for chunk in body]))
            else:
                async for _ in body:
                    pass  # as UDPipe does: parameters may all be in the query
        except (MultiPartException, FormParserError, ValueError) as error:
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


async def _in_utf8(body: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The body, if it is UTF-8: what is not would be read as Latin-1."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    async for chunk in body:
        decoder.decode(chunk)
        yield chunk
    decoder.decode(b"", final=True)


def _of_query(content: bytes) -> dict[str, str]:
    """Of a query, or of a form that is written like one; a ValueError if it is not UTF-8, or has too many fields."""
    return dict(parse_qsl(content.decode(), keep_blank_values=True, errors="strict", max_num_fields=_FIELDS))


def _of_json(body: bytes) -> dict[str, str]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Refusal(400, "The JSON cannot be read.") from None
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise Refusal(400, "The JSON is no object of texts.")
    try:
        "".join(found.values()).encode()
        "".join(found).encode()
    except UnicodeEncodeError as error:
        code = ord(error.object[error.start])
        raise Refusal(400, f"The JSON has U+{code:04X} in it, which is half of a character.") from None
    return found
