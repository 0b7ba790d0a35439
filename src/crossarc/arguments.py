"""Arguments of public functions: what is of the wrong kind is refused in one line, which says what is accepted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from crossarc.errors import ArgumentError, ArgumentTypeError

_LONGEST = 40  # characters of a value in a message

Kind = TypeVar("Kind")


def wrong_kind(name: str, accepted: str, value: object) -> ArgumentTypeError:
    """The error that tells of an argument of the wrong kind.

    >>> wrong_kind("treebank", "a treebank or a file", 3)
    ArgumentTypeError('treebank: must be a treebank or a file, not int: 3')
    """
    return ArgumentTypeError(f"{name}: must be {accepted}, not {shown_with_kind(value)}")


def require_kind(value: Any, kind: type[Kind], name: str, accepted: str) -> Kind:
    """The value if it is of a kind; an `ArgumentTypeError` if not."""
    if not isinstance(value, kind):
        raise wrong_kind(name, accepted, value)
    return value


def require_text(value: Any, name: str, accepted: str = "text") -> str:
    """The value if it is text, and such as UTF-8 can write."""
    text = require_kind(value, str, name, accepted)
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise ArgumentError(f"{name}: half of a character, which is no text: {text[:_LONGEST]!r}") from None
    return text


def require_texts(value: Any, name: str) -> list[str]:
    """A list of texts; an `ArgumentTypeError` if it is none, such as a single text."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise wrong_kind(name, "a list of texts", value)
    return [require_text(text, name, "a list of texts") for text in value]


def require_flag(value: Any, name: str) -> bool:
    return require_kind(value, bool, name, "True or False")


def shown_with_kind(value: object) -> str:
    """The kind of a value and the value itself, as far as it is short; always one line.

    >>> shown_with_kind(None), shown_with_kind([1, 2]), shown_with_kind("a" * 100)
    ('None', 'list: [1, 2]', "str: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…")
    """
    if value is None:
        return "None"
    text = " ".join(_representation(value).split())
    if text.startswith("<"):  # tells its kind, as objects without a value of their own do
        return text if len(text) <= 2 * _LONGEST else f"{text[: 2 * _LONGEST - 1]}…"
    return f"{type(value).__name__}: {text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}"


def _representation(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # whatever a stranger's object does: a number of too many digits, too
        return f"<{type(value).__name__}>"
