"""The scores of the CoNLL 2018 shared task (Zeman et al. 2018, §4), as its scorer defines them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from crossarc.evaluation.alignment import Flags, Numbers
from crossarc.evaluation.arcs import ROOT, Arcs, head_words, universal
from crossarc.evaluation.columns import shared_column
from crossarc.evaluation.ratios import F1, Count
from crossarc.evaluation.segmentation import found_sentences, found_spans
from crossarc.treebank import Treebank

OFFICIAL: Final = {
    "Tokens": "tokens_f1",
    "Sentences": "sentences_f1",
    "Words": "words_f1",
    "UPOS": "upos",
    "XPOS": "xpos",
    "UFeats": "ufeats",
    "AllTags": "alltags",
    "Lemmas": "lemmas",
    "UAS": "uas",
    "LAS": "las_ud",
    "CLAS": "clas",
    "MLAS": "mlas",
    "BLEX": "blex",
}
"""The official names of metrics, and ours, whose values are the F1."""

# fmt: off
# The relations that CLAS, MLAS and BLEX count (Nivre & Fang 2017): not function words, not punctuation.
CONTENT_RELATIONS = frozenset({
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl", "advmod",
    "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list",
    "parataxis", "orphan", "goeswith", "reparandum", "root", "dep",
})
# Those of function words, which MLAS asks of the words that they belong to.
FUNCTIONAL_RELATIONS = frozenset({"aux", "cop", "mark", "det", "clf", "case", "cc"})
UNIVERSAL_FEATURES = frozenset({
    "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number", "Case", "Definite",
    "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity", "Person", "Polite",
})
# fmt: on

_MISSING = "_"


def universal_features(feats: str) -> str:
    """What UFeats compares: the features that all languages share, in one order.

    >>> universal_features("Number=Sing|Case=Nom|Typo=Yes"), universal_features("_")
    ('Case=Nom|Number=Sing', '')
    """
    return "|".join(sorted(own for own in feats.split("|") if own.split("=", 1)[0] in UNIVERSAL_FEATURES))


def absent_columns(treebank: Treebank) -> tuple[str, ...]:
    """Of LEMMA, UPOS, XPOS and FEATS those that no word has; features that are not universal are none."""
    absent = {name: treebank.strings(name) == [_MISSING] for name in ("lemma", "upos", "xpos")}
    absent["feats"] = not any(map(universal_features, treebank.strings("feats")))
    return tuple(name for name, is_absent in absent.items() if is_absent)


def conll18_ratios(arcs: Arcs) -> dict[str, F1]:
    """The official metrics, by our names."""
    return _of_text(arcs) | _of_words(arcs)


def _of_text(arcs: Arcs) -> dict[str, F1]:
    """Tokens and sentences, which are compared by where they begin and end; each belongs to the gold sentence in which
    it begins."""
    alignment = arcs.alignment
    own, other = alignment.tokens
    gold_cuts, predicted_cuts = own.spans.cuts, other.spans.cuts
    is_same_text = alignment.difference is None

    def everything(sentences: Numbers) -> Count:
        return Count(np.ones(sentences.size, np.bool_), sentences)

    def of_tokens() -> F1:
        in_gold = arcs.gold.sentences  # of words, which are all tokens if there are as many
        if own.spans.multiword.size != in_gold.size:
            in_gold = np.repeat(np.arange(arcs.sentence_count, dtype=np.int32), np.diff(own.spans.first_tokens))
        if not is_same_text:  # where tokens begin means nothing
            return F1.of(
                Count(np.zeros(in_gold.size, np.bool_), in_gold), everything(in_gold), everything(in_gold), known=False
            )
        if own is other:
            return F1.of(everything(in_gold), everything(in_gold), everything(in_gold))
        found = Count(found_spans(gold_cuts, predicted_cuts), in_gold)
        return F1.of(found, everything(in_gold), everything(alignment.gold_sentences_at(predicted_cuts[:-1])))

    sentences = np.arange(arcs.sentence_count, dtype=np.int32)
    same_sentences = alignment.same_words
    begun = sentences if same_sentences else alignment.gold_sentences_at(other.sentence_cuts[:-1])
    found = Count(found_sentences(alignment), sentences)
    return {"tokens_f1": of_tokens(), "sentences_f1": F1.of(found, everything(sentences), everything(begun))}


def _of_words(arcs: Arcs) -> dict[str, F1]:
    gold, predicted, alignment = arcs.gold, arcs.predicted, arcs.alignment
    paired = alignment.predicted_of >= 0

    def where_right(column: str, seen_as: Callable[[str], str] | None = None) -> Flags:
        values = shared_column(gold.treebank, predicted.treebank, column, seen_as)
        right, _ = alignment.where_same(values.gold, values.predicted)
        if column == "lemma" and _MISSING in values.strings:  # where the gold treebank has no lemma, any is right
            right = right | (paired & (values.gold == values.strings.index(_MISSING)))
        return right

    right_upos, right_xpos, right_lemma = (where_right(column) for column in ("upos", "xpos", "lemma"))
    right_feats = where_right("feats", universal_features)

    relations = [universal(label) for label in arcs.labels]
    is_content = np.array([relation in CONTENT_RELATIONS for relation in relations], np.bool_)
    gold_content, predicted_content = is_content[gold.labels], is_content[predicted.labels]
    is_functional = np.array([relation in FUNCTIONAL_RELATIONS for relation in relations], np.bool_)
    right_arc = gold.right_head & gold.right_universal_label
    right_morphology = right_arc & right_upos & right_feats
    right_functional = _same_function_words(arcs, is_functional, right_morphology)

    all_gold, all_predicted = np.ones(gold.labels.size, np.bool_), np.ones(predicted.labels.size, np.bool_)

    def f1(right: Flags, *, content: bool = False, of_paired: bool = True) -> F1:
        in_gold, in_predicted = (gold_content, predicted_content) if content else (all_gold, all_predicted)
        return F1.of(
            Count(right, gold.sentences, of=in_gold),
            Count(in_gold, gold.sentences),
            Count(in_predicted, predicted.sentences),
            aligned=Count(paired, gold.sentences, of=in_gold) if of_paired else None,
        )

    return {
        "words_f1": f1(paired, of_paired=False),
        "upos": f1(right_upos),
        "xpos": f1(right_xpos),
        "ufeats": f1(right_feats),
        "alltags": f1(right_upos & right_xpos & right_feats),
        "lemmas": f1(right_lemma),
        "uas": f1(gold.right_head),
        "las_ud": f1(right_arc),
        "clas": f1(right_arc, content=True),
        "mlas": f1(right_morphology & right_functional, content=True),
        "blex": f1(right_arc & right_lemma, content=True),
    }


def _same_function_words(arcs: Arcs, is_functional: Flags, right: Flags) -> Flags:
    """Which gold words have the function words that the predicted words that they are paired with have, and no others.

    `is_functional` tells it of labels, `right` of gold words that relation, head, tag and features are right.
    """
    gold, predicted, alignment = arcs.gold, arcs.predicted, arcs.alignment

    def count(side_heads: Numbers, chosen: Flags) -> Numbers:
        heads = side_heads[chosen]
        return np.bincount(heads[heads != ROOT], minlength=side_heads.size).astype(np.int32)

    gold_heads = head_words(gold.treebank)
    in_gold = is_functional[gold.labels]
    of_gold, of_both = count(gold_heads, in_gold), count(gold_heads, in_gold & right)
    of_predicted = count(head_words(predicted.treebank), is_functional[predicted.labels])
    same: Flags = (of_gold == of_both) & (of_gold == of_predicted[alignment.predicted_of])
    return same
