"""How precise each transition is (2012 buffer, Table 3): of the arcs that it builds, how many are right, with labels.

A parser's derivation is not kept, but its trees are, and a system's static policy has one derivation for a tree: a
predicted arc is counted for the transition that this derivation builds it with. So with buffer transitions in the
system, arcs of length 1 are theirs wherever they can build them (2012, §3.1), as they are in training. A word that no
transition attaches, because it is left over for the root, counts for none.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from crossarc.batch import Batch
from crossarc.systems import System
from crossarc.treebank import Treebank

# Where the dependent of the new arc is before each transition.
ARC_TRANSITIONS = {
    "LEFT-ARC": "S0",
    "RIGHT-ARC": "B0",
    "LEFT-BUFFER-ARC": "B0",
    "RIGHT-BUFFER-ARC": "B1",
    "LEFT-NONPROJ-BUFFER-ARC": "S0",
    "RIGHT-NONPROJ-BUFFER-ARC": "B1",
}
_RIGHT_ARC_ON_STACK = ("arc-hybrid", "arc-hybrid-swap")  # its dependent is the top of the stack

NO_TRANSITION = -1


def transitions_of_arcs(system: System, trees: Treebank) -> npt.NDArray[np.int64]:
    """For each word the number, in `system.transitions`, of the transition that attaches it; -1 if there is none."""
    heads = np.split(trees.heads, trees.offsets[1:-1])
    batch = Batch(system, gold=[tree.tolist() for tree in heads], oracle="static")
    builder = np.full(trees.word_count, NO_TRANSITION, np.int64)
    addresses = _dependents(system)
    while not batch.finished.all():
        chosen = np.where(batch.finished, -1, np.argmax(batch.costs() == 0, axis=1))
        nodes = batch.nodes(sorted(set(addresses.values())))
        for column, address in enumerate(sorted(set(addresses.values()))):
            building = [system.transitions.index(name) for name, place in addresses.items() if place == address]
            rows = np.flatnonzero(np.isin(chosen, building))
            builder[trees.offsets[rows] + nodes[rows, column] - 1] = chosen[rows]
        batch.apply(chosen)
    return builder


def precision_counts(system: System, gold: Treebank, predicted: Treebank) -> dict[str, tuple[int, int]]:
    """For each transition that builds arcs: how many it built, and how many of them have the right head and label."""
    if system.name.startswith("undirected-"):  # reconstruction decides on the arcs, not transitions
        return {}
    builder = transitions_of_arcs(system, predicted)
    table = {label: code for code, label in enumerate(gold.strings("deprel"))}
    recoded = np.array([table.get(label, -1) for label in predicted.strings("deprel")])
    right = (gold.heads == predicted.heads) & (gold.codes("deprel") == recoded[predicted.codes("deprel")])
    counts = {}
    for number, name in enumerate(system.transitions):
        if name in ARC_TRANSITIONS:
            built = builder == number
            counts[name] = int(np.count_nonzero(built)), int(np.count_nonzero(built & right))
    return counts


def _dependents(system: System) -> dict[str, str]:
    on_stack = system.name.partition("+")[0] in _RIGHT_ARC_ON_STACK
    places = ARC_TRANSITIONS | ({"RIGHT-ARC": "S0"} if on_stack else {})
    return {name: place for name, place in places.items() if name in system.transitions}
