"""Soundness and completeness: what the start can reach is exactly the class of trees of the system."""

from __future__ import annotations

from random import Random

import pytest
from reference import transition_search as reference
from reference.longest_derivations import LONGEST

import crossarc

PROJECTIVE = [1, 3, 12, 55, 273]
PLANAR = [1, 3, 16, 105, 756]
ALL = [1, 3, 16, 125, 1296]

DIRECTED = [
    ("arc-standard", {}, "arc-standard", reference.is_projective),
    ("arc-eager", {}, "arc-eager", reference.is_projective),
    ("arc-eager", {"root": "first"}, "arc-eager/first", reference.is_projective),
    ("arc-hybrid", {}, "arc-hybrid", reference.is_projective),
    ("arc-hybrid-swap", {}, "arc-hybrid-swap", lambda tree: True),
    ("planar", {}, "planar", reference.is_planar),
    ("2-planar", {}, "2-planar", reference.is_2_planar),
    ("covington", {}, "covington", lambda tree: True),
]
ADAPTED = [
    ("arc-eager+lba", {}, reference.is_projective),
    ("arc-eager+rba", {}, reference.is_projective),
    ("arc-eager+lba+rba", {}, reference.is_projective),
    ("arc-eager+lba+rba", {"root": "first"}, reference.is_projective),
    ("arc-standard+lba+rba", {}, reference.is_projective),
    ("arc-hybrid+lba+rba", {}, reference.is_projective),
    ("arc-hybrid-swap+lba+rba", {}, lambda tree: True),
    ("arc-hybrid-swap+lba+rba+lnba+rnba", {}, lambda tree: True),
    ("planar+lba+rba", {}, reference.is_planar),
    ("arc-eager+lnba", {}, None),
    ("arc-eager+rnba", {}, None),
    ("arc-eager+lnba+rnba", {}, None),
    ("arc-eager+lnba+rnba", {"root": "first"}, None),
    ("arc-eager+lba+rba+lnba+rnba", {}, None),
    ("arc-standard+lnba+rnba", {}, None),
    ("arc-hybrid+lnba+rnba", {}, None),
    ("planar+lnba+rnba", {}, None),
    ("undirected-planar", {}, reference.is_planar),
    ("undirected-planar", {"root_links": "trusted"}, reference.is_planar),
    ("undirected-planar", {"reconstruction": "naive"}, None),
    ("undirected-covington", {}, lambda tree: True),
    ("undirected-covington", {"root_links": "trusted"}, lambda tree: True),
    ("undirected-covington", {"reconstruction": "naive"}, lambda tree: True),
]
EVERY = [(name, options) for name, options, *_ in DIRECTED + ADAPTED] + [
    ("2-planar+lba+rba+lnba+rnba", {}),
    ("undirected-2-planar", {}),
    ("undirected-2-planar", {"reconstruction": "naive"}),
]


def reachable_trees(system: crossarc.System, n: int) -> set[tuple[int, ...]]:
    todo = [system.start(n)]
    seen = set(todo)
    trees = set()
    while todo:
        c = todo.pop()
        legal = system.legal(c)
        assert bool(legal) != c.finished, f"stuck in {c}"
        if c.finished:
            trees.add(tuple(c.heads))
        for transition in legal:
            following = system.apply(c, transition)
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return trees


def test_reference_counts_the_classes() -> None:
    for counts, belongs in [
        (PROJECTIVE, reference.is_projective),
        (PLANAR, reference.is_planar),
        (ALL, lambda tree: True),
    ]:
        for n, count in enumerate(counts[:4], start=1):
            assert sum(belongs(tree) for tree in reference.all_trees(n)) == count


@pytest.mark.parametrize(("name", "options", "definition", "belongs"), DIRECTED)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_state_agrees_with_the_definition(name, options, definition, belongs, n) -> None:
    """The same legal transitions and heads in every configuration, and exactly the right trees at the end."""
    system = crossarc.System(name, **options)
    graph = reference.StateGraph(definition, n)
    configurations = [system.start(n)]
    for before, transition in graph.found_by[1:]:
        configurations.append(system.apply(configurations[before], transition))
    for c, state, successors in zip(configurations, graph.states, graph.successors, strict=True):
        assert set(system.legal(c)) == set(successors)
        assert tuple(c.heads) == reference.heads(state, n)
        assert tuple(c.buffer) == state.buffer
        assert tuple(c.stack) == state.stack
        assert c.finished == (not successors)
    trees = {tree for tree in reference.all_trees(n) if belongs(tree)}
    assert graph.reachable_trees() == trees
    assert {tree for tree in reference.all_trees(n) if system.covers(tree)} == trees


@pytest.mark.parametrize(
    ("name", "options", "counts"),
    [
        ("arc-standard", {}, PROJECTIVE),
        ("arc-eager", {}, PROJECTIVE),
        ("arc-eager", {"root": "first"}, PROJECTIVE),
        ("arc-hybrid", {}, PROJECTIVE),
        ("arc-hybrid-swap", {}, ALL),
        ("planar", {}, PLANAR),
        ("covington", {}, ALL),
    ],
)
def test_five_words(name, options, counts) -> None:
    system = crossarc.System(name, **options)
    reached = reachable_trees(system, 5)
    assert len(reached) == counts[4]
    assert {tree for tree in reference.all_trees(5) if system.covers(tree)} == reached


@pytest.mark.parametrize(("name", "options", "belongs"), ADAPTED)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_adaptors_build_what_they_cover(name, options, belongs, n) -> None:
    system = crossarc.System(name, **options)
    reached = reachable_trees(system, n)
    assert {tree for tree in reference.all_trees(n) if system.covers(tree)} == reached
    if belongs is not None:
        assert {tree for tree in reference.all_trees(n) if belongs(tree)} == reached
    elif n > 2:
        assert reached > {tree for tree in reference.all_trees(n) if reference.is_projective(tree)}


@pytest.mark.parametrize("options", [{}, {"root_links": "trusted"}, {"reconstruction": "naive"}])
def test_undirected_2_planar(options) -> None:
    system = crossarc.System("undirected-2-planar", **options)
    for n in (1, 2, 3):
        assert reachable_trees(system, n) == set(reference.all_trees(n))


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_random_walks_end_in_trees(name, options) -> None:
    random = Random(0)
    system = crossarc.System(name, **options)
    for n in [*range(9), 30]:
        for _ in range(20):
            c = system.start(n)
            while not c.finished:
                legal = system.legal(c)
                assert legal, f"stuck in {c}"
                c = system.apply(c, random.choice(legal))
            assert reference.is_tree(tuple(c.heads))


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_derivations_rebuild_covered_trees(name, options) -> None:
    random = Random(1)
    system = crossarc.System(name, **options)
    covered = 0
    for _ in range(300):
        tree = reference.random_tree(random, random.randint(1, 8))
        transitions = system.derive(tree)
        c = system.start(len(tree))
        for transition in transitions:
            c = system.apply(c, transition)
        assert c.finished
        assert len(transitions) <= LONGEST[name.partition("+")[0]](len(tree))
        assert (tuple(c.heads) == tree) == system.covers(tree)
        covered += system.covers(tree)
    assert covered > 10
