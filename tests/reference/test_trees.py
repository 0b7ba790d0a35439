"""The reference is checked against counts that are known, and against examples of the papers."""

from __future__ import annotations

from random import Random

import pytest

from reference import trees


@pytest.mark.parametrize(
    ("n", "every", "planar", "projective"), [(1, 1, 1, 1), (2, 3, 3, 3), (3, 16, 16, 12), (4, 125, 105, 55)]
)
def test_numbers_of_trees(n: int, every: int, planar: int, projective: int) -> None:
    found = list(trees.all_trees(n))
    assert len(found) == every
    assert sum(map(trees.is_planar, found)) == planar
    assert sum(map(trees.is_projective, found)) == projective


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_properties_imply_one_another(n: int) -> None:
    for heads in trees.all_trees(n):
        assert trees.is_projective(heads) == (not trees.nonprojective_arcs(heads))
        assert trees.is_planar(heads) == (trees.planes(heads) == 1)
        if trees.is_projective(heads):
            assert trees.is_planar(heads)
            assert trees.is_well_nested(heads)
        if not trees.is_well_nested(heads):
            assert not trees.is_planar(heads)


def test_descendants() -> None:
    heads = [2, 0, 2, 3]
    assert trees.descendants(heads, 0) == {0, 1, 2, 3, 4}
    assert trees.descendants(heads, 3) == {3, 4}


def test_covered_root_is_planar_but_not_projective() -> None:
    heads = [2, 0, 1]  # 1 -> 3 covers the root 2
    assert trees.nonprojective_arcs(heads) == [(1, 3)]
    assert trees.is_planar(heads)
    assert trees.gap_degree(heads) == 1


def test_an_arc_from_the_artificial_root_is_never_nonprojective() -> None:
    assert trees.nonprojective_arcs([3, 3, 0]) == []


def test_cross_serial_dependencies_need_a_plane_per_verb() -> None:
    # nouns 1 2 3, verbs 4 5 6: verb i governs noun i and verb i + 1
    heads = [4, 5, 6, 0, 4, 5]
    assert trees.planes(heads) == 3
    assert trees.is_well_nested(heads)
    assert trees.gap_degree(heads) == 1


def test_interleaved_subtrees_are_ill_nested() -> None:
    heads = [0, 1, 1, 2, 3]
    assert trees.crossing_pairs(heads) == [((1, 3), (2, 4)), ((2, 4), (3, 5))]
    assert not trees.is_well_nested(heads)
    assert trees.planes(heads) == 2


def test_two_gaps() -> None:
    heads = [2, 4, 2, 0, 2, 4]
    assert trees.gap_degree(heads) == 1
    heads = [3, 4, 5, 0, 4, 3]
    assert trees.gap_degree(heads) == 2


def test_random_trees_are_trees_and_spread_evenly() -> None:
    rng = Random(1)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(3200):
        heads = tuple(trees.random_tree(3, rng))
        counts[heads] = counts.get(heads, 0) + 1
    assert set(counts) == {tuple(heads) for heads in trees.all_trees(3)}
    assert min(counts.values()) > 120
    assert all(trees.is_tree(trees.random_tree(12, rng)) for _ in range(20))
