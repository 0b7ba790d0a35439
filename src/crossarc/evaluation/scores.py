"""The metrics, each a ratio of two counts over words or sentences.

Attachment scores are F1 = 2 · correct / (gold + predicted), which is plain accuracy where both treebanks have the
same words. Counts can be taken over all sentences, or sentence by sentence for tests of significance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from crossarc.evaluation.arcs import Arcs, Flags, Numbers, Side, universal

_TITLES = {
    "uas": "UAS",
    "las": "LAS",
    "las_ud": "LAS up to the colon",
    "la": "label accuracy",
    "clas": "CLAS",
    "uas_no_punct": "UAS without punctuation",
    "las_no_punct": "LAS without punctuation",
    "nonproj_precision": "non-projective precision",
    "nonproj_recall": "non-projective recall",
    "proj_precision": "projective precision",
    "proj_recall": "projective recall",
    "nonproj_labelled_precision": "labelled non-projective precision",
    "nonproj_labelled_recall": "labelled non-projective recall",
    "proj_labelled_precision": "labelled projective precision",
    "proj_labelled_recall": "labelled projective recall",
    "exact_match": "whole trees",
}

METRICS = tuple(_TITLES)

# The relations that CLAS counts, as in the CoNLL 2018 scorer (Nivre & Fang 2017): not function words, not punctuation.
# fmt: off
CONTENT_RELATIONS = frozenset({
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl", "advmod",
    "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list",
    "parataxis", "orphan", "goeswith", "reparandum", "root", "dep",
})
# fmt: on


_F1 = ("uas", "las", "las_ud", "la", "clas", "uas_no_punct", "las_no_punct")
_AT_A_TIME = 1 << 16  # words that are counted by sentence: memory for more is not needed


def title(metric: str) -> str:
    """A metric's name in words."""
    return _TITLES[metric]


def title_of_f1(metric: str) -> str:
    """The same where the two sides have other words, so that F1 is something else than accuracy.

    >>> title_of_f1("la"), title_of_f1("proj_recall")
    ('label accuracy, F1', 'projective recall')
    """
    return f"{_TITLES[metric]}, F1" if metric in _F1 else _TITLES[metric]


@dataclass(frozen=True)
class Count:
    """How many flags are set, of some or of all, times a weight; each flag belongs to a sentence."""

    flags: Flags
    sentences: Numbers
    weight: int = 1
    of: Flags | None = None

    def total(self) -> int:
        chosen = self.flags if self.of is None else self.flags & self.of
        return self.weight * int(np.count_nonzero(chosen))

    def by_sentence(self, sentence_count: int) -> npt.NDArray[np.int32]:
        counts = np.zeros(sentence_count, np.int32)
        for begin in range(0, self.flags.size, _AT_A_TIME):
            part = slice(begin, begin + _AT_A_TIME)
            chosen = self.sentences[part][self.flags[part] if self.of is None else self.flags[part] & self.of[part]]
            if chosen.size:  # sentences come in order
                here = np.bincount(chosen - chosen[0])
                counts[chosen[0] : chosen[0] + here.size] += self.weight * here
        return counts


@dataclass(frozen=True)
class Ratio:
    """A metric: what is right, of all that could be. `empty` is its value where there is nothing; what is not `known`
    has none."""

    right: Count
    possible: tuple[Count, ...]
    empty: float | None = None
    known: bool = True

    def percentage(self) -> float | None:
        if not self.known:
            return None
        possible = sum(count.total() for count in self.possible)
        # Multiplied last, as the official scorer does: the same to the last digit.
        return 100 * (self.right.total() / possible) if possible else self.empty

    def by_sentence(self, sentence_count: int) -> tuple[Numbers, Numbers]:
        possible = [count.by_sentence(sentence_count) for count in self.possible]
        return self.right.by_sentence(sentence_count), np.sum(possible, axis=0, dtype=np.int32)


