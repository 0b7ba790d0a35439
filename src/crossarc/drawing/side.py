"""The arcs on one side of the words: how high they are, where they end at words, where their labels have room."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from crossarc.drawing.diagram import Edge
from crossarc.drawing.levels import levels
from crossarc.drawing.text_width import text_width

LABEL_SIZE = 11
PORT_GAP = 8  # between the ends of arcs at one word
_LABEL_ROOM = 7  # from the end of a label to the next line that rises
_ENOUGH = 1e-6

Lengths = npt.NDArray[np.float64]


class Stretch(NamedTuple):
    """A part of an arc that no other rises through, and the places of the words where it begins and ends."""

    left: float
    right: float
    first: int
    last: int

    @property
    def width(self) -> float:
        return self.right - self.left


class ArcSide:
    """Edges by their numbers in the diagram; arrays have a row for each of them."""

    def __init__(self, edges: Mapping[int, Edge]) -> None:
        self.numbers = list(edges)
        self.edges = list(edges.values())
        self.left, self.right = (np.array([own.ends[end] for own in self.edges], np.int64) for end in (0, 1))
        self.level = np.array(levels([own.ends for own in self.edges]), np.int64)
        self.port_counts: dict[int, int] = {}
        self._ports = self._placed_ports()
        self._risers = [self._rising_through(arc) for arc in range(len(self.edges))]

    @property
    def highest(self) -> int:
        return int(self.level.max(initial=0))

    def _placed_ports(self) -> Lengths:
        """How far right of its word's middle each arc ends: [left or right end, arc].

        From left to right: arcs from the left, the lowest first; the root's; arcs to the right, the highest first. So
        none of them crosses another.
        """
        at_word: dict[int, list[tuple[int, int, int]]] = {}
        for arc, (left, right, level) in enumerate(zip(self.left, self.right, self.level, strict=True)):
            if left == right:
                at_word.setdefault(int(left), []).append((1, int(level), arc))
                continue
            at_word.setdefault(int(right), []).append((0, int(level), arc))
            at_word.setdefault(int(left), []).append((2, -int(level), arc))
        ports = np.zeros((2, len(self.edges)))
        for word, ends in at_word.items():
            self.port_counts[word] = len(ends)
            for number, (group, _, arc) in enumerate(sorted(ends)):
                for end in ((1,), (0, 1), (0,))[group]:
                    ports[end, arc] = (number - (len(ends) - 1) / 2) * PORT_GAP
        return ports

    def ends(self, arc: int, middles: Lengths) -> tuple[float, float]:
        """Where an arc ends, if the middles of the words are known."""
        left, right = middles[self.left[arc]] + self._ports[0, arc], middles[self.right[arc]] + self._ports[1, arc]
        return float(left), float(right)

    def is_from_root(self, arc: int) -> bool:
        return bool(self.left[arc] == self.right[arc])

    def root_widths(self) -> dict[int, float]:
        """What words must be wide for the labels of arcs from the root, by place."""
        return {
            int(self.left[arc]): text_width(own.label, LABEL_SIZE) + 2 * abs(float(self._ports[0, arc]))
            for arc, own in enumerate(self.edges)
            if self.is_from_root(arc)
        }

    def crosses(self, arc: int) -> bool:
        """Whether an arc crosses another on this side."""
        low, high = self.left[arc], self.right[arc]
        is_root = self.left == self.right
        if low == high:
            return bool(((self.left < low) & (low < self.right)).any())
        enters = (self.left < low) & (low < self.right) & (self.right < high)
        leaves = (low < self.left) & (self.left < high) & ((high < self.right) | is_root)
        return bool((enters | leaves).any())

    def make_room(self, widths: Lengths, gaps: Lengths) -> None:
        """Widen gaps between words until each label fits into a stretch of its arc; short arcs come first."""
        middles = middles_of(widths, gaps)
        for arc in np.argsort(self.right - self.left, kind="stable").tolist():
            if self.is_from_root(arc):
                continue
            stretches = self._stretches(arc, middles)
            widest = max((own for own in stretches if own.first < own.last), key=lambda own: own.width)
            missing = _room(self.edges[arc]) - max(own.width for own in stretches)
            if missing > 0:
                missing = _room(self.edges[arc]) - widest.width
                gaps[widest.first : widest.last] += missing / (widest.last - widest.first)
                middles = middles_of(widths, gaps)

    def label_place(self, arc: int, middles: Lengths) -> float:
        """The middle of a label: as near to that of its arc as there is room."""
        left, right = self.ends(arc, middles)
        if self.is_from_root(arc):
            return left
        middle, half = (left + right) / 2, _room(self.edges[arc]) / 2
        fitting = [own for own in self._stretches(arc, middles) if own.width >= 2 * half - _ENOUGH]
        places = [min(max(middle, own.left + half), own.right - half) for own in fitting]
        return min(places, key=lambda x: abs(x - middle))

    def _rising_through(self, arc: int) -> list[tuple[int, float]]:
        """The ends within an arc of those that are higher, from left to right: places, how far right of middles."""
        low, high = self.left[arc], self.right[arc]
        ends: list[tuple[int, float]] = []
        for end, places in enumerate((self.left, self.right)):
            (others,) = np.nonzero((low < places) & (places < high) & (self.level > self.level[arc]))
            ends += zip(places[others].tolist(), self._ports[end, others].tolist(), strict=True)
        return sorted(set(ends))  # an arc from the root has one end, which is there twice

    def _stretches(self, arc: int, middles: Lengths) -> list[Stretch]:
        left, right = self.ends(arc, middles)
        first, last = int(self.left[arc]), int(self.right[arc])
        points = [(float(middles[place]) + port, place) for place, port in self._risers[arc]]
        points = [(left, first), *points, (right, last)]
        return [Stretch(a, b, at_a, at_b) for (a, at_a), (b, at_b) in pairwise(points)]


def middles_of(widths: Lengths, gaps: Lengths, margin: float = 0) -> Lengths:
    """The middles of words that are so wide and so far apart."""
    starts = np.concatenate([[0.0], np.cumsum(widths[:-1] + gaps)]) if widths.size else np.zeros(0)
    middles: Lengths = margin + starts + widths / 2
    return middles


def _room(edge: Edge) -> float:
    return text_width(edge.label, LABEL_SIZE) + 2 * _LABEL_ROOM
