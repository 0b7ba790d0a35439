"""How well tokens, words and sentences were found in a text."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from crossarc.evaluation.alignment import Alignment, Flags, align
from crossarc.treebank import Treebank


def segmentation_scores(gold: Treebank, predicted: Treebank) -> dict[str, float]:
    """F1 of words and sentences in percent, as in the CoNLL 2018 shared task; a `TreebankError` if the texts differ."""
    alignment = align(gold, predicted)
    found = int(np.count_nonzero(found_sentences(alignment)))
    return {
        "words": _f1(alignment.gold.size, gold.word_count, predicted.word_count),
        "sentences": _f1(found, len(gold), len(predicted)),
    }


def found_sentences(alignment: Alignment) -> Flags:
    """Which gold sentences are predicted ones, too."""
    own, other = alignment.tokens
    if alignment.same_words:
        return np.ones(len(own.treebank), np.bool_)
    return found_spans(own.sentence_cuts, other.sentence_cuts)


def found_spans(gold: npt.NDArray[np.int64], predicted: npt.NDArray[np.int64]) -> Flags:
    """Which of the stretches that a text is cut into are stretches of another way to cut it.

    >>> found_spans(np.array([0, 2, 3, 5]), np.array([0, 2, 4, 5]))
    array([ True, False, False])
    """
    begins = np.searchsorted(predicted[:-1], gold[:-1])
    begins[begins == predicted.size - 1] = 0  # there is none: the first begins elsewhere, too
    found: Flags = (predicted[begins] == gold[:-1]) & (predicted[begins + 1] == gold[1:])
    return found


def _f1(both: int, gold: int, predicted: int) -> float:
    return 200.0 * both / (gold + predicted) if gold + predicted else 100.0
