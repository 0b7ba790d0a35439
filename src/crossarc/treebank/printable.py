"""Text of a treebank in a `repr`: nothing in it moves a terminal's cursor, changes its colours or hides."""

from __future__ import annotations

_JOINERS = "\u200c\u200d"  # not seen themselves, but Persian and Indic words look wrong without them


def escaped(text: str) -> str:
    """The text with characters that cannot be seen written as Python writes them.

    >>> print(escaped("a\\x1b[2Jb\\u202ec\\n"))
    a\\x1b[2Jb\\u202ec\\n
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _JOINERS else repr(c)[1:-1] for c in text)
