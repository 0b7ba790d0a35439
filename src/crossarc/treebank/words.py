"""A sentence from words that are given one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crossarc.arguments import wrong_kind
from crossarc.errors import ArgumentError, ArgumentTypeError
from crossarc.files.encoding import encoded
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
    for name, column in given.items():
        if len(column) != len(given["form"]):
            raise ArgumentError(f"{name}: there are {len(column):,} for {len(given['form']):,} words")
    return _treebank([given])


def treebank_of_words(sentences: Sequence[Sequence[str]]) -> Treebank:
    """A treebank of sentences without trees.

    >>> treebank_of_words([["Hello", "!"], ["Bye"]])
    <Treebank <words>: 2 sentences, 3 words>
    """
    return _treebank([{"form": _checked(words, "words")} for words in sentences])


def _treebank(sentences: Iterable[dict[str, list[str]]]) -> Treebank:
    """From the columns of each sentence by name."""
    rows = []
    for given in sentences:
        for place in range(len(given["form"])):
            row = {"id": str(place + 1)} | {name: column[place] for name, column in given.items()}
            rows.append("\t".join(row.get(name, "_") for name in COLUMNS) + "\n")
        rows.append("\n")
    text = encoded("".join(rows), "<words>", kind=TreebankError)
    return Treebank.from_bytes(text, format="conllu", ignore_trees=True, path="<words>")


def _checked(column: Sequence[str], name: str) -> list[str]:
    if isinstance(column, str):
        hint = "; parser(text) parses text" if name == "words" else ""
        raise ArgumentTypeError(f"{name}: a list of texts is needed, not one text{hint}")
    if not isinstance(column, Iterable):
        raise wrong_kind(name, "a list of texts", column)
    texts = list(column)
    if not texts:
        raise ArgumentError(f"{name}: there are no words")
    for value in texts:
        if not isinstance(value, str):
            raise ArgumentTypeError(f"{name}: {value!r} is no text")
        if not value or any(character in value for character in _BREAKING):
            raise ArgumentError(f"{name}: {value!r} is empty, or has a tab or a line end in it")
    return texts
