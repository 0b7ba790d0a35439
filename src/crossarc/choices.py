"""Options that are one of several words."""

from __future__ import annotations


def require_one_of(name: str, value: str | None, known: tuple[str, ...]) -> None:
    """Raise a ValueError that lists what is known, if the value is not among it."""
    if value not in known:
        raise ValueError(f"{name}: {value!r} is not one of {', '.join(known)}")
