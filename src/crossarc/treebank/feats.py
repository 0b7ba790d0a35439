"""FEATS of a word as a mapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, overload

from crossarc.arguments import require_kind
from crossarc.choices import did_you_mean
from crossarc.errors import UnknownNameError

Default = TypeVar("Default")


class Feats(Mapping[str, str]):
    """The features of a word by name; `str(feats)` is the column as it is written.

    A feature without a value, as CoNLL-X has them, is a name with an empty value; several values stay one text.

    >>> feats = Feats("Case=Acc,Dat|Number=Sing")
    >>> feats["Number"], feats.get("Gender"), "Case" in feats, list(feats)
    ('Sing', None, True, ['Case', 'Number'])
    >>> dict(Feats("_")), str(feats)
    ({}, 'Case=Acc,Dat|Number=Sing')
    """

    __slots__ = ("_text", "_values")

    def __init__(self, text: str) -> None:
        self._text = require_kind(text, str, "feats", "text, as in Feats('Case=Nom|Number=Sing')")
        self._values: dict[str, str] = {}
        if text != "_":
            for entry in text.split("|"):
                name, _, value = entry.partition("=")
                self._values.setdefault(name, value)

    def __getitem__(self, name: str) -> str:
        try:
            return self._values[name]
        except (KeyError, TypeError):
            has = f"it has {', '.join(self._values)}" if self._values else "it has none"
            raise UnknownNameError(f"the word has no feature {name!r}: {has}{did_you_mean(name, self)}") from None

    @overload
    def get(self, name: str, /) -> str | None: ...
    @overload
    def get(self, name: str, /, default: str | Default) -> str | Default: ...
    def get(self, name: str, /, default: Any = None) -> Any:
        return self._values.get(name, default)  # without an error that nobody sees

    def __contains__(self, name: object) -> bool:
        return name in self._values

    if not TYPE_CHECKING:  # type checkers would believe that every attribute exists

        def __getattr__(self, name: str) -> Any:
            instead = f"; use feats[{name!r}] or feats.get({name!r})" if name[:1].isupper() else ""
            raise AttributeError(f"'Feats' object has no attribute {name!r}{instead}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __reduce__(self) -> tuple[type[Feats], tuple[str]]:
        return Feats, (self._text,)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Feats({self._text!r})"
