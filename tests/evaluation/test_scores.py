from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.retokenized import conllu, pairs_of_treebanks
from reference.scores import Tree, scores

import crossarc


def treebank(*sentences: Tree, format: str = "conllu", path: str = "<memory>") -> crossarc.Treebank:
    return crossarc.Treebank.from_conllu(conllu(list(sentences)), format=format, path=path)


def tree(heads: list[int], labels: list[str] | None = None, forms: list[str] | None = None) -> Tree:
    size = len(heads)
    return Tree(heads, labels or ["dep"] * size, forms or [f"w{i}" for i in range(size)], ["X"] * size)


@settings(deadline=None)
@given(pairs_of_treebanks(), st.sampled_from(["ud", "conllx"]))
def test_as_defined(pair, sense):
    gold, predicted = pair
    result = crossarc.evaluate(treebank(*gold), treebank(*predicted), punctuation=sense)
    expected = scores(gold, predicted, sense)
    assert {name: getattr(result, name) for name in expected} == expected
    assert result.tokens == sum(len(sentence.heads) for sentence in gold)
    assert result.sentences == len(gold)


def test_keys_of_the_dictionary():
    result = crossarc.evaluate(treebank(tree([0])), treebank(tree([0])))
    assert list(result.to_dict()) == [
        *("uas", "las", "las_ud", "la", "clas", "uas_no_punct", "las_no_punct"),
        *("nonproj_precision", "nonproj_recall", "proj_precision", "proj_recall"),
        *("nonproj_labelled_precision", "nonproj_labelled_recall", "proj_labelled_precision", "proj_labelled_recall"),
        *("exact_match", "tokens_f1", "sentences_f1", "words_f1"),
        *("upos", "xpos", "ufeats", "alltags", "lemmas", "mlas", "blex"),
        *("tokens", "sentences", "predicted_tokens", "predicted_sentences", "aligned_words"),
        *("gold_left_out", "predicted_left_out", "words", "predicted_words"),
        *("gold_lacks", "predicted_lacks", "conll18"),
    ]
    assert (result["words"], result["predicted_words"]) == (result.tokens, result.predicted_tokens) == (1, 1)
    assert list(result.to_dict()["conll18"]) == [
        *("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"),
        *("UAS", "LAS", "CLAS", "MLAS", "BLEX"),
    ]
    assert list(result.to_dict()["conll18"]["LAS"]) == [
        *("precision", "recall", "f1", "aligned_accuracy", "correct", "gold", "predicted", "aligned"),
    ]
    assert list(result.scores()) == list(result.to_dict())[:-5]


def test_nonprojective_arcs_by_hand():
    # In both 4 → 2 is non-projective, for 3 does not descend from 4.
    gold = tree([0, 4, 1, 1])
    predicted = tree([0, 4, 1, 3])
    result = crossarc.evaluate(treebank(gold), treebank(predicted))
    assert (result.nonproj_recall, result.nonproj_precision) == (100.0, 100.0)
    assert result.uas == 75.0


def test_labelled_nonprojective_arcs_by_hand():
    # The heads are those of the test above; the label of 4 → 2, the one crossing arc of both, is right in one of two.
    gold = [tree([0, 4, 1, 1], ["root", "obj", "x", "y"])] * 2
    predicted = [tree([0, 4, 1, 3], ["root", own, "x", "y"]) for own in ("obj", "obl")]
    result = crossarc.evaluate(treebank(*gold), treebank(*predicted))
    assert (result.nonproj_recall, result.nonproj_labelled_recall) == (100.0, 50.0)
    assert (result.nonproj_precision, result.nonproj_labelled_precision) == (100.0, 50.0)
    assert (result.proj_labelled_recall, result.proj_labelled_precision) == (100 * (4 / 6), 100 * (4 / 6))


def test_no_nonprojective_arcs():
    result = crossarc.evaluate(treebank(tree([0, 1])), treebank(tree([2, 0])))
    assert result.nonproj_precision is None
    assert result.nonproj_recall is None
    assert result.nonproj_labelled_precision is None
    assert result.nonproj_labelled_recall is None
    assert result.proj_recall == 0.0


