"""TOML files that people write: what is in them, and in which line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from crossarc.files import read_text

_PLACE = re.compile(r"(.*) \(at (?:line (\d+)|end of document).*\)", re.DOTALL)

Key = str | int
"""The name of a value in a table, or its number in a list, from 0."""


def read_toml(path: str) -> tuple[str, dict[str, Any]]:
    """The text of a file and what it says; a ValueError `FILE:LINE: what is wrong` if it is none."""
    text = read_text(path)
    try:
        return text, tomllib.loads(text)
    except RecursionError:
        raise ValueError(f"{path}: it is nested too deep") from None
    except ValueError as error:  # a TOMLDecodeError, or Python's own about a number of thousands of digits
        place = _PLACE.fullmatch(str(error))
        if place is None:
            raise ValueError(f"{path}: {error}") from None
        raise ValueError(f"{path}:{place[2] or max(1, len(text.splitlines()))}: {place[1]}") from None


def toml_value(text: str) -> dict[str, Any]:
    """What one line such as `epochs = 2` says; a ValueError with the reason alone if nothing."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except ValueError as error:
        raise ValueError(str(error).partition(" (at ")[0]) from None


def line_of(keys: Sequence[Key], text: str) -> int:
    """The first line after which a file has a value, which the keys lead to; as many of them as there are.

    For a table in braces or a list over several lines it is the last one.

    >>> line_of(["options", "epochs"], "title = 'x'\\n[options]\\nseed = 1\\nepochs = 2\\n")
    4
    """
    while keys and not _has(keys, text):
        keys = keys[:-1]
    lines = text.split("\n")
    # A file that is cut off has what comes before the cut, or is none: in the midst of a value.
    return next((n for n in range(1, len(lines)) if _has(keys, "\n".join(lines[:n]))), len(lines))


def _has(keys: Sequence[Key], text: str) -> bool:
    try:
        value: Any = tomllib.loads(text)
        for key in keys:
            value = value[key]
    except (ValueError, KeyError, IndexError, TypeError):
        return False
    return True
