"""A command: the function that does its work, called with what a command line and a file of options say."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, get_type_hints

from crossarc.choices import OptionError
from crossarc.cli.parameters import Parameter, UsageError, parameters_of
from crossarc.cli.settings import Settings, read_settings
from crossarc.cli.words import shared_out, taken_apart


@dataclass
class Invocation:
    """What a command was called with. One that asks for it, by a parameter of this type, can tell what was given."""

    given: dict[str, Any] = field(default_factory=dict)
    settings: Settings | None = None

    def has(self, name: str) -> bool:
        """Whether an option is on the command line or in the file of options."""
        return name in self.given or (self.settings is not None and name in self.settings.keys)

    def located(self, error: OptionError) -> ValueError:
        """The error with the line of the file that has the option, unless it is the command line that has it."""
        if self.settings is None or error.option not in self.settings.keys or error.option in self.given:
            return error
        return self.settings.mistake(error.option, error.problem)


@dataclass(frozen=True)
class Command:
    """A function whose parameters have marks: `Argument`, `Option`, `OptionTable`; its docstring is the help."""

    name: str
    function: Callable[..., None]

    @cached_property
    def parameters(self) -> list[Parameter]:
        return parameters_of(self.function)

    @property
    def arguments(self) -> list[Parameter]:
        return [parameter for parameter in self.parameters if parameter.is_argument]

    def told(self, name: str) -> str:
        """How messages name an option."""
        known = {parameter.name: parameter.told for parameter in self.parameters}
        return known.get(name, f"--{name.replace('_', '-')}")

    def run(self, words: Sequence[str]) -> None:
        invocation = Invocation()
        try:
            self.function(**self._values(words, invocation))
        except OptionError as error:
            raise invocation.located(error) from None

    def _values(self, words: Sequence[str], invocation: Invocation) -> dict[str, Any]:
        given = taken_apart(words, self.parameters)
        texts: dict[str, Any] = given.options | shared_out(given.arguments, self.arguments)
        for parameter in self.parameters:
            if parameter.name in texts:
                read = [own if isinstance(own, bool) else parameter.read(own) for own in texts[parameter.name]]
                invocation.given[parameter.name] = read if parameter.several else read[-1]
        for parameter in self.parameters:
            if parameter.reads_options and parameter.name in invocation.given:
                invocation.settings = read_settings(invocation.given[parameter.name], self.parameters)
        values: dict[str, Any] = {own.table: {} for own in self.parameters if own.table is not None}
        for parameter in self.parameters:
            self._put(values, parameter, invocation)
        hints = get_type_hints(self.function)
        return values | {name: invocation for name, kind in hints.items() if kind is Invocation}

    def _put(self, values: dict[str, Any], parameter: Parameter, invocation: Invocation) -> None:
        """The value of a parameter, from where it is said first: the command line, the file of options, the default."""
        in_file = {} if invocation.settings is None else invocation.settings.values
        name = parameter.name
        if name in invocation.given or name in in_file:
            value = invocation.given[name] if name in invocation.given else in_file[name]
        elif parameter.table is not None:
            return
        elif parameter.or_stdin:
            value = standard_input_for(parameter.told)
            value = value if parameter.several else value[0]
        elif parameter.is_required:
            raise UsageError(f"{parameter.needed} is missing{_meant(parameter, invocation)}")
        else:
            value = parameter.declared.default
        if parameter.then is not None:
            parameter.then(value)
        (values if parameter.table is None else values[parameter.table])[name] = value


def _meant(parameter: Parameter, invocation: Invocation) -> str:
    """The argument that was probably meant for an output: a file that is not there, behind one that is."""
    others = [own for own in invocation.given.values() if isinstance(own, list)]
    if parameter.name != "model" or parameter.is_argument or not others or len(others[0]) < 2:
        return ""
    last = others[0][-1]
    return "" if last == "-" or Path(last).exists() else f"; did you mean {parameter.flags[0][0]} {last}?"


def standard_input_for(told: str) -> list[str]:
    """What stands for arguments that are missing; a `UsageError` names them if standard input is a terminal."""
    if sys.stdin.isatty():
        raise UsageError(f"{told} is missing, and standard input is a terminal")
    return ["-"]
