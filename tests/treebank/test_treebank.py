"""Treebanks and sentences as Python sees them."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from reference.sample_sentences import CAT

import crossarc

TEXT = f"""\
{CAT}# sent_id = two
1\tOui\toui\tINTJ\t_\t_\t0\troot\t_\t_

"""


@pytest.fixture
def treebank() -> crossarc.Treebank:
    return crossarc.Treebank.from_conllu(TEXT)


def test_a_sequence_of_sentences(treebank: crossarc.Treebank) -> None:
    assert len(treebank) == 2
    assert [len(sentence) for sentence in treebank] == [7, 1]
    assert treebank[-1].forms == ["Oui"]
    assert treebank[1:].heads.tolist() == [0]
    assert treebank[[1, 0]].lengths.tolist() == [1, 7]
    assert treebank[np.array([True, False])].word_count == 7
    with pytest.raises(IndexError, match="there is no sentence 2"):
        treebank[2]


def test_reprs_are_readable(treebank: crossarc.Treebank) -> None:
    assert repr(treebank) == "<Treebank <memory>: 2 sentences, 8 words>"
    assert repr(treebank[0]) == "<Sentence one, 7 words: Le chat de le voisin dort .>"
    assert repr(treebank[1]) == "<Sentence two, 1 word: Oui>"


def test_a_sentence_is_its_words(treebank: crossarc.Treebank) -> None:
    sentence = treebank[0]
    assert list(sentence[1].to_dict().values()) == [2, "chat", "chat", "NOUN", "N", "_", 6, "nsubj", "6:nsubj", "_"]
    assert list(sentence) == [sentence[i] for i in range(7)]
    assert [w.form for w in sentence[2:4]] == ["de", "le"]
    assert (sentence[-1].head_id, sentence[-1].head) == (6, sentence[5])
    assert sentence.metadata == {"sent_id": "one", "text": "Le chat du voisin dort."}
    assert (sentence.sent_id, sentence.text, sentence.line) == ("one", "Le chat du voisin dort.", 1)
    assert [token.id for token in sentence.multiword_tokens] == ["3-4"]
    assert [token.form for token in sentence.empty_nodes] == ["là"]
    assert sentence.to_conllu() + treebank[1].to_conllu() == TEXT


def test_arrays_share_memory(treebank: crossarc.Treebank) -> None:
    assert treebank.heads.dtype == np.int32
    assert np.shares_memory(treebank.heads, treebank[1].heads)
    assert np.shares_memory(treebank.codes("upos"), treebank[0].codes("upos"))
    assert not treebank.heads.flags.writeable
    heads = treebank[1].heads
    del treebank
    assert heads.tolist() == [0]  # the array keeps its memory alive


def test_columns_have_both_formats_names(treebank: crossarc.Treebank) -> None:
    assert treebank[0].column("CPOSTAG") == treebank[0].upos
    with pytest.raises(ValueError, match="no column 'pos': the columns are id, form"):
        treebank.codes("pos")


def test_new_trees_change_nothing_else(treebank: crossarc.Treebank) -> None:
    heads = treebank.heads.copy()
    labels = treebank.column("deprel")
    heads[4], labels[4] = 6, "dep"  # an arc that DEPS lists
    heads[0], labels[0] = 5, "nsubj"  # one that it does not
    expected = TEXT.replace("2\tnmod\t2:nmod|6:dep", "6\tdep\t2:nmod|6:dep").replace("2\tdet\t2:det", "5\tnsubj\t_")
    assert treebank.with_trees(heads, labels).to_conllu() == expected


def test_confidences_go_with_the_trees_they_are_about(treebank: crossarc.Treebank) -> None:
    scored = TEXT.replace("SpaceAfter=No", "Confidence=0.99|SpaceAfter=No|NoConfidence=1")
    scored = scored.replace("2:det\t_", "2:det\tConfidence=0.80")
    old = crossarc.Treebank.from_conllu(scored)
    new = old.with_trees(old.heads, old.column("deprel"))
    assert new.to_conllu() == TEXT.replace("SpaceAfter=No", "SpaceAfter=No|NoConfidence=1")
    conllx = crossarc.Treebank.from_conllu("1\ta\ta\tX\tX\t_\t0\troot\t0\tConfidence=1\n\n", format="conllx")
    assert conllx.with_trees([0], ["x"]).to_conllu().endswith("0\tx\t0\tConfidence=1\n\n")  # no MISC there


def test_new_trees_must_be_trees(treebank: crossarc.Treebank) -> None:
    labels = treebank.column("deprel")
    with pytest.raises(ValueError, match="is its own head"):
        treebank.with_trees([1] * 8, labels)
    with pytest.raises(ValueError, match="one head and one label for each word"):
        treebank.with_trees([0], ["root"])
    with pytest.raises(ValueError, match="is not a valid label"):
        treebank.with_trees([0] * 8, ["a\tb"] * 8)
    for heads in ([0.5] * 8, [2**40] * 8, [-2] * 8):
        with pytest.raises(ValueError, match="the heads must be whole numbers from -1 to"):
            treebank.with_trees(heads, labels)


def test_new_trees_for_what_lenient_reading_kept() -> None:
    broken = "1\tx\n\n"
    treebank = crossarc.Treebank.from_conllu(broken + TEXT + broken, lenient=True)
    assert len(treebank.problems) == 2
    assert treebank.with_trees(treebank.heads, iter(treebank.column("deprel"))).to_conllu() == TEXT


def test_unparsed_words_are_written_as_such(treebank: crossarc.Treebank) -> None:
    cleared = treebank.with_trees(np.full(8, -1), ["_"] * 8)
    assert set(cleared.column("head")) == {"_"}
    assert set(cleared.heads.tolist()) == {-1}


def test_text_is_conllu_unless_it_is_said_to_be_another_format() -> None:
    looks_like_conllx = "1\ta\ta\tnc\tnc\tmasc\t0\troot\t0\troot\n\n"
    assert crossarc.Treebank.from_bytes(looks_like_conllx.encode()).format == "conllx"
    assert crossarc.Treebank.from_conllu(looks_like_conllx, format=None).format == "conllx"
    assert crossarc.Treebank.from_conllu(looks_like_conllx).format == "conllu"


def test_treebanks_and_sentences_can_be_pickled(treebank: crossarc.Treebank) -> None:
    assert pickle.loads(pickle.dumps(treebank)) == treebank
    sentence = pickle.loads(pickle.dumps(treebank[1]))
    assert (sentence, sentence.line) == (treebank[1], treebank[1].line)
    assert copy.copy(treebank) == treebank
