"""The service as an ASGI application."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

import crossarc
from crossarc.explore.learning_curves import TrainingRuns
from crossarc.explore.treebanks import Treebanks
from crossarc.serve import site
from crossarc.serve.api import Api
from crossarc.serve.headers import SafeHeaders
from crossarc.serve.limits import Limits, Refusal
from crossarc.serve.metrics import Metrics
from crossarc.serve.models import Models
from crossarc.serve.openapi import description
from crossarc.serve.requests import parameters
from crossarc.serve.udpipe import Request as ProcessRequest
from crossarc.serve.work import Workers

_ACKNOWLEDGEMENTS = ["https://github.com/crossarc"]  # clients of UDPipe expect a list of texts
_END_OF_RESULT = b'"}'
Handler = Callable[[Request], Awaitable[Response]]


def application(
    models: Models,
    limits: Limits | None = None,
    *,
    treebanks: Treebanks | None = None,
    runs: TrainingRuns | None = None,
    origins: Iterable[str] = (),
    hosts: Iterable[str] = ("*",),
) -> Starlette:
    """The service; `treebanks` and `runs` are for its page, `origins` are sites whose pages may call it (CORS).

    `hosts` are names that it may be called by: a page elsewhere can make another one lead here (DNS rebinding).
    """
    service = _Service(models, limits or Limits(), treebanks or Treebanks(), runs or TrainingRuns())
    allowed = list(origins)
    middleware = [Middleware(SafeHeaders), Middleware(TrustedHostMiddleware, list(hosts), www_redirect=False)]
    if allowed:
        middleware.append(Middleware(CORSMiddleware, allow_origins=allowed, allow_methods=["GET", "POST"]))
    return Starlette(
        routes=[
            Route("/models", service.counted("models", service.models_), methods=["GET", "POST"]),
            Route("/process", service.counted("process", service.process), methods=["GET", "POST"]),
            *(
                Route(f"/api/{name}", service.counted(name, handler), methods=["GET", "POST"])
                for name, handler in service.api.handlers().items()
            ),
            Route("/", site.page, methods=["GET"]),
            Route("/static/{name}", site.file, methods=["GET"]),
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
    def __init__(self, models: Models, limits: Limits, treebanks: Treebanks, runs: TrainingRuns) -> None:
        self._models = models
        self._limits = limits
        self._metrics = Metrics()
        self._workers: Workers | None = None
        self.api = Api(models, treebanks, runs, limits, lambda: self.workers)

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
            given = await parameters(request, self._limits)
            name, _ = self._models.asked_for(given.get("model", ""))
            asked = ProcessRequest.of(given, self._models, name, self._limits)
            answers = [own async for own in self.workers.run(asked.job(), request.is_disconnected)]
            self._metrics.words(sum(own.words for own in answers))
            before = json.dumps(
                {"model": name, "acknowledgements": _ACKNOWLEDGEMENTS, "result": ""}, separators=(",", ":")
            ).encode()
            whole = [before.removesuffix(_END_OF_RESULT), *(own.json for own in answers), _END_OF_RESULT]
            return Response(b"".join(whole), media_type="application/json")

    # For those who look after it

    async def health(self, request: Request) -> Response:
        return JSONResponse({"status": "ok", "version": crossarc.__version__, "waiting": self.workers.waiting})

    async def metrics_(self, request: Request) -> Response:
        return PlainTextResponse(self._metrics.text(self.workers.waiting), media_type=Metrics.content_type)

    async def openapi(self, request: Request) -> Response:
        return JSONResponse(description(self._limits))
