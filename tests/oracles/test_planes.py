"""Plane assignment (2010 §5.2): crossing arcs on different planes, as few arcs dropped as possible."""

from __future__ import annotations

import itertools
from random import Random

from reference import transition_search as reference

import crossarc


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


def test_planes_are_valid_and_drops_are_fewest() -> None:
    random = Random(2)
    system = crossarc.System("2-planar")
    dropping = 0
    for _ in range(400):
        tree = reference.random_tree(random, random.randint(5, 8))
        planes = system.oracle("dynamic", tree).planes
        assert planes is not None
        for a, b in reference.crossing_pairs(tree, with_root=False):
            pa, pb = planes[a - 1], planes[b - 1]
            assert pa is None or pb is None or pa != pb
        drops = [w for w, (head, plane) in enumerate(zip(tree, planes, strict=True), 1) if head and plane is None]
        assert all(planes[w] is None for w, head in enumerate(tree) if head == 0)
        assert len(drops) == fewest_drops(tree)
        assert system.covers(tree) == (not drops) == reference.is_2_planar(tree)
        dropping += bool(drops)
    assert dropping > 5


def test_unconstrained_arcs_stay_on_the_active_plane() -> None:
    system = crossarc.System("2-planar")
    # 1→3 crosses 2→4: the second one is forced onto plane 1; 4→5 is built after the SWITCH and stays there.
    oracle = system.oracle("dynamic", [0, 1, 1, 2, 4])
    assert oracle.planes == [None, 0, 0, 1, 1]
    assert system.derive([0, 1, 1, 2, 4]).count("SWITCH") == 1
    assert system.oracle("static", [2, 0, 2]).planes == [0, None, 0]
    assert crossarc.System("covington").oracle("dynamic", [0]).planes is None
