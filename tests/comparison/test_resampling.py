"""The core's resampling against slow, obvious ways to do the same."""

from __future__ import annotations

import numpy as np
import pytest
from reference.resampling import bootstrapped, difference, share_of_swaps_as_different

from crossarc import _core

SAMPLES = 20_000


def random_counts(seed: int, sentences: int, systems: int = 2, metrics: int = 3) -> np.ndarray:
    random = np.random.default_rng(seed)
    possible = random.integers(0, 8, (sentences, systems, metrics))
    possible[0] = 5  # no metric is without anything
    right = random.binomial(possible, random.uniform(0.5, 1, (systems, metrics)))
    return np.stack([right, possible], axis=-1).astype(np.int32)


@pytest.mark.parametrize("seed", range(6))
def test_shuffling_comes_close_to_all_swaps(seed):
    counts = random_counts(seed, sentences=8)
    shares = _core.shuffled_as_different(counts, SAMPLES, seed) / SAMPLES
    for metric in range(3):
        exact = float(share_of_swaps_as_different(counts, metric))
        deviation = (exact * (1 - exact) / SAMPLES) ** 0.5
        assert shares[metric] == pytest.approx(exact, abs=5 * deviation + 1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_bootstrap_has_the_distribution_of_a_plain_one(seed):
    counts = random_counts(seed, sentences=40)
    ours = _core.bootstrap_differences(counts, SAMPLES, seed).reshape(SAMPLES, 3)
    plain = bootstrapped(counts, SAMPLES, seed)
    error = plain.std(axis=0) / SAMPLES**0.5
    assert np.all(np.abs(ours.mean(axis=0) - plain.mean(axis=0)) < 6 * error)
    assert ours.std(axis=0) == pytest.approx(plain.std(axis=0), rel=0.04)
    levels = [0.025, 0.25, 0.5, 0.75, 0.975]
    spread = plain.std(axis=0).max()
    assert np.quantile(ours, levels, axis=0) == pytest.approx(np.quantile(plain, levels, axis=0), abs=0.1 * spread)


def test_bootstrap_moments():
    # With one item in each sentence a score is a mean, whose variance over samples is that of the items over n.
    random = np.random.default_rng(5)
    right = random.integers(0, 2, (60, 2, 1))
    counts = np.stack([right, np.ones_like(right)], axis=-1).astype(np.int32)
    gains = (right[:, 1, 0] - right[:, 0, 0]).astype(float)
    drawn = _core.bootstrap_differences(counts, SAMPLES, 1)
    expected = (gains.var() / gains.size) ** 0.5
    assert drawn.mean() == pytest.approx(gains.mean(), abs=5 * expected / SAMPLES**0.5)
    assert drawn.std() == pytest.approx(expected, rel=0.03)


def test_threads_do_not_change_a_bit():
    counts = random_counts(3, sentences=150, systems=3)
    for resample in (_core.bootstrap_differences, _core.shuffled_as_different):
        one = resample(counts, 1000, 7, 1)
        assert all(resample(counts, 1000, 7, threads).tobytes() == one.tobytes() for threads in (2, 5, 0))
        assert resample(counts, 1000, 8, 1).tobytes() != one.tobytes()


def test_pairs_do_not_depend_on_other_systems():
    counts = random_counts(4, sentences=50, systems=3)
    last_two = np.ascontiguousarray(counts[:, 1:])
    drawn = _core.bootstrap_differences(counts, 500, 1).reshape(500, 3, 3)
    assert np.array_equal(drawn[:, 2], _core.bootstrap_differences(last_two, 500, 1).reshape(500, 3))
    swapped = _core.shuffled_as_different(counts, 500, 1).reshape(3, 3)
    assert np.array_equal(swapped[2], _core.shuffled_as_different(last_two, 500, 1))
    # and the third pair's differences are those of the other two pairs
    assert np.allclose(drawn[:, 1] - drawn[:, 0], drawn[:, 2])


def test_many_sentences_with_large_counts():
    # More rows, and larger sums, than fit into 32 bits.
    counts = np.full((5000, 2, 1, 2), 1 << 20, np.int32)
    counts[:, 0, 0, 0] //= 2
    assert np.array_equal(_core.bootstrap_differences(counts, 10, 1), np.full(10, 0.5))
    assert _core.shuffled_as_different(counts, 10, 1).tolist() == [0]


@pytest.mark.parametrize("largest", [30, 255, 256, 2047, 2048, 1 << 20])
def test_large_counts_are_added_up_as_small_ones(largest):
    # One long sentence changes the numbers that the core adds up in, not the sums.
    counts = random_counts(2, sentences=200, metrics=1)
    counts[0, :, 0] = largest
    drawn = _core.bootstrap_differences(counts, 100, 1)
    tripled = _core.bootstrap_differences(np.minimum(counts * 3, 1 << 20), 100, 1)
    if largest * 3 <= 1 << 20:
        assert np.allclose(drawn, tripled)
    exact = bootstrapped(counts, SAMPLES, 1)
    assert drawn.mean() == pytest.approx(exact.mean(), abs=6 * exact.std() / 100**0.5 + 1e-12)


@pytest.mark.parametrize("largest", [1, 255, 256, 2047, 2048, 1 << 20])
def test_metrics_do_not_depend_on_each_other(largest):
    # Neither those with large counts, nor those that share what they count with others.
    counts = random_counts(6, sentences=90, metrics=2)
    large = np.full((90, 2, 1, 2), largest, np.int32)
    large[:30, 0, 0, 0] = 0
    shared = counts[:, ::-1, ::-1].copy()
    together = np.ascontiguousarray(np.concatenate([counts, large, shared, counts], axis=2))
    drawn = _core.bootstrap_differences(together, 300, 1).reshape(300, 7)
    alone = [_core.bootstrap_differences(part, 300, 1).reshape(300, -1) for part in (counts, large, shared, counts)]
    assert np.array_equal(drawn, np.concatenate(alone, axis=1))


def test_one_sentence():
    counts = random_counts(1, sentences=1)
    expected = [float(difference(counts, metric)) for metric in range(3)]
    assert _core.bootstrap_differences(counts, 4, 1).reshape(4, 3) == pytest.approx(np.array([expected] * 4))
    assert _core.shuffled_as_different(counts, 4, 1).tolist() == [4, 4, 4]


@pytest.mark.parametrize("shape", [(0, 2, 1, 2), (3, 1, 1, 2), (3, 2, 0, 2), (3, 2, 1, 3)])
def test_wrong_shapes(shape):
    with pytest.raises(ValueError, match="counts must be"):
        _core.bootstrap_differences(np.zeros(shape, np.int32), 10, 1)


@pytest.mark.parametrize("value", [-1, (1 << 20) + 1])
def test_wrong_counts(value):
    with pytest.raises(ValueError, match="negative or too large"):
        _core.shuffled_as_different(np.full((3, 2, 1, 2), value, np.int32), 10, 1)
