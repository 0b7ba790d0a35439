"""The metrics by name: those of the CoNLL 2018 shared task, and what that does not know of.

Its own are F1 = 2 · correct / (gold + predicted), which is plain accuracy where both treebanks have the same words.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from crossarc.evaluation.alignment import Flags
from crossarc.evaluation.arcs import Arcs, Side
from crossarc.evaluation.conll18 import OFFICIAL, conll18_ratios
from crossarc.evaluation.ratios import F1, Count, Ratio

# "LAS" alone would be taken for the official one, which leaves subtypes such as the `pass` of `nsubj:pass` out.
_TITLES = {
    "uas": "UAS",
    "las": "LAS with subtypes",
    "las_ud": "LAS (UD)",
    "la": "labels with subtypes",
    "clas": "CLAS",
    "uas_no_punct": "UAS without punctuation",
    "las_no_punct": "LAS with subtypes without punctuation",
    "nonproj_precision": "non-projective precision",
    "nonproj_recall": "non-projective recall",
    "proj_precision": "projective precision",
    "proj_recall": "projective recall",
    "nonproj_labelled_precision": "labelled non-projective precision",
    "nonproj_labelled_recall": "labelled non-projective recall",
    "proj_labelled_precision": "labelled projective precision",
    "proj_labelled_recall": "labelled projective recall",
    "exact_match": "exact match",
    "tokens_f1": "Tokens",
    "sentences_f1": "Sentences",
    "words_f1": "Words",
    "upos": "UPOS",
    "xpos": "XPOS",
    "ufeats": "UFeats",
    "alltags": "AllTags",
    "lemmas": "Lemmas",
    "mlas": "MLAS",
    "blex": "BLEX",
}

METRICS = tuple(_TITLES)

# As tables have them: those of the shared task in its order, then the others.
OTHERS = tuple(name for name in METRICS if name not in OFFICIAL.values())
IN_TABLES = (*OFFICIAL.values(), *OTHERS)

_F1 = (*OFFICIAL.values(), "las", "la", "uas_no_punct", "las_no_punct")


def title(metric: str) -> str:
    """A metric's name in words."""
    return _TITLES[metric]


def title_of_f1(metric: str) -> str:
    """The same where the two sides have other words, so that F1 is something else than accuracy.

    >>> title_of_f1("la"), title_of_f1("proj_recall")
    ('labels with subtypes, F1', 'projective recall')
    """
    return f"{_TITLES[metric]}, F1" if metric in _F1 else _TITLES[metric]


def ratios(arcs: Arcs) -> dict[str, Ratio]:
    """The metrics by name, in the order of `METRICS`."""
    gold, predicted = arcs.gold, arcs.predicted
    official = conll18_ratios(arcs)
    gold_words, predicted_words = ~gold.punctuation, ~predicted.punctuation

    def of_all_words(right: Flags) -> F1:
        return replace(official["uas"], right=replace(official["uas"].right, flags=right))

    def without_punctuation(right: Flags) -> F1:
        counts = Count(gold_words, gold.sentences), Count(predicted_words, predicted.sentences)
        return F1.of(Count(right, gold.sentences, of=gold_words), *counts, known=arcs.punctuation_known)

    others = {
        "las": of_all_words(gold.right_arc),
        "la": of_all_words(gold.right_label),
        "uas_no_punct": without_punctuation(gold.right_head),
        "las_no_punct": without_punctuation(gold.right_arc),
        "nonproj_precision": _share(predicted, predicted.right_head, predicted.nonprojective),
        "nonproj_recall": _share(gold, gold.right_head, gold.nonprojective),
        "proj_precision": _share(predicted, predicted.right_head, ~predicted.nonprojective),
        "proj_recall": _share(gold, gold.right_head, ~gold.nonprojective),
        "nonproj_labelled_precision": _share(predicted, predicted.right_arc, predicted.nonprojective),
        "nonproj_labelled_recall": _share(gold, gold.right_arc, gold.nonprojective),
        "proj_labelled_precision": _share(predicted, predicted.right_arc, ~predicted.nonprojective),
        "proj_labelled_recall": _share(gold, gold.right_arc, ~gold.nonprojective),
        "exact_match": _exact_match(arcs),
    }
    return {name: official[name] if name in official else others[name] for name in METRICS}


def _share(side: Side, right: Flags, chosen: Flags) -> Ratio:
    """The share of the chosen arcs of one side that are right (2010, Table 2; 2012 buffer, Table 8)."""
    return Ratio(Count(right, side.sentences, of=chosen), (Count(chosen, side.sentences),))


def _exact_match(arcs: Arcs) -> Ratio:
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
