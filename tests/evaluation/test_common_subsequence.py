"""Which words of multiword tokens are paired: as by the table of all lengths, but for lists that it has no room for."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.common_subsequence import longest_common_subsequence as by_table

from crossarc.evaluation import common_subsequence
from crossarc.evaluation.common_subsequence import longest_common_subsequence


@given(st.text("abcd", max_size=40), st.text("abcde", max_size=40))
def test_the_same_as_by_the_table(left: str, right: str) -> None:
    assert longest_common_subsequence(left, right) == by_table(left, right)


@pytest.mark.parametrize("often", [1, 10**9])
@pytest.mark.parametrize("strings", [2, 5, 50, 1000])
def test_the_same_for_hundreds_of_strings(strings: int, often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common_subsequence, "_OFTEN", often)
    draw = random.Random(strings)
    left, right = ([f"w{draw.randrange(strings)}" for _ in range(size)] for size in (301, 257))
    assert longest_common_subsequence(left, right) == by_table(left, right)
    changed = [string for string in left if draw.random() < 0.9]
    assert longest_common_subsequence(left, changed) == by_table(left, changed)


def test_memory_stays_small() -> None:
    """A table would have 64 million numbers."""
    draw = random.Random(1)
    left = [f"w{draw.randrange(2000)}" for _ in range(8000)]
    right = [string for string in left if draw.random() < 0.9]
    tracemalloc.start()
    pairs = longest_common_subsequence(left, right)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(pairs) == len(right)
    assert peak < 10e6
