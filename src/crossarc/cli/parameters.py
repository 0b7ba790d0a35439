"""What a command takes: arguments and options, as the annotations of the function that does its work declare them.

def parse(
    model: Annotated[str, Argument("a model of `crossarc train`")],
    json_wanted: Annotated[bool, Option("--json", help="print one JSON object")] = False,
) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from inspect import signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from crossarc.choices import Declared, Limits, OptionError

OPTIONS = "Options"  # the part of the help of options that are in no other
_KINDS: dict[type, str] = {bool: "bool", int: "int", float: "float", str: "str", Path: "str"}


class UsageError(ValueError):
    """A command line that is wrong as a whole, or in more than one option."""


class TooManyArguments(UsageError):
    """The command line has an argument that the command has no use for."""

    def __init__(self, word: str) -> None:
        super().__init__(f"there is an argument too many: {word!r}")
        self.word = word


@dataclass(frozen=True)
class Argument:
    """An argument. With `or_stdin` it can be left out if standard input is no terminal, and is then read from there."""

    help: str
    metavar: str | None = None
    or_stdin: bool = False
    panel: str = "Arguments"


class Option:
    """An option by its names on the command line, such as "--output", "-o", or "--tune/--keep" for yes and no.

    `otherwise` is the help of the second of these. `told` is what the help says of the default, unless that tells
    itself. `reads_options` says that it names a file of options (`crossarc.cli.settings`). `then` is called with the
    value before the command begins. See `crossarc.choices.option` for the rest.
    """

    def __init__(
        self,
        *flags: str,
        help: str,
        metavar: str | None = None,
        otherwise: str | None = None,
        told: str | None = None,
        panel: str = OPTIONS,
        limits: Limits | None = None,
        reads_options: bool = False,
        suggested: Callable[[], Sequence[str]] | None = None,
        then: Callable[[Any], None] | None = None,
    ) -> None:
        self.flags = " ".join(flags)
        self.help = help
        self.metavar = metavar
        self.otherwise = otherwise
        self.told = told
        self.panel = panel
        self.limits = limits
        self.reads_options = reads_options
        self.suggested = suggested
        self.then = then


class Shared:
    """An option that is declared elsewhere, under the name of the parameter, with other words for this command."""

    def __init__(self, find: Callable[[str], Declared], **changes: Any) -> None:
        self.find = find
        self.changes = changes


@dataclass(frozen=True)
class OptionTable:
    """Options that are declared elsewhere: the parameter is a table of those that are given, by their names."""

    declared: Callable[[], Iterable[Declared]]


@dataclass(frozen=True)
class Panel:
    """Another part of the help than an option that several commands share has in most of them."""

    title: str


@dataclass(frozen=True)
class Parameter:
    """One argument or option. `name` is that of the parameter, or of the entry of the `table`, that gets its value."""

    declared: Declared
    is_argument: bool = False
    is_required: bool = False
    several: bool = False
    or_stdin: bool = False
    reads_options: bool = False
    table: str | None = None
    then: Callable[[Any], None] | None = None
    convert: Callable[[Any], Any] = lambda value: value

    @property
    def name(self) -> str:
        return self.declared.name

    @property
    def is_flag(self) -> bool:
        return not self.is_argument and self.declared.kind == "bool"

    @property
    def on_the_command_line(self) -> bool:
        """Others are in files of options alone."""
        return self.declared.help is not None

    @property
    def flags(self) -> tuple[list[str], list[str]]:
        """Its names on the command line, short ones first, and those that say no."""
        if self.is_argument:
            return [], []
        yes, _, no = (self.declared.flags or "").partition("/")
        names = sorted(yes.split(), key=lambda name: name.startswith("--"))
        if not any(name.startswith("--") for name in names):
            names.append(f"--{self.name.replace('_', '-')}")
        return names, no.split()

    @property
    def long(self) -> str:
        """Of its names on the command line the one for messages and files."""
        return next(name for name in self.flags[0] if name.startswith("--"))

    @property
    def metavar(self) -> str:
        """What stands for its value."""
        return self.declared.metavar or self.name.upper().replace("_", "-")

    @property
    def told(self) -> str:
        """How messages name it."""
        return self.metavar if self.is_argument else self.long

    @property
    def needed(self) -> str:
        """How messages name it where it is missing: as it would have to be typed."""
        return self.metavar if self.is_argument else f"{self.flags[0][0]} {self.metavar}"

    @property
    def in_files(self) -> str:
        """Its name in files of options: TRAIN is `train`."""
        return self.metavar.lower() if self.is_argument else self.long.removeprefix("--")

    def read(self, text: str) -> Any:
        """The value of a text on the command line; an `OptionError` if it is none."""
        return self.convert(self.declared.read(text))

    def checked(self, value: Any) -> Any:
        """A value from a file."""
        return self.convert(self.declared.checked(value))


def parameters_of(function: Callable[..., None]) -> list[Parameter]:
    """What a command takes, in the order of the function's parameters."""
    hints = get_type_hints(function, include_extras=True)
    found: list[Parameter] = []
    for name, parameter in signature(function).parameters.items():
        if get_origin(hints[name]) is not Annotated:
            continue
        kind, *marks = get_args(hints[name])
        mark = next((mark for mark in marks if isinstance(mark, (Argument, Option, Shared, OptionTable))), None)
        is_required = parameter.default is parameter.empty
        default = None if is_required else parameter.default
        if isinstance(mark, OptionTable):
            found += [Parameter(declared, table=name) for declared in mark.declared()]
        elif isinstance(mark, Shared):
            found.append(Parameter(replace(mark.find(name), default=default, panel=OPTIONS, **mark.changes)))
        elif mark is not None:
            found.append(_parameter(name, kind, mark, default, is_required))
        for panel in (mark.title for mark in marks if isinstance(mark, Panel)):
            found[-1] = replace(found[-1], declared=replace(found[-1].declared, panel=panel))
    return found


def _parameter(name: str, kind: Any, mark: Argument | Option, default: Any, is_required: bool) -> Parameter:
    several, plain = _of_list(kind)
    choices = tuple(str(member.value) for member in plain) if issubclass(plain, Enum) else ()
    declared = Declared(
        name,
        _KINDS.get(plain, "str"),
        default,
        choices=choices,
        help=mark.help,
        metavar=mark.metavar,
        is_file=plain is Path or isinstance(mark, Argument),
        panel=mark.panel,
    )
    if isinstance(mark, Argument):
        is_required = is_required and not mark.or_stdin
        return Parameter(declared, True, is_required, several, mark.or_stdin, convert=_conversion(name, plain))
    more = {own: getattr(mark, own) for own in ("flags", "otherwise", "told", "limits", "suggested")}
    return Parameter(
        replace(declared, **more),
        is_required=is_required,
        several=several,
        reads_options=mark.reads_options,
        then=mark.then,
        convert=_conversion(name, plain),
    )


def _of_list(kind: Any) -> tuple[bool, Any]:
    """Whether a type is a list, and the type of its members; None beside a type does not count."""
    if get_origin(kind) in (Union, UnionType):
        kind = next(part for part in get_args(kind) if part is not NoneType)
    return (True, get_args(kind)[0]) if get_origin(kind) is list else (False, kind)


def _conversion(name: str, kind: Any) -> Callable[[Any], Any]:
    def path(text: str) -> Path:
        if not text:  # a variable of a script that is not set, where Path would take the current folder
            raise OptionError(name, "the name is empty")
        return Path(text)

    if kind is Path:
        return path
    return kind if issubclass(kind, Enum) else lambda value: value
