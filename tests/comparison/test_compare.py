from __future__ import annotations

import unicodedata
import weakref
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from reference.retokenized import conllu, retokenized_pairs
from reference.scores import Tree

import crossarc
from crossarc import _core
from crossarc.comparison import LEVELS, resample
from crossarc.evaluation import METRICS
from crossarc.evaluation.arcs import compare_arcs
from crossarc.evaluation.scores import counts_by_sentence

WORDS = 6


def treebank(trees: list[Tree], path: str) -> crossarc.Treebank:
    return crossarc.Treebank.from_conllu(conllu(trees), format="conllu", path=path)


def chains(sentences: int, error_rate: float, seed: int, path: str) -> crossarc.Treebank:
    """Each word hangs from the one before it, but for errors, which hang from the first word and are called `x`."""
    random = np.random.default_rng(seed)
    trees = []
    for _ in range(sentences):
        wrong = random.random(WORDS) < error_rate
        heads = [1 if error and word > 1 else word for word, error in enumerate(wrong)]
        labels = ["x" if error else "dep" for error in wrong]
        trees.append(Tree(heads, labels, list("abcdef"), ["X"] * WORDS))
    return treebank(trees, path)


GOLD = chains(300, 0, 0, "gold.conllu")
GOOD = chains(300, 0.1, 1, "dir/good.conllu")
AS_GOOD = chains(300, 0.1, 2, "dir/as_good.conllu")
BAD = chains(300, 0.2, 3, "dir/bad.conllu")


def test_a_large_difference_is_significant():
    pair = crossarc.compare(GOLD, [BAD, GOOD], samples=2000).pairs[0]
    las = pair["las"]
    assert las.level == 0.01
    assert las.p_bootstrap == las.p_shuffling == pytest.approx(1 / 2001)
    assert las.difference == pytest.approx(crossarc.evaluate(GOLD, GOOD).las - crossarc.evaluate(GOLD, BAD).las)
    assert las.interval[0] < las.difference < las.interval[1]
    assert las.interval[0] > 0
    assert "good.conllu is, against bad.conllu, better at the .01 level in UAS (+" in pair.summary()


def test_chance_is_not_significant():
    pair = crossarc.compare(GOLD, [AS_GOOD, GOOD], samples=2000).pairs[0]
    assert pair["las"].level is None
    assert pair["las"].interval[0] < 0 < pair["las"].interval[1]
    assert pair.summary() == "good.conllu and as_good.conllu: no difference is significant at the .05 level."


def test_no_difference():
    pair = crossarc.compare(GOLD, [GOOD, GOOD], samples=100).pairs[0]
    assert pair.first != pair.second
    for d in pair.differences:
        if d.difference is not None:
            assert (d.difference, d.interval, d.p_bootstrap, d.p_shuffling) == (0.0, (0.0, 0.0), 1.0, 1.0)


def test_what_cannot_be_scored_is_not_compared():
    nonprojective = crossarc.compare(GOLD, [GOOD, BAD], samples=100).pairs[0]["nonproj_recall"]
    assert nonprojective.to_dict() == {
        "a": None,
        "b": None,
        "difference": None,
        "interval": None,
        "p_bootstrap": None,
        "p_shuffling": None,
        "significant_at": None,
    }


def test_every_pair_of_three():
    comparison = crossarc.compare(GOLD, [GOOD, AS_GOOD, BAD], samples=500, seed=9)
    names = ["good.conllu", "as_good.conllu", "bad.conllu"]
    assert [(pair.first, pair.second) for pair in comparison.pairs] == [
        (names[0], names[1]),
        (names[0], names[2]),
        (names[1], names[2]),
    ]
    assert list(comparison.parsers) == list(comparison.systems) == names
    last = crossarc.compare(GOLD, [AS_GOOD, BAD], samples=500, seed=9).pairs[0]
    assert comparison.pairs[2] == last
    result = comparison.to_dict()
    assert set(result) == {"parsers", "systems", "pairs", "samples", "seed"}
    assert list(result["pairs"][0]["metrics"]) == list(METRICS)
    assert "**good.conllu and bad.conllu**" in str(comparison)


def test_threads_and_seed():
    one, two = (crossarc.compare(GOLD, [GOOD, AS_GOOD], samples=500, threads=threads) for threads in (1, 2))
    assert one == two
    assert one != crossarc.compare(GOLD, [GOOD, AS_GOOD], samples=500, seed=2)
    with pytest.raises(ValueError, match="seed: must be at least 0: -1"):
        crossarc.compare(GOLD, [GOOD, AS_GOOD], samples=50, seed=-1)


def first_characters(treebank: crossarc.Treebank) -> list[list[int]]:
    """For each sentence and word, how many characters come before its token."""
    found, before = [], 0
    for sentence in treebank:
        found.append([])
        last = 0
        for line in sentence.to_conllu().split("\n")[:-2]:
            number, form = line.split("\t")[:2]
            is_token = "-" in number or int(number) > last
            if is_token:
                begin, before = before, before + sum(unicodedata.category(own) != "Zs" for own in form)
            if "-" in number:
                last = int(number.partition("-")[2])
            else:
                found[-1].append(begin)
    return found


