"""What a parser can be given."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from crossarc.arguments import wrong_kind
from crossarc.files import Readable
from crossarc.messages import warn
from crossarc.treebank import Sentence, Treebank, TreebankError, Word, treebank_of
from crossarc.treebank.sources import hinting_at_text
from crossarc.treebank.treebank import NO_TREEBANK
from crossarc.treebank.words import treebank_of_words

Parsable = (
    Treebank | Readable | Sentence | Iterable[Sentence] | Sequence[str] | Sequence[Word] | Sequence[Sequence[str]]
)
"""A treebank, a file by its name or open, bytes, a sentence, sentences one after the other, words, lists of words."""

PARSABLE = "a treebank, a file, a sentence, sentences one after the other, a list of words, or a list of such lists"
"""The same in messages."""


class ParsingChoices(TypedDict, total=False):
    """The options of `Parser.parse`, which describes them."""

    beam: int | None
    multi_root: bool | None
    confidence: bool
    scores: bool  # an older name of confidence
    strict_columns: bool
    redo: Iterable[str]
    threads: int


def parsable_treebank(source: Any) -> tuple[Treebank, bool]:
    """The treebank to parse, and whether it is one sentence that was given as such."""
    if isinstance(source, Sentence):
        return treebank_of(source), True
    if hasattr(source, "tolist"):  # arrays and columns of tables
        source = source.tolist()
    if isinstance(source, list | tuple) and source:
        if all(isinstance(word, Word) for word in source):
            source = [word.form for word in source]
        if all(isinstance(word, str) for word in source):
            if len(source) > 1 and all(" " in word for word in source):
                warn("a list of texts is one sentence, whose words they are: parser(text) parses a text")
            return treebank_of_words([source]), True
        if all(isinstance(words, list | tuple) for words in source):
            return treebank_of_words(source), False
        if not all(isinstance(sentence, Sentence) for sentence in source):
            raise wrong_kind("source", PARSABLE, source)
    with hinting_at_text(source, "parser(text) and parser.parse_text(text) parse text"):
        try:
            return treebank_of(source, "source", ignore_trees=True), False
        except TreebankError as error:
            if not error.message.endswith(NO_TREEBANK):
                raise
            text = "pathlib.Path(path)" if isinstance(source, str | os.PathLike) else "text"
            hint = f"{error.message}; parser.parse_text({text}) parses text"
            raise TreebankError(error.path, error.line, hint) from None
