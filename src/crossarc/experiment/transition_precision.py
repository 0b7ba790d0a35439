"""How precise each transition is (2012 buffer, Table 3): how many of its arcs are right, labels included."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.treebank import Treebank

ARC_TRANSITIONS = tuple(_core.arc_transition_names())


def precision_counts(
    gold: Treebank, predicted: Treebank, builders: npt.NDArray[np.int32], transitions: Sequence[str]
) -> dict[str, tuple[int, int]]:
    """For each transition that built arcs: how many, and how many of them have the right head and label.

    `builders` and `transitions` are a `Parser`'s. Arcs that no transition built count for none: those of words that
    were left for the root, and all arcs of undirected systems, where reconstruction decides on heads.
    """
    table = {label: code for code, label in enumerate(gold.strings("deprel"))}
    recoded = np.array([table.get(label, -1) for label in predicted.strings("deprel")])
    right = (gold.heads == predicted.heads) & (gold.codes("deprel") == recoded[predicted.codes("deprel")])
    counts = {}
    for number, name in enumerate(transitions):
        built = builders == number
        if built.any():
            counts[name] = int(np.count_nonzero(built)), int(np.count_nonzero(built & right))
    return counts