@settings(deadline=None)
@given(retokenized_pairs())
def test_predicted_words_belong_to_the_gold_sentence_in_which_they_begin(pair):
    gold, predicted = (crossarc.Treebank.from_conllu(text) for text in pair)
    beginnings = [words[0] for words in first_characters(gold)]
    words = [word for sentence in first_characters(predicted) for word in sentence]
    expected = [sum(begin <= word for begin in beginnings) - 1 for word in words]
    assert compare_arcs(gold, predicted, "ud").predicted.sentences.tolist() == expected


@settings(deadline=None)
@given(retokenized_pairs())
def test_counts_by_sentence_add_up_to_the_scores(pair):
    gold, predicted = (crossarc.Treebank.from_conllu(text) for text in pair)
    arcs = compare_arcs(gold, predicted, "ud")
    counts = counts_by_sentence(arcs)
    assert counts.shape == (len(gold), len(METRICS), 2)
    scores = crossarc.evaluate(gold, predicted)
    for metric, (right, possible) in zip(METRICS, counts.sum(axis=0).tolist(), strict=True):
        if getattr(scores, metric) is not None:
            assert getattr(scores, metric) == (100 * (right / possible) if possible else 0.0)


def test_systems_that_cut_the_text_themselves():
    """One joins two words and has other sentences, the other has them right; both lack something."""
    gold = treebank([Tree([2, 0, 2], ["nsubj", "root", "obj"], ["a", "b", "c"], ["X"] * 3)] * 40, "gold")
    joined = treebank([Tree([0, 1], ["root", "obj"], ["ab", "c"], ["X"] * 2)] * 40, "joined")
    long = [Tree([2, 0, 2, 5, 2, 5], ["nsubj", "root", "obj"] * 2, list("abcabc"), ["Y"] * 6)] * 20
    pair = crossarc.compare(gold, [joined, treebank(long, "long")], samples=500).pairs[0]
    scores = {d.metric: (d.first, d.second) for d in pair.differences}
    assert scores["words_f1"] == (40.0, 100.0)
    assert scores["sentences_f1"] == (100.0, 0.0)
    assert scores["upos"] == (40.0, 0.0)
    assert pair["words_f1"].level == pair["sentences_f1"].level == pair["upos"].level == 0.01
    assert pair["words_f1"].interval == (60.0, 60.0)


def test_p_values_are_fair_under_no_difference():
    # Two systems of the same quality: about one in twenty differences may seem significant at .05, not many more.
    found = []
    for seed in range(60):
        systems = [chains(40, 0.15, 1000 + 2 * seed + system, str(system)) for system in range(2)]
        found.append(crossarc.compare(GOLD[:40], systems, samples=300, threads=1).pairs[0]["uas"])
    assert sum(d.p_shuffling < LEVELS[1] for d in found) <= 9
    assert sum(d.p_bootstrap < LEVELS[1] for d in found) <= 10


def test_wrong_use():
    with pytest.raises(ValueError, match="two or more predicted treebanks, files or parsers"):
        crossarc.compare(GOLD, [GOOD])
    with pytest.raises(ValueError, match="samples"):
        crossarc.compare(GOLD, [GOOD, BAD], samples=0)


def test_systems_are_in_memory_one_at_a_time():
    read: list[weakref.ref[crossarc.Treebank]] = []

    def reader(system: crossarc.Treebank) -> crossarc.Treebank:
        assert all(earlier() is None for earlier in read)
        trees = crossarc.Treebank.from_bytes(system.to_bytes(), path=system.path)
        read.append(weakref.ref(trees))
        return trees

    systems = [GOOD, AS_GOOD, BAD]
    comparison = crossarc.compare(GOLD, [partial(reader, system) for system in systems], samples=50)
    assert comparison == crossarc.compare(GOLD, systems, samples=50)
    assert len(read) == 3
    assert all(trees() is None for trees in read)
    for name, system in zip(comparison.parsers, systems, strict=True):
        assert comparison.parsers[name].by("label") == crossarc.evaluate(GOLD, system).by("label")


def test_counts_of_many_sentences_are_taken_in_parts(monkeypatch: pytest.MonkeyPatch):
    whole = counts_by_sentence(compare_arcs(GOLD, BAD, "ud"))
    for words in (1, 7, 1000):
        monkeypatch.setattr("crossarc.evaluation.ratios._AT_A_TIME", words)
        np.testing.assert_array_equal(counts_by_sentence(compare_arcs(GOLD, BAD, "ud")), whole)


def test_what_systems_have_alike_is_not_drawn():
    """The tests of other metrics are the same as if it were."""
    counts = np.stack([counts_by_sentence(compare_arcs(GOLD, system, "ud")) for system in (GOOD, BAD)], axis=1)
    scores = 100 * counts[..., 0].sum(axis=0) / np.maximum(1, counts[..., 1].sum(axis=0))
    observed = (scores[1] - scores[0])[None]
    tests = resample(counts, observed, samples=200, seed=1, threads=1)
    drawn = 100 * _core.bootstrap_differences(counts, 200, 1, 1).reshape(200, -1)
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    np.testing.assert_array_equal(tests.low[0], low)
    np.testing.assert_array_equal(tests.high[0], high)
    swapped = _core.shuffled_as_different(counts, 200, 1, 1)
    np.testing.assert_array_equal(tests.p_shuffling[0], (swapped + 1) / 201)
    assert tests.p_bootstrap[0, METRICS.index("upos")] == 1
