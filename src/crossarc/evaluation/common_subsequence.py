"""The longest common subsequence of two lists of strings, which may have many thousands.

How long the common subsequences of all ends of the two lists are makes a matrix. Next to each other its numbers differ
by 0 or 1, so a row of it is a whole number with a bit for each column, and follows from the one below by a handful of
operations on such numbers (Crochemore et al. 2001, Hyyrö 2004). With n and m strings some √n of the rows are kept, and
of the others those between two of these are computed again when it is their turn: 2 √n numbers of m bits at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import isqrt

_OFTEN = 64  # the columns of a string that is there so often are kept as a number


def longest_common_subsequence(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Positions of equal strings.

    Of several longest ones it is that of the CoNLL 2018 scorer, which goes through both lists, pairs what is equal as
    soon as it is met, and else moves on to the left if nothing is lost by that, to the right otherwise.

    >>> longest_common_subsequence("abca", "xbax")
    [(1, 1), (3, 2)]
    """
    strings = set(right)
    met = [position for position, string in enumerate(left) if string in strings]  # the rest is moved past
    matrix = _Matrix([left[position] for position in met], right)
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(met) and j < len(right):
        if left[met[i]] == right[j]:
            pairs.append((met[i], j))
            i, j = i + 1, j + 1
        elif matrix.is_same_below(i, j):
            i += 1
        else:
            j += 1
    return pairs


class _Matrix:
    """The lengths for what begins with row i of the left and column j of the right list.

    Bits count from the last column; where one is 0, the length is one more than in the column behind it.
    """

    def __init__(self, left: Sequence[str], right: Sequence[str]) -> None:
        self._left = left
        self._width = len(right)
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, string in enumerate(reversed(right)):
            self._places[string].append(place)
        self._often: dict[str, int] = {}
        self._step = max(1, isqrt(len(left)))
        self._kept: dict[int, int] = {}  # every so many rows, and the last
        self._first, self._rows = 0, [0]  # those that are being gone through

    def is_same_below(self, i: int, j: int) -> bool:
        """Whether nothing is lost from row i to the next, in column j."""
        if not self._first <= i < self._first + len(self._rows) - 1:
            self._go_to(i)
        low = (1 << (self._width - j)) - 1
        here, below = self._rows[i - self._first : i - self._first + 2]
        return (here & low).bit_count() == (below & low).bit_count()

    def _go_to(self, i: int) -> None:
        if not self._kept:
            height = len(self._left)
            row = self._kept[height] = (1 << self._width) - 1
            for number in reversed(range(height)):
                row = self._above(row, number)
                if number % self._step == 0:
                    self._kept[number] = row
        self._first = i - i % self._step
        last = min(self._first + self._step, len(self._left))
        self._rows = [self._kept[last]]
        for number in reversed(range(self._first, last)):
            self._rows.append(self._above(self._rows[-1], number))
        self._rows.reverse()

    def _above(self, row: int, number: int) -> int:
        """The row of that number, from the one below it."""
        equal = row & self._columns(self._left[number])
        return ((row + equal) | (row - equal)) & ((1 << self._width) - 1)

    def _columns(self, string: str) -> int:
        """Where a string is, as bits."""
        if string in self._often:
            return self._often[string]
        places = self._places[string]
        bits = bytearray(self._width // 8 + 1)
        for place in places:
            bits[place >> 3] |= 1 << (place & 7)
        columns = int.from_bytes(bits, "little")
        if len(places) >= _OFTEN:
            self._often[string] = columns
        return columns
