"""What a label may be: the same where trees are learnt from and where models are loaded."""

from __future__ import annotations

import unicodedata


def label_problem(label: str) -> str | None:
    """What keeps a string from being a label; None if nothing does. Spaces of all kinds may be in it, as in files.

    >>> label_problem("nsubj:pass"), label_problem(""), label_problem("a\\x00")
    (None, 'is empty', 'has the control character U+0000 in it')
    """
    if not label:
        return "is empty"
    for character in label:
        if unicodedata.category(character) in ("Cc", "Cs"):
            return f"has the control character U+{ord(character):04X} in it"
    return None
