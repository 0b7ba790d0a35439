"""What a model does with a treebank: stages, one after the other, each from a treebank to a treebank.

What comes before the parser has a module, imported when it is asked for, and a line here, in the order in which stages
follow each other. Its module has a `KIND`, which trains it, loads it, and makes a `Stage` of it. The tokenizer comes
before all of them and is no `Stage`: it makes treebanks of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from crossarc.lexicon import Lexicon
from crossarc.model_file import PARSE
from crossarc.treebank import Treebank

Shares = dict[str, float | None]
"""By column, how many of the words have it; None if that is not known."""

_MODULES = {
    "tokenize": "crossarc.tokenizer.stage",
    "tag": "crossarc.tagging.stage",
    "lemma": "crossarc.lemmas.stage",
}


class Absent(NamedTuple):
    """Columns that are `_` throughout the input, from one of the sentences on that a stage is given."""

    first_sentence: int
    columns: frozenset[str]


class Stage(Protocol):
    """Fills columns of a treebank from others. The treebank itself is never changed."""

    @property
    def gives(self) -> tuple[str, ...]:
        """The columns that it fills."""

    @property
    def needs(self) -> Shares:
        """The columns that it looks at, and how many of the words that it learnt from had them."""

    @property
    def complaint(self) -> str | None:
        """What to say of what was chosen for it, before it runs."""

    def __call__(self, treebank: Treebank, *, threads: int = 0, absent: Sequence[Absent] | None = None) -> Treebank:
        """The treebank with its columns. `absent` tells of the input that the treebank is a piece of."""


@dataclass(frozen=True)
class Lessons:
    """What a stage before the parser learns from, and is judged by."""

    treebank: Treebank
    dev: Treebank | None = None
    lexicon: Lexicon | None = None
    seed: int = 1
    threads: int = 0


class NothingToLearnError(Exception):
    """A treebank cannot teach a stage; the text says why."""


class Trained(Protocol):
    """What a stage before the parser has learnt, as a model's file has it."""

    def to_bytes(self) -> bytes:
        """For `StageKind.load`."""


class StageKind(Protocol):
    """A stage that a model may have before its parser."""

    @property
    def what(self) -> str:
        """What messages call it, such as "tagger"."""

    @property
    def redo(self) -> str | None:
        """What it predicts again on demand (`--redo`), such as "tags"; None if it cannot."""

    @property
    def has_lexicon(self) -> bool:
        """Whether it learns from the entries of a lexicon, too."""

    def train(self, lessons: Lessons, earlier: Sequence[Stage]) -> tuple[Trained, Mapping[str, float]]:
        """What it has learnt, and its scores on `dev`, as it will be used: after the earlier stages.

        A `NothingToLearnError` says why the treebank cannot teach it.
        """

    def load(self, content: bytes) -> Trained:
        """From its part of a model's file; a ValueError if it is none."""

    def stage(self, trained: Any, redo: bool) -> Stage | None:
        """What works on treebanks; None if it makes them."""


def kinds() -> dict[str, StageKind]:
    """All that may come before a parser, by name, in their order."""
    return {name: import_module(module).KIND for name, module in _MODULES.items()}


def redo_names() -> tuple[str, ...]:
    """What stages predict again on demand."""
    return tuple(kind.redo for kind in kinds().values() if kind.redo is not None)


def stage_names() -> tuple[str, ...]:
    """All that a model can have, in their order."""
    return (*_MODULES, PARSE)


def require_known(parts: Iterable[str]) -> None:
    """A ValueError tells of the name of a part that no stage has."""
    for name in parts:
        if name not in stage_names():
            raise ValueError(f"it has a stage {name!r}, which this version does not know")


def needed(stages: Iterable[Stage]) -> Shares:
    """The columns that a treebank must have before the first stage: no earlier one gives them."""
    columns: Shares = {}
    given: set[str] = set()
    for stage in stages:
        columns |= {column: share for column, share in stage.needs.items() if column not in {*given, *columns}}
        given |= set(stage.gives)
    return columns


def run(
    stages: Iterable[Stage], treebank: Treebank, *, threads: int = 0, absent: Sequence[Absent] | None = None
) -> Treebank:
    """The treebank after all stages."""
    for stage in stages:
        treebank = stage(treebank, threads=threads, absent=absent)
    return treebank
