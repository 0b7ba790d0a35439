"""Which arcs can still be built from a configuration, alone and together: by trying everything that can follow."""

from __future__ import annotations

from collections.abc import Sequence

import crossarc

Arc = tuple[int, int]
"""Head and dependent."""


def outcomes(system: crossarc.System, c: crossarc.Configuration) -> set[tuple[int, ...]]:
    """The heads of all trees that a derivation through c can end with."""
    seen, waiting, found = {c}, [c], set[tuple[int, ...]]()
    while waiting:
        c = waiting.pop()
        if c.finished:
            found.add(tuple(c.heads))
        following = {system.apply(c, transition) for transition in system.legal(c)} - seen
        seen |= following
        waiting += following
    return found


def individually_reachable(trees: set[tuple[int, ...]], gold: Sequence[int]) -> set[Arc]:
    """The gold arcs that any of the trees has."""
    return {(head, word) for word, head in enumerate(gold, start=1) if any(tree[word - 1] == head for tree in trees)}


def least_loss(trees: set[tuple[int, ...]], gold: Sequence[int]) -> int:
    """The wrong heads of the best of the trees."""
    return min(sum(head != own for head, own in zip(tree, gold, strict=True)) for tree in trees)
