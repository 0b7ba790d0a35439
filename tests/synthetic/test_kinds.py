"""Kinds of trees, and how many of each there are."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from reference import annotated_words, trees

from crossarc import synthetic
from crossarc.synthetic import KINDS, kind_of


def reference_kind(heads: list[int]) -> str:
    """The five kinds, by the definitions."""
    if trees.is_projective(heads):
        return "projective"
    planes = trees.planes(heads)
    if planes == 1:
        return "planar"
    if planes > 2:
        return "beyond"
    return "2-planar" if trees.is_well_nested(heads) else "ill-nested"


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_kinds_of_all_small_trees(n: int) -> None:
    for heads in trees.all_trees(n):
        assert kind_of(heads) == reference_kind(heads)


def test_kinds_of_random_trees() -> None:
    rng = Random(4)
    seen = Counter()
    for _ in range(400):
        heads = trees.random_tree(rng.randint(6, 9), rng)
        seen[kind_of(heads)] += 1
        assert kind_of(heads) == reference_kind(heads)
    assert len(seen) > 3


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_generated_trees(kind: str) -> None:
    sentences = annotated_words.read(synthetic.conllu(200, crossing=kind, rate=0.4, seed=2, max_words=25))
    found = Counter()
    for sentence in sentences:
        found[reference_kind(sentence.heads)] += 1
        assert sentence.comments["crossing"] == reference_kind(sentence.heads)
        assert ("movement" in sentence.comments) == (sentence.comments["crossing"] != "projective")
    assert found == ({kind: 200} if kind == "projective" else {kind: 80, "projective": 120})


@pytest.mark.parametrize("rate", [0.0, 0.123, 1.0])
@pytest.mark.parametrize("kind", KINDS[1:])
def test_rate_is_met_exactly(kind: str, rate: float) -> None:
    text = synthetic.conllu(100, crossing=kind, rate=rate, seed=3)
    assert text.count(f"# crossing = {kind}\n") == round(100 * rate)


def test_any_and_mappings_mix_kinds() -> None:
    mixed = synthetic.conllu(500, crossing="any", rate=0.5)
    assert [mixed.count(f"# crossing = {kind}\n") for kind in KINDS] == [250, 25, 175, 30, 20]
    given = synthetic.conllu(100, crossing={"planar": 0.1, "beyond": 0.25})
    assert [given.count(f"# crossing = {kind}\n") for kind in KINDS] == [65, 10, 0, 0, 25]
