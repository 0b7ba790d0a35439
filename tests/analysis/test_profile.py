"""The figures of an analysis against the definitions, over all small trees and random large ones."""

from __future__ import annotations

import random

import numpy as np
import pytest
from reference import trees
from reference.real_treebanks import TREEBANKS

import crossarc
from crossarc import _core, synthetic


def profile(forest: list[list[int]], threads: int = 1) -> dict[str, np.ndarray]:
    offsets = np.cumsum([0, *map(len, forest)], dtype=np.int64)
    heads = np.array([head for heads in forest for head in heads], np.int32)
    arcs = _core.nonprojective_arcs(heads, offsets, threads)
    return {**_core.tree_profiles(heads, offsets, threads), "arcs": np.split(arcs, offsets[1:-1])}


def check(forest: list[list[int]]) -> None:
    measured = profile(forest)
    for i, heads in enumerate(forest):
        nonprojective = trees.nonprojective_arcs(heads)
        assert np.flatnonzero(measured["arcs"][i]).size == len(nonprojective) == measured["nonprojective_arcs"][i]
        assert measured["least_planes"][i] == measured["most_planes"][i] == trees.planes(heads)
        assert measured["ill_nested"][i] == (not trees.is_well_nested(heads))
        assert measured["gap_degree"][i] == trees.gap_degree(heads)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_all_small_trees(n: int) -> None:
    check(list(map(list, trees.all_trees(n))))


def test_random_trees() -> None:
    rng = random.Random(1)
    check([list(trees.random_tree(rng.randint(6, 14), rng)) for _ in range(300)])


def test_threads_do_not_matter() -> None:
    rng = random.Random(2)
    forest = [list(trees.random_tree(rng.randint(1, 30), rng)) for _ in range(400)]
    one, two = profile(forest, 1), profile(forest, 2)
    for name, values in one.items():
        assert all(np.array_equal(a, b) for a, b in zip(values, two[name], strict=True))


