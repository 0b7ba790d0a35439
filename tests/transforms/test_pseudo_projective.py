"""Lifting arcs and putting them back, against the paper's algorithm in plain Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from reference import lifting, trees
from reference.labelled_trees import LabelledTree, forest_of, treebank_of
from reference.real_treebanks import TREEBANKS

import crossarc
from crossarc import _core
from crossarc.transforms import ENCODINGS, deprojectivize, pseudo_projectivize


def random_forest(seed: int) -> list[LabelledTree]:
    rng = random.Random(seed)
    forest = [list(heads) for n in (1, 2, 3, 4) for heads in trees.all_trees(n)]
    forest += [list(trees.random_tree(rng.randint(5, 12), rng)) for _ in range(300)]
    return [(heads, [rng.choice("abc") for _ in heads]) for heads in forest]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_trees_and_labels_are_those_of_the_paper(encoding: str) -> None:
    forest = random_forest(1)
    lifted = pseudo_projectivize(treebank_of(forest), encoding, threads=2)
    assert forest_of(lifted) == [lifting.projectivize(heads, labels, encoding) for heads, labels in forest]
    assert all(trees.is_projective(heads) for heads, _ in forest_of(lifted))
    back = deprojectivize(lifted, encoding, threads=2)
    assert forest_of(back) == [
        lifting.deprojectivize(*lifting.projectivize(heads, labels, encoding), encoding) for heads, labels in forest
    ]


def random_chain(n: int, rng: random.Random) -> list[int]:
    """Each word but one hangs from a random one, and no two from the same."""
    order = rng.sample(range(1, n + 1), n)
    heads = [0] * n
    for head, word in pairwise(order):
        heads[word - 1] = head
    return heads


def random_attachments(n: int, rng: random.Random) -> list[int]:
    """Words are attached in random order, each to a random one of those before it."""
    order = rng.sample(range(1, n + 1), n)
    heads = [0] * n
    for k in range(1, n):
        heads[order[k] - 1] = order[rng.randrange(k)]
    return heads


def nearly_projective(n: int, rng: random.Random) -> list[int]:
    """Long stretches of words that hang from each other in a row, and a few that hang from anywhere before them."""
    return [rng.randrange(word) if word > 1 and rng.random() < 0.1 else word - 1 for word in range(1, n + 1)]


def test_longer_trees_of_all_shapes_are_lifted_as_in_the_paper() -> None:
    rng = random.Random(4)
    shapes = (random_chain, nearly_projective, random_attachments)
    forest = [(shape(n, rng), [rng.choice("abc") for _ in range(n)]) for shape in shapes for n in (20, 35, 50)]
    lifted = pseudo_projectivize(treebank_of(forest), "head+path", threads=2)
    assert forest_of(lifted) == [lifting.projectivize(heads, labels, "head+path") for heads, labels in forest]


@pytest.mark.parametrize("shape", [random_chain, random_attachments])
def test_lifting_takes_time_by_the_number_of_words(shape: Callable[[int, random.Random], list[int]]) -> None:
    heads = np.array(shape(20_000, random.Random(5)), np.int32)
    words = np.array([0, heads.size], np.int64)
    began = time.process_time()
    _core.pseudo_projectivize(heads, words, np.zeros_like(heads), "head", 1)
    assert time.process_time() - began < 10  # it was minutes


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_whatever_a_parser_predicts_gives_trees_with_plain_labels(encoding: str) -> None:
    rng = random.Random(2)
    labels = ["a", "b", "a↑", "b↑a", "a↓", "b↓↑c", "a↑nonsense", "↑", "a↑b↑a", "b↑a↓"]
    forest = [(heads, [rng.choice(labels) for _ in heads]) for heads, _ in random_forest(3)]
    forest = [(heads, marked) for heads, marked in forest if "↑" not in marked]
    back = deprojectivize(treebank_of(forest), encoding)
    assert set(back.strings("deprel")) == {"a", "b"}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_projective_trees_stay_as_they_are(encoding: str) -> None:
    treebank = crossarc.synthetic.generate(50, crossing="projective")
    assert pseudo_projectivize(treebank, encoding) == treebank
    assert deprojectivize(treebank, encoding) == treebank


def test_wrong_arguments() -> None:
    treebank = treebank_of([([0], ["a↑b"])])
    with pytest.raises(ValueError, match="has an arrow in it already"):
        pseudo_projectivize(treebank)
    with pytest.raises(ValueError, match="encoding: 'heads' is not one of none, head, path, head"):
        deprojectivize(treebank, "heads")


@pytest.mark.skipif(not TREEBANKS.exists(), reason="needs the treebanks")
def test_most_nonprojective_arcs_of_a_real_treebank_come_back() -> None:
    treebank = crossarc.read(TREEBANKS / "ud-2.0/Latin-Perseus/train.conllu")
    for encoding, least in (("head", 95), ("path", 85), ("head+path", 99)):
        back = deprojectivize(pseudo_projectivize(treebank, encoding), encoding)
        recall = crossarc.evaluate(treebank, back).nonproj_recall
        assert recall is not None
        assert recall > least
