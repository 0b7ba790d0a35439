"""How long arcs are and where they point, and the classes of length that tables show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from crossarc.treebank import Treebank

# The upper ends of the classes of arc lengths; the last class is open.
ARC_LENGTHS: Final = (1, 2, 3, 6, 10, 20)


def signed_lengths(treebank: Treebank) -> npt.NDArray[np.int64]:
    """Dependent minus head for each word: positive for rightward arcs, negative for leftward ones."""
    return treebank.positions - treebank.heads


def class_names(ends: Sequence[int]) -> list[str]:
    """The classes with the given upper ends, and the open one, as they are shown.

    >>> class_names((1, 2, 6))
    ['1', '2', '3-6', '7+']
    """
    lows = [1, *(end + 1 for end in ends)]
    closed = [f"{low}" if low == high else f"{low}-{high}" for low, high in zip(lows, ends, strict=False)]
    return [*closed, f"{lows[-1]}+"]
