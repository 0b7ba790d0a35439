"""Gómez-Rodríguez & Nivre (2010), §4.3 and §5.1: what the proofs of correctness and complexity rest on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import pytest
from reference.transition_search import random_tree
from reference.trees import cross

import crossarc
from crossarc.oracle_options import PLANES

SYSTEMS = ("planar", "2-planar")
LENGTHS = (1, 2, 3, 5, 8, 12)

Step = tuple[crossarc.Configuration, str, crossarc.Configuration]
Link = frozenset[int]


def random_walk(system: crossarc.System, n: int, random: Random) -> Iterator[Step]:
    c = system.start(n)
    while not c.finished:
        transition = random.choice(system.legal(c))
        before, c = c, system.apply(c, transition)
        yield before, transition, c


def derivation(system: crossarc.System, gold: tuple[int, ...], planes: str | None = None) -> Iterator[Step]:
    c = system.start(len(gold))
    for transition in system.derive(gold, planes=planes):
        before, c = c, system.apply(c, transition)
        yield before, transition, c


def walks(name: str, seed: int) -> Iterator[list[Step]]:
    random, system = Random(seed), crossarc.System(name)
    for n in LENGTHS:
        yield from (list(random_walk(system, n, random)) for _ in range(25))


def covered_trees(name: str, seed: int) -> Iterator[tuple[int, ...]]:
    random, system = Random(seed), crossarc.System(name)
    found = 0
    while found < 60:
        tree = random_tree(random, random.randint(1, 7))
        if system.covers(tree):
            found += 1
            yield tree


def links(arcs: list[tuple[int, int]]) -> set[Link]:
    return {frozenset(arc) for arc in arcs}


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_configuration_is_a_forest_without_crossings_in_a_plane(name: str) -> None:
    """§4.3, soundness: one head each, no cycles, no crossing links; §5.1: the last for each stack."""
    for steps in walks(name, seed=1):
        planes: dict[int, list[tuple[int, int]]] = {0: [], 1: []}
        component = {word: {word} for word in steps[0][0].buffer}
        for before, transition, after in steps:
            new = set(after.arcs) - set(before.arcs)
            assert len(new) == transition.endswith("-ARC")
            for head, dependent in new:
                assert all(dependent != other for _, other in before.arcs)
                assert component[head] is not component[dependent]  # no undirected path so far
                joined = component[head] | component[dependent]
                component |= dict.fromkeys(joined, joined)
                planes[before.active_plane].append((head, dependent))
        for arcs in planes.values():
            assert not any(cross(*pair) for pair in combinations(arcs, 2))


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_a_link_covers_has_gone(name: str) -> None:
    """§4.3: when a link is created, the words between its ends are neither in the (active) stack nor in the buffer."""
    for steps in walks(name, seed=2):
        for before, transition, _ in steps:
            if transition.endswith("-ARC"):
                between = set(range(before.stack[-1] + 1, before.buffer[0]))
                assert between.isdisjoint(before.stack)
                assert between.isdisjoint(before.buffer)


def test_the_variant_of_planar_decreases() -> None:
    """§4.3: every transition decreases |E| + |Σ| + 2|B| − |A|, where E is what is to be built."""

    def variant(c: crossarc.Configuration) -> int:
        return len(c.stack) + 2 * len(c.buffer) - len(c.arcs)

    for steps in walks("planar", seed=3):
        assert all(variant(after) < variant(before) for before, _, after in steps)


def test_the_invariants_of_planar() -> None:
    """§4.3, completeness: the three invariants hold wherever the oracle comes, and at the end all links are built."""
    system = crossarc.System("planar")
    for gold in covered_trees("planar", seed=4):
        wanted = {frozenset((head, word)) for word, head in enumerate(gold, start=1) if head != 0}
        for c, _, _ in derivation(system, gold):
            built, stack, j = links(c.arcs), set(c.stack), c.buffer[0]
            missing = wanted - built
            assert all(max(link) >= j for link in missing)  # 1
            if stack and frozenset((c.stack[-1], j)) in built:  # 2
                assert not any(frozenset((k, j)) in missing for k in range(c.stack[-1] + 1, j))
            assert all(k in stack or k >= j for link in missing for k in link)  # 3
        assert links(_end(system, gold).arcs) == wanted


@pytest.mark.parametrize("criterion", PLANES)
def test_the_invariants_of_2_planar(criterion: str) -> None:
    """§5.1, completeness: the same, the third for each stack and the links of its plane, whatever decides on planes."""
    system = crossarc.System("2-planar")
    switches = 0
    for gold in covered_trees("2-planar", seed=5):
        planes = system.oracle("static", gold, planes=criterion).planes
        assert planes is not None
        plane_of = {frozenset((head, word)): planes[word - 1] for word, head in enumerate(gold, start=1) if head != 0}
        for c, transition, _ in derivation(system, gold, criterion):
            switches += transition == "SWITCH"
            built, j = links(c.arcs), c.buffer[0]
            missing = plane_of.keys() - built
            assert all(max(link) >= j for link in missing)  # 1
            if c.stack and frozenset((c.stack[-1], j)) in built:  # 2
                between = (frozenset((k, j)) for k in range(c.stack[-1] + 1, j))
                assert not any(link in missing and plane_of[link] == c.active_plane for link in between)
            for plane, stack in ((c.active_plane, c.stack), (1 - c.active_plane, c.inactive_stack)):  # 3
                left = (link for link in missing if plane_of[link] == plane)
                assert all(k in stack or k >= j for link in left for k in link)
        assert links(_end(system, gold, criterion).arcs) == plane_of.keys()
    assert switches > 10


def _end(system: crossarc.System, gold: tuple[int, ...], planes: str | None = None) -> crossarc.Configuration:
    *_, (_, _, end) = derivation(system, gold, planes)
    return end


@pytest.mark.parametrize("name", SYSTEMS)
def test_transitions_of_each_kind(name: str) -> None:
    """§4.3: no more than n SHIFT, n REDUCE and n ARC; §5.1: REDUCE for each stack, and no two SWITCHes in a row."""
    for steps in walks(name, seed=6):
        n = len(steps[0][0].buffer)
        taken = [transition for _, transition, _ in steps]
        counts = Counter(taken)
        assert counts["SHIFT"] == n
        assert counts["REDUCE"] <= n * (2 if name == "2-planar" else 1)
        assert counts["LEFT-ARC"] + counts["RIGHT-ARC"] <= n - 1  # a forest
        assert ("SWITCH", "SWITCH") not in pairwise(taken)
