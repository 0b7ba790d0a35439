"""Tests of significance: the same as `compare` for one run, and known values over treebanks."""

from __future__ import annotations

import numpy as np
import pytest

import crossarc
from crossarc import Treebank, synthetic
from crossarc.experiment.significance import counts_of, gains, mean_gain, rank_correlation


def with_errors(gold: Treebank, share: float, seed: int) -> Treebank:
    """So many words hang from the root."""
    wrong = np.random.default_rng(seed).random(gold.word_count) < share
    return gold.with_coded_trees(np.where(wrong, 0, gold.heads), gold.codes("deprel"), gold.strings("deprel"))


def test_one_run_each_is_compare() -> None:
    gold = synthetic.generate(150, crossing="any", rate=0.5)
    a, b = with_errors(gold, 0.3, 1), with_errors(gold, 0.22, 2)
    found = gains(counts_of(gold, [a]), counts_of(gold, [b]), 1000)
    (pair,) = crossarc.compare(gold, [a, b], samples=1000).pairs
    for difference in pair.differences:
        gain = found[difference.metric]
        if difference.difference is None:
            assert gain is None
        else:
            assert gain is not None
            assert gain.difference == pytest.approx(difference.difference)
            assert gain.level == difference.level


def test_more_seeds_do_not_make_more_sentences() -> None:
    gold = synthetic.generate(80)
    a, b = with_errors(gold, 0.3, 1), with_errors(gold, 0.27, 2)
    once = gains(counts_of(gold, [a]), counts_of(gold, [b]), 300)
    often = gains(counts_of(gold, [a] * 5), counts_of(gold, [b] * 5), 300)
    for metric in ("uas", "las"):
        assert often[metric] == pytest.approx(once[metric])


@pytest.mark.parametrize(
    ("differences", "mean", "level"),
    [
        ([1.0] * 5, 1.0, None),  # p = 2/32
        ([1.0] * 6, 1.0, 0.05),  # p = 2/64
        ([1.0] * 8, 1.0, 0.01),  # p = 2/256
        ([-1.0] * 20, -1.0, 0.01),  # drawn, not counted
        ([1.0, -1.0] * 10, 0.0, None),
        ([3.0], 3.0, None),
    ],
)
def test_signs_over_treebanks(differences: list[float], mean: float, level: float | None) -> None:
    assert mean_gain(differences) == (mean, level)


def test_nothing_to_compare() -> None:
    assert mean_gain([]) is None


def test_rank_correlation() -> None:
    found = rank_correlation([1, 2, 3, 4, 5, 6, 7], [10, 20, 30, 40, 50, 60, 700])
    assert found is not None
    assert found.rho == pytest.approx(1)
    assert found.p < 0.01
    tied = rank_correlation([1, 2, 2, 4], [4, 3, 2, 1])
    assert tied is not None
    assert tied.rho == pytest.approx(-0.9486832980505139)  # scipy.stats.spearmanr
    assert rank_correlation([1, 2], [1, 2]) is None
    assert rank_correlation([1, 1, 1], [1, 2, 3]) is None
