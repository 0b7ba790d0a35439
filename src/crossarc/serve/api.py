"""The addresses that the page asks: `/api/…`, described in `/openapi.json`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import crossarc
from crossarc.explore.browse_view import MOST_ROWS, BrowseView
from crossarc.explore.learning_curves import SCORES, TrainingRuns
from crossarc.explore.measure_view import MeasureView
from crossarc.explore.parse_view import INPUTS, MOST_SENTENCES, ParseView, written
from crossarc.explore.step_view import WHO, StepView, checked_path, with_parser
from crossarc.explore.treebanks import Treebanks
from crossarc.files import FileError
from crossarc.parser.options import TrainingOptions
from crossarc.serve.jobs import Job
from crossarc.serve.limits import Limits, Refusal
from crossarc.serve.models import Models
from crossarc.serve.requests import parameters
from crossarc.serve.udpipe import Request as ProcessRequest
from crossarc.serve.work import Workers
from crossarc.transition_systems import System, system_names
from crossarc.treebank import Treebank

_LONGEST_WHERE = 2_000
Handler = Callable[[Request], Awaitable[Response]]
Answer = Callable[[Mapping[str, str]], Any]


class Api:
    """The handlers, by the name of their address. Each works on texts, in one of the service's workers."""

    def __init__(
        self,
        models: Models,
        treebanks: Treebanks,
        runs: TrainingRuns,
        limits: Limits,
        workers: Callable[[], Workers],
    ) -> None:
        self._models = models
        self._treebanks = treebanks
        self._runs = runs
        self._limits = limits
        self._workers = workers
        self._browse = BrowseView(treebanks)
        self._measure = MeasureView(treebanks)

    def handlers(self) -> dict[str, Handler]:
        answers: dict[str, Answer] = {
            "about": self.about,
            "parse": self.parse,
            "draw": self.draw,
            "step": self.step,
            "browse": self.browse,
            "sentence": self.sentence,
            "analyze": self.analyze,
            "evaluate": self.evaluate,
            "curves": self.curves,
        }
        return {name: self._handler(answer) for name, answer in answers.items()}

    def _handler(self, answer: Answer) -> Handler:
        async def handle(request: Request) -> Response:
            workers = self._workers()
            async with workers.admitted():
                given = await parameters(request, self._limits)
                job = Job(iter([given]), partial(map, _refusing(answer)), seconds=self._limits.seconds)
                async for found in workers.run(job, request.is_disconnected):
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
            "treebanks": [
                {"name": name, "sentences": len(treebank), "words": treebank.word_count}
                for name, treebank in self._treebanks.items()
            ],
            "runs": list(self._runs),
            "systems": [{"name": name, "oracles": list(System(name).oracles)} for name in system_names()],
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
        blocks: Iterator[Treebank] = asked.blocks()
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

    def step(self, given: Mapping[str, str]) -> dict[str, Any]:
        """The steps of a derivation so far, and what there is to choose."""
        sentence = self._sentence(given, "data") or self._of_treebank(given)
        who = _choice(given, "who", WHO)
        if given.get("model"):
            _, parser = self._models.asked_for(given["model"])
            view = with_parser(StepView(sentence, System(parser.system)), parser)
        else:
            view = StepView(sentence, System(given.get("system") or TrainingOptions.system))
        if given.get("oracle"):
            view.system.require_oracle(given["oracle"])
            view = replace(view, oracle=given["oracle"])
        path = checked_path(view.system, len(sentence[0]), given.get("path", "").split())
        return view.answer(path, who, _is_wanted(given, "all"))

    def browse(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Some of the sentences of a treebank that meet conditions."""
        name, against = self._name(given, "treebank"), self._second(given)
        offset = _number(given, "offset", 0, 2**31, 0)
        count = _number(given, "count", 1, MOST_ROWS, 50)
        where = given.get("where", "")[:_LONGEST_WHERE]
        return self._browse.rows(name, where, against, _is_wanted(given, "worst"), offset, count)

    def sentence(self, given: Mapping[str, str]) -> dict[str, Any]:
        """A sentence of a treebank with its tree."""
        name, against = self._name(given, "treebank"), self._second(given)
        number = _number(given, "sentence", 1, len(self._treebanks[name]), 1)
        return self._browse.sentence(name, number, against, _is_wanted(given, "planes"))

    def analyze(self, given: Mapping[str, str]) -> dict[str, Any]:
        """What a treebank's trees are like."""
        return self._measure.analysis([self._name(given, "treebank")])

    def evaluate(self, given: Mapping[str, str]) -> dict[str, Any]:
        """How good the trees of one treebank are, by those of another."""
        return self._measure.evaluation(self._name(given, "treebank"), self._name(given, "against"))

    def curves(self, given: Mapping[str, str]) -> dict[str, Any]:
        """How far the training runs are by now, and what their epochs reached."""
        return self._runs.curves(_choice(given, "score", tuple(SCORES)))

    def _second(self, given: Mapping[str, str]) -> str:
        return self._name(given, "against") if given.get("against") else ""

    def _of_treebank(self, given: Mapping[str, str]) -> Treebank:
        """The sentence that a request names by its treebank and its number, from 1."""
        treebank = self._treebanks[self._name(given, "treebank")]
        place = _number(given, "sentence", 1, len(treebank), 1)
        return treebank[np.array([place - 1])]

    def _name(self, given: Mapping[str, str], name: str) -> str:
        """The name of a treebank; the first if the request names none."""
        asked = given.get(name) or next(iter(self._treebanks), "")
        if asked not in self._treebanks:
            raise Refusal(400, f"There is no treebank '{asked[:100]}'." if asked else "There is no treebank.")
        return asked

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


def _number(given: Mapping[str, str], name: str, least: int, most: int, default: int) -> int:
    value = given.get(name) or str(default)
    if not (value.isascii() and value.isdecimal() and len(value) < 12 and least <= int(value) <= most):
        raise Refusal(400, f"{name} is a number from {least} to {most:,}: {value[:100]!r}")
    return int(value)


def _is_wanted(given: Mapping[str, str], name: str) -> bool:
    return given.get(name, "") not in ("", "no")
