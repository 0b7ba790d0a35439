"""What all sets of options have in common."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


def require_one_of(name: str, value: str | None, known: tuple[str, ...]) -> None:
    """Raise a ValueError that lists what is known, if the value is not among it."""
    if value not in known:
        raise ValueError(f"{name}: {value!r} is not one of {', '.join(known)}")


def settle_floats(options: Any) -> None:
    """Turn whole numbers in fields for floats into floats: 1 and 1.0 are the same options and make the same file."""
    for field in fields(options):
        value = getattr(options, field.name)
        if type(value) is int and str(field.type).startswith("float"):
            try:
                object.__setattr__(options, field.name, float(value))
            except OverflowError:
                raise ValueError(f"{field.name} is too large") from None
