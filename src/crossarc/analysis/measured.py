"""What the systems reached on treebanks that they were measured on, and which of these a treebank is like.

The figures are those of docs/reproduction/systems.md: `python experiments/measured_systems.py` takes them over.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("measured_systems.csv")

# How far apart two treebanks may be that are called like each other: four times as many sentences, or 20 percentage
# points of non-projective sentences, or less of both.
_DOUBLINGS, _POINTS = 2.0, 20.0
_MOST = 5  # no more treebanks than that are looked at


@dataclass(frozen=True)
class MeasuredTreebank:
    """A treebank: how large and non-projective its training data is, and the LAS of each system on its test data."""

    name: str
    sentences: int
    nonprojective: float  # sentences, in %
    las: dict[str, float]

    def behind(self, system: str) -> float:
        """By how much a system's LAS is below the highest."""
        return max(self.las.values()) - self.las[system]

    def distance(self, sentences: int, nonprojective: float) -> float:
        """How far another treebank is from this one: 1 is as far as those can be that are called like each other."""
        doublings = abs(math.log2(sentences / self.sentences))
        return math.hypot(doublings / _DOUBLINGS, abs(nonprojective - self.nonprojective) / _POINTS)


@cache
def measured_treebanks() -> Sequence[MeasuredTreebank]:
    """All of them, from the smallest to the largest."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    treebanks = [
        MeasuredTreebank(name, int(sentences), float(share), dict(zip(header[3:], map(float, las), strict=True)))
        for name, sentences, share, *las in rows
    ]
    return tuple(sorted(treebanks, key=lambda treebank: treebank.sentences))


def like(
    sentences: int, nonprojective: float, among: Sequence[MeasuredTreebank] | None = None
) -> list[MeasuredTreebank]:
    """The measured treebanks that are most like one of that size and share, the nearest first, if any is."""
    known = measured_treebanks() if among is None else among
    by_distance = sorted((treebank.distance(sentences, nonprojective), treebank.name, treebank) for treebank in known)
    return [treebank for distance, _, treebank in by_distance[:_MOST] if distance <= 1]
