"""Two trees of one sentence in one drawing."""

from __future__ import annotations

import numpy as np
import pytest

from crossarc import Treebank, TreebankError, synthetic
from crossarc.drawing import diagram_of_two
from crossarc.drawing.differences import require_same_words, wrong_arcs
from crossarc.treebank.words import sentence_of_words

WORDS = sentence_of_words(["a", "b", "c", "d"])
GOLD = WORDS.with_trees([2, 0, 2, 3], ["x", "root", "y", "z"])
PREDICTED = WORDS.with_trees([2, 0, 2, 2], ["x", "root", "Y", "z"])


def test_what_is_above_and_below() -> None:
    edges = diagram_of_two(GOLD[0], PREDICTED[0]).edges
    told = [
        (e.head, e.dependent, e.label, e.tone.value, e.label_tone and e.label_tone.value, e.is_below) for e in edges
    ]
    assert told == [
        (1, 0, "x", "agreed", None, False),
        (None, 1, "root", "agreed", None, False),
        (1, 2, "y", "agreed", "gold", False),
        (1, 2, "Y", "agreed", "predicted", True),
        (2, 3, "z", "gold", None, False),
        (1, 3, "z", "predicted", None, True),
    ]


def test_wrong_arcs_are_counted_by_heads_and_labels() -> None:
    gold = synthetic.generate(30, crossing="any", rate=0.5)
    heads, labels = gold.heads.copy(), gold.column("deprel")
    chosen = np.random.default_rng(1).random(gold.word_count) < 0.2
    labels = [f"{label}!" if is_other else label for label, is_other in zip(labels, chosen, strict=True)]
    predicted = gold.with_trees(heads, labels)
    expected = [int(part.sum()) for part in np.split(chosen, gold.offsets[1:-1])]
    assert wrong_arcs(gold, predicted).tolist() == expected
    assert wrong_arcs(gold, gold).sum() == 0


def test_other_words_are_told() -> None:
    other = sentence_of_words(["a", "b", "x", "d"]).with_trees([2, 0, 2, 3], ["x"] * 4)
    with pytest.raises(ValueError, match="their words differ"):
        diagram_of_two(GOLD[0], other[0])
    with pytest.raises(TreebankError, match="1: other words than in <words>:1"):
        require_same_words(GOLD, other)
    with pytest.raises(TreebankError, match="there are 2 sentences, but 1 in <words>"):
        require_same_words(GOLD, Treebank.from_sentences([GOLD[0], GOLD[0]]))


def test_words_without_a_head_in_one_tree() -> None:
    blank = WORDS[0]
    edges = diagram_of_two(GOLD[0], blank).edges
    assert {edge.tone.value for edge in edges} == {"gold"}
    assert len(diagram_of_two(blank, blank).edges) == 0
