"""The words of a command line, taken apart as GNU programs do it: options and arguments in any order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from crossarc.choices import OptionError, UnknownOptionError
from crossarc.cli.parameters import Parameter, TooManyArguments, UsageError

HELP = ("-h", "--help")


class HelpWanted(Exception):
    """Somebody asks for help, which goes before whatever may be wrong with what follows."""


@dataclass
class Given:
    """What is on the command line: texts of options, yes or no for flags, by their parameters' names; arguments."""

    options: dict[str, list[str | bool]] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Flag:
    """A name on the command line, and what it says if it takes no value."""

    parameter: Parameter
    says: bool


def flags_of(parameters: Iterable[Parameter]) -> dict[str, _Flag]:
    """All names of options on the command line."""
    found: dict[str, _Flag] = {}
    for parameter in parameters:
        if parameter.on_the_command_line:
            yes, no = parameter.flags
            found |= dict.fromkeys(yes, _Flag(parameter, True)) | dict.fromkeys(no, _Flag(parameter, False))
    return found


def taken_apart(words: Sequence[str], parameters: Iterable[Parameter]) -> Given:
    """`--name value`, `--name=value`, `-n value`, `-nvalue`, `-qn value`; all that follows `--` is arguments.

    A value is whatever follows, even if it begins with a dash. Names are not completed: what is short for one option
    today may be short for two tomorrow.
    """
    flags = flags_of(parameters)
    given = Given()
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        if word == "--":
            given.arguments += reversed(rest)
            break
        if word == "-" or not word.startswith("-"):
            given.arguments.append(word)
        elif word in HELP:
            raise HelpWanted
        elif word.startswith("--"):
            name, equals, value = word.partition("=")
            _take(given, flags, name, value if equals else None, rest)
        else:
            _take_letters(given, flags, word, rest)
    return given


def _take_letters(given: Given, flags: dict[str, _Flag], word: str, rest: list[str]) -> None:
    """`-q`, `-n5`, `-qn5`: flags, and at the end maybe an option with its value."""
    for place, letter in enumerate(word[1:], start=1):
        name = f"-{letter}"
        if name in HELP:
            raise HelpWanted
        if name not in flags:
            raise UnknownOptionError(word if place == 1 else name, flags)
        after = word[place + 1 :]
        if not flags[name].parameter.is_flag:
            _take(given, flags, name, after or None, rest)
            return
        _take(given, flags, name, None, rest)


def _take(given: Given, flags: dict[str, _Flag], name: str, value: str | None, rest: list[str]) -> None:
    if name not in flags:
        raise UnknownOptionError(name, [*flags, *HELP])
    flag = flags[name]
    own = given.options.setdefault(flag.parameter.name, [])
    if flag.parameter.is_flag:
        if value is not None:
            raise OptionError(flag.parameter.name, f"it takes no value: {value!r}")
        own.append(flag.says)
    elif value is not None:
        own.append(value)
    elif rest:
        own.append(rest.pop())
    else:
        raise UsageError(f"{name}: there is no {flag.parameter.metavar} after it")


def shared_out(arguments: Sequence[str], parameters: Sequence[Parameter]) -> dict[str, list[str]]:
    """The arguments by the names of their parameters: one for each, and all others for one that takes several."""
    found: dict[str, list[str]] = {}
    rest = list(arguments)
    for number, parameter in enumerate(parameters):
        after = sum(not own.several for own in parameters[number + 1 :])
        count = max(0, len(rest) - after) if parameter.several else 1
        found[parameter.name], rest = rest[:count], rest[count:]
    if rest:
        raise TooManyArguments(rest[0])
    return {name: own for name, own in found.items() if own}
