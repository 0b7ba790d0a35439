"""Tests of significance the slow way: all swaps of a few sentences, and NumPy's own random draws.

Counts are [sentence][system][metric][right, possible], as in the core.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int32]


def score(counts: Counts, system: int, metric: int) -> Fraction:
    right, possible = (int(part) for part in counts[:, system, metric].sum(axis=0))
    return Fraction(right, possible) if possible else Fraction(0)


def difference(counts: Counts, metric: int) -> Fraction:
    return score(counts, 1, metric) - score(counts, 0, metric)


def share_of_swaps_as_different(counts: Counts, metric: int) -> Fraction:
    """Over all ways to swap the two systems' sentences, the share in which they differ as much as they do."""
    observed = abs(difference(counts, metric))
    hits = ways = 0
    for swaps in product([False, True], repeat=len(counts)):
        swapped = np.where(np.array(swaps)[:, None, None, None], counts[:, ::-1], counts)
        hits += abs(difference(swapped, metric)) >= observed
        ways += 1
    return Fraction(hits, ways)


def bootstrapped(counts: Counts, samples: int, seed: int) -> npt.NDArray[np.float64]:
    """Differences of the second system from the first in random samples: [sample][metric]."""
    random = np.random.default_rng(seed)
    drawn = random.integers(len(counts), size=(samples, len(counts)))
    sums = counts[drawn].sum(axis=1)
    ratios = sums[..., 0] / np.maximum(sums[..., 1], 1)
    return ratios[:, 1] - ratios[:, 0]
