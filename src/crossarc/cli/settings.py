"""The options of a command in a TOML file, for `--config`. What the command line says goes before the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from crossarc.choices import Limits, OptionError, did_you_mean, range_problem
from crossarc.toml_files import line_of, read_toml

_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text in quotes"}
CHECKSUM = "sha256"  # of the options that say what was in a file of trees: `train-sha256`
_IN_CONTEXT = "crossarc.settings"  # where the settings of a command are kept while it runs


@dataclass(frozen=True)
class Settings:
    """What a file says: values by the names of the command's parameters.

    `lists` are those that have several lines instead of the name of a file, `others` those that the command line does
    not have. `keys` are the names as they are written.
    """

    path: str
    text: str
    values: dict[str, Any]
    lists: dict[str, list[str]]
    others: dict[str, Any]
    keys: dict[str, str]

    def mistake(self, name: str, problem: str) -> ValueError:
        """`FILE:LINE: …` of what is wrong with an option."""
        key = self.keys[name]
        return ValueError(f"{self.path}:{line_of([key], self.text)}: {key}: {problem}")


@dataclass(frozen=True)
class _Known:
    """An option that can be in the file: its name in Python and its type."""

    name: str
    kind: type
    on_the_command_line: bool = True
    may_be_several: bool = False


def use_file(
    context: typer.Context,
    path: str | None,
    command: Callable[..., None],
    *,
    lines_allowed: tuple[str, ...] = (),
    only_in_files: Mapping[str, type] | None = None,
    limits: Mapping[str, Limits] | None = None,
) -> str | None:
    """What the callback of `--config` does: the options in the file become the defaults of the command.

    Options in `lines_allowed` are names of files on the command line; in the file they can be lists of lines as well.
    `limits` are those of numbers that have others than their names say.
    """
    if path is not None:
        known = {name.replace("_", "-"): _Known(name, kind, False) for name, kind in (only_in_files or {}).items()}
        settings = _read(path, known | _parameters(context, command), lines_allowed, limits or {})
        context.meta[_IN_CONTEXT] = settings
        context.default_map = settings.values
    return path


def settings_of(context: typer.Context) -> Settings | None:
    """The settings that the command runs with, if there is a file."""
    settings = context.meta.get(_IN_CONTEXT)
    assert settings is None or isinstance(settings, Settings)
    return settings


def told_where_it_stands(context: typer.Context, error: OptionError) -> ValueError:
    """The error with the line of the file that has the option, unless it is the command line that has it."""
    settings = settings_of(context)
    source = context.get_parameter_source(error.option)
    if settings is None or error.option not in settings.keys or (source and source.name == "COMMANDLINE"):
        return error
    return settings.mistake(error.option, error.problem)


def _parameters(context: typer.Context, command: Callable[..., None]) -> dict[str, _Known]:
    """What can be in the file, by its long name; TRAIN, which has none, is `train`."""
    hints = get_type_hints(command, include_extras=True)
    known = {}
    for parameter in context.command.params:
        if parameter.name is None or get_origin(hints.get(parameter.name)) is not Annotated or parameter.is_eager:
            continue
        kind = get_args(hints[parameter.name])[0]
        may_be_several = get_origin(kind) is list
        kind = next((part for part in get_args(kind) if part is not NoneType), kind)
        long = next((text[2:] for text in parameter.opts if text.startswith("--")), str(parameter.metavar).lower())
        known[long] = _Known(parameter.name, kind, may_be_several=may_be_several)
    return known


def _read(
    path: str, known: dict[str, _Known], lines_allowed: tuple[str, ...], limits: Mapping[str, Limits]
) -> Settings:
    text, table = read_toml(path)
    settings = Settings(path, text, {}, {}, {}, {})
    for key, value in table.items():
        parameter = known.get(key.replace("_", "-"))
        name = key if parameter is None else parameter.name
        is_there = name in settings.keys
        settings.keys[name] = key
        if parameter is None:
            unknown = f"there is no such option{did_you_mean(key.replace('_', '-'), known)}"
            is_table = isinstance(value, dict)
            raise settings.mistake(name, "a table; options are not in tables" if is_table else unknown)
        if is_there:
            raise settings.mistake(name, "the option is there twice")
        if name in lines_allowed and isinstance(value, list):
            if not all(isinstance(line, str) for line in value):
                raise settings.mistake(name, "the name of a file, or a list of lines, is needed")
            settings.lists[name] = value
            continue
        several = value if parameter.may_be_several and isinstance(value, list) else [value]
        for one in several:
            if (problem := _problem(one, parameter, limits.get(name))) is not None:
                raise settings.mistake(name, problem)
        values = settings.values if parameter.on_the_command_line else settings.others
        values[name] = several if parameter.may_be_several else value
    return settings


def _problem(value: object, parameter: _Known, limits: Limits | None) -> str | None:
    """What is wrong with a value."""
    choices = [str(choice.value) for choice in parameter.kind] if issubclass(parameter.kind, Enum) else None
    wanted = parameter.kind if parameter.kind in _KINDS else str
    fits = type(value) is wanted or (wanted is float and type(value) is int)
    if not fits:
        return f"{_KINDS[wanted]} is needed"
    if choices is not None and value not in choices:
        return f"{value!r} is not one of {', '.join(choices)}{did_you_mean(value, choices)}"
    if isinstance(value, (int, float)) and wanted is not bool:
        return range_problem(parameter.name, value, limits)
    return None


def written(values: dict[str, Any]) -> str:
    """Settings as the text of a file; ValueError for what cannot be in one."""
    if not all(name.replace("_", "").isalnum() for name in values):
        raise ValueError("the name of an option is none")
    return "".join(f"{name.replace('_', '-')} = {_toml(value)}\n" for name, value in values.items())


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return f'"{"".join(map(_escaped, value))}"'
    if isinstance(value, list):
        return "[\n" + "".join(f"  {_toml(line)},\n" for line in value) + "]"
    raise ValueError(f"{value!r} cannot be in a file of options")


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08X}"
