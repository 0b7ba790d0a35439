"""How many links are right before they get their directions (2012 undirected §6)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from crossarc.parser.parser import Links
from crossarc.treebank import Treebank

_Numbers = npt.NDArray[np.integer]


def undirected_scores(gold: Treebank, links: Links) -> dict[str, float]:
    """The share of the gold arcs whose ends are linked, in either direction, and of those with the right label, too.

    Arcs from the root are arcs like all others: they are right if the word is linked to 0.
    """
    sentences = np.repeat(np.arange(len(gold)), gold.lengths)
    ends = np.minimum(gold.heads, gold.positions), np.maximum(gold.heads, gold.positions)
    size = int(gold.lengths.max()) + 1
    arcs, built = _pairs(sentences, *ends, size), _pairs(links.sentences, links.left, links.right, size)
    _, at_arc, at_link = np.intersect1d(arcs, built, assume_unique=True, return_indices=True)
    code_of = {label: code for code, label in enumerate(gold.strings("deprel"))}
    in_gold = np.array([code_of.get(label, -1) for label in links.labels])
    right_label = in_gold[links.codes[at_link]] == gold.codes("deprel")[at_arc]
    right = {"undirected_uas": len(at_arc), "undirected_las": int(np.count_nonzero(right_label))}
    return {name: 100 * (count / gold.word_count) for name, count in right.items()}


def _pairs(sentences: _Numbers, left: _Numbers, right: _Numbers, size: int) -> npt.NDArray[np.int64]:
    """A number for each pair of nodes of a sentence."""
    pairs: npt.NDArray[np.int64] = (sentences.astype(np.int64) * size + left) * size + right
    return pairs
