"""Text of a treebank in tables and drawings: every character is one that is seen, and that XML allows."""

from __future__ import annotations

import unicodedata

_LONGEST = 60  # characters of a word or label before the rest is left out
_JOINERS = "\u200c\u200d"  # not seen themselves, but Persian and Indic words look wrong without them
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def shown(text: str, longest: int | None = _LONGEST) -> str:
    """The text with spaces for other kinds of space, `�` for what cannot be seen, and `…` for what is too much.

    >>> shown("a\\u00a0b\\u202ec\\x00")
    'a b�c�'
    >>> shown("x" * 100) == "x" * 59 + "…"
    True
    """
    if not text.isprintable():
        text = "".join(map(_shown_character, text))
    return text if longest is None or len(text) <= longest else text[: longest - 1] + "…"


def _shown_character(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    return " " if unicodedata.category(character) in ("Zs", "Zl", "Zp") or character in "\t\n\r" else REPLACEMENT


def is_right_to_left(text: str) -> bool:
    """Whether most letters are of scripts such as Arabic and Hebrew.

    >>> is_right_to_left("שלום"), is_right_to_left("Hello 1"), is_right_to_left("")
    (True, False, False)
    """
    classes = [unicodedata.bidirectional(character) for character in text]
    return sum(own in ("R", "AL") for own in classes) > classes.count("L")
