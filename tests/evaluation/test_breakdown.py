from __future__ import annotations

import pytest
from hypothesis import given, settings
from reference.retokenized import conllu, pairs_of_treebanks
from reference.scores import Tree, is_nonprojective

import crossarc
from crossarc.cli.evaluate import By
from crossarc.evaluation.breakdown import KINDS


def treebank(sentences: list[Tree]) -> crossarc.Treebank:
    return crossarc.Treebank.from_conllu(conllu(sentences), format="conllu")


def group_of(kind: str, tree: Tree, word: int) -> str:
    head = tree.heads[word - 1]
    if kind == "label":
        return tree.labels[word - 1]
    if kind == "nonprojectivity":
        return "non-projective" if is_nonprojective(tree.heads, word) else "projective"
    if head == 0:
        return "root"
    if kind == "direction":
        return "left" if word < head else "right"
    length = abs(word - head)
    return str(length) if length <= 3 else "4-6"


@settings(deadline=None)
@given(pairs_of_treebanks())
def test_as_defined(pair):
    gold, predicted = pair
    result = crossarc.evaluate(treebank(gold), treebank(predicted))
    for kind in ("label", "nonprojectivity", "direction", "length"):
        expected: dict[str, list[int]] = {}
        for g, p in zip(gold, predicted, strict=True):
            for word in range(1, len(g.heads) + 1):
                right = g.heads[word - 1] == p.heads[word - 1]
                right = right and (kind != "label" or g.labels[word - 1] == p.labels[word - 1])
                for side, tree in enumerate((g, p)):
                    counts = expected.setdefault(group_of(kind, tree, word), [0, 0, 0, 0])
                    counts[side] += 1
                    counts[2 + side] += right
        found = {g.name: [g.gold, g.predicted, g.gold_right, g.predicted_right] for g in result.by(kind)}
        assert found == expected


@settings(deadline=None)
@given(pairs_of_treebanks())
def test_groups_add_up(pair):
    gold, predicted = map(treebank, pair)
    result = crossarc.evaluate(gold, predicted)
    for kind in KINDS:
        groups = list(result.by(kind))
        assert sum(group.gold for group in groups) == gold.word_count
        assert sum(group.predicted for group in groups) == predicted.word_count
        right = sum(group.gold_right for group in groups)
        assert 100 * (right / gold.word_count) == (result.las if kind == "label" else result.uas)


def test_precision_recall_and_f1():
    gold = [Tree([0, 1, 1, 1], ["root", "obj", "obj", "obj"], list("abcd"), ["X", "Y", "Y", "Y"])]
    predicted = [Tree([0, 1, 1, 2], ["root", "obj", "iobj", "obj"], list("abcd"), ["X", "Y", "Y", "Y"])]
    labels = crossarc.evaluate(treebank(gold), treebank(predicted)).by("label")
    assert labels["obj"].precision == 50.0
    assert labels["obj"].recall == pytest.approx(100 / 3)
    assert labels["obj"].f1 == pytest.approx(40.0)
    assert labels["iobj"].recall is None
    assert labels["iobj"].f1 is None
    assert [group.name for group in labels] == ["obj", "root", "iobj"]
    assert "| iobj  |" in str(labels)
    with pytest.raises(KeyError):
        labels["nsubj"]


def test_words_cut_otherwise():
    gold = [Tree([0, 1, 1], ["root", "obj", "dep"], ["a", "bc", "d"], ["X", "Y", "Z"])]
    predicted = [Tree([0, 1, 1, 1], ["root", "obj", "obj", "dep"], ["a", "b", "c", "d"], ["X", "Y", "Q", "Y"])]
    tags = crossarc.evaluate(treebank(gold), treebank(predicted)).by("upos")
    assert {group.name: (group.gold, group.predicted) for group in tags} == {
        "X": (1, 1),
        "Y": (1, 1),
        "Z": (1, 1),
        "Q": (0, 1),
    }


def test_unknown_kind():
    gold = treebank([Tree([0], ["root"], ["a"], ["X"])])
    with pytest.raises(ValueError, match="no breakdown by 'colour': there are label, length"):
        crossarc.evaluate(gold, gold).by("colour")


def test_command_line_has_all_kinds():
    assert [by.value for by in By] == list(KINDS)
