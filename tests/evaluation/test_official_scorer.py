"""The official CoNLL 2018 scorer, as the udtools package ships it, gives the same numbers to the last digit."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from reference.real_treebanks import TREEBANKS
from reference.retokenized import conllu, pairs_of_treebanks, retokenized_pairs

import crossarc
from crossarc.evaluation.conll18 import OFFICIAL
from crossarc.tokenizer import restore

udeval = pytest.importorskip("udtools.udeval")


Scores = dict[str, tuple[float, float, float, float | None]]  # by name: precision, recall, F1, on aligned words


def official(gold: str, predicted: str) -> Scores:
    loaded = [udeval.load_conllu(io.StringIO(text), "", {"multiple_roots_okay": True}) for text in (gold, predicted)]
    scores = udeval.evaluate(*loaded)

    def percent(share: float | None) -> float | None:
        return None if share is None else 100 * share

    return {
        name: tuple(map(percent, (score.precision, score.recall, score.f1, score.aligned_accuracy)))
        for name, score in scores.items()
        if name not in ("ELAS", "EULAS")  # of later tasks
    }


def treebank(text: str) -> crossarc.Treebank:
    return crossarc.Treebank.from_conllu(text, format="conllu")


def ours(gold: str, predicted: str) -> Scores:
    scores = crossarc.evaluate(treebank(gold), treebank(predicted))
    found = {
        name: (score.precision, score.recall, score.f1, score.aligned_accuracy)
        for name, score in scores.conll18.items()
    }
    assert {name: getattr(scores, key) for name, key in OFFICIAL.items()} == {
        name: own[2] for name, own in found.items()
    }
    return found


@settings(deadline=None)
@given(pairs_of_treebanks())
def test_same_words(pair):
    gold, predicted = map(conllu, pair)
    assert ours(gold, predicted) == official(gold, predicted)


@settings(max_examples=400, deadline=None)
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
    assert scores["UAS"][2] < 100


def test_columns_that_are_not_there():
    """The official scorer compares what is not there, too; only lemmas that the gold file lacks are always right."""
    full = "1\ta\tb\tNOUN\tN\tCase=Nom\t0\troot\t_\t_\n2\tc\td\tADP\tP\t_\t1\tcase\t_\t_\n\n"
    bare = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tc\t_\t_\t_\t_\t1\tcase\t_\t_\n\n"
    for pair in ((full, bare), (bare, full), (bare, bare), (full, full)):
        assert ours(*pair) == official(*pair)
    assert ours(bare, full)["Lemmas"][2] == 100
    assert ours(full, bare)["Lemmas"][2] == 0


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


@pytest.mark.parametrize("name", ["ud-2.0/French-Sequoia", "ud-2.0/Vietnamese-VTB", "ud-2.0/Gothic-PROIEL"])
def test_real_treebanks_cut_by_a_tokenizer(name):
    path = TREEBANKS / name / "dev.conllu"
    if not path.exists():
        pytest.skip("no treebanks beside the repository")
    gold = crossarc.read(path)[:400]
    learnt = crossarc.read(path.with_name("train.conllu"))[:200]
    parser = crossarc.train(learnt, stages=None, epochs=1, threads=1)
    predicted = parser.parse_text(restore(gold), threads=1)
    assert len(predicted) != len(gold)
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
