"""A sentence from words that are given one by one."""

from __future__ import annotations

from collections.abc import Sequence

from crossarc.treebank.columns import COLUMNS
from crossarc.treebank.errors import TreebankError
from crossarc.treebank.treebank import Treebank

_BREAKING = "\t\n\r"


def sentence_of_words(words: Sequence[str], **columns: Sequence[str] | None) -> Treebank:
    """A treebank of one sentence without a tree; columns are by their names, and `_` where they are not given.

    >>> sentence_of_words(["Hello", "!"], upos=["INTJ", "PUNCT"])[0].upos
    ['INTJ', 'PUNCT']
    """
    given = {"form": _checked(words, "words")}
    given |= {name: _checked(column, name) for name, column in columns.items() if column is not None}
    if not given["form"]:
        raise ValueError("there are no words")
    for name, column in given.items():
        if len(column) != len(given["form"]):
            raise ValueError(f"{name}: there are {len(column):,} for {len(given['form']):,} words")
    rows = []
    for place in range(len(given["form"])):
        row = {"id": str(place + 1)} | {name: column[place] for name, column in given.items()}
        rows.append("\t".join(row.get(name, "_") for name in COLUMNS) + "\n")
    text = "".join(rows) + "\n"
    try:
        return Treebank.from_bytes(text.encode("utf-8"), format="conllu", ignore_trees=True, path="<words>")
    except UnicodeEncodeError:
        raise TreebankError("<words>", None, "half of a character, which UTF-8 does not have") from None


def _checked(column: Sequence[str], name: str) -> list[str]:
    if isinstance(column, str):
        raise TypeError(f"{name}: a list of texts is needed, not one text")
    for value in column:
        if not isinstance(value, str):
            raise TypeError(f"{name}: {value!r} is no text")
        if not value or any(character in value for character in _BREAKING):
            raise ValueError(f"{name}: {value!r} is empty, or has a tab or a line end in it")
    return list(column)