def test_labels_up_to_the_colon():
    gold, predicted = tree([0, 1], ["root", "nsubj:pass"]), tree([0, 1], ["root", "nsubj"])
    result = crossarc.evaluate(treebank(gold), treebank(predicted))
    assert (result.las, result.las_ud, result.clas, result.la) == (50.0, 100.0, 100.0, 50.0)
    assert result.exact_match == 0.0


def test_default_punctuation_goes_with_the_gold_format():
    gold, predicted = tree([0, 1], forms=["a", "—"]), tree([2, 0], forms=["a", "—"])
    gold.tags = ["PUNCT", "X"]
    kinds = {
        format: crossarc.evaluate(treebank(gold, format=format), treebank(predicted)).punctuation
        for format in ("conllu", "conllx")
    }
    assert kinds == {"conllu": "ud", "conllx": "conllx"}
    with pytest.raises(ValueError, match="punctuation: 'x' is not one of ud, conllx"):
        crossarc.evaluate(treebank(gold), treebank(predicted), punctuation="x")


def test_punctuation_that_cannot_be_known():
    gold, predicted = tree([0, 1], forms=["a", "."]), tree([2, 0], forms=["a", "."])
    gold.tags = ["_", "_"]
    result = crossarc.evaluate(treebank(gold), treebank(predicted))
    assert (result.uas_no_punct, result.las_no_punct, result.uas) == (None, None, 0.0)
    assert re.search(r"\| UAS without punctuation +\| +– \|", str(result))
    assert "words have no UPOS, so that PUNCT cannot be known" in str(result)
    by_form = crossarc.evaluate(treebank(gold), treebank(predicted), punctuation="conllx")
    assert by_form.uas_no_punct == 0.0
    assert not any("punctuation" in note for note in by_form.notes())
    gold.tags = ["X", "_"]  # some tags are there: what has none is no punctuation
    assert crossarc.evaluate(treebank(gold), treebank(predicted)).uas_no_punct == 0.0


def test_punctuation_of_unpaired_words_that_cannot_be_known():
    gold, predicted = tree([0, 1], forms=["a", "b."]), tree([0, 1, 1], forms=["a", "b", "."])
    assert crossarc.evaluate(treebank(gold), treebank(predicted)).uas_no_punct is not None
    predicted.tags = ["_"] * 3
    assert crossarc.evaluate(treebank(gold), treebank(predicted)).uas_no_punct is None


def test_other_words_are_counted_and_f1_is_called_f1():
    gold, predicted = tree([0, 1], forms=["a", "bc"]), tree([0, 1, 1], forms=["a", "b", "c"])
    result = crossarc.evaluate(treebank(gold), treebank(predicted))
    assert (result.tokens, result.predicted_tokens, result.aligned_words) == (2, 3, 1)
    assert result.uas == 40.0
    assert "| LAS with subtypes, F1 " in str(result)
    assert "| projective recall  " in str(result)
    assert "The words differ: 2 gold and 3 predicted, of which 1 are paired" in str(result)
    same = crossarc.evaluate(treebank(gold), treebank(gold))
    assert same.same_words
    assert ", F1" not in str(same)


def test_what_lenient_reading_left_out_is_counted():
    text = conllu([tree([0, 1])])
    broken = crossarc.Treebank.from_conllu("1\tx\n\n" + text, lenient=True)
    result = crossarc.evaluate(broken, crossarc.Treebank.from_conllu(text))
    assert (result.gold_left_out, result.predicted_left_out) == (1, 0)


def test_paths(tmp_path):
    path = tmp_path / "gold.conllu"
    path.write_text(conllu([tree([0, 1])]))
    assert crossarc.evaluate(path, str(path)).las == 100.0


def test_repr_and_table():
    result = crossarc.evaluate(treebank(tree([0])), treebank(tree([0])))
    assert repr(result).startswith("<Evaluation: uas=100.00, las=100.00, las_ud=100.00")
    assert "| UAS " in str(result)
    assert re.search(r"\| non-projective recall +\| +– \|", str(result))
    assert "| LAS (UD)  |    100.00 | 100.00 | 100.00 |           100.00 |" in str(result)
    assert "| Words     |    100.00 | 100.00 | 100.00 |                – |" in str(result)


