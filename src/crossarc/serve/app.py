"""The service as an ASGI application."""

from __future__ import annotations

import asyncio
import codecs
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

import crossarc
from crossarc.serve.headers import SafeHeaders
from crossarc.serve.limits import Limits, Refusal
from crossarc.serve.metrics import Metrics
from crossarc.serve.models import Models
from crossarc.serve.openapi import description
from crossarc.serve.udpipe import Request as ProcessRequest
from crossarc.serve.work import Workers

_FIELDS = 100  # of a form
_ACKNOWLEDGEMENTS = ["https://github.com/crossarc"]  # clients of UDPipe expect a list of texts
Handler = Callable[[Request], Awaitable[Response]]


def application(models: Models, limits: Limits | None = None, *, origins: Iterable[str] = ()) -> Starlette:
    """The service; `origins` are the other sites whose pages may call it (CORS)."""
    service = _Service(models, limits or Limits())
    allowed = list(origins)
    middleware = [Middleware(SafeHeaders)]
    if allowed:
        middleware.append(Middleware(CORSMiddleware, allow_origins=allowed, allow_methods=["GET", "POST"]))
    return Starlette(
        routes=[
            Route("/models", service.counted("models", service.models_), methods=["GET", "POST"]),
            Route("/process", service.counted("process", service.process), methods=["GET", "POST"]),
            Route("/health", service.health, methods=["GET"]),
            Route("/metrics", service.metrics_, methods=["GET"]),
            Route("/openapi.json", service.openapi, methods=["GET"]),
        ],
        middleware=middleware,
        exception_handlers={HTTPException: _told},
        lifespan=service.lifespan,
    )


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return PlainTextResponse(f"{error.detail}\n", error.status_code, headers=error.headers)


class _Service:
    def __init__(self, models: Models, limits: Limits) -> None:
        self._models = models
        self._limits = limits
        self._metrics = Metrics()
        self._workers: Workers | None = None

    @property
    def workers(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(self._limits)
        return self._workers

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        yield
        if self._workers is not None:
            self._workers.close()

    def counted(self, name: str, handler: Handler) -> Handler:
        """A handler whose refusals become answers of one line, and whose answers are counted."""

        async def handle(request: Request) -> Response:
            began = time.perf_counter()
            try:
                response = await handler(request)
            except Refusal as refusal:
                headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
                response = PlainTextResponse(f"{refusal.reason}\n", refusal.status, headers=headers)
            except (asyncio.CancelledError, ClientDisconnect):
                self._metrics.gone(name)
                return Response(status_code=499)  # nobody reads it
            self._metrics.answered(name, response.status_code, time.perf_counter() - began)
            return response

        return handle

    # UDPipe's contract

    async def models_(self, request: Request) -> Response:
        tasks = {name: self._models.tasks(name) for name in self._models}
        return JSONResponse({"models": tasks, "default_model": self._models.default})

    async def process(self, request: Request) -> Response:
        async with self.workers.admitted():
            parameters = await self._parameters(request)
            name, parser = self._models.asked_for(parameters.get("model", ""))
            asked = ProcessRequest.of(parameters, parser, self._models.tasks(name), self._limits)
            answers = []
            words = 0

            def answer(block: Any) -> tuple[str, int]:
                return asked.answer(block), block.word_count

            async for text, count in self.workers.run(asked.pieces(), answer, request.is_disconnected):
                answers.append(text)
                words += count
            self._metrics.words(words)
            return JSONResponse({"model": name, "acknowledgements": _ACKNOWLEDGEMENTS, "result": "".join(answers)})

    # For those who look after it

    async def health(self, request: Request) -> Response:
        return JSONResponse({"status": "ok", "version": crossarc.__version__, "waiting": self.workers.waiting})

    async def metrics_(self, request: Request) -> Response:
        return PlainTextResponse(self._metrics.text(self.workers.waiting), media_type=Metrics.content_type)

    async def openapi(self, request: Request) -> Response:
        return JSONResponse(description(self._limits))

    # Requests

    async def _parameters(self, request: Request) -> dict[str, str]:
        """Of the query and of the body, which is a form of one kind or the other, or JSON; the body counts."""
        try:
            found = _of_query(request.url.query)
        except ValueError as error:
            raise Refusal(400, f"The query cannot be read: {error}") from None
        if request.method == "POST":
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            try:
                if kind == "multipart/form-data":
                    body = _in_utf8(self._body(request))
                    found |= await self._form(MultiPartParser(request.headers, body, **self._parts))
                elif kind == "application/x-www-form-urlencoded":
                    found |= _of_query(b"".join([chunk async for chunk in self._body(request)]).decode())
                elif kind == "application/json":
                    found |= _of_json(b"".join([chunk async for chunk in self._body(request)]))
                else:
                    async for _ in self._body(request):
                        pass  # as UDPipe does: parameters may all be in the query
            except (MultiPartException, FormParserError, ValueError) as error:
                raise Refusal(400, f"The form cannot be read: {error}") from None
        return found

    @property
    def _parts(self) -> dict[str, int]:
        return {"max_fields": _FIELDS, "max_files": _FIELDS, "max_part_size": self._limits.bytes}

    async def _form(self, parser: Any) -> dict[str, str]:
        form = await parser.parse()
        try:
            return {
                name: (await value.read()).decode("utf-8", "strict") if isinstance(value, UploadFile) else value
                for name, value in form.multi_items()
            }
        finally:
            await form.close()

    async def _body(self, request: Request) -> AsyncIterator[bytes]:
        """The body, as far as it may go."""
        most = self._limits.bytes
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


def _of_query(text: str) -> dict[str, str]:
    """Of a query, or of a form that is written like one; a ValueError if it is not UTF-8, or has too many fields."""
    return dict(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_FIELDS))


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
