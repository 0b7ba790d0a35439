"""Which differences between parsers are more than chance: on one treebank, and over several."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from crossarc.comparison import LEVELS, resample
from crossarc.evaluation import METRICS
from crossarc.evaluation.evaluation import compared
from crossarc.evaluation.scores import counts_by_sentence
from crossarc.treebank import Treebank

_SIGNS_TRIED_EXHAUSTIVELY = 12  # treebanks: 4,096 ways to set the signs of their differences
_DRAWS = 10_000
_ROUNDING = 1e-9

Counts = npt.NDArray[np.int32]


class Gain(NamedTuple):
    """A difference in percent, and the strictest level, .01 or .05, at which it is significant, if there is one."""

    difference: float
    level: float | None


def counts_of(gold: Treebank, predicted: Sequence[Treebank]) -> Counts:
    """What is right and what could be, for each sentence and metric, summed over the runs of a parser.

    A sentence is what tests draw and swap, with all its runs: seeds make a parser's score more reliable, but they do
    not make the treebank larger.
    """
    counts: Counts = np.sum([counts_by_sentence(compared(gold, trees, None)) for trees in predicted], axis=0)
    return counts


def gains(baseline: Counts, parser: Counts, samples: int) -> dict[str, Gain | None]:
    """What a parser gains over another on one treebank, by metric; None where one of them has nothing to score.

    Significant is what both the paired bootstrap and stratified shuffling find so, as in `crossarc compare`.
    """
    counts = np.stack([baseline, parser], axis=1)
    right, possible = np.moveaxis(counts.sum(axis=0, dtype=np.int64), -1, 0)
    with np.errstate(invalid="ignore"):
        scores = 100 * (right / possible)
    observed = scores[1] - scores[0]
    tests = resample(counts, np.nan_to_num(observed)[None], samples=samples, seed=1, threads=1)
    p = np.maximum(tests.p_bootstrap, tests.p_shuffling)[0]
    return {
        metric: None if np.isnan(difference) else Gain(float(difference), level_of(float(p_value)))
        for metric, difference, p_value in zip(METRICS, observed, p, strict=True)
    }


def level_of(p: float) -> float | None:
    return next((level for level in LEVELS if p < level), None)


def mean_gain(differences: Sequence[float]) -> Gain | None:
    """The mean of the differences on several treebanks, with a test that flips their signs.

    If the two parsers were alike, each difference would be as likely with the other sign (Fisher's randomization
    test). Five treebanks are too few for anything to be significant.
    """
    values = np.array(differences, dtype=np.float64)
    if not values.size:
        return None
    if values.size <= _SIGNS_TRIED_EXHAUSTIVELY:
        signs = np.array(list(itertools.product((-1.0, 1.0), repeat=values.size)))
        p = float(np.mean(_as_large(signs, values)))
    else:
        signs = np.random.default_rng(1).choice((-1.0, 1.0), size=(_DRAWS, values.size))
        p = (int(_as_large(signs, values).sum()) + 1) / (_DRAWS + 1)
    return Gain(float(values.mean()), level_of(p))


def _as_large(signs: npt.NDArray[np.float64], values: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Which ways to set the signs make the mean as large as it is."""
    flipped: npt.NDArray[np.bool_] = np.abs(signs @ values) >= abs(values.sum()) - _ROUNDING
    return flipped


class Correlation(NamedTuple):
    """Spearman's rank correlation, and how often chance makes it as strong."""

    rho: float
    p: float


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> Correlation | None:
    """Of two lists of numbers; None if one of them is constant or there are fewer than three."""
    ranks = [_ranks(np.array(values)) for values in (first, second)]
    if len(first) < 3 or any(np.ptp(rank) == 0 for rank in ranks):
        return None
    a, b = ((rank - rank.mean()) / rank.std() for rank in ranks)
    generator = np.random.default_rng(1)
    drawn = np.array([np.mean(a * generator.permutation(b)) for _ in range(_DRAWS)])
    rho = float(np.mean(a * b))
    hits = int(np.count_nonzero(np.abs(drawn) >= abs(rho) - _ROUNDING))
    return Correlation(rho, (hits + 1) / (_DRAWS + 1))


def _ranks(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Ranks from 0; equal values share the mean of theirs."""
    return np.array([(np.sum(values < value) + np.sum(values <= value) - 1) / 2 for value in values])
