"""Lifting only what a system cannot build, against the same rule in plain Python and the fewest lifts of all."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import lifting, trees
from reference import transition_search as reference
from reference.labelled_trees import LabelledTree, forest_of, treebank_of
from reference.real_treebanks import TREEBANKS

import crossarc
from crossarc import System, Treebank, _core
from crossarc.transforms import ENCODINGS, deprojectivize, pseudo_projectivize

BUILDERS = ("planar", "2-planar", "arc-eager+lnba", "arc-eager+rnba", "planar+lnba", "undirected-planar")


def builder(name: str) -> Callable[[list[int]], bool]:
    """Whether a system can build a tree: for planar ones by the papers' definitions, without asking the core."""
    slow = {"planar": trees.is_planar, "2-planar": lambda heads: reference.is_2_planar(tuple(heads))}
    can_build = slow.get(name, System(name).covers)
    known: dict[tuple[int, ...], bool] = {}

    def remembered(heads: list[int]) -> bool:
        if tuple(heads) not in known:
            known[tuple(heads)] = can_build(heads)
        return known[tuple(heads)]

    return remembered


@cache
def short_trees(name: str) -> list[list[int]]:
    """All trees of up to five words; all of them are 2-planar, so that for that those of six follow which are not."""
    short = [list(tree) for n in range(1, 6) for tree in trees.all_trees(n)]
    if name == "2-planar":
        short += [tree for tree in trees.all_trees(6) if not reference.is_2_planar(tuple(tree))]
    return short


def labelled(tree: list[int]) -> LabelledTree:
    """Each word with a label of its own."""
    return tree, [f"l{word}" for word in range(1, len(tree) + 1)]


@pytest.mark.parametrize("name", BUILDERS)
def test_all_short_trees_are_lifted_as_little_as_can_be(name: str) -> None:
    can_build = builder(name)
    found = pseudo_projectivize(treebank_of([labelled(tree) for tree in short_trees(name)]), "head", system=name)
    changed = 0
    for tree, (heads, labels) in zip(short_trees(name), forest_of(found), strict=True):
        assert can_build(heads)
        fewest = lifting.fewest_lifts(tree, can_build)
        assert fewest is not None
        # Of several ways the same, and none if the tree could be built.
        assert heads == lifting.after(tree, fewest)
        assert sum("↑" in label for label in labels) == len(set(fewest))
        changed += bool(fewest)
    assert changed >= 30


@pytest.mark.parametrize("name", BUILDERS)
def test_words_go_back_to_where_they_were(name: str) -> None:
    """If no two words have the same label, the head's label tells where."""
    forest = [labelled(tree) for tree in short_trees(name)]
    lifted = pseudo_projectivize(treebank_of(forest), "head", system=name)
    assert forest_of(deprojectivize(lifted, "head")) == forest


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", ["planar", "2-planar", "arc-eager+lnba+rnba"])
def test_trees_and_labels_are_those_of_the_rule(name: str, encoding: str) -> None:
    can_build = builder(name)
    rng = random.Random(6)
    forest = [list(trees.random_tree(rng.randint(6, 11), rng)) for _ in range(60)]
    if name != "2-planar":  # whose definition takes exponential time
        forest += [[rng.randrange(w) if rng.random() < 0.3 else w - 1 for w in range(1, n + 1)] for n in (18, 24, 30)]
    given_trees = [(tree, [rng.choice("abc") for _ in tree]) for tree in forest]
    lifted = pseudo_projectivize(treebank_of(given_trees), encoding, system=name, threads=2)
    expected = [lifting.projectivize(heads, labels, encoding, can_build) for heads, labels in given_trees]
    assert forest_of(lifted) == expected
    if encoding == "head" and name != "2-planar":  # both steps of the rule are needed
        assert sum(lifting.fewest_lifts(tree, can_build, lifting.MOST_TREES) is None for tree in forest) > 3
    back = deprojectivize(lifted, encoding, threads=2)
    assert forest_of(back) == [lifting.deprojectivize(heads, labels, encoding) for heads, labels in expected]


@st.composite
def forests(draw: st.DrawFn) -> list[list[int]]:
    """Trees of one root or of several, their words attached in any order."""
    forest = []
    for _ in range(draw(st.integers(1, 3))):
        n = draw(st.integers(1, 25))
        order = draw(st.permutations(range(1, n + 1)))
        several = draw(st.booleans())
        heads = [0] * n
        for place, word in enumerate(order[1:], start=1):
            heads[word - 1] = draw(st.sampled_from([*order[:place], *([0] if several else [])]))
        forest.append(heads)
    return forest


