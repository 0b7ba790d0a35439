"""The dynamic oracles of undirected systems against exhaustive search over every transition sequence."""

from __future__ import annotations

from random import Random

import pytest
from reference import link_search
from reference.link_search import BASES, LinkSearch, State
from reference.transition_search import all_trees, random_tree

import crossarc

Pair = tuple[State, crossarc.Configuration]
NAIVE = [True, False]


def system_of(name: str, is_naive: bool) -> crossarc.System:
    return crossarc.System(name, reconstruction="naive" if is_naive else "label")


def search_for(system: crossarc.System, tree: tuple[int, ...], is_naive: bool) -> tuple[LinkSearch, crossarc.Oracle]:
    oracle = system.oracle("dynamic", tree)
    planes = oracle.planes or [0] * len(tree)  # Covington's has one plane for all
    return LinkSearch(system.name, tree, planes, is_naive), oracle


def reachable(system: crossarc.System, origin: Pair, is_naive: bool) -> list[Pair]:
    """A state and the configuration that it stands for, in all that follows."""
    found = {origin[0]: origin[1]}
    todo = [origin]
    while todo:
        state, c = todo.pop()
        following = link_search.moves(system.name, state, is_naive)
        assert set(system.legal(c)) == following.keys()
        for transition, to in following.items():
            if to not in found:
                found[to] = system.apply(c, transition)
                todo.append((to, found[to]))
    return list(found.items())


def check(search: LinkSearch, oracle: crossarc.Oracle, pairs: list[Pair], name: str, is_naive: bool) -> None:
    for state, c in pairs:
        loss = search.loss(state)
        assert oracle.loss(c) == loss, (oracle, c)
        following = link_search.moves(name, state, is_naive)
        assert oracle.costs(c) == {t: search.loss(to) - loss for t, to in following.items()}, (oracle, c)


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize("is_naive", NAIVE)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_configuration_of_every_tree(name: str, is_naive: bool, n: int) -> None:
    system = system_of(name, is_naive)
    pairs = reachable(system, (link_search.start(name, n), system.start(n)), is_naive)
    chosen = pairs if len(pairs) < 1000 else Random(n).sample(pairs, 400)
    for tree in all_trees(n):
        search, oracle = search_for(system, tree, is_naive)
        check(search, oracle, chosen, name, is_naive)


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize("is_naive", NAIVE)
def test_random_configurations_of_longer_trees(name: str, is_naive: bool) -> None:
    random, system = Random(5), system_of(name, is_naive)
    for _ in range(6):
        n = random.choice((4, 5, 6))
        state, c = link_search.start(name, n), system.start(n)
        while len(state.buffer) > (1 if name == "undirected-2-planar" else 2):  # the search is to stay small
            transition = random.choice(system.legal(c))
            state, c = link_search.moves(name, state, is_naive)[transition], system.apply(c, transition)
        pairs = reachable(system, (state, c), is_naive)
        for _ in range(3):
            search, oracle = search_for(system, random_tree(random, n), is_naive)
            check(search, oracle, random.sample(pairs, min(len(pairs), 150)), name, is_naive)


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize("is_naive", NAIVE)
def test_following_it_rebuilds_every_tree_that_the_system_covers(name: str, is_naive: bool) -> None:
    random, system = Random(6), system_of(name, is_naive)
    for tree in all_trees(4):
        if not system.covers(tree):
            continue
        oracle, c = system.oracle("dynamic", tree), system.start(4)
        assert oracle.loss(c) == 0
        while not c.finished:
            c = system.apply(c, random.choice(oracle.optimal(c)))
        assert oracle.loss(c) == 0
        if is_naive:  # label-based reconstruction needs labels
            assert c.heads == list(tree)
