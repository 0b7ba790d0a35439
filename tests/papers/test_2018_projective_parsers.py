"""Aufrant, Wisniewski & Yvon (2018), §2 and note 2: which systems are arc-decomposable."""

from __future__ import annotations

from random import Random

import pytest
from reference.arc_reachability import individually_reachable, least_loss, outcomes
from reference.transition_search import all_trees, is_projective

import crossarc


def test_note_2() -> None:
    """“The bag fell”, all three on the stack: both arcs can be built, but not both of them.

    Here the rightmost of the two words that arc-standard links waits in the buffer.
    """
    system = crossarc.System("arc-standard")
    gold = [2, 3, 0]  # The ← bag ← fell
    before = system.apply(system.start(3), "SHIFT")
    c = system.apply(before, "SHIFT")
    assert (c.stack, c.buffer[0]) == ([1, 2], 3)
    trees = outcomes(system, c)
    assert individually_reachable(trees, gold) == {(2, 1), (3, 2), (0, 3)}
    assert least_loss(trees, gold) == 1
    after = {t: individually_reachable(outcomes(system, system.apply(c, t)), gold) for t in ("LEFT-ARC", "RIGHT-ARC")}
    assert after == {"LEFT-ARC": {(3, 2), (0, 3)}, "RIGHT-ARC": {(2, 1)}}  # “The” with RIGHT-ARC and LEFT-ARC
    # The error was made before: by shifting instead of attaching “The”.
    assert least_loss(outcomes(system, before), gold) == 0
    assert least_loss(outcomes(system, system.apply(before, "LEFT-ARC")), gold) == 0


@pytest.mark.parametrize(
    ("name", "is_decomposable"), [("arc-eager", True), ("arc-hybrid", True), ("arc-standard", False)]
)
def test_arc_decomposability(name: str, is_decomposable: bool) -> None:
    """§2: all gold arcs of a projective tree that can still be reached can be reached together."""
    random, system = Random(1), crossarc.System(name)
    projective = [tree for tree in all_trees(4) if is_projective(tree)]
    incompatible = 0
    for _ in range(60):
        c = system.start(4)
        for _ in range(random.randint(0, 6)):
            if not c.finished:
                c = system.apply(c, random.choice(system.legal(c)))
        trees = outcomes(system, c)
        for gold in projective:
            unreachable = 4 - len(individually_reachable(trees, gold))
            incompatible += least_loss(trees, gold) > unreachable
    assert (incompatible == 0) == is_decomposable


@pytest.mark.parametrize("name", ["arc-standard", "arc-hybrid"])
def test_derivations_have_2n_transitions(name: str) -> None:
    """Every word is shifted once and attached once, whatever is chosen."""
    random, system = Random(2), crossarc.System(name)
    for n in (1, 2, 5, 12):
        for _ in range(20):
            c, length = system.start(n), 0
            while not c.finished:
                c, length = system.apply(c, random.choice(system.legal(c))), length + 1
            assert length == 2 * n
