"""Gold and predicted arcs side by side, as flat arrays over the words of each treebank."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crossarc import _core
from crossarc.evaluation.alignment import Alignment, Flags, Numbers, align
from crossarc.evaluation.columns import shared_column
from crossarc.evaluation.punctuation import can_tell_punctuation, punctuation_words
from crossarc.treebank import Treebank


@dataclass(frozen=True)
class Side:
    """The arcs of one treebank, one for each word. Labels are numbers into a table that both sides share."""

    treebank: Treebank
    labels: Numbers
    nonprojective: Flags
    punctuation: Flags
    sentences: Numbers  # of the gold treebank, which may have other sentence breaks
    right_head: Flags  # the word is paired, and so is its head with the other side's head
    right_label: Flags  # the word is paired with one of the same label
    right_universal_label: Flags  # the same, for labels up to the colon

    @property
    def right_arc(self) -> Flags:
        return self.right_head & self.right_label


@dataclass(frozen=True)
class Arcs:
    """Both sides, and the labels that their numbers stand for."""

    gold: Side
    predicted: Side
    alignment: Alignment
    labels: list[str]
    punctuation: str  # the sense of the word

    @property
    def aligned_words(self) -> int:
        """How many words of each side are paired."""
        return int(np.count_nonzero(self.alignment.predicted_of >= 0))

    @property
    def punctuation_known(self) -> bool:
        """Whether anything tells what is punctuation, in gold words and in predicted ones that are paired with none."""
        asked = [self.gold, *([self.predicted] if (self.alignment.gold_of < 0).any() else [])]
        return all(can_tell_punctuation(side.treebank, self.punctuation) for side in asked)

    @property
    def sentence_count(self) -> int:
        return len(self.gold.treebank)


def universal(label: str) -> str:
    """A label up to the colon: the universal relation without its subtype.

    >>> universal("nsubj:pass")
    'nsubj'
    """
    return label.partition(":")[0]


def compare_arcs(gold: Treebank, predicted: Treebank, punctuation: str) -> Arcs:
    """Pair the words of two treebanks and say of each arc, on both sides, whether it is right."""
    alignment = align(gold.require_trees(), predicted.require_trees())
    labels, gold_labels, predicted_labels = shared_column(gold, predicted, "deprel")
    universal_of = _universal_labels(labels)
    whole_labels = alignment.where_same(gold_labels, predicted_labels)
    universal_labels = alignment.where_same(universal_of[gold_labels], universal_of[predicted_labels])
    gold_sentences = np.repeat(np.arange(len(gold), dtype=np.int32), gold.lengths)
    gold_punctuation = punctuation_words(gold, punctuation)
    if alignment.same_words:
        heads = alignment.where_same(gold.heads, predicted.heads)
        predicted_sentences, predicted_punctuation = gold_sentences, gold_punctuation
    else:
        heads = alignment.where_same(head_words(gold), _translated(head_words(predicted), alignment.gold_of))
        tokens = alignment.tokens[1].spans
        predicted_sentences = alignment.gold_sentences_at(tokens.cuts[:-1])[tokens.token_of]
        unpaired = alignment.gold_of < 0
        predicted_punctuation = gold_punctuation[alignment.gold_of]
        predicted_punctuation[unpaired] = punctuation_words(predicted, punctuation)[unpaired]
    return Arcs(
        Side(
            treebank=gold,
            labels=gold_labels,
            nonprojective=_core.nonprojective_arcs(gold.heads, gold.offsets),
            punctuation=gold_punctuation,
            sentences=gold_sentences,
            right_head=heads[0],
            right_label=whole_labels[0],
            right_universal_label=universal_labels[0],
        ),
        Side(
            treebank=predicted,
            labels=predicted_labels,
            nonprojective=_core.nonprojective_arcs(predicted.heads, predicted.offsets),
            punctuation=predicted_punctuation,
            sentences=predicted_sentences,
            right_head=heads[1],
            right_label=whole_labels[1],
            right_universal_label=universal_labels[1],
        ),
        alignment,
        labels,
        punctuation,
    )


ROOT = -1  # where a head's number could stand
_NO_WORD = -2


def head_words(treebank: Treebank) -> Numbers:
    """The head of each word as a number through the treebank; `ROOT` for 0."""
    words = np.repeat(treebank.offsets[:-1].astype(np.int32), treebank.lengths)
    words += treebank.heads
    words -= 1
    words[treebank.heads == 0] = ROOT
    return words


def _translated(heads: Numbers, gold_of: Numbers) -> Numbers:
    """Heads as gold words; a head that is paired with no gold word is like nothing there."""
    words = gold_of[heads]
    words[words < 0] = _NO_WORD
    words[heads == ROOT] = ROOT
    return words


def _universal_labels(labels: list[str]) -> Numbers:
    """For each label the number of its universal part."""
    table: dict[str, int] = {}
    return np.array([table.setdefault(universal(label), len(table)) for label in labels], np.int32)
