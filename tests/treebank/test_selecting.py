"""Some of the sentences of a treebank, by number, name, share or function."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crossarc
from crossarc import Treebank, synthetic
from crossarc.treebank.selecting import parts_of, shuffled_places

TREES = synthetic.generate(40, crossing="any")


def names(treebank: Treebank) -> list[str]:
    return [sentence.sent_id or "" for sentence in treebank]


def test_shuffling_is_the_same_everywhere() -> None:
    assert shuffled_places(8, 1) == [0, 3, 5, 4, 6, 2, 7, 1]
    assert names(TREES.shuffle(1)) == names(TREES.shuffle(1)) != names(TREES.shuffle(2))
    assert sorted(names(TREES.shuffle(5))) == sorted(names(TREES))
    sample = names(TREES.sample(10, seed=3))
    assert sample == [name for name in names(TREES) if name in sample]
    assert len(set(sample)) == 10
    assert names(TREES.sample(40)) == names(TREES)
    assert len(TREES.sample(0)) == 0


@given(st.integers(0, 50), st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_parts_are_all_there_is(size: int, shares: list[float]) -> None:
    if sum(shares) > 1 + 1e-9:
        with pytest.raises(crossarc.CrossarcError, match="at most 1 in sum"):
            parts_of(size, shares)
        return
    parts = parts_of(size, shares)
    assert [place for begin, end in parts for place in range(begin, end)] == list(range(size))
    for (begin, end), share in zip(parts, shares, strict=False):
        assert abs(end - begin - share * size) <= 1 + 1e-6


def test_split() -> None:
    assert [names(part) for part in TREES.split(0.5, 0.5)] == [names(TREES[:20]), names(TREES[20:])]
    assert [len(part) for part in TREES.split(0.7, 0.2, 0.1)] == [28, 8, 4]
    assert [len(part) for part in TREES.split(0.75)] == [30, 10]
    first, second = TREES.split(0.5, 0.5, seed=1)
    assert sorted(names(first) + names(second)) == sorted(names(TREES))
    assert names(first) != names(TREES[:20])
    for shares in ((80, 20), (0.9, 0.2), (-0.1,), ("0.5",), ()):
        with pytest.raises(crossarc.CrossarcError, match=r"split: .* as in 0\.8"):
            TREES.split(*shares)  # type: ignore[arg-type]


def test_by_sent_id() -> None:
    assert TREES[names(TREES)[7]] == TREES[7]
    assert names(TREES)[7] in TREES
    assert TREES[7] in TREES
    assert "nothing" not in TREES
    twice = TREES[:3] + TREES[:3]
    assert twice[names(TREES)[0]] == twice[0]
    with pytest.raises(KeyError, match="no sentence has the sent_id 'nothing'"):
        TREES["nothing"]


def test_joining() -> None:
    both = TREES[:3] + TREES[3:]
    assert both == TREES
    assert both.path == "<<selection of <synthetic>>, <selection of <synthetic>>>"
    conllx = Treebank.from_conllu("1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n", format="conllx")
    with pytest.raises(crossarc.TreebankError, match="it is conllx, but"):
        TREES + conllx
    with pytest.raises(TypeError):
        TREES + 3  # type: ignore[operator]
    untied = crossarc.read(TREES.to_bytes(), ignore_trees=True)
    assert set((untied + TREES).heads.tolist()) == {-1}


def test_treebanks_of_sentences() -> None:
    assert Treebank(TREES) == Treebank(iter(TREES)) == Treebank.from_sentences(TREES) == TREES
    assert len(Treebank()) == 0
    conllx = Treebank.from_conllu("1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n", format="conllx")
    with pytest.raises(crossarc.CrossarcError, match="number 2 is conllx, but those before are conllu"):
        Treebank([TREES[0], conllx[0]])
