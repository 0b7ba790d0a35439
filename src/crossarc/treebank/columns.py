"""The ten columns of a word line and their names."""

from __future__ import annotations

from typing import Final

from crossarc.arguments import require_text
from crossarc.choices import did_you_mean
from crossarc.errors import ArgumentError

FORMATS: Final = ("conllu", "conllx")
COLUMNS: Final = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")

# What CoNLL-X calls the columns that CoNLL-U renamed.
CONLLX_NAMES: Final = {"cpostag": "upos", "postag": "xpos", "phead": "deps", "pdeprel": "misc"}


def column_index(name: str) -> int:
    """The position of a column, by its CoNLL-U or CoNLL-X name.

    >>> column_index("upos"), column_index("CPOSTAG")
    (3, 3)
    """
    lowered = require_text(name, "column").lower()
    try:
        return COLUMNS.index(CONLLX_NAMES.get(lowered, lowered))
    except ValueError:
        nearest = did_you_mean(lowered, [*COLUMNS, *CONLLX_NAMES])
        raise ArgumentError(f"no column {name!r}: the columns are {', '.join(COLUMNS)}{nearest}") from None
