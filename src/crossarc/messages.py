"""What crossarc has to say without stopping: warnings of its own kind, which the command line shows as lines."""

from __future__ import annotations

import warnings


class CrossarcWarning(UserWarning):
    """Something works, but may not be what was meant."""


def warn(message: str) -> None:
    """Warn in one line, on behalf of the function that called this one."""
    warnings.warn(message, CrossarcWarning, stacklevel=3)


def counted(number: int, what: str) -> str:
    """
    >>> counted(1, "sentence"), counted(1200, "word")
    ('1 sentence', '1,200 words')
    """
    return f"{number:,} {what}{'s' * (number != 1)}"


def are_silenced() -> bool:
    """Whether such warnings are not wanted here, and so neither from processes that are started."""
    actions = (action for action, _, kind, *_ in warnings.filters if issubclass(CrossarcWarning, kind))
    return next(actions, None) == "ignore"
