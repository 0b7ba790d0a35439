"""What a model does with a treebank: stages, one after the other, each from a treebank to a treebank.

A stage has a module, imported when it is asked for, and a line here, in the order in which stages follow each other.
Its module has a function `load`, from a model's file and what is chosen for the stage to the `Stage`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Protocol

from crossarc.files import PathLike
from crossarc.treebank import Treebank

Shares = dict[str, float | None]
"""By column, how many of the words have it; None if that is not known."""

_MODULES = {
    "parse": "crossarc.parser.stage",
}


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

    def __call__(self, treebank: Treebank, *, threads: int = 0) -> Treebank: ...


def load_stages(model: PathLike, **chosen: Mapping[str, Any]) -> list[Stage]:
    """The stages of a model's file; what is chosen for them is by their names, a table for each."""
    return [import_module(module).load(model, **chosen.get(name, {})) for name, module in _MODULES.items()]


def needed(stages: Iterable[Stage]) -> Shares:
    """The columns that a treebank must have before the first stage: no earlier one gives them."""
    columns: Shares = {}
    given: set[str] = set()
    for stage in stages:
        columns |= {column: share for column, share in stage.needs.items() if column not in {*given, *columns}}
        given |= set(stage.gives)
    return columns


def run(stages: Iterable[Stage], treebank: Treebank, *, threads: int = 0) -> Treebank:
    """The treebank after all stages."""
    for stage in stages:
        treebank = stage(treebank, threads=threads)
    return treebank
