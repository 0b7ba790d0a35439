"""Plane assignment (2010 §5.2): crossing arcs on different planes, as few arcs dropped as possible."""

from __future__ import annotations

import itertools
from random import Random

import numpy as np
import pytest
from reference import transition_search as reference
from reference.trees import nonprojective_arcs

import crossarc
from crossarc import _core
from crossarc.choices import OptionError
from crossarc.oracle_options import PLANES


def fewest_drops(tree: tuple[int, ...]) -> int:
    pairs = reference.crossing_pairs(tree, with_root=False)
    involved = sorted({w for pair in pairs for w in pair})
    for count in range(len(involved) + 1):
        for dropped in itertools.combinations(involved, count):
            kept = [pair for pair in pairs if not set(pair) & set(dropped)]
            nodes = sorted({w for pair in kept for w in pair})
            for planes in itertools.product((0, 1), repeat=len(nodes)):
                plane = dict(zip(nodes, planes, strict=True))
                if all(plane[a] != plane[b] for a, b in kept):
                    return count
    raise AssertionError("no arcs at all never cross")


@pytest.mark.parametrize("criterion", PLANES)
def test_planes_are_valid_and_drops_are_fewest(criterion: str) -> None:
    random = Random(2)
    system = crossarc.System("2-planar")
    dropping = 0
    for _ in range(400 if criterion == "active" else 150):
        tree = reference.random_tree(random, random.randint(5, 8))
        planes = system.oracle("dynamic", tree, planes=criterion).planes
        assert planes == system.oracle("static", tree, planes=criterion).planes
        assert planes is not None
        for a, b in reference.crossing_pairs(tree, with_root=False):
            pa, pb = planes[a - 1], planes[b - 1]
            assert pa is None or pb is None or pa != pb
        drops = [w for w, (head, plane) in enumerate(zip(tree, planes, strict=True), 1) if head and plane is None]
        assert all(planes[w] is None for w, head in enumerate(tree) if head == 0)
        assert len(drops) == fewest_drops(tree)
        assert system.covers(tree) == (not drops) == reference.is_2_planar(tree)
        dropping += bool(drops)
    assert dropping > 2


def groups(tree: tuple[int, ...], planes: list[int | None]) -> list[set[int]]:
    """The words whose arcs cross, directly or through others, among those that are not dropped."""
    found = [{w} for w, plane in enumerate(planes, start=1) if plane is not None]
    for a, b in reference.crossing_pairs(tree, with_root=False):
        joined = [group for group in found if a in group or b in group]
        if planes[a - 1] is not None and planes[b - 1] is not None and len(joined) == 2:
            found = [group for group in found if group not in joined] + [joined[0] | joined[1]]
    return found


def test_what_each_criterion_has_on_plane_0() -> None:
    """The definitions of docs/oracles.md, group by group."""
    random = Random(4)
    system = crossarc.System("2-planar")
    seen = {criterion: set[tuple[int | None, ...]]() for criterion in PLANES}
    for _ in range(300):
        tree = reference.random_tree(random, random.randint(4, 9))

        def built(w: int, tree: tuple[int, ...] = tree) -> tuple[int, int]:  # an order: by right ends, short ones first
            return max(w, tree[w - 1]), abs(w - tree[w - 1])

        def length(w: int, tree: tuple[int, ...] = tree) -> int:
            return abs(w - tree[w - 1])

        for criterion in PLANES:
            planes = system.oracle("static", tree, planes=criterion).planes
            assert planes is not None
            seen[criterion].add((*tree, *planes))
            for group in groups(tree, planes) if criterion != "active" else []:
                sides = [[w for w in group if planes[w - 1] == plane] for plane in (0, 1)]
                starts_with_first = min(group, key=built) in sides[0]
                if len(group) == 1 or criterion == "first":
                    assert starts_with_first
                    continue
                if criterion == "shortest":
                    claims = [max(map(length, side)) for side in sides]
                else:
                    claims = [sum((tree[w - 1], w) in nonprojective_arcs(tree) for w in side) for side in sides]
                assert claims[0] < claims[1] or (claims[0] == claims[1] and starts_with_first)
    assert len(set(map(frozenset, seen.values()))) == len(PLANES)  # no two are the same


