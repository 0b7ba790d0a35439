"""The official CoNLL 2018 scorer, as the udtools package ships it, gives the same numbers to the last digit."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from reference.real_treebanks import TREEBANKS
from reference.retokenized import conllu, pairs_of_treebanks, retokenized_pairs

import crossarc

udeval = pytest.importorskip("udtools.udeval")


def official(gold: str, predicted: str) -> dict[str, float]:
    loaded = [udeval.load_conllu(io.StringIO(text), "", {"multiple_roots_okay": True}) for text in (gold, predicted)]
    scores = udeval.evaluate(*loaded)
    return {ours: 100 * scores[theirs].f1 for ours, theirs in (("uas", "UAS"), ("las_ud", "LAS"), ("clas", "CLAS"))}


def ours(gold: str, predicted: str) -> dict[str, float]:
    scores = crossarc.evaluate(
        crossarc.Treebank.from_conllu(gold, format="conllu"), crossarc.Treebank.from_conllu(predicted, format="conllu")
    ).to_dict()
    return {name: scores[name] for name in ("uas", "las_ud", "clas")}


@given(pairs_of_treebanks())
def test_same_words(pair):
    gold, predicted = map(conllu, pair)
    assert ours(gold, predicted) == official(gold, predicted)


@settings(max_examples=400)
@given(retokenized_pairs())
def test_other_words_of_the_same_text(pair):
    assert ours(*pair) == official(*pair)


def test_same_words_in_multiword_tokens_of_other_forms():
    # The third words stand for other characters of the text, so the scorer does not pair them.
    def text(first: str, last: str) -> str:
        rows = [("1-2", first), ("1", "x"), ("2", "y"), ("3", "b"), ("4-5", last), ("4", "z"), ("5", "w")]
        lines = (
            f"{number}\t{form}\t_\tX\t_\t_\t{'_' if '-' in number else int(number) - 1}\tdep\t_\t_\n"
            for number, form in rows
        )
        return "".join(lines) + "\n"

    gold, predicted = text("ab", "c"), text("a", "bc")
    scores = ours(gold, predicted)
    assert scores == official(gold, predicted)
    assert scores["uas"] < 100


@pytest.mark.parametrize(
    "name",
    ["ud-2.0/French-Sequoia", "ud-2.0/Coptic-Scriptorium", "ud-2.0/Vietnamese-VTB", "ud-other/Basque-BDT-r1.4"],
)
def test_real_treebanks(name):
    path = TREEBANKS / name / "test.conllu"
    if not path.exists():
        pytest.skip("no treebanks beside the repository")
    gold = crossarc.read(path)[:300]
    predicted = with_errors(gold)
    assert ours(gold.to_conllu(), predicted.to_conllu()) == official(gold.to_conllu(), predicted.to_conllu())


def with_errors(treebank: crossarc.Treebank) -> crossarc.Treebank:
    """Some words hang from the sentence's root, some labels are others."""
    random = np.random.default_rng(1)
    heads, labels = treebank.heads.copy(), treebank.column("deprel")
    for begin, end in zip(treebank.offsets[:-1], treebank.offsets[1:], strict=True):
        sentence = heads[begin:end]
        root = int(np.flatnonzero(sentence == 0)[0]) + 1
        moved = (random.random(end - begin) < 0.1) & (sentence != 0)
        moved[root - 1] = False
        sentence[moved] = root
    for word in np.flatnonzero(random.random(len(labels)) < 0.1):
        labels[word] = "nmod:poss"
    return treebank.with_trees(heads, labels)
