"""Scores from raw text are those of the official scorer."""

from __future__ import annotations

import io

import pytest
from reference import small_pipeline

from crossarc import Treebank
from crossarc.demonstration.scores import TITLES, f1_scores
from crossarc.tokenizer import restore

NAMES = {"words": "Words", "sentences": "Sentences", "upos": "UPOS", "lemma": "Lemmas", "uas": "UAS"}


def official(gold: Treebank, found: Treebank) -> dict[str, float]:
    udeval = pytest.importorskip("udtools.udeval")
    # It leaves the subtypes of labels away, and features that are not universal.
    loaded = [udeval.load_conllu(io.StringIO(treebank.to_conllu()), "", {}) for treebank in (gold, found)]
    scores = udeval.evaluate(*loaded)
    return {name: 100 * scores[theirs].f1 for name, theirs in NAMES.items()}


def test_raw_text() -> None:
    gold = small_pipeline.treebank()
    found = small_pipeline.model().parse_text(restore(gold), offsets=False)
    scores = f1_scores(gold, found)
    assert list(scores) == list(TITLES)
    expected = official(gold, found)
    assert {name: scores[name] for name in expected} == pytest.approx(expected, abs=1e-9)
    assert 0 < scores["las"] < scores["uas"] < scores["words"] < 100
    assert 0 < scores["feats"] < scores["upos"] < scores["words"]


def test_gold_words() -> None:
    gold = small_pipeline.treebank()
    tagged, parsed = (small_pipeline.model().parse(gold, redo=redo) for redo in (["tags", "lemmas"], []))
    assert f1_scores(gold, tagged)["words"] == f1_scores(gold, tagged)["sentences"] == 100
    assert f1_scores(gold, tagged)["upos"] < 100
    given = f1_scores(gold, parsed)
    assert [name for name, score in given.items() if score < 100] == ["uas", "las"]
    assert set(f1_scores(gold, gold).values()) == {100.0}


def test_whole_labels_and_features_count() -> None:
    def treebank(feats: str, label: str) -> Treebank:
        return Treebank.from_conllu(f"1\ta\ta\tX\t_\t{feats}\t0\troot\t_\t_\n2\tb\tb\tX\t_\t_\t1\t{label}\t_\t_\n\n")

    scores = f1_scores(treebank("Case=Nom", "acl"), treebank("Case=Nom|Own=Yes", "acl:relcl"))
    assert (scores["feats"], scores["uas"], scores["las"]) == (50, 100, 50)