def test_missing_heads():
    gold = treebank(tree([0, 1]), path="g")
    unparsed = crossarc.Treebank.from_conllu(gold.to_conllu().replace("\t1\tdep", "\t_\tdep"), path="p")
    with pytest.raises(crossarc.TreebankError, match=r"^p:2: word 2 has no HEAD"):
        crossarc.evaluate(gold, unparsed)
    with pytest.raises(crossarc.TreebankError, match=r"^p:2: word 2 has no HEAD"):
        crossarc.evaluate(unparsed, gold)


def test_lacking_multiword_tokens():
    # The words are the same, so the trees can be compared although the text of the tokens is not.
    words = conllu([tree([0, 1], forms=["de", "el"])])
    gold = crossarc.Treebank.from_conllu("1-2\tdel" + "\t_" * 8 + "\n" + words)
    result = crossarc.evaluate(gold, crossarc.Treebank.from_conllu(words, path="p"))
    assert (result.uas, result.words_f1, result.sentences_f1) == (100.0, 100.0, 100.0)
    assert (result.tokens_f1, result.conll18["Tokens"], result.to_dict()["conll18"]["Tokens"]) == (None, None, None)
    assert "tokens cannot be compared: p:1: another text: 'deel' where <memory>:1 has 'del'" in str(result)
    assert "| Tokens    |         – |" in str(result)


def test_whole_trees_need_the_same_sentences():
    one, two = tree([0, 0]), [tree([0], forms=["w0"]), tree([0], forms=["w1"])]
    assert crossarc.evaluate(treebank(one), treebank(*two)).exact_match == 0.0
    assert crossarc.evaluate(treebank(*two), treebank(one)).exact_match == 0.0
    assert crossarc.evaluate(treebank(*two), treebank(one)).uas == 100.0


def test_sentences_that_differ_are_told():
    one, two = tree([0, 0]), [tree([0], forms=["w0"]), tree([0], forms=["w1"])]
    result = crossarc.evaluate(treebank(one), treebank(*two))
    assert (result.sentences, result.predicted_sentences, result.sentences_f1) == (1, 2, 0.0)
    assert "The sentences differ: 1 gold and 2 predicted, of which 0 are the same." in result.notes()


def test_columns_that_are_not_there_are_told():
    bare, full = tree([0, 1]), tree([0, 1])
    full.lemmas, full.xpos, full.feats = ["a", "b"], ["N", "N"], ["Case=Nom", "_"]
    lacking = crossarc.evaluate(treebank(bare), treebank(full))
    assert (lacking.gold_lacks, lacking.predicted_lacks) == (("lemma", "xpos", "feats"), ())
    assert lacking.notes() == [
        "No gold word has LEMMA, XPOS or universal FEATS: XPOS, UFeats, AllTags, Lemmas, MLAS and BLEX are what the "
        "official scorer makes of that."
    ]
    full.xpos = None
    lacking = crossarc.evaluate(treebank(full), treebank(bare))
    assert (lacking.gold_lacks, lacking.predicted_lacks) == (("xpos",), ("lemma", "xpos", "feats"))
    assert lacking.notes()[1] == (
        "No predicted word has LEMMA or universal FEATS, as UFeats, AllTags, Lemmas, MLAS and BLEX ask for."
    )
    bare.feats = ["gender=f", "x"]  # as in CoNLL-X: not universal
    assert "feats" in crossarc.evaluate(treebank(bare, format="conllx"), treebank(bare)).gold_lacks


def test_function_words_by_hand():
    """MLAS asks for the function words of a word, with their tags and features, and for no others."""
    labels = ["det", "root", "case"]
    gold = tree([2, 0, 2], labels)
    gold.feats = ["_", "Case=Nom", "_"]
    for change, expected in (
        ({}, 100.0),
        ({"labels": ["det:x", "root:x", "case:x"]}, 100.0),  # subtypes do not count
        ({"feats": ["Typo=Yes", "Case=Nom", "_"]}, 100.0),  # nor do features that are not universal
        ({"feats": ["Case=Nom", "Case=Nom", "_"]}, 0.0),
        ({"tags": ["Y", "X", "X"]}, 0.0),
        ({"labels": ["det", "root", "punct"]}, 0.0),
        ({"heads": [2, 0, 1]}, 0.0),
    ):
        predicted = dataclasses.replace(gold, **change)
        assert crossarc.evaluate(treebank(gold), treebank(predicted)).mlas == expected, change
