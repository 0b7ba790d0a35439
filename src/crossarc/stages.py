"""What a model does with a treebank: stages, one after the other, each from a treebank to a treebank.

A stage has a module, imported when it is asked for, and a line here, in the order in which stages follow each other.
Its module has a function `load`, from its part of a model's file and what is chosen for the stage to the `Stage`. The
tokenizer comes before all of them: it makes treebanks of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from crossarc.model_file import Part
from crossarc.treebank import Treebank

Shares = dict[str, float | None]
"""By column, how many of the words have it; None if that is not known."""

TOKENIZE = "tokenize"
_MODULES = {
    "tag": "crossarc.tagging.stage",
    "lemma": "crossarc.lemmas.stage",
    "parse": "crossarc.parser.stage",
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


def stage_names() -> tuple[str, ...]:
    """All that a model can have, in their order."""
    return (TOKENIZE, *_MODULES)


def require_known(parts: Iterable[str]) -> None:
    """A ValueError tells of the name of a part that no stage has."""
    for name in parts:
        if name not in stage_names():
            raise ValueError(f"it has a stage {name!r}, which this version does not know")


def load_stages(parts: Mapping[str, Part], **chosen: Mapping[str, Any]) -> list[Stage]:
    """The stages of a model's file; what is chosen for them is by their names, a table for each.

    A ValueError tells of a part that is none, or is not known.
    """
    require_known(parts)
    modules = {name: module for name, module in _MODULES.items() if name in parts}
    return [import_module(module).load(parts[name], **chosen.get(name, {})) for name, module in modules.items()]


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
