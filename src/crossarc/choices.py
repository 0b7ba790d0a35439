"""What all sets of options have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from numbers import Integral, Real
from typing import Any


def require_one_of(name: str, value: str | None, known: tuple[str, ...]) -> None:
    """Raise a ValueError that lists what is known, if the value is not among it."""
    if value not in known:
        raise ValueError(f"{name}: {value!r} is not one of {', '.join(known)}")


def settle_kinds(options: Any) -> None:
    """Raise a ValueError if a field of a dataclass has a value of another kind than declared.

    Numbers become plain ones, whole ones floats where floats are declared: 1 and 1.0 are the same options.
    """
    for field in fields(options):
        declared, _, optional = str(field.type).partition(" | ")
        value = getattr(options, field.name)
        if declared not in _KINDS or (optional and value is None):
            continue
        kind, plain, told = _KINDS[declared]
        if not isinstance(value, kind) or (isinstance(value, bool) and plain is not bool):
            raise ValueError(f"{field.name} must be {told}: {value!r}")
        try:
            object.__setattr__(options, field.name, plain(value))
        except OverflowError:
            raise ValueError(f"{field.name} is too large") from None


_KINDS: dict[str, tuple[type, Callable[[Any], Any], str]] = {
    "str": (str, str, "text"),
    "bool": (bool, bool, "true or false"),
    "int": (Integral, int, "a whole number"),
    "float": (Real, float, "a number"),
}
