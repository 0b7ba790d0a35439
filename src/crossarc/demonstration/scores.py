"""How well a treebank was made of raw text, or of gold words."""

from __future__ import annotations

from crossarc.evaluation import evaluate
from crossarc.evaluation.alignment import align
from crossarc.evaluation.segmentation import segmentation_scores
from crossarc.treebank import Treebank

TITLES = {
    "words": "words",
    "sentences": "sentences",
    "upos": "UPOS",
    "feats": "FEATS",
    "lemma": "lemmas",
    "uas": "UAS",
    "las": "LAS with subtypes",
}


def f1_scores(gold: Treebank, found: Treebank) -> dict[str, float]:
    """F1 in percent by the keys of `TITLES`, with words paired as in the CoNLL 2018 shared task.

    FEATS and labels count as a whole. Both treebanks are of one text, else it is a `TreebankError`.
    """
    pairs = align(gold, found)
    words = gold.word_count + found.word_count

    def column(name: str) -> float:
        ours, theirs = gold.column(name), found.column(name)
        places = zip(pairs.gold.tolist(), pairs.predicted.tolist(), strict=True)
        return 200.0 * [ours[i] == theirs[j] for i, j in places].count(True) / words

    trees = evaluate(gold, found)
    columns = {name: column(name) for name in ("upos", "feats", "lemma")}
    return {**segmentation_scores(gold, found), **columns, "uas": trees.uas, "las": trees.las}
