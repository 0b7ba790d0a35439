"""Columns of a treebank that were predicted, and a treebank with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from crossarc.treebank import Treebank
from crossarc.treebank.columns import column_index


@dataclass(frozen=True)
class FilledColumn:
    """For each word the number of its string, or -1 where the treebank's own stays. Each string is there once."""

    codes: npt.NDArray[np.int32]
    strings: list[str]

    @classmethod
    def of_nothing(cls, treebank: Treebank) -> FilledColumn:
        return cls(np.full(treebank.word_count, -1, np.int32), [])

    @classmethod
    def joined(cls, pieces: Sequence[FilledColumn]) -> FilledColumn:
        """That of several treebanks, one after the other."""
        numbers: dict[str, int] = {}
        codes = []
        for piece in pieces:
            table = [numbers.setdefault(string, len(numbers)) for string in piece.strings]
            codes.append(np.array([*table, -1], np.int32)[piece.codes])
        return cls(np.concatenate(codes), list(numbers))

    def right(self, treebank: Treebank, column: str) -> npt.NDArray[np.bool_]:
        """Which words have in a treebank what is predicted here."""
        numbers = {string: number for number, string in enumerate(self.strings)}
        table = np.array([numbers.get(string, -2) for string in treebank.strings(column)] or [-2], np.int32)
        expected: npt.NDArray[np.int32] = table[treebank.codes(column)]
        return np.equal(expected, self.codes)


def filled(treebank: Treebank, columns: Mapping[str, FilledColumn]) -> Treebank:
    """The treebank with those columns filled in; the rest stays byte for byte."""
    if not any(np.any(column.codes >= 0) for column in columns.values()):
        return treebank
    names = sorted(columns, key=column_index)
    numbered = [(column_index(name), columns[name].codes, columns[name].strings) for name in names]
    return treebank.with_filled_columns(numbered)
