"""Two trees of one sentence: what both have, and what only one of them has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from crossarc.drawing.colours import Tone
from crossarc.drawing.diagram import Diagram, edge, row_of, with_edges
from crossarc.errors import ArgumentError
from crossarc.treebank import Sentence, Treebank, TreebankError


def diagram_of_two(
    gold: Sentence, predicted: Sentence, *, show: Sequence[str] | None = None, direction: str = "auto"
) -> Diagram:
    """Arcs of both trees in grey above the words, those of the first alone above, too, and of the second alone below.

    Where an arc has another label in the second tree, both are there, and only the labels have a colour.
    """
    if gold.forms != predicted.forms:
        raise ArgumentError("the two trees are of different sentences: their words differ")
    row = row_of(gold, show, direction)
    arcs = zip(gold.heads.tolist(), gold.deprels, predicted.heads.tolist(), predicted.deprels, strict=True)
    edges = []
    for word, (head, label, other_head, other_label) in enumerate(arcs, start=1):
        if (head, label) == (other_head, other_label):
            if head >= 0:
                edges.append(edge(row, head, word, label, tone=Tone.agreed))
            continue
        line = Tone.agreed if head == other_head else None  # then only the labels differ
        for own_head, own_label, tone in ((head, label, Tone.gold), (other_head, other_label, Tone.predicted)):
            if own_head < 0:
                continue
            is_below = tone == Tone.predicted
            edges.append(
                edge(row, own_head, word, own_label, tone=line or tone, label_tone=line and tone, is_below=is_below)
            )
    return with_edges(row, edges)


def require_same_words(gold: Treebank, predicted: Treebank) -> None:
    """Raise a `TreebankError` about the second if it is not about the same words."""
    if len(gold) != len(predicted):
        problem = f"there are {len(predicted):,} sentences, but {len(gold):,} in {gold.path}"
        raise TreebankError(predicted.path, None, problem)
    if (gold.lengths == predicted.lengths).all() and (gold.codes("form") == _codes_of(gold, predicted, "form")).all():
        return
    for own, other in zip(gold, predicted, strict=True):
        if own.forms != other.forms:
            raise TreebankError(predicted.path, other.line, f"other words than in {gold.path}:{own.line}")


def wrong_arcs(gold: Treebank, predicted: Treebank) -> npt.NDArray[np.int64]:
    """For each sentence the number of words whose head or label differs."""
    is_wrong = (gold.heads != predicted.heads) | (gold.codes("deprel") != _codes_of(gold, predicted, "deprel"))
    totals = np.concatenate([[0], np.cumsum(is_wrong)])
    counts: npt.NDArray[np.int64] = totals[gold.offsets[1:]] - totals[gold.offsets[:-1]]
    return counts


def _codes_of(gold: Treebank, predicted: Treebank, column: str) -> npt.NDArray[np.int64]:
    """A column of the second treebank in the codes that the first has for it; -1 for what that does not have."""
    code_of = {name: code for code, name in enumerate(gold.strings(column))}
    in_gold = np.array([code_of.get(name, -1) for name in predicted.strings(column)], np.int64)
    codes: npt.NDArray[np.int64] = in_gold[predicted.codes(column)] if in_gold.size else np.zeros(0, np.int64)
    return codes