@pytest.mark.parametrize(
    ("heads", "offsets", "message"),
    [
        ([2, 1], [0, 2], "cycle"),
        ([3, 0], [0, 2], "word 1: head 3 is not a word or 0"),
        ([-2], [0, 1], "head -2 is not a word or 0"),
        ([0], [0, 2], "offsets"),
        ([0], [], "offsets"),
        ([0, 0], [0, 3, 2], "offsets"),
    ],
)
def test_the_core_refuses_what_is_no_tree(heads: list[int], offsets: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.nonprojective_arcs(np.array(heads, np.int32), np.array(offsets, np.int64))


def test_planes_of_a_large_random_tree_are_bounded_in_time() -> None:
    heads = list(trees.random_tree(3000, random.Random(3)))
    measured = profile([heads])
    assert measured["least_planes"][0] > 4


def test_figures_of_a_small_treebank() -> None:
    word = "{}\tw\tl\tX\tx\tA=b\t{}\tdep\t_\t_\n"
    forest = [[2, 0, 2], [3, 4, 0, 3], [0, 0], [2, 3, 0, 1]]  # the second crosses, the third has two roots
    text = "".join("".join(word.format(i, h) for i, h in enumerate(heads, 1)) + "\n" for heads in forest)
    result = crossarc.analyze(crossarc.Treebank.from_conllu(text))
    assert (result.sentences, result.tokens, result.several_roots, result.longest_sentence) == (4, 13, 1, 4)
    assert result.nonprojective == sum(not trees.is_projective(heads) for heads in forest)
    assert result.not_planar == sum(trees.planes(heads) > 1 for heads in forest)
    assert result.left == pytest.approx(100 * 5 / 13)
    assert result.left + result.right == pytest.approx(100)
    assert result.left1 == pytest.approx(100 * 3 / 13)
    assert result.right1 == pytest.approx(100 * 3 / 13)  # an arc from the root to the first word is one
    assert sum(left + right for left, right in result.arc_lengths.values()) == 13 - 5
    assert result.filled_columns == {"lemma": 100, "upos": 100, "xpos": 100, "feats": 100}


def test_coverage_goes_with_the_classes_of_trees() -> None:
    result = crossarc.analyze(synthetic.generate(200, crossing="any", rate=0.6))
    shares = result.coverage
    for systems, beyond in (
        (("arc-standard", "arc-eager", "arc-hybrid"), result.nonprojective),
        (("planar", "undirected-planar"), result.not_planar),
        (("2-planar", "undirected-2-planar"), result.not_2planar),
        (("covington", "arc-hybrid-swap", "undirected-covington"), 0),
    ):
        assert {shares[system] for system in systems} == {100 - result.percent(beyond)}
    assert shares["arc-eager"] < shares["arc-eager+lnba"] <= shares["arc-eager+lnba+rnba"] < 100


def test_an_unparsed_treebank_is_refused() -> None:
    with pytest.raises(crossarc.TreebankError, match=":1: word 1 has no HEAD"):
        crossarc.analyze(crossarc.Treebank.from_conllu("1\ta\ta\tX\t_\t_\t_\t_\t_\t_\n\n"))


# Sentences, words, % non-projective sentences and arcs, % not 2-planar, by an independent script.
FIGURES = {
    "ud-2.0/English-EWT/train.conllu": (12543, 204585, "5.28", "0.43", "0.03"),
    "ud-2.0/Portuguese-Bosque/train.conllu": (8331, 206740, "26.79", "2.23", "0.72"),
    "ud-2.0/French-Sequoia/train.conllu": (2231, 50561, "9.55", "0.60", "0.36"),
    "ud-2.0/English-LinES/train.conllu": (2738, 50095, "29.22", "3.04", "0.88"),
    "ud-2.0/Greek-GDT/train.conllu": (1662, 41212, "14.02", "0.72", "0.00"),
    "ud-2.0/Turkish-IMST/train.conllu": (3685, 38082, "11.23", "1.97", "0.19"),
    "ud-2.0/Gothic-PROIEL/train.conllu": (3387, 35024, "21.58", "3.28", "0.18"),
    "ud-2.0/Estonian-EDT/train.conllu": (2263, 22525, "8.44", "1.15", "0.04"),
    "ud-2.0/Vietnamese-VTB/train.conllu": (1400, 20285, "3.14", "0.31", "0.00"),
    "ud-2.0/Hungarian-Szeged/train.conllu": (910, 20166, "20.99", "1.59", "0.11"),
    "ud-2.0/Slovenian-SST/train.conllu": (1054, 9487, "11.48", "3.01", "0.00"),
    "ud-2.0/Latin-Perseus/train.conllu": (598, 8018, "40.97", "5.65", "1.84"),
    "ud-2.0/Coptic-Scriptorium/train.conllu": (254, 6804, "35.83", "2.32", "1.97"),
    "ud-other/Basque-BDT-r1.4/train.conllu": (5396, 72974, "33.93", "4.98", "1.09"),
    "ud-other/Dutch-LassySmall-r1.4/train.conllu": (6641, 88929, "29.42", "6.36", "0.42"),
    "native/Ancient-Greek-AGDT-2.1/train.conll": (14838, 256679, "71.95", "13.25", "4.38"),
    "conll-x/Danish-CDT/train.conll": (5118, 94343, "15.83", "1.00", "0.02"),
}


@pytest.mark.parametrize("name", [name for name in FIGURES if (TREEBANKS / name).exists()])
def test_figures_of_real_treebanks(name: str) -> None:
    a = crossarc.analyze(TREEBANKS / name)
    shares = (a.percent(a.nonprojective), 100 * a.nonprojective_arcs / a.tokens, a.percent(a.not_2planar))
    assert (a.sentences, a.tokens, *(f"{share:.2f}" for share in shares)) == FIGURES[name]


@pytest.mark.skipif(not TREEBANKS.exists(), reason="needs the treebanks")
def test_directions_of_danish_are_those_of_the_paper() -> None:
    """2012 buffer, Table 2: L 17.1, R 82.9, L1 10.9, R1 43.0, with arcs from the root counted."""
    a = crossarc.analyze(TREEBANKS / "conll-x/Danish-CDT/train.conll")
    assert [a.left, a.right, a.left1, a.right1] == pytest.approx([17.1, 82.9, 10.9, 43.0], abs=0.06)
