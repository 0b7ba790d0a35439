"""Calls with arguments that a function does not have: told in one line, which says what it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypeVar

from crossarc.errors import ArgumentTypeError, CrossarcError

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")
_BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def called_as(name: str) -> Callable[[Callable[_Given, _Result]], Callable[_Given, _Result]]:
    """Decorates a public function, which messages call by this name, as in "treebank.split".

    >>> @called_as("crossarc.twice")
    ... def twice(number: int, *, format: str | None = None) -> int:
    ...     return 2 * number
    >>> twice(3, fromat="x")
    Traceback (most recent call last):
    crossarc.errors.ArgumentTypeError: crossarc.twice: there is no argument 'fromat'; did you mean 'format'?
    """

    def decorate(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        @wraps(function)
        def call(*args: _Given.args, **kwargs: _Given.kwargs) -> _Result:
            try:
                return function(*args, **kwargs)
            except TypeError as error:
                place = error.__traceback__
                # What is raised in the function or below has a frame of its own.
                if isinstance(error, CrossarcError) or place is None or place.tb_next is not None:
                    raise
                raise ArgumentTypeError(_wrong_call(name, function, args, kwargs) or str(error)) from None

        return call

    return decorate


def _wrong_call(
    name: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> str | None:
    parameters = list(signature(function).parameters.values())
    if parameters and parameters[0].name in ("self", "cls"):
        parameters, args = parameters[1:], args[1:]
    known = [own.name for own in parameters if own.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]
    by_place = [own.name for own in parameters if own.kind in _BY_PLACE]
    takes_more = {own.kind for own in parameters}
    unknown = next((one for one in kwargs if one not in known), None)
    if unknown is not None and Parameter.VAR_KEYWORD not in takes_more:
        return f"{name}: there is no argument {unknown!r}{_meant(name, unknown, known)}"
    if len(args) > len(by_place) and Parameter.VAR_POSITIONAL not in takes_more:
        instead = _instead(name, "")
        others = ", ".join(f"{one}=…" for one in known if one not in by_place)
        hint = f"; use {instead}" if instead else f"; others have names: {others}" if others else ""
        given = "an argument" if len(args) == 1 else f"{len(args)} arguments"
        return f"{name}: takes {', '.join(by_place) or 'none'} by place, and not {given}{hint}"
    twice = next((one for one in by_place[: len(args)] if one in kwargs), None)
    if twice is not None:
        return f"{name}: {twice} is given twice"
    missing = [
        own.name
        for place, own in enumerate(parameters)
        if own.default is own.empty
        and own.name in known
        and own.name not in kwargs
        and (own.kind not in _BY_PLACE or place >= len(args))
    ]
    if missing:
        return f"{name}: {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
    return None


def _meant(name: str, unknown: str, known: list[str]) -> str:
    from crossarc.choices import did_you_mean  # noqa: PLC0415  # needed for mistakes alone

    instead = _instead(name, unknown)
    if instead is not None:
        return f"; use {instead}"
    return did_you_mean(unknown, known) or (f"; there is {', '.join(known)}" if known else "; it takes none")


def _instead(name: str, argument: str) -> str | None:
    from crossarc.other_names import ARGUMENTS_INSTEAD  # noqa: PLC0415  # needed for mistakes alone

    return ARGUMENTS_INSTEAD.get(name, {}).get(argument)
