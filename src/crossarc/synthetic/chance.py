"""Seeded choices that come out the same on every platform and Python version.

Only `random.Random.random()` is used: its stream is guaranteed for an integer seed, while the algorithms
behind `choice`, `shuffle` and the like have changed between versions. No arithmetic goes beyond what
IEEE 754 rounds correctly (no `**`, no `log`), and nothing depends on the order of a set.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")


class Draw:
    """A stream of choices.

    >>> Draw(1, 2).below(1000) == Draw(1, 2).below(1000)
    True
    """

    def __init__(self, *seeds: int) -> None:
        mixed = 0
        for seed in seeds:
            # Negative seeds are folded onto odd numbers, as Random takes the absolute value of its seed.
            folded = 2 * seed if seed >= 0 else -2 * seed - 1
            mixed = (mixed + folded + 1) * 0x9E3779B97F4A7C15
        self.random: Callable[[], float] = Random(mixed).random

    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def below(self, bound: int) -> int:
        return int(self.random() * bound)

    def pick(self, options: Sequence[T]) -> T:
        return options[int(self.random() * len(options))]

    def shuffled(self, options: Iterable[T]) -> list[T]:
        result = list(options)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result


class Wheel(Generic[T]):
    """Weighted choice from a fixed list."""

    def __init__(self, options: Sequence[T], weights: Sequence[float]) -> None:
        self.options = options
        self.cumulative: list[float] = []
        total = 0.0
        for weight in weights:
            total += weight
            self.cumulative.append(total)
        self.total = total

    @classmethod
    def of(cls, weights: dict[T, float]) -> Wheel[T]:
        return cls(list(weights), list(weights.values()))

    @classmethod
    def zipfian(cls, options: Sequence[T]) -> Wheel[T]:
        """Zipf's law in Mandelbrot's form: the r-th option has a weight of 1 / (r + 2.7)."""
        return cls(options, [1 / (rank + 2.7) for rank in range(1, len(options) + 1)])

    def spin(self, draw: Draw) -> T:
        return self.options[bisect_right(self.cumulative, draw.random() * self.total)]
