"""Fernández-González & Gómez-Rodríguez (2012), §3 and §4: what buffer transitions do to derivations."""

from __future__ import annotations

from random import Random

import pytest
from reference.transition_search import random_tree

import crossarc

BASES = ("arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar")


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("kinds", ["lba+rba", "lnba+rnba", "lba+rba+lnba+rnba"])
def test_there_are_at_most_n_of_them(base: str, kinds: str) -> None:
    """§3.2 and §4.2: each takes a word away for good, so that there are no more than n."""
    random, system = Random(1), crossarc.System(f"{base}+{kinds}")
    for n in (1, 2, 3, 5, 8, 12):
        for _ in range(15):
            c, taken = system.start(n), 0
            while not c.finished:
                transition = random.choice(system.legal(c))
                before, c = c, system.apply(c, transition)
                if transition.endswith("BUFFER-ARC"):
                    taken += 1
                    left, were = ({*own.stack, *own.inactive_stack, *own.buffer} for own in (c, before))
                    assert len(were - left) == 1 or base == "2-planar"  # its other stack may still have the word
            assert taken <= n


@pytest.mark.parametrize("kinds", ["lba", "rba", "lba+rba"])
def test_projective_ones_make_no_derivation_longer(kinds: str) -> None:
    """§3.2: some words take one transition instead of being shifted and popped, in arc-eager."""
    random = Random(2)
    plain, extended = crossarc.System("arc-eager", root="first"), crossarc.System(f"arc-eager+{kinds}", root="first")
    shorter = 0
    for _ in range(300):
        tree = random_tree(random, random.randint(1, 7))
        if plain.covers(tree):
            lengths = len(plain.derive(tree)), len(extended.derive(tree))
            assert lengths[1] <= lengths[0], tree
            shorter += lengths[1] < lengths[0]
    assert shorter > 10
