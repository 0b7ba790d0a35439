"""How well words and sentences were found in a text."""

from __future__ import annotations

from itertools import pairwise

from crossarc.evaluation.alignment import WordSpans, align
from crossarc.treebank import Treebank


def segmentation_scores(gold: Treebank, predicted: Treebank) -> dict[str, float]:
    """F1 of words and sentences in percent, as in the CoNLL 2018 shared task; a `TreebankError` if the texts differ."""
    aligned = len(align(gold, predicted).gold)
    own, other = _sentence_spans(gold), _sentence_spans(predicted)
    return {
        "words": _f1(aligned, gold.word_count, predicted.word_count),
        "sentences": _f1(len(own & other), len(own), len(other)),
    }


def _sentence_spans(treebank: Treebank) -> set[tuple[int, int]]:
    words = WordSpans(treebank)
    offsets = treebank.offsets.tolist()
    return {(words.begins[first], words.ends[last - 1]) for first, last in pairwise(offsets)}


def _f1(both: int, gold: int, predicted: int) -> float:
    return 200.0 * both / (gold + predicted) if gold + predicted else 100.0
