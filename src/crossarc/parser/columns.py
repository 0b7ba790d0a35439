"""The columns that a parser learnt from, and whether what it is to parse has them.

A parser that has learnt from tags and features, and meets words without them, builds trees that are nearly all wrong,
and nothing else tells. So it remembers how many of its training words had each column filled (not `_`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from crossarc.learners import learner_named
from crossarc.parser.model_file import ModelConfiguration
from crossarc.stages import Shares
from crossarc.treebank import Treebank
from crossarc.treebank.columns import COLUMNS

_LEAST_SHARE = 0.5  # of the share in training: with less the column is mostly missing
_UNKNOWN_SHARE = 0.5  # what is believed of parsers that do not tell
_LEAST_CHANCE = 1e-6  # with more, so few words may have the column because the text is short
_DIGITS = 4


def used_columns(configuration: ModelConfiguration) -> list[str]:
    """What a parser looks at."""
    used = learner_named(configuration.learner).columns(configuration)
    return [column for column in COLUMNS if column in used]


def filled_words(treebank: Treebank, columns: Iterable[str]) -> dict[str, int]:
    """How many words have the columns."""
    return {column: treebank.filled(column) for column in columns}


def filled_shares(treebank: Treebank, columns: Iterable[str]) -> dict[str, float]:
    """The same as parts of all words, as a parser tells them."""
    words = max(1, treebank.word_count)
    return {column: round(filled / words, _DIGITS) for column, filled in filled_words(treebank, columns).items()}


def learnt_columns(configuration: ModelConfiguration) -> Shares:
    """The columns that a parser uses, with their shares in training where its file has them."""
    told = configuration.made.get("columns")
    told = told if isinstance(told, dict) else {}
    return {column: _share(told.get(column)) for column in used_columns(configuration)}


class ColumnCount:
    """Counts filled words of one input, piece by piece, and compares them with training."""

    def __init__(self, learnt: Shares) -> None:
        self._learnt = learnt
        self._words = 0
        self.filled = dict.fromkeys(learnt, 0)

    def add(self, words: int, filled: Mapping[str, int]) -> None:
        self._words += words
        for column in self._learnt:
            self.filled[column] += filled[column]

    def join(self, other: ColumnCount) -> None:
        """Add what another has counted of the same input."""
        self.add(other._words, other.filled)

    def lacking(self) -> dict[str, float]:
        """The columns that are missing, or mostly missing, with their shares in the input."""
        if not self._words:
            return {}
        shares = {column: filled / self._words for column, filled in self.filled.items()}
        return {column: share for column, share in shares.items() if self._is_lacking(share, self._learnt[column])}

    def complaint(self) -> str | None:
        """What to say about what is lacking."""
        lacking = self.lacking()
        if not lacking:
            return None
        missing = [column.upper() for column, share in lacking.items() if not share]
        parts = [f"{_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing throughout"] if missing else []
        parts += [
            f"{_percent(share)} of the words have {column.upper()} ({_percent(self._learnt[column] or 0)} in training)"
            for column, share in lacking.items()
            if share
        ]
        columns = "this column" if len(lacking) == 1 else "these columns"
        return f"{', '.join(parts)}: the parser learnt from {columns}, expect many wrong arcs"

    def _is_lacking(self, share: float, learnt: float | None) -> bool:
        if learnt is None:
            return not share and _chance(0, _UNKNOWN_SHARE, self._words) < _LEAST_CHANCE
        return share < _LEAST_SHARE * learnt and _chance(share, learnt, self._words) < _LEAST_CHANCE


def complaint_about(treebank: Treebank, learnt: Shares) -> str | None:
    """What to say about the columns that a whole treebank lacks."""
    count = ColumnCount(learnt)
    count.add(treebank.word_count, filled_words(treebank, learnt))
    return count.complaint()


def _chance(share: float, expected: float, words: int) -> float:
    """A bound (Chernoff's) on how likely so few words have what is to be expected of each with some probability."""
    if expected >= 1:
        return 0
    divergence = (1 - share) * math.log((1 - share) / (1 - expected))
    divergence += share * math.log(share / expected) if share else 0
    return math.exp(-words * divergence)


def _share(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) and 0 < value <= 1 else None


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _percent(share: float) -> str:
    return f"{100 * share:.{1 if share < 0.1 else 0}f}%"
