"""How options are declared, once, and checked, in one way: in Python, on the command line, in files and experiments."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, field, fields
from numbers import Integral, Real
from typing import Any, TypeVar

from crossarc.errors import CrossarcError
from crossarc.whole_numbers import LARGEST_SEED

NOT_GIVEN: Any = None
"""The default of an option whose value follows from others if the user gives none."""

_LONGEST_SHOWN = 40  # characters of a value in a message
_MOST_LISTED = 15  # names in one
_ALIKE = 0.65  # of 1, that a name and the one that was meant are at least
BELOW_1 = math.nextafter(1, 0)
Limits = tuple[float, float]
"""The least and the most that a number can be."""

RANGES: dict[str, Limits] = {
    # Of training, whatever the learner; learners say themselves what their own options can be.
    **dict.fromkeys(("epochs", "patience", "first_exploration"), (1, 1_000_000)),
    "exploration": (0, 1),
    "beam": (1, 1024),
    # Of all commands.
    "seed": (0, LARGEST_SEED),
    "threads": (0, 1024),
    "jobs": (0, 1024),
    "samples": (1, 1_000_000),
    "sentences": (20, 1_000_000),
}
"""What numbers can be, by the names of their options, unless they are declared with limits of their own."""

_Table = TypeVar("_Table")


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
    """An option that there is not, with the name that was probably meant, or what to use `instead`."""

    def __init__(self, option: str, known: Iterable[str], instead: str | None = None) -> None:
        self.option = option
        self._known = tuple(known)
        self._instead = instead
        listed = f"; there is {', '.join(self._known)}" if len(self._known) <= _MOST_LISTED else ""
        meant = f"; use {instead}" if instead else did_you_mean(option, self._known) or listed
        super().__init__(f"there is no option {option!r}{meant}")

    def __reduce__(self) -> tuple[type[UnknownOptionError], tuple[str, tuple[str, ...], str | None]]:
        return type(self), (self.option, self._known, self._instead)


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """What to add to a message about a name that is not known: the nearest one that is, if one is near.

    >>> did_you_mean("arc-egaer", ["arc-eager", "arc-hybrid"])
    "; did you mean 'arc-eager'?"
    >>> did_you_mean("LAS", ["uas", "las"])
    "; did you mean 'las'?"
    """
    from difflib import get_close_matches  # noqa: PLC0415  # needed for mistakes alone

    by_small_letters = {one.lower(): one for one in known}
    bare = {one.lstrip("-"): one for one in by_small_letters}  # dashes, which all options have, are no likeness
    found = get_close_matches(str(name).lower().lstrip("-"), list(bare), n=1, cutoff=_ALIKE)
    return f"; did you mean {by_small_letters[bare[found[0]]]!r}?" if found else ""


def has_no_effect(reason: str) -> str:
    """What is said of an option that changes nothing beside the others."""
    return f"it has no effect: {reason}"


def require_one_of(name: str, value: str | None, known: Sequence[str]) -> None:
    """Raise an `OptionError` that lists what is known, if the value is not among it."""
    if not isinstance(value, str) or value not in known:
        raise OptionError(name, f"{_shown(value)} is not one of {', '.join(known)}{did_you_mean(value, known)}")


def in_range(name: str, value: int) -> int:
    """The value of an option as a plain whole number; an `OptionError` if it is none, or too small or too large."""
    number: int = Declared(name, "int").checked(value)
    return number


def option(
    default: Any,
    help: str | None = None,
    *,
    limits: Limits | None = None,
    choices: tuple[str, ...] = (),
    flags: str | None = None,
    otherwise: str | None = None,
    metavar: str | None = None,
    is_file: bool = False,
    told: str | None = None,
    panel: str | None = None,
    suggested: Callable[[], Sequence[str]] | None = None,
) -> Any:
    """A field of a dataclass of options; with `help` the command line has it, too.

    `limits` are the least and the most that a number can be, `choices` the texts that a text can be. `told` is what
    help says of a default that follows from other options. `flags` stand for another name on the command line, such as
    `-s` or `--tune/--keep`; `otherwise` is the help of the second of these two. `metavar` stands there for the value,
    which is the name of a file if `is_file`. `panel` is the part of the help that it is in. `suggested` are values that
    shells complete where there are no `choices`, since the option has more of them.
    """
    return field(
        default=default,
        metadata={
            "help": help,
            "limits": limits,
            "choices": choices,
            "flags": flags,
            "otherwise": otherwise,
            "metavar": metavar,
            "is_file": is_file,
            "told": told,
            "panel": panel,
            "suggested": suggested,
        },
    )


@dataclass(frozen=True)
class Declared:
    """An option as it is declared. `kind` is the name of one of the kinds below; see `option` for the rest."""

    name: str
    kind: str = "str"
    default: Any = None
    limits: Limits | None = None
    choices: tuple[str, ...] = ()
    may_be_none: bool = False
    help: str | None = None
    flags: str | None = None
    otherwise: str | None = None
    metavar: str | None = None
    is_file: bool = False
    told: str | None = None
    panel: str | None = None
    suggested: Callable[[], Sequence[str]] | None = None

    def checked(self, value: Any) -> Any:
        """The value as a plain one; an `OptionError` if it is of another kind, out of range, or not among the choices.

        Whole numbers become floats where floats are declared: 1 and 1.0 are the same options.
        """
        if value is None and self.may_be_none:
            return None
        kind = KINDS[self.kind]
        if not kind.fits(value):
            raise OptionError(self.name, f"must be {kind.told}: {_shown(value)}")
        try:
            plain = kind.plain(value)
        except OverflowError:
            raise OptionError(self.name, "is too large") from None
        if self.kind in ("int", "float") and (problem := self._range_problem(plain)) is not None:
            raise OptionError(self.name, problem)
        if self.choices:
            require_one_of(self.name, plain, self.choices)
        return plain

    def read(self, text: str) -> Any:
        """The value that a text on the command line stands for, checked."""
        value: Any = text
        with suppress(ValueError):  # what is no number stays text, as `checked` tells
            value = {"int": int, "float": float}.get(self.kind, str)(text)
        return self.checked(value)

    def _range_problem(self, value: float) -> str | None:
        if isinstance(value, float) and not math.isfinite(value):
            return f"must be a finite number: {value}"
        least, most = self.limits or RANGES.get(self.name, (-math.inf, math.inf))
        if value < least:
            return f"must be at least {least}: {_shown(value)}"
        if value > most:
            return f"must be {'less than 1' if most == BELOW_1 else f'at most {most}'}: {_shown(value)}"
        return None


def _shown(value: object) -> str:
    """A value in a message, which stays short."""
    try:
        text = repr(value)
    except ValueError:  # a number with more digits than Python writes
        return "a number of thousands of digits"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


@dataclass(frozen=True)
class Kind:
    """Values of one kind: which these are, what they become, and what they are called in messages."""

    told: str
    fits: Callable[[Any], bool]
    plain: Callable[[Any], Any]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _are(fits: Callable[[Any], bool], value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(map(fits, value))


def _are_texts_by_name(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, value.values()))


KINDS: dict[str, Kind] = {
    "str": Kind("text", _is_text, str),
    "bool": Kind("true or false", lambda value: isinstance(value, bool), bool),
    "int": Kind("a whole number", lambda value: isinstance(value, Integral) and not isinstance(value, bool), int),
    "float": Kind("a number", _is_number, float),
    "list": Kind("a list", lambda value: isinstance(value, list), lambda value: value),
    "dict": Kind("a table", lambda value: isinstance(value, dict), lambda value: value),
    "Sequence[str]": Kind("a list of texts", lambda value: _are(_is_text, value), list),
    "Sequence[float]": Kind("a list of two numbers", lambda value: _are(_is_number, value) and len(value) == 2, list),
    "Mapping[str, str] | str": Kind(
        "text, or a table of texts", lambda value: _is_text(value) or _are_texts_by_name(value), lambda value: value
    ),
}
"""By the types of fields in dataclasses. Fields of other types are not checked."""


def declared_options(kind: type[Any]) -> dict[str, Declared]:
    """The options that a dataclass declares, by name: its fields, but for those of kinds that are not checked."""
    if kind not in _KNOWN:
        made = {own.name: _declared(own) for own in fields(kind)}
        _KNOWN[kind] = {name: own for name, own in made.items() if own is not None}
    return _KNOWN[kind]


_KNOWN: dict[type[Any], dict[str, Declared]] = {}  # what was declared does not change


def _declared(own: Field[Any]) -> Declared | None:
    kind = str(own.type).removesuffix(" | None")
    if kind not in KINDS:
        return None
    default = None if own.default is MISSING else own.default
    may_be_none = own.default is None or str(own.type).endswith(" | None")
    return Declared(own.name, kind, default, may_be_none=may_be_none, **own.metadata)


def settle_kinds(options: Any) -> None:
    """Make the values of a frozen dataclass plain ones; an `OptionError` tells of one that is none of its option."""
    for name, own in declared_options(type(options)).items():
        object.__setattr__(options, name, own.checked(getattr(options, name)))


def refuse_unknown(given: Iterable[str], known: Iterable[str]) -> None:
    """Raise an `UnknownOptionError` for the first name that is not known."""
    known = list(known)
    for name in given:
        if name not in known:
            raise UnknownOptionError(name, known)


def made_of_table(kind: type[_Table], table: Mapping[str, Any]) -> _Table:
    """A dataclass from a table with the names of its fields; an error tells of what is unknown, missing or wrong."""
    own: list[Field[Any]] = list(fields(kind))  # type: ignore[arg-type]
    refuse_unknown(table, (field.name for field in own))
    declared = declared_options(kind)
    for part in own:
        if part.default is MISSING and part.default_factory is MISSING and part.name not in table:
            raise OptionError(part.name, "it is missing")
    return kind(**{name: declared[name].checked(value) if name in declared else value for name, value in table.items()})
