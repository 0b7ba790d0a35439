"""What is said to those who assign to a word or a sentence: `word.head = 3`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Class = TypeVar("_Class", bound=type)
_INSTEAD = (
    "treebank.with_trees(heads, deprels) gives a treebank with other trees, "
    "Treebank.from_frame(frame) one of the changed treebank.to_frame()"
)


def never_changes(kind: _Class) -> _Class:
    """Give the properties of a class setters that refuse. Type checkers do not see these, and refuse on their own."""
    for name, own in list(vars(kind).items()):
        if isinstance(own, property):
            setattr(kind, name, own.setter(_refusal(kind.__name__, name)))
    return kind


def _refusal(kind: str, name: str) -> Callable[[object, object], None]:
    def refuse(owner: object, value: object) -> None:
        raise AttributeError(f"{kind.lower()}.{name} cannot be assigned: {_INSTEAD}")

    return refuse
