"""Which tags an input that is read in blocks has nowhere, as if it were read whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np

from crossarc.stages import Absent
from crossarc.treebank import Treebank

TAGS: Final = frozenset({"upos", "xpos", "feats"})


class AbsentColumns:
    """Tells of each block of an input which columns of tags are `_` throughout the input.

    `again` reads the input once more, from its beginning; that is done only where it matters: if a block has some tags
    and lacks others. Without it, as on a pipe, a column counts as absent up to the first sentence that has it.
    """

    def __init__(self, again: Callable[[], Iterable[Treebank]] | None = None) -> None:
        self._again = again
        self._absent = TAGS  # so far
        self._is_sure = False

    def of(self, block: Treebank) -> list[Absent]:
        """For the next block; blocks come in their order."""
        before = self._absent
        self._see(block)
        if not self._is_sure and self._again is not None and self._absent != TAGS and self._absent:
            for other in self._again():
                self._see(other)
                if not self._absent:
                    break
            self._is_sure = True
        if self._is_sure or self._again is not None:
            return [Absent(0, self._absent)]
        return _runs(block, before, self._absent)

    def _see(self, block: Treebank) -> None:
        self._absent = frozenset(column for column in self._absent if not block.filled(column))


def _runs(block: Treebank, before: frozenset[str], after: frozenset[str]) -> list[Absent]:
    """From which sentence on columns are there that were absent before the block."""
    runs = [Absent(0, before)]
    for first, column in sorted((_first_sentence(block, column), column) for column in before - after):
        columns = runs[-1].columns - {column}
        if runs[-1].first_sentence == first:
            runs.pop()
        runs.append(Absent(first, columns))
    return runs


def _first_sentence(block: Treebank, column: str) -> int:
    """The first that has a column."""
    blank = block.strings(column).index("_") if "_" in block.strings(column) else -1
    word = int(np.flatnonzero(block.codes(column) != blank)[0])
    return int(np.searchsorted(block.offsets, word, side="right")) - 1