def test_the_criteria_on_one_tree() -> None:
    """4→1 crosses 5→2, which is as long and is built later; it alone is not projective. 5→6 crosses nothing."""
    system = crossarc.System("2-planar")
    tree = [4, 5, 4, 5, 0, 5]
    assert nonprojective_arcs(tree) == [(4, 1)]
    assert {name: system.oracle("dynamic", tree, planes=name).planes for name in PLANES} == {
        "active": [0, 1, 0, 0, None, 1],
        "first": [0, 1, 0, 0, None, 0],
        "shortest": [0, 1, 0, 0, None, 0],
        "projective": [1, 0, 0, 0, None, 0],
    }
    assert {name: system.derive(tree, planes=name).count("SWITCH") for name in PLANES} == {
        "active": 1,
        "first": 2,
        "shortest": 2,
        "projective": 2,
    }


def test_criteria_are_for_two_planes() -> None:
    for name in ("2-planar", "2-planar+lba", "undirected-2-planar"):
        assert crossarc.System(name).oracle("static", [0], planes="first").planes is not None
    for name in ("planar", "covington", "arc-eager", "undirected-planar"):
        with pytest.raises(OptionError, match="planes: it has no effect: it belongs to systems with two planes"):
            crossarc.System(name).oracle("static", [0], planes="first")
    with pytest.raises(OptionError, match="planes: 'last' is not one of active, first, shortest, projective"):
        crossarc.System("2-planar").oracle("static", [0], planes="last")


@pytest.mark.parametrize("criterion", PLANES[1:])
@pytest.mark.parametrize("name", ["2-planar", "2-planar+lba+rba", "undirected-2-planar"])
def test_every_tree_is_rebuilt_on_any_planes(name: str, criterion: str) -> None:
    system = crossarc.System(name)
    trees = [tree for n in (1, 2, 3, 4, 5) for tree in reference.all_trees(n)]
    heads = np.array([head for tree in trees for head in tree], np.int32)
    offsets = np.cumsum([0, *map(len, trees)], dtype=np.int64)
    built = _core.derive_all(system._core, heads, offsets, options=_core.OracleOptions(planes=criterion))[0]
    wrong = np.add.reduceat((heads != built).astype(int), offsets[:-1])
    assert (wrong[_core.covers(system._core, heads, offsets)] == 0).all()


def test_unconstrained_arcs_stay_on_the_active_plane() -> None:
    system = crossarc.System("2-planar")
    # 1→3 crosses 2→4: the second one is forced onto plane 1; 4→5 is built after the SWITCH and stays there.
    oracle = system.oracle("dynamic", [0, 1, 1, 2, 4])
    assert oracle.planes == [None, 0, 0, 1, 1]
    assert system.derive([0, 1, 1, 2, 4]).count("SWITCH") == 1
    assert system.oracle("static", [2, 0, 2]).planes == [0, None, 0]
    assert crossarc.System("covington").oracle("dynamic", [0]).planes is None


def test_very_long_sentences() -> None:
    """Beyond 2,000 words planes are assigned greedily: valid, fast, and without memory quadratic in the length."""
    random = Random(9)
    n = 5000
    for tree in (
        [random.randrange(w) for w in range(1, n + 1)],
        [0] + [max(w - n // 2, 1) for w in range(2, n + 1)],  # thousands of arcs that cross each other
        [0, 1, *(w - 2 for w in range(3, n + 1))],
    ):
        for name in ("planar", "2-planar", "undirected-2-planar", "arc-eager+lnba"):
            system = crossarc.System(name)
            if name in ("planar", "2-planar"):
                planes = system.oracle("dynamic", tree).planes
                assert planes is not None
                for plane in (0, 1):
                    arcs = sorted((min(h, d), -max(h, d)) for d, h in enumerate(tree, 1) if planes[d - 1] == plane)
                    ends: list[int] = []
                    for left, right in arcs:
                        while ends and ends[-1] <= left:
                            ends.pop()
                        assert not ends or ends[-1] >= -right
                        ends.append(-right)
            assert len(system.derive(tree)) >= n
