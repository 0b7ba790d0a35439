"""Columns of two treebanks as numbers that both share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from crossarc.evaluation.alignment import Numbers
from crossarc.treebank import Treebank


class SharedColumn(NamedTuple):
    """For each word of both sides the number of what stands in a column."""

    strings: list[str]
    gold: Numbers
    predicted: Numbers


def shared_column(
    gold: Treebank, predicted: Treebank, column: str, seen_as: Callable[[str], str] | None = None
) -> SharedColumn:
    """A column of both; with `seen_as`, of what a function makes of its strings."""
    table: dict[str, int] = {}

    def numbers(treebank: Treebank) -> Numbers:
        strings = treebank.strings(column)
        own = strings if seen_as is None else map(seen_as, strings)
        numbers = np.array([table.setdefault(string, len(table)) for string in own], np.int32)
        return numbers[treebank.codes(column)]

    in_gold, in_predicted = numbers(gold), numbers(predicted)
    return SharedColumn(list(table), in_gold, in_predicted)
