"""xoshiro256** (Blackman & Vigna 2018), seeded by SplitMix64: the random numbers of the core."""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GOLDEN_RATIO = 0x9E3779B97F4A7C15


def _mixed(value: int) -> int:
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK
    return value ^ (value >> 31)


def _rotated(value: int, by: int) -> int:
    return (value << by | value >> (64 - by)) & _MASK


class RandomStream:
    def __init__(self, seed: int, stream: int) -> None:
        begin = _mixed(seed) + stream
        self.state = [_mixed((begin + k * _GOLDEN_RATIO) & _MASK) for k in (1, 2, 3, 4)]

    def next(self) -> int:
        a, b, c, d = self.state
        c, d = c ^ a, d ^ b
        self.state = [a ^ d, b ^ c, c ^ (b << 17 & _MASK), _rotated(d, 45)]
        return _rotated(b * 5 & _MASK, 7) * 9 & _MASK

    def below(self, bound: int) -> int:
        """Lemire (2019): numbers whose low half would make some results likelier are drawn again."""
        while True:
            product = (self.next() >> 32) * bound
            if product & 0xFFFFFFFF >= (1 << 32) % bound:
                return product >> 32

    def share(self) -> float:
        """From 0 to 1."""
        return (self.next() >> 11) * 2.0**-53

    def shuffled(self, count: int) -> list[int]:
        """The numbers below `count` (Fisher & Yates), in the order in which they are taken off the end."""
        order = list(range(count))
        for left in range(count, 1, -1):
            k = self.below(left)
            order[left - 1], order[k] = order[k], order[left - 1]
        return order[::-1]
