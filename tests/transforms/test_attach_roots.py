"""One root of several stays; the others get heads."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossarc import _core


def slowly_attached(heads: list[int], root: int, scores: np.ndarray) -> list[int]:
    """The best pair of all that closes no cycle is linked, until one root is left."""
    heads = list(heads)

    def descends(word: int, ancestor: int) -> bool:
        return word == ancestor or (heads[word - 1] != 0 and descends(heads[word - 1], ancestor))

    while heads.count(0) > 1:
        open_pairs = [
            (-scores[dependent - 1, head - 1], dependent, head)
            for dependent in range(1, len(heads) + 1)
            for head in range(1, len(heads) + 1)
            if heads[dependent - 1] == 0 and dependent != root and not descends(head, dependent)
        ]
        _, dependent, head = min(open_pairs)
        heads[dependent - 1] = head
    return heads


@st.composite
def forests(draw: st.DrawFn) -> tuple[list[int], int, np.ndarray]:
    """Words of which some have heads, one that is to be the root, and scores, equal ones among them."""
    n = draw(st.integers(1, 8))
    order = draw(st.permutations(range(1, n + 1)))
    heads = [0] * n
    for place, word in enumerate(order):
        heads[word - 1] = draw(st.sampled_from([0, *order[:place]]))
    roots = [word for word in order if heads[word - 1] == 0]
    scores = draw(st.lists(st.integers(0, 4), min_size=n * n, max_size=n * n))
    return heads, draw(st.sampled_from(roots)), np.array(scores, np.float32).reshape(n, n)


@given(st.lists(forests(), min_size=1, max_size=4), st.data())
def test_heads_are_those_that_suit_best(trees: list[tuple[list[int], int, np.ndarray]], data: st.DataObject) -> None:
    width = max(len(heads) for heads, _, _ in trees) + data.draw(st.integers(0, 2))
    scores = np.full((len(trees), width, width), 9, np.float32)
    left_alone = data.draw(st.lists(st.booleans(), min_size=len(trees), max_size=len(trees)))
    for k, (heads, _, own) in enumerate(trees):
        scores[k, : len(heads), : len(heads)] = own
    attached = _core.attach_roots(
        np.concatenate([np.array(heads, np.int32) for heads, _, _ in trees]),
        np.cumsum([0] + [len(heads) for heads, _, _ in trees]),
        np.array([0 if alone else root for alone, (_, root, _) in zip(left_alone, trees, strict=True)], np.int32),
        scores,
    )
    expected = [
        head
        for alone, (heads, root, own) in zip(left_alone, trees, strict=True)
        for head in (heads if alone else slowly_attached(heads, root, own))
    ]
    assert attached.tolist() == expected


@pytest.mark.parametrize(
    ("heads", "roots", "shape"),
    [
        ([0, 0], [3], (1, 2, 2)),
        ([0, 0], [-1], (1, 2, 2)),
        ([0, 1], [2], (1, 2, 2)),
        ([0, 0], [1, 1], (1, 2, 2)),
        ([0, 0], [1], (1, 1, 1)),
        ([0, 0], [1], (2, 2, 2)),
        ([0, 0], [1], (1, 1, 2)),
    ],
)
def test_what_does_not_fit_is_refused(heads: list[int], roots: list[int], shape: tuple[int, int, int]) -> None:
    arrays = np.array(heads, np.int32), np.array([0, 2]), np.array(roots, np.int32), np.zeros(shape, np.float32)
    with pytest.raises(ValueError):
        _core.attach_roots(*arrays)
