"""How high arcs are: above those that they enclose, and never as high as one that they cross."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def levels(ends: Sequence[tuple[int, int]]) -> list[int]:
    """The level of each arc, from 1, by its ends; an arc from the root has the same end twice.

    Of two arcs that share more than an end, one is above the other. One that encloses another is above it; of two that
    cross, the longer one takes what is free. So an arc never ends within one below it, unless the two cross. An arc
    from the root is above all that touch its word or cover it.

    >>> levels([(0, 3), (1, 2), (2, 5), (0, 1), (4, 4)])
    [2, 1, 1, 1, 2]
    """
    count = len(ends)
    left, right = (np.array([own[side] for own in ends], np.int64) for side in (0, 1))
    found = np.zeros(count, np.int64)  # 0: none yet
    is_root = left == right
    for arc in sorted(range(count), key=lambda arc: (is_root[arc], right[arc] - left[arc], left[arc])):
        low, high = left[arc], right[arc]
        if is_root[arc]:
            beneath, beside = (left <= low) & (low <= right), np.zeros(count, bool)
        else:
            beneath = (left >= low) & (right <= high) & ~is_root
            beside = ((left < low) & (low < right)) | ((left < high) & (high < right))
        least = int(found[beneath].max(initial=0)) + 1
        taken = set(found[beside & ~beneath].tolist())
        while least in taken:
            least += 1
        found[arc] = least
    return found.tolist()
