"""Several parsers as one, which decide each transition together."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import crossarc
from crossarc.arguments import wrong_kind
from crossarc.calls import called_as
from crossarc.errors import ArgumentError
from crossarc.evaluation import evaluate
from crossarc.files import PathLike
from crossarc.learners import learner_named
from crossarc.parser.model_file import ModelConfiguration
from crossarc.parser.origin import described
from crossarc.parser.parser import Parser, load
from crossarc.treebank.sources import TreebankSources, joined_sources

# What has to be the same, and how it is told.
_ALIKE = {
    "learner": "its learner is",
    "system": "its system is",
    "system_options": "the options of its system are",
    "encoding": "its pseudo-projective encoding is",
    "one_root": "it gives each sentence one root:",
    "labels": "its labels are",
}
_SHOWN = 60  # characters of a value in a message
_OWN = ("version", "combined", "scores")  # not of the parsers that are combined


@called_as("crossarc.combine")
def combine(parsers: Iterable[Parser | PathLike], dev: TreebankSources | None = None, *, threads: int = 0) -> Parser:
    """A parser that decides as several neural ones do together: by the mean of their scores.

    They are trained alike, on the same treebank, with other seeds (`train(…, learner="bilstm", seed=2)`), and may be
    files. What comes before the parser, a tagger and so on, is that of the first. To parse takes as much time as to
    parse with each. `dev` are trees that confidence is fitted to, and that `info` tells the scores on; without them the
    parser has no confidence.
    """
    if isinstance(parsers, str | bytes | os.PathLike | Parser) or not isinstance(parsers, Iterable):
        raise wrong_kind("parsers", "a list of parsers or of their files", parsers)
    given = dict(_named(one, number) for number, one in enumerate(parsers, start=1))
    if len(given) < 2:
        raise ArgumentError("parsers: two different ones or more can be combined")
    first, *others = given
    for other in others:
        _require_alike(other, given[other]._configuration, first, given[first]._configuration)
    own = [parser._configuration for parser in given.values()]
    try:
        model, network = learner_named(own[0].learner).combined([parser._model for parser in given.values()])
    except ValueError as error:
        raise ArgumentError(f"{', '.join(given)} cannot be combined: {error}") from None
    made = _made([one.made for one in own])
    configuration = replace(own[0], network=network, confidence=None, made=made)
    combined = Parser(configuration, model, given[first].annotator)
    return combined if dev is None else _judged(combined, dev, threads)


def _named(one: Parser | PathLike, number: int) -> tuple[str, Parser]:
    """A parser, and what messages call it."""
    if isinstance(one, Parser):
        return f"parser {number}", one
    if not isinstance(one, str | os.PathLike):
        raise wrong_kind("parsers", "a list of parsers or of their files", one)
    return os.fspath(one), load(one)


def _require_alike(name: str, own: ModelConfiguration, first_name: str, first: ModelConfiguration) -> None:
    for field, told in _ALIKE.items():
        here, there = getattr(own, field), getattr(first, field)
        if here != there:
            raise ArgumentError(f"{name}: {told} {_shown(here)}, and of {first_name} {_shown(there)}")


def _shown(value: object) -> str:
    text = ", ".join(value) if isinstance(value, list) else str(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _made(all_made: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What is the same of all of them, and in a list `combined` what each has of its own."""
    each = [one for made in all_made for one in _separate(made)]
    common = _common(each)
    options = _common([one.get("options", {}) for one in each])
    own = [
        {name: value for name, value in one.items() if name not in common and name not in ("options", "columns")}
        | {"options": {name: value for name, value in one.get("options", {}).items() if name not in options}}
        for one in each
    ]
    columns = {name: share for one in reversed(each) for name, share in one.get("columns", {}).items()}
    return common | {"version": crossarc.__version__, "options": options, "columns": columns, "combined": own}


def _separate(made: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is told of each parser that was combined; of one that was not, what it tells."""
    common = {name: value for name, value in made.items() if name not in _OWN}
    return [
        common | own | {"options": common.get("options", {}) | own.get("options", {})}
        for own in made.get("combined", [{}])
    ]


def _common(values: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    first, *others = values
    return {name: value for name, value in first.items() if all(name in o and o[name] == value for o in others)}


def _judged(parser: Parser, dev: TreebankSources, threads: int) -> Parser:
    """With confidence and scores by gold trees, whose words have the tags and lemmas that it is going to see."""
    trees = joined_sources(dev, "dev").require_trees()
    if parser.annotator.can_redo and parser._configuration.made.get("train_tags") == "predicted":
        seen = parser.annotator.tag(trees, redo=parser.annotator.can_redo, threads=threads)
    else:
        seen = trees
    found = evaluate(seen, parser.parse(seen, threads=threads))
    scores = {name: getattr(found, name) for name in ("uas", "las", "nonproj_recall", "nonproj_precision")}
    told = described(trees) | {name: value for name, value in scores.items() if value is not None}
    return parser.with_confidence(seen, threads=threads).with_origin(scores=told)
