"""The options of all learners as options of a command: what a learner declares is on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from enum import Enum, StrEnum
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from crossarc.choices import Limits
from crossarc.cli.options import number
from crossarc.learners import all_learners, learners_with
from crossarc.learners.learner import Learner

_KINDS: dict[str, type] = {"bool": bool, "int": int, "float": float}


def with_learner_options(place: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorates a command whose parameter `place` is a table: in its place come the options of all learners.

    The table has those that are given, by name.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(command, include_extras=True)
        own = {field.name: _annotated(field) for field in _on_the_command_line()}
        parameters = []
        for parameter in signature(command).parameters.values():
            if parameter.name == place:
                parameters += [
                    Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in own.items()
                ]
            else:
                parameters.append(
                    parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints.get(parameter.name, Any))
                )

        @wraps(command)
        def run(**arguments: Any) -> None:
            given = {name: _plain(arguments.pop(name)) for name in own}
            command(**arguments, **{place: given})

        run.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


def kinds_of_learner_options() -> dict[str, type]:
    """All options of learners, those as well that only files of options have."""
    return {field.name: _kind(field) for learner in all_learners() for field in fields(learner.options)}


def limits_of_learner_options() -> dict[str, Limits]:
    """What numbers among them can be."""
    own = [field for learner in all_learners() for field in fields(learner.options)]
    return {field.name: field.metadata["limits"] for field in own if field.metadata.get("limits")}


def panel_of(learner: Learner) -> str | None:
    """Where the help tells of options that are a learner's alone."""
    return f"Options of --learner {learner.name}" if learner.has_panel else None


def told_defaults(name: str) -> str:
    """What learners have in place of a default that others share: `, NAME: VALUE`."""
    told = ((learner.name, learner.told_defaults.get(name)) for learner in all_learners())
    return "".join(f", {learner}: {value}" for learner, value in told if value is not None)


def _on_the_command_line() -> list[Field[Any]]:
    """Each option once, however many learners have it."""
    declared: dict[str, Field[Any]] = {}
    for learner in all_learners():
        for field in fields(learner.options):
            if field.metadata.get("help") is not None:
                declared.setdefault(field.name, field)
    return list(declared.values())


def _annotated(field: Field[Any]) -> Any:
    """The type of an option, with what typer has to know of it."""
    learners = learners_with(field.name)
    panel = panel_of(learners[0]) if len(learners) == 1 else None
    names = ", ".join(learner.name for learner in learners)
    help = field.metadata["help"] if panel else f"{names}: {field.metadata['help']}"
    long = field.metadata["flags"] or f"--{field.name.replace('_', '-')}"
    kind: Any = _kind(field)
    if kind in (int, float):
        return Annotated[kind | None, number(field.name, help, panel=panel, limits=field.metadata["limits"])]
    if choices := field.metadata["choices"]:
        kind = _enumeration(field.name.title(), choices)
    if field.metadata["metavar"]:
        kind = Path
    option = typer.Option(long, metavar=field.metadata["metavar"], rich_help_panel=panel, help=help)
    return Annotated[kind | None, option]


def _enumeration(name: str, choices: tuple[str, ...]) -> type[Enum]:
    """The kind of an option that is one of some texts."""
    make: Any = StrEnum  # mypy knows enumerations only by literal names
    made: type[Enum] = make(name, {choice: choice for choice in choices})
    return made


def _kind(field: Field[Any]) -> type:
    return _KINDS.get(str(field.type).partition(" | ")[0], str)


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else str(value) if isinstance(value, Path) else value


def given_files(own: Mapping[str, Any]) -> list[str]:
    """The files that options name."""
    named = {field.name for field in _on_the_command_line() if field.metadata["metavar"]}
    return [own[name] for name in sorted(named) if own[name] is not None]
