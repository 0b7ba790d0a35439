"""Gómez-Rodríguez & Fernández-González (2015), §3.1: cycles are all that makes the loss more than single arcs."""

from __future__ import annotations

from random import Random

from reference.arc_reachability import Arc, individually_reachable, least_loss, outcomes
from reference.transition_search import random_tree

import crossarc

COVINGTON = crossarc.System("covington")


def test_figure_2() -> None:
    """⟨[1, 2], [], [3, 4], {1 → 2}⟩: of 0 → 2 → 3 → 4 → 1 only the first is out of reach, but the loss is 2."""
    c = COVINGTON.start(4)
    for transition in ("SHIFT", "RIGHT-ARC", "SHIFT"):
        c = COVINGTON.apply(c, transition)
    assert (c.stack, c.second_list, c.buffer, c.arcs) == ([1, 2], [], [3, 4], [(1, 2)])
    gold = [4, 0, 2, 3]
    trees = outcomes(COVINGTON, c)
    assert individually_reachable(trees, gold) == {(2, 3), (3, 4), (4, 1)}
    assert least_loss(trees, gold) == 2
    oracle = COVINGTON.oracle("dynamic", gold)
    assert oracle.loss(c) == 2
    assert min(oracle.costs(c).values()) == 0


def cycles(arcs: set[Arc]) -> int:
    """How many there are in a graph where words have at most one head."""
    head_of = {dependent: head for head, dependent in arcs}
    found = set()
    for word in head_of:
        path = [word]
        while path[-1] in head_of and head_of[path[-1]] not in path:
            path.append(head_of[path[-1]])
        if head_of.get(path[-1]) in path:
            found.add(frozenset(path[path.index(head_of[path[-1]]) :]))
    return len(found)


def test_theorem_1() -> None:
    """ℓ(c) = |U(c, t)| + the cycles of A ∪ I(c, t), with reachability tried out instead of derived."""
    random = Random(1)
    with_cycles = 0
    for _ in range(120):
        gold, c = random_tree(random, 4), COVINGTON.start(4)
        for _ in range(random.randint(0, 9)):
            if not c.finished:
                c = COVINGTON.apply(c, random.choice(COVINGTON.legal(c)))
        reachable = individually_reachable(outcomes(COVINGTON, c), gold)
        count = cycles(reachable | set(c.arcs))
        with_cycles += count > 0
        assert COVINGTON.oracle("dynamic", gold).loss(c) == len(gold) - len(reachable) + count
    assert with_cycles > 2


def test_every_pair_is_looked_at_once_at_most() -> None:
    """§2.2: the double loop over pairs of words; so there are n SHIFTs and at most n(n - 1)/2 other transitions."""
    random = Random(2)
    for n in (1, 2, 5, 10):
        longest = 0
        for _ in range(30):
            c, pairs, length = COVINGTON.start(n), set[Arc](), 0
            while not c.finished:
                choices = COVINGTON.legal(c)  # SHIFT comes last, so that derivations are long
                transition = random.choice([name for name in choices if name != "SHIFT"] or choices)
                if transition != "SHIFT":
                    pair = c.stack[-1], c.buffer[0]
                    assert pair not in pairs
                    pairs.add(pair)
                c, length = COVINGTON.apply(c, transition), length + 1
            assert length == n + len(pairs)
            longest = max(longest, length)
        assert longest == n * (n + 1) // 2
