"""The columns of all words of a treebank as arrays that share the core's memory: the fast way to look at many words."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.treebank.columns import column_index
from crossarc.treebank.sentence import Heads


class WordArrays:
    """What a treebank knows of its words without looking at its sentences one by one."""

    _document: _core.Document

    @property
    def format(self) -> str:
        """`"conllu"` or `"conllx"`."""
        return self._document.format

    @property
    def word_count(self) -> int:
        """The number of its words."""
        return self._document.word_count

    @property
    def heads(self) -> Heads:
        """The head of each word of the treebank, counted within its sentence; 0 is the root, -1 is `_`.

        All are -1 if the treebank was read with `ignore_trees`.
        """
        return self._document.heads

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where each sentence's words begin in the arrays, and at the end how many words there are."""
        return self._document.first_words

    @cached_property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of words of each sentence."""
        return np.diff(self.offsets)

    @cached_property
    def positions(self) -> npt.NDArray[np.int64]:
        """The ID of each word: its place in its sentence, from 1."""
        return np.arange(1, self.word_count + 1) - np.repeat(self.offsets[:-1], self.lengths)

    def codes(self, column: str) -> npt.NDArray[np.int32]:
        """A column of all words as numbers into `strings(column)`."""
        return self._document.codes(column_index(column))

    def strings(self, column: str) -> list[str]:
        """The distinct strings of a column, in order of first appearance."""
        return self._document.strings(column_index(column))

    def column(self, column: str) -> list[str]:
        """A column of all words, as written."""
        return self._document.fields(0, self.word_count, column_index(column))

    def filled(self, column: str) -> int:
        """How many words have a column, and not `_` there."""
        return self._document.filled(column_index(column))
