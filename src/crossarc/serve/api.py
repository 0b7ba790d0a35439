"""The addresses that the page asks: `/api/…`, described in `/openapi.json`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import crossarc
from crossarc.explore.parse_view import INPUTS, MOST_SENTENCES, ParseView, written
from crossarc.explore.treebanks import Treebanks
from crossarc.files import FileError
from crossarc.serve.limits import Limits, Refusal
from crossarc.serve.models import Models
from crossarc.serve.requests import parameters
from crossarc.serve.udpipe import Request as ProcessRequest
from crossarc.serve.work import Workers
from crossarc.treebank import Treebank

Handler = Callable[[Request], Awaitable[Response]]
Answer = Callable[[Mapping[str, str]], Any]


class Api:
    """The handlers, by the name of their address. Each works on texts, in one of the service's workers."""

    def __init__(self, models: Models, treebanks: Treebanks, limits: Limits, workers: Callable[[], Workers]) -> None:
        self._models = models
        self._treebanks = treebanks
        self._limits = limits
        self._workers = workers

    def handlers(self) -> dict[str, Handler]:
        answers: dict[str, Answer] = {"about": self.about, "parse": self.parse, "draw": self.draw}
        return {name: self._handler(answer) for name, answer in answers.items()}

    def _handler(self, answer: Answer) -> Handler:
        async def handle(request: Request) -> Response:
            workers = self._workers()
            async with workers.admitted():
                given = await parameters(request, self._limits)
                async for found in workers.run(iter([given]), _refusing(answer), request.is_disconnected):
                    return JSONResponse(found)
                raise AssertionError

        return handle

    def about(self, given: Mapping[str, str]) -> dict[str, Any]:
        """What there is to look at."""
        return {
            "version": crossarc.__version__,
            "models": [
                {"name": name, "tasks": self._models.tasks(name), "system": parser.system}
                for name, parser in self._models.items()
            ],
        }

    def parse(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Trees of text, words or CoNLL-U."""
        kind = _choice(given, "input", tuple(INPUTS))
        names = [given[key] for key in ("model", "second") if given.get(key)]
        chosen = dict(map(self._models.asked_for, names))
        if not chosen and kind != "conllu":
            raise Refusal(400, "Text needs a model; CoNLL-U is shown as it is.")
        view = ParseView(chosen, kind == "conllu", _is_wanted(given, "planes"))
        first = next(iter(chosen.values()), None)
        asked = ProcessRequest(
            _needed(given, "data"), INPUTS[kind], "conllu", view.first_stages(), first, False, self._limits
        )
        blocks: Iterator[Treebank] = iter(asked.pieces())
        sentences: list[dict[str, Any]] = []
        count = 0
        for block in blocks:
            left = MOST_SENTENCES - len(sentences)
            sentences += islice(view.sentences(block[:left]), left) if left > 0 else ()
            count += len(block)
        return {"sentences": sentences, "count": count}

    def draw(self, given: Mapping[str, str]) -> dict[str, Any]:
        """A drawing as text: of the sentence in `data`, or of it and the one in `second`."""
        form = _choice(given, "form", ("svg", "tikz"))
        own, other = (self._sentence(given, key) for key in ("data", "second"))
        if own is None:
            raise Refusal(400, "Required argument 'data' is missing.")
        return {"text": written(form, own[0], None if other is None else other[0], _is_wanted(given, "planes"))}

    def _sentence(self, given: Mapping[str, str], name: str) -> Treebank | None:
        if not given.get(name):
            return None
        treebank = Treebank.from_bytes(given[name].encode("utf-8", "replace"), format="conllu", path="<data>")
        if len(treebank) != 1:
            raise Refusal(400, f"There must be one sentence in {name}.")
        if len(treebank[0]) > self._limits.words:
            raise Refusal(413, f"A sentence has over {self._limits.words:,} words.")
        return treebank


def _refusing(answer: Answer) -> Answer:
    """What is wrong with the data of a request is told in one line."""

    def answered(given: Mapping[str, str]) -> Any:
        try:
            return answer(given)
        except FileError as error:
            place = "" if error.line is None else f"line {error.line}: "
            raise Refusal(400, f"Cannot read input data: {place}{error.message}") from None
        except TimeoutError:
            raise
        except ValueError as error:
            raise Refusal(400, str(error)) from None

    return answered


def _needed(given: Mapping[str, str], name: str) -> str:
    if name not in given:
        raise Refusal(400, f"Required argument '{name}' is missing.")
    return given[name]


def _choice(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    value = given.get(name) or choices[0]
    if value not in choices:
        raise Refusal(400, f"{name} is one of {', '.join(choices)}: {value[:100]!r}")
    return value


def _is_wanted(given: Mapping[str, str], name: str) -> bool:
    return given.get(name, "") not in ("", "no")
