"""The options of a command in a TOML file, for `--config`. What the command line says goes before the file."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text in quotes"}
_IN_CONTEXT = "crossarc.settings"  # where the settings of a command are kept while it runs


@dataclass(frozen=True)
class Settings:
    """What a file says: values by the names of the command's parameters.

    `lists` are those that have several lines instead of the name of a file.
    """

    path: str
    values: dict[str, Any]
    lists: dict[str, list[str]]


@dataclass(frozen=True)
class _Known:
    """A parameter of the command: its name there, its type, the least and the most it can be."""

    name: str
    kind: type
    least: float | None
    most: float | None


def use_file(
    context: typer.Context, path: str | None, command: Callable[..., None], *, lines_allowed: tuple[str, ...] = ()
) -> str | None:
    """What the callback of `--config` does: the options in the file become the defaults of the command.

    Options in `lines_allowed` are names of files on the command line; in the file they can be lists of lines as well.
    """
    if path is not None:
        settings = _read(path, _parameters(context, command), lines_allowed)
        context.meta[_IN_CONTEXT] = settings
        context.default_map = settings.values
    return path


def settings_of(context: typer.Context) -> Settings | None:
    """The settings that the command runs with, if there is a file."""
    settings = context.meta.get(_IN_CONTEXT)
    assert settings is None or isinstance(settings, Settings)
    return settings


def _parameters(context: typer.Context, command: Callable[..., None]) -> dict[str, _Known]:
    """What can be in the file, by its long name; TRAIN, which has none, is `train`."""
    hints = get_type_hints(command, include_extras=True)
    known = {}
    for parameter in context.command.params:
        if parameter.name is None or get_origin(hints.get(parameter.name)) is not Annotated or parameter.is_eager:
            continue
        kind, info, *_ = get_args(hints[parameter.name])
        kind = next((part for part in get_args(kind) if part is not NoneType), kind)
        long = next((text[2:] for text in parameter.opts if text.startswith("--")), str(parameter.metavar).lower())
        known[long] = _Known(parameter.name, kind, info.min, info.max)
    return known


def _read(path: str, known: dict[str, _Known], lines_allowed: tuple[str, ...]) -> Settings:
    text, table = _parsed(path)
    values: dict[str, Any] = {}
    lists: dict[str, list[str]] = {}
    for written, value in table.items():
        option = written.replace("_", "-")

        def refuse(what: str, key: str = written) -> ValueError:
            return ValueError(f"{path}:{_line_of(key, text)}: {key}: {what}")

        parameter = known.get(option)
        if parameter is None:
            raise refuse("a table; options are not in tables" if isinstance(value, dict) else "there is no such option")
        if parameter.name in values or parameter.name in lists:
            raise refuse("the option is there twice")
        if option in lines_allowed and isinstance(value, list):
            if not all(isinstance(line, str) for line in value):
                raise refuse("the name of a file, or a list of lines, is needed")
            lists[parameter.name] = value
            continue
        if (problem := _problem(value, parameter)) is not None:
            raise refuse(problem)
        values[parameter.name] = value
    return Settings(path, values, lists)


def _problem(value: object, parameter: _Known) -> str | None:
    """What is wrong with a value."""
    choices = [str(choice.value) for choice in parameter.kind] if issubclass(parameter.kind, Enum) else None
    wanted = parameter.kind if parameter.kind in _KINDS else str
    fits = type(value) is wanted or (wanted is float and type(value) is int)
    if not fits:
        return f"{_KINDS[wanted]} is needed"
    if choices is not None and value not in choices:
        return f"{value!r} is not one of {', '.join(choices)}"
    if isinstance(value, (int, float)):
        if parameter.least is not None and not value >= parameter.least:  # NaN is not, either
            return f"must be at least {parameter.least}: {value}"
        if parameter.most is not None and not value <= parameter.most:
            return f"must be at most {parameter.most}: {value}"
    return None


def _parsed(path: str) -> tuple[str, dict[str, Any]]:
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path}: it is not UTF-8") from None
    try:
        return text, tomllib.loads(text)
    except RecursionError:
        raise ValueError(f"{path}: it is nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        raise ValueError(f"{path}:{line[1] if line else len(text.splitlines())}: {message}") from None


def _line_of(key: str, text: str) -> int:
    """The first line after which the file has the key. For a table or a list over several lines, its last one."""
    lines = text.split("\n")
    return next((n for n in range(1, len(lines)) if _has(key, "\n".join(lines[:n]))), len(lines))


def _has(key: str, text: str) -> bool:
    try:
        return key in tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # cut in the midst of a value
        return False


def written(values: dict[str, Any]) -> str:
    """Settings as the text of a file; ValueError for what cannot be in one."""
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
