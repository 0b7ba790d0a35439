"""What all sets of options have in common: their kinds, their ranges, and what is said of mistakes."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import fields
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any

from crossarc.errors import CrossarcError

NOT_GIVEN: Any = None
"""The default of an option whose value follows from others if the user gives none."""

_TOO_LONG = 10**30  # for a message
BELOW_1 = math.nextafter(1, 0)
Limits = tuple[float, float]
"""The least and the most that a number can be."""

RANGES: dict[str, Limits] = {
    # Of training, whatever the learner; learners say themselves what their own options can be.
    **dict.fromkeys(("epochs", "patience", "first_exploration"), (1, 1_000_000)),
    "exploration": (0, 1),
    "beam": (1, 1024),
    # Of all commands.
    "seed": (0, 2**64 - 1),
    "threads": (0, 1024),
    "jobs": (0, 1024),
    "samples": (1, 1_000_000),
    "sentences": (20, 1_000_000),
}
"""What numbers can be, by the names of their options."""


class OptionError(CrossarcError, ValueError):
    """An option that is wrong, or that changes nothing beside the others: `option: problem`.

    The command line and files of options tell the same of it in their own way.
    """

    def __init__(self, option: str, problem: str) -> None:
        self.option = option
        self.problem = problem
        super().__init__(f"{option}: {problem}")

    def __reduce__(self) -> tuple[type[OptionError], tuple[str, str]]:
        return type(self), (self.option, self.problem)


class UnknownOptionError(CrossarcError, TypeError):
    """An option that there is not, with the name that was probably meant."""

    def __init__(self, option: str, known: Iterable[str]) -> None:
        self.option = option
        self._known = tuple(known)
        super().__init__(f"there is no option {option!r}{did_you_mean(option, self._known)}")

    def __reduce__(self) -> tuple[type[UnknownOptionError], tuple[str, tuple[str, ...]]]:
        return type(self), (self.option, self._known)


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """What to add to a message about a name that is not known: the nearest one that is, if one is near.

    >>> did_you_mean("arc-egaer", ["arc-eager", "arc-hybrid"])
    "; did you mean 'arc-eager'?"
    """
    found = get_close_matches(str(name), list(known), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


def require_one_of(name: str, value: str | None, known: tuple[str, ...]) -> None:
    """Raise an `OptionError` that lists what is known, if the value is not among it."""
    if not isinstance(value, str) or value not in known:
        raise OptionError(name, f"{value!r} is not one of {', '.join(known)}{did_you_mean(value, known)}")


def range_problem(name: str, value: float, limits: Limits | None = None) -> str | None:
    """What is wrong with the size of a number, if anything is. Limits are those of its name, unless it has others."""
    if isinstance(value, float) and not math.isfinite(value):
        return f"must be a finite number: {value}"
    least, most = limits or RANGES.get(name, (-math.inf, math.inf))
    shown = f": {value}" if abs(value) < _TOO_LONG else ""
    if value < least:
        return f"must be at least {least}{shown}"
    if value > most:
        return f"must be {'less than 1' if most == BELOW_1 else f'at most {most}'}{shown}"
    return None


def in_range(name: str, value: int) -> int:
    """The value of an option as a plain whole number; an `OptionError` if it is none, or too small or too large."""
    try:
        number = operator.index(value) if not isinstance(value, bool) else None
    except TypeError:
        number = None
    problem = f"must be a whole number: {value!r}" if number is None else range_problem(name, number)
    if number is None or problem is not None:
        raise OptionError(name, str(problem))
    return number


def settle_kinds(options: Any) -> None:
    """Raise an `OptionError` if a field of a dataclass has a value of another kind than declared, or out of its range.

    Numbers become plain ones, whole ones floats where floats are declared: 1 and 1.0 are the same options. None stays.
    """
    for field in fields(options):
        declared = str(field.type).partition(" | ")[0]
        value = getattr(options, field.name)
        if declared not in _KINDS or (value is None and (field.default is None or "None" in str(field.type))):
            continue
        kind, plain, told = _KINDS[declared]
        if not isinstance(value, kind) or (isinstance(value, bool) and plain is not bool):
            raise OptionError(field.name, f"must be {told}: {value!r}")
        try:
            settled = plain(value)
            limits = field.metadata.get("limits")
            problem = range_problem(field.name, settled, limits) if plain in (int, float) else None
        except OverflowError:
            problem = "is too large"
        if problem is not None:
            raise OptionError(field.name, problem)
        object.__setattr__(options, field.name, settled)


_KINDS: dict[str, tuple[type, Callable[[Any], Any], str]] = {
    "str": (str, str, "text"),
    "bool": (bool, bool, "true or false"),
    "int": (Integral, int, "a whole number"),
    "float": (Real, float, "a number"),
}