def ratios(arcs: Arcs) -> dict[str, Ratio]:
    """The metrics by name, in the order of `METRICS`."""
    gold, predicted = arcs.gold, arcs.predicted
    content = np.array([universal(label) in CONTENT_RELATIONS for label in arcs.labels], np.bool_)
    all_gold, all_predicted = np.ones(gold.labels.size, np.bool_), np.ones(predicted.labels.size, np.bool_)
    gold_content, predicted_content = content[gold.labels], content[predicted.labels]
    gold_words, predicted_words = ~gold.punctuation, ~predicted.punctuation
    right_arc, right_universal_arc = gold.right_arc, gold.right_head & gold.right_universal_label

    def f1(right: Flags, in_gold: Flags, in_predicted: Flags, *, known: bool = True) -> Ratio:
        possible = Count(in_gold, gold.sentences), Count(in_predicted, predicted.sentences)
        return Ratio(Count(right, gold.sentences, weight=2, of=in_gold), possible, empty=0.0, known=known)

    known = arcs.punctuation_known
    return {
        "uas": f1(gold.right_head, all_gold, all_predicted),
        "las": f1(right_arc, all_gold, all_predicted),
        "las_ud": f1(right_universal_arc, all_gold, all_predicted),
        "la": f1(gold.right_label, all_gold, all_predicted),
        "clas": f1(right_universal_arc, gold_content, predicted_content),
        "uas_no_punct": f1(gold.right_head, gold_words, predicted_words, known=known),
        "las_no_punct": f1(right_arc, gold_words, predicted_words, known=known),
        "nonproj_precision": _share(predicted, predicted.right_head, predicted.nonprojective),
        "nonproj_recall": _share(gold, gold.right_head, gold.nonprojective),
        "proj_precision": _share(predicted, predicted.right_head, ~predicted.nonprojective),
        "proj_recall": _share(gold, gold.right_head, ~gold.nonprojective),
        "nonproj_labelled_precision": _share(predicted, predicted.right_arc, predicted.nonprojective),
        "nonproj_labelled_recall": _share(gold, gold.right_arc, gold.nonprojective),
        "proj_labelled_precision": _share(predicted, predicted.right_arc, ~predicted.nonprojective),
        "proj_labelled_recall": _share(gold, gold.right_arc, ~gold.nonprojective),
        "exact_match": _whole_trees(arcs),
    }


def _share(side: Side, right: Flags, chosen: Flags) -> Ratio:
    """The share of the chosen arcs of one side that are right (2010, Table 2; 2012 buffer, Table 8)."""
    return Ratio(Count(right, side.sentences, of=chosen), (Count(chosen, side.sentences),))


def _whole_trees(arcs: Arcs) -> Ratio:
    """Sentences of the gold treebank that are a predicted sentence, with every head and label right."""
    gold, predicted = arcs.gold.treebank, arcs.predicted.treebank
    sentences = np.arange(arcs.sentence_count, dtype=np.int32)
    right = np.logical_and.reduceat(arcs.gold.right_arc, gold.offsets[:-1])
    first, last = (arcs.alignment.predicted_of[ends] for ends in (gold.offsets[:-1], gold.offsets[1:] - 1))
    partner = np.searchsorted(predicted.offsets, first, side="right") - 1
    right &= (predicted.offsets[partner] == first) & (predicted.lengths[partner] == gold.lengths)
    right &= last - first + 1 == gold.lengths
    return Ratio(Count(right, sentences), (Count(np.ones_like(right), sentences),))


def counts_by_sentence(arcs: Arcs) -> npt.NDArray[np.int32]:
    """For each sentence and metric, in the order of `METRICS`: what is right, and what could be."""
    counts = np.empty((arcs.sentence_count, len(METRICS), 2), np.int32)
    for metric, ratio in enumerate(ratios(arcs).values()):
        counts[:, metric, 0], counts[:, metric, 1] = ratio.by_sentence(arcs.sentence_count)
    return counts
