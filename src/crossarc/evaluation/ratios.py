"""What scores are made of: ratios of counts over words, tokens or sentences.

Counts can be taken over all sentences, or sentence by sentence for tests of significance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from crossarc.evaluation.alignment import Flags, Numbers

_Empty = TypeVar("_Empty", bound=float | None)

_AT_A_TIME = 1 << 16  # flags that are counted by sentence: memory for more is not needed


@dataclass(frozen=True)
class Count:
    """How many flags are set, of some or of all, times a weight; each flag belongs to a sentence."""

    flags: Flags
    sentences: Numbers
    weight: int = 1
    of: Flags | None = None

    def total(self) -> int:
        chosen = self.flags if self.of is None else self.flags & self.of
        return self.weight * int(np.count_nonzero(chosen))

    def by_sentence(self, sentence_count: int) -> npt.NDArray[np.int32]:
        counts = np.zeros(sentence_count, np.int32)
        for begin in range(0, self.flags.size, _AT_A_TIME):
            part = slice(begin, begin + _AT_A_TIME)
            chosen = self.sentences[part][self.flags[part] if self.of is None else self.flags[part] & self.of[part]]
            if chosen.size:  # sentences come in order
                here = np.bincount(chosen - chosen[0])
                counts[chosen[0] : chosen[0] + here.size] += self.weight * here
        return counts


@dataclass(frozen=True)
class Ratio:
    """A metric: what is right, of all that could be. `empty` is its value where there is nothing; what is not `known`
    has none."""

    right: Count
    possible: tuple[Count, ...]
    empty: float | None = None
    known: bool = True

    def percentage(self) -> float | None:
        if not self.known:
            return None
        return percent(self.right.total(), sum(count.total() for count in self.possible), self.empty)

    def by_sentence(self, sentence_count: int) -> tuple[Numbers, Numbers]:
        possible = [count.by_sentence(sentence_count) for count in self.possible]
        return self.right.by_sentence(sentence_count), np.sum(possible, axis=0, dtype=np.int32)


@dataclass(frozen=True)
class Score:
    """A metric of the CoNLL 2018 shared task in percent, and the counts that it is made of.

    `aligned_accuracy` is the share of what is right of the words that are paired; None where that makes no sense.
    """

    correct: int
    gold: int
    predicted: int
    aligned: int | None = None

    @property
    def precision(self) -> float:
        return percent(self.correct, self.predicted, 0.0)

    @property
    def recall(self) -> float:
        return percent(self.correct, self.gold, 0.0)

    @property
    def f1(self) -> float:
        return percent(2 * self.correct, self.gold + self.predicted, 0.0)

    @property
    def aligned_accuracy(self) -> float | None:
        return None if self.aligned is None else percent(self.correct, self.aligned, 0.0)

    def to_dict(self) -> dict[str, float | int | None]:
        names = ("precision", "recall", "f1", "aligned_accuracy", "correct", "gold", "predicted", "aligned")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class F1(Ratio):
    """The harmonic mean of precision and recall: 2 · right / (gold + predicted), which is plain accuracy where both
    sides have the same words. `aligned` are the gold ones that are paired."""

    aligned: Count | None = None

    @classmethod
    def of(cls, right: Count, gold: Count, predicted: Count, *, aligned: Count | None = None, known: bool = True) -> F1:
        twice = Count(right.flags, right.sentences, weight=2, of=right.of)
        return cls(twice, (gold, predicted), empty=0.0, known=known, aligned=aligned)

    def score(self) -> Score | None:
        if not self.known:
            return None
        gold, predicted = (count.total() for count in self.possible)
        return Score(self.right.total() // 2, gold, predicted, None if self.aligned is None else self.aligned.total())


def percent(part: int, whole: int, empty: _Empty) -> float | _Empty:
    """`empty` if there is nothing. Multiplied last, as the official scorer does: the same to the last digit."""
    return 100 * (part / whole) if whole else empty
