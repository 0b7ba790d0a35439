"""Words, tokens and trees of sentences as objects, against what the definitions say."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import conllu_format, trees
from reference.conllu_strategies import files
from reference.sample_sentences import CAT

import crossarc
from crossarc import Feats, Treebank, synthetic
from crossarc.treebank.columns import COLUMNS


def sentence_of(heads: list[int]) -> crossarc.Sentence:
    rows = (f"{word}\tw{word}\t_\tX\t_\t_\t{head}\tx{word}\t_\t_\n" for word, head in enumerate(heads, start=1))
    return Treebank.from_conllu("".join(rows) + "\n")[0]


def check_tree(heads: list[int]) -> None:
    sentence = sentence_of(heads)
    nonprojective = trees.nonprojective_arcs(heads)
    assert [(arc.head, arc.dependent) for arc in sentence.arcs] == trees.arcs(heads)
    assert [arc.deprel for arc in sentence.arcs] == sentence.deprels
    assert [root.id for root in sentence.roots] == [word for head, word in trees.arcs(heads) if head == 0]
    assert sentence.root == sentence.roots[0]
    assert sentence.is_projective == (not nonprojective)
    assert sentence.planes == trees.planes(heads)
    for word in sentence:
        assert word.head_id == heads[word.id - 1]
        assert (word.head.id if word.head else 0) == word.head_id
        assert word.is_root == (word.head is None)
        assert [child.id for child in word.children] == [d for h, d in trees.arcs(heads) if h == word.id]
        assert [other.id for other in word.subtree] == sorted(trees.descendants(heads, word.id))
        assert word.is_nonprojective == ((word.head_id, word.id) in nonprojective)


def test_every_small_tree() -> None:
    for words in range(1, 5):
        for heads in trees.all_trees(words):
            check_tree(heads)


def test_larger_trees() -> None:
    rng = Random(1)
    for _ in range(200):
        check_tree(trees.random_tree(rng.randint(5, 8), rng))


def test_deep_trees_need_no_recursion() -> None:
    sentence = sentence_of(list(range(5000)))
    assert len(sentence[0].subtree) == 5000
    assert sentence[-1].subtree == [sentence[-1]]


@given(files())
@settings(max_examples=200)
def test_words_are_what_is_written(data: bytes) -> None:
    treebank = Treebank.from_bytes(data, format="conllu")
    flat = []
    for sentence, reference in zip(treebank, conllu_format.read(data), strict=True):
        assert [[str(value) for value in word.to_dict().values()] for word in sentence] == [
            [*row[:6], "-1" if row[6] == "_" else row[6], *row[7:]] for row in reference.words
        ]
        assert sentence.words == list(sentence) == [sentence[place] for place in range(len(sentence))]
        covered = [word.id for token in sentence.tokens for word in token.words]
        assert covered == list(range(1, len(sentence) + 1))
        multiword = [token for token in sentence.tokens if token.is_multiword]
        assert multiword == sentence.multiword_tokens
        for token in sentence.tokens:
            if not token.is_multiword:
                assert dict(zip(COLUMNS, token.columns, strict=True))["form"] == token.words[0].form
        flat += sentence.words
    assert list(treebank.words) == flat
    assert [treebank.words[place] for place in range(len(flat))] == flat
    assert treebank.words[1:3] == flat[1:3]


def slow_feats(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in text.split("|"):
        if text != "_" and entry.split("=")[0] not in found:
            found[entry.split("=")[0]] = "=".join(entry.split("=")[1:])
    return found


@given(st.text("ab=|_,", min_size=1, max_size=12))
def test_feats(text: str) -> None:
    feats = Feats(text)
    assert dict(feats) == slow_feats(text)
    assert str(feats) == text
    assert feats == slow_feats(text)
    assert hash(feats) == hash(Feats(text))
    assert pickle.loads(pickle.dumps(feats)) == feats


def test_tokens_and_text() -> None:
    sentence = Treebank.from_conllu(CAT)[0]
    assert [str(token) for token in sentence.tokens] == ["Le", "chat", "du", "voisin", "dort", "."]
    du = sentence.tokens[2]
    assert (du.id, du.is_multiword, [word.form for word in du.words]) == ("3-4", True, ["de", "le"])
    assert repr(du) == "<Token 3-4 du: de le>"
    assert [token.space_after for token in sentence.tokens[-2:]] == [False, True]
    assert sentence.empty_nodes[0].id == "6.1"
    without = Treebank.from_conllu("".join(CAT.splitlines(True)[2:]))[0]
    assert without.text == sentence.text == "Le chat du voisin dort."
    assert sentence[0].feats["Gender"] == "Masc"
    assert sentence[0].sentence is sentence


def test_no_repr_sends_control_characters_to_a_terminal() -> None:
    hostile = "a\x1b[2J\x07\u202eb"
    line = "\t".join(["1", hostile, "_", hostile, "_", "_", "0", "root", "_", "_"])
    treebank = Treebank.from_conllu(f"# sent_id = {hostile}\n{line}\n\n")
    sentence = treebank[0]
    for shown in (sentence, sentence[0], sentence.tokens[0], treebank.words, treebank):
        assert repr(shown).isprintable()
    assert "a\\x1b[2J\\x07\\u202eb" in repr(sentence)
    persian = Treebank.from_conllu("1\tمی\u200cخواهم\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    assert "می\u200cخواهم" in repr(persian[0])  # words that are written with joiners stay as they are


def test_words_without_heads() -> None:
    sentence = Treebank.from_conllu("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n")[0]
    assert (sentence[0].head_id, sentence[0].head, sentence[0].is_root, sentence.root) == (-1, None, False, None)
    assert sentence.arcs == [(1, 2, "x")]
    assert repr(sentence[0]) == "<Word 1 a: _>"
    for attempt in (lambda: sentence.is_projective, lambda: sentence.planes):
        with pytest.raises(crossarc.TreebankError, match="word 1 has no HEAD"):
            attempt()


def test_words_of_other_trees_and_tags() -> None:
    """Words of a treebank that was parsed have what it has now, and not what its text says."""
    treebank = synthetic.generate(5)
    other = treebank.with_trees([0] * treebank.word_count, ["x"] * treebank.word_count)
    assert {(word.head_id, word.deprel) for word in other.words} == {(0, "x")}
    assert [word.form for word in other.words] == treebank.column("form")


def test_equality_and_copies() -> None:
    one, other = sentence_of([2, 0]), sentence_of([2, 0])
    assert one[0] == other[0] != one[1]
    assert one[0] != "w1"
    assert {one[0], other[0], one[1]} == {*one}
    for again in (copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))):
        assert again(one) == one
        assert again(one[0]) == one[0]
        assert again(one[0]).head == one[1]
        assert again(one.tokens[1]) == one.tokens[1]
