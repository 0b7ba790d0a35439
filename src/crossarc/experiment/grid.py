"""The runs of an experiment: every parser on every treebank with every seed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import crossarc
from crossarc.choices import OptionError, did_you_mean
from crossarc.experiment.declaration import Experiment, training_options
from crossarc.experiment.run_stages import RunStages
from crossarc.experiment.treebanks import TreebankFiles

_RESULT_FORMAT = 2  # raised when a result has to hold what older ones lack

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Run:
    """One parser, trained with one seed on one treebank and tested on it."""

    parser: str
    treebank: TreebankFiles
    seed: int
    declared: Mapping[str, Any]

    @property
    def options(self) -> dict[str, Any]:
        return {**self.declared, "seed": self.seed}

    @cached_property
    def key(self) -> str:
        """A hash of all that determines the result: options that have an effect, trees, word vectors, the version.

        Options that follow from the training trees are those that they become: a run that was told what another has
        found out is the same run. Numbers count by their value, and an option that has no effect on a parser does not
        count, so that a new one for other parsers leaves results as they are.

        Neither the names of parsers nor those of files are part of it, so experiments share their results.
        """
        fitted = training_options(self.options).fitted_to(self.treebank.training_trees)
        options = {name: _by_value(value) for name, value in fitted.used().items()} | {"features": fitted.features}
        if options.get("embeddings") is not None:
            options["embeddings"] = _digest(options["embeddings"])
        determining = {
            "options": options,
            "trees": self.treebank.fingerprints,
            "version": crossarc.__version__,
            "format": _RESULT_FORMAT,
            **RunStages.of(self.declared).determining(),
        }
        return hashlib.sha256(json.dumps(determining, sort_keys=True).encode("utf-8")).hexdigest()[:32]

    def __str__(self) -> str:
        return f"{self.parser} on {self.treebank.name}, seed {self.seed}"


def _by_value(option: Any) -> Any:
    """1 and 1.0 are the same number, and JSON writes them alike."""
    return float(option) if type(option) is int else option


@cache
def _digest(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


@dataclass(frozen=True)
class Choice:
    """What `--only` leaves of a grid: patterns for names of parsers and treebanks and for seeds."""

    parsers: Sequence[str] = ()
    treebanks: Sequence[str] = ()
    seeds: Sequence[str] = ()

    @classmethod
    def from_texts(cls, texts: Iterable[str]) -> Choice:
        """From texts such as `parser=arc-eager*`, `treebank=Latin-*` and `seed=1`; those of one kind add up."""
        chosen: dict[str, list[str]] = {"parser": [], "treebank": [], "seed": []}
        for text in texts:
            kind, equals, pattern = text.partition("=")
            if kind not in chosen or not equals:
                raise OptionError("only", f"{text!r} is not parser=PATTERN, treebank=PATTERN or seed=NUMBER")
            chosen[kind].append(pattern)
        return cls(chosen["parser"], chosen["treebank"], chosen["seed"])

    def of_parsers(self, names: Iterable[str]) -> list[str]:
        return _chosen("parser", {name: name for name in names}, self.parsers)

    def of_treebanks(self, treebanks: Iterable[TreebankFiles]) -> list[TreebankFiles]:
        return _chosen("treebank", {treebank.name: treebank for treebank in treebanks}, self.treebanks)

    def of_seeds(self, seeds: Iterable[int]) -> list[int]:
        return _chosen("seed", {str(seed): seed for seed in seeds}, self.seeds)


def _chosen(kind: str, named: Mapping[str, _Item], patterns: Sequence[str]) -> list[_Item]:
    """What the patterns leave, or all if there are none; a pattern that leaves nothing is refused."""
    for pattern in patterns:
        if not any(_fits(name, pattern) for name in named):
            raise OptionError("only", f"there is no {kind} {pattern!r}{did_you_mean(pattern, named)}")
    return [item for name, item in named.items() if not patterns or any(_fits(name, own) for own in patterns)]


def _fits(name: str, pattern: str) -> bool:
    return name == pattern or fnmatchcase(name, pattern)


def runs_of(
    experiment: Experiment, treebanks: Sequence[TreebankFiles], parsers: Sequence[str], seeds: Sequence[int]
) -> list[Run]:
    """The runs, treebank by treebank, so that whole rows of tables are ready early."""
    return [
        Run(parser, treebank, seed, experiment.parsers[parser])
        for treebank in treebanks
        for seed in seeds
        for parser in parsers
    ]