@given(forests(), st.sampled_from((*BUILDERS, "arc-eager+lnba+rnba", "arc-hybrid+rnba", "undirected-2-planar")))
def test_what_holds_of_any_tree(forest: list[list[int]], name: str) -> None:
    found = forest_of(pseudo_projectivize(treebank_of([labelled(tree) for tree in forest]), system=name, threads=1))
    system = System(name)
    for before, (after, labels) in zip(forest, found, strict=True):
        assert len(after) == len(before)
        assert system.covers(after)
        if system.covers(before):
            assert after == before
        if before.count(0) == 1:
            assert after.count(0) == 1  # what hangs from the root is not lifted, nor becomes one
        for word, (old, new) in enumerate(zip(before, after, strict=True), start=1):
            assert ("↑" in labels[word - 1]) == (old != new)
            if old == 0:
                assert new == 0
            elif old != new:
                assert labels[word - 1] == f"l{word}↑l{old}"
                assert word in trees.descendants(before, new)


@pytest.mark.parametrize("name", ["arc-eager", "arc-hybrid+lba", "arc-standard"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_projective_systems_make_no_difference(name: str, encoding: str) -> None:
    treebank = crossarc.synthetic.generate(200, crossing="any", rate=0.5)
    assert pseudo_projectivize(treebank, encoding, system=name) == pseudo_projectivize(treebank, encoding)


def test_systems_that_build_everything_leave_everything() -> None:
    treebank = crossarc.synthetic.generate(100, crossing="any", rate=1.0)
    for name in ("covington", "arc-hybrid-swap", "undirected-covington"):
        assert pseudo_projectivize(treebank, system=name) == treebank


def test_which_trees_systems_build() -> None:
    classes = {
        "projective": ("arc-standard", "arc-eager", "arc-hybrid", "arc-eager+lba+rba"),
        "some": ("planar", "2-planar+lba", "arc-eager+lnba", "arc-standard+lba+rnba", "undirected-2-planar"),
        "all": ("covington", "arc-hybrid-swap", "undirected-covington"),
    }
    for kind, names in classes.items():
        for name in names:
            assert System(name).is_projective == (kind == "projective")
            assert System(name).builds_all == (kind == "all")


def test_options_of_the_system_count() -> None:
    """Naive reconstruction needs a link to 0, which an arc over the root does not let pass."""
    treebank = treebank_of([([0, 1, 2, 3], list("abcd")), ([3, 0, 2], list("abc"))])
    assert pseudo_projectivize(treebank, system=System("undirected-planar")) == treebank
    naive = System("undirected-planar", reconstruction="naive")
    heads = [sentence.heads.tolist() for sentence in pseudo_projectivize(treebank, system=naive)]
    assert heads == [[0, 1, 2, 3], [2, 0, 2]]


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="unknown system 'planer'; did you mean 'planar'"):
        pseudo_projectivize(treebank_of([([0], ["a"])]), system="planer")
    without = Treebank.from_conllu("1\tw\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    with pytest.raises(crossarc.TreebankError, match="word 1 has no HEAD"):
        pseudo_projectivize(without, system="planar")
    assert pseudo_projectivize(without) == without
    arrays = np.array([-1], np.int32), np.array([0, 1]), np.array([0], np.int32)
    with pytest.raises(ValueError, match="head -1 is not a word or 0"):
        _core.pseudo_projectivize(*arrays, "head", 1, System("planar")._core)


@pytest.mark.skipif(not TREEBANKS.exists(), reason="needs the treebanks")
@pytest.mark.parametrize("name", ["planar", "2-planar", "arc-eager+lnba", "arc-eager+rnba"])
def test_sentences_of_a_treebank_are_lifted_hardly_more_than_they_must(name: str) -> None:
    treebank = crossarc.read(TREEBANKS / "ud-2.0/Latin-Perseus/train.conllu")
    can_build = System(name).covers
    lifted = pseudo_projectivize(treebank, "none", system=name)
    assert _core.covers(System(name)._core, lifted.heads, lifted.offsets, 1).all()
    sentences = minimal = 0
    for before, after in zip(treebank, lifted, strict=True):
        heads = before.heads.tolist()
        if len(heads) > 20 or can_build(heads):
            continue
        lifts = lifting.sparing_lifts(heads, can_build)
        assert lifting.after(heads, lifts) == after.heads.tolist()
        sentences += 1
        minimal += len(lifts) == len(lifting.fewest_lifts(heads, can_build) or [])
    assert minimal >= 0.99 * sentences
