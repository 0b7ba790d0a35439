"""Lock step against the parser without batches."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import torch
from reference.network_parser import derivations, parse

import crossarc
from crossarc import Parser, Treebank, synthetic
from crossarc.neural.batches import SentenceBatch, by_length
from crossarc.neural.member import Member
from crossarc.neural.model import NeuralModel

SMALL = {"lstm_size": 16, "hidden_size": 12, "word_size": 10, "char_size": 8, "feats_size": 8, "batch_size": 16}


def several(treebank: Treebank, system: str, **options: Any) -> Parser:
    """Three parsers as one, of which each has words and sizes of its own."""
    given = [(treebank, {}), (treebank[:20], {"hidden_size": 6}), (treebank, {"word_size": 3, "guess_size": 0})]
    return crossarc.combine(
        crossarc.train(trees, learner="bilstm", system=system, epochs=1, seed=seed, **options | changes)
        for seed, (trees, changes) in enumerate(given)
    )


def scores_in_lock_step(model: NeuralModel, treebank: Treebank, batch: SentenceBatch) -> dict[int, torch.Tensor]:
    """The scores of all configurations of each sentence of a batch: [configuration, column]."""
    scores: dict[int, list[torch.Tensor]] = {int(sentence): [] for sentence in batch.sentences}
    with torch.inference_mode():
        words = [member.vocabulary.encoded(treebank._document) for member in model.members]
        reading = model.decoder.read([SentenceBatch(own, batch.sentences) for own in words])
        sentences = model.scheme.lock_step(batch)
        while sentences.open:
            chosen = np.empty((sentences.open, len(model.scheme.slots)), np.int64)
            sentences.entries(chosen)
            rows = model.decoder.scores(reading, chosen)
            for sentence, row in zip(batch.sentences[sentences.open_sentences()], rows, strict=True):
                scores[int(sentence)].append(row)
            sentences.advance(rows.numpy())
    return {sentence: torch.stack(rows) for sentence, rows in scores.items()}


@pytest.mark.parametrize(
    ("labels", "guess_size", "head_slots"), [("together", 0, False), ("after", 0, True), ("after", 10, True)]
)
@pytest.mark.parametrize(
    "system",
    [
        *("arc-eager", "arc-hybrid-swap", "2-planar", "covington", "arc-eager+lba+rba", "arc-standard+lnba"),
        *("undirected-planar", "undirected-2-planar/naive", "undirected-covington"),
    ],
)
def test_the_same_scores_and_trees_as_one_by_one(system: str, labels: str, guess_size: int, head_slots: bool) -> None:
    treebank = synthetic.generate(40, crossing="any", rate=0.5)
    options = SMALL | {"labels": labels, "guess_size": guess_size, "head_slots": head_slots}
    name, _, reconstruction = system.partition("/")
    options["reconstruction"] = reconstruction or None
    parser = crossarc.train(treebank[:30], learner="bilstm", system=name, epochs=1, **options)
    leaves_words = name.removeprefix("undirected-") in ("planar", "2-planar", "covington")
    assert_same_as_one_by_one(parser._model, treebank, may_move=guess_size > 0 and leaves_words)


@pytest.mark.parametrize("system", ["arc-hybrid-swap", "2-planar"])
def test_several_networks_score_as_one_by_one(system: str) -> None:
    treebank = synthetic.generate(40, crossing="any", rate=0.5)
    options = SMALL | {"labels": "after", "guess_size": 10, "head_slots": True}
    parser = several(treebank[:30], system, **options)
    assert_same_as_one_by_one(parser._model, treebank, may_move=system == "2-planar")


def assert_same_as_one_by_one(model: NeuralModel, treebank: Treebank, *, may_move: bool) -> None:
    """`may_move`: words that were left under 0 may hang from the heads that they guess."""
    slow = list(derivations(model, treebank))
    words = model.members[0].vocabulary.encoded(treebank._document)
    for batch in by_length(words, 12):
        for sentence, scores in scores_in_lock_step(model, treebank, batch).items():
            assert scores.shape == slow[sentence].scores.shape
            assert torch.allclose(scores, slow[sentence].scores, atol=1e-4, rtol=1e-4)
    heads, _, *margins = model.parse(treebank._document, 1, False, True, 1)
    expected = np.concatenate([derivation.heads for derivation in slow])
    same = (expected > 0) | (heads == 0) if may_move else np.full(len(heads), True)
    assert np.array_equal(heads[same], expected[same])
    expected = np.concatenate([derivation.margins for derivation in slow])
    np.testing.assert_allclose(np.stack(margins, 1)[same], expected[same], atol=1e-4, rtol=1e-4)


def with_random_weights(model: NeuralModel, seed: int) -> NeuralModel:
    generator = torch.Generator().manual_seed(seed)
    members = []
    for member in model.members:
        weights = member.network.state_dict()
        drawn = {name: torch.randn(own.shape, generator=generator) / 2 for name, own in weights.items()}
        members.append(Member.of(member.options, member.vocabulary, model.scheme, drawn))
    return NeuralModel(members, model.scheme)


@pytest.mark.parametrize(("labels", "guess_size"), [("together", 0), ("after", 10)])
@pytest.mark.parametrize(
    "system", ["arc-eager", "arc-eager/first", "arc-hybrid", "arc-standard", "planar+lba", "2-planar", "covington"]
)
def test_the_last_step_is_that_of_one_by_one(system: str, guess_size: int, labels: str) -> None:
    """Labels of words that were left behind, which root stays, and where the others hang."""
    treebank = synthetic.generate(6, crossing="any", rate=0.5, max_words=20)
    name, _, root = system.partition("/")
    options = SMALL | {"labels": labels, "guess_size": guess_size, "head_slots": guess_size > 0}
    parser = crossarc.train(treebank, learner="bilstm", system=name, root=root or None, epochs=1, **options)
    moved = moved_in_the_last_step(parser._model, treebank, seeds=6)
    assert moved > 0 or labels == "together"


@pytest.mark.parametrize("system", ["arc-eager", "covington"])
def test_the_last_step_of_several_networks_is_that_of_one_by_one(system: str) -> None:
    treebank = synthetic.generate(6, crossing="any", rate=0.5, max_words=20)
    options = SMALL | {"labels": "after", "guess_size": 10, "head_slots": True}
    assert moved_in_the_last_step(several(treebank, system, **options)._model, treebank, seeds=3) > 0


def moved_in_the_last_step(trained: NeuralModel, treebank: Treebank, *, seeds: int) -> int:
    """How many words were moved from under 0; trees must be those of one by one."""
    moved = 0
    for seed, one_root in itertools.product(range(seeds), (False, True)):
        model = with_random_weights(trained, seed)  # any word may end up under 0
        found = model.parse(treebank._document, 1, one_root, True, 1)
        slow = list(parse(model, treebank, one_root))
        for sentence, (begin, end) in enumerate(itertools.pairwise(treebank.offsets)):
            expected = slow[sentence]
            assert found.heads[begin:end].tolist() == expected.heads
            assert found.labels[begin:end].tolist() == expected.labels
            np.testing.assert_allclose(
                found.transition_margins[begin:end], expected.transition_margins, atol=1e-4, rtol=1e-4
            )
            moved += int(np.isnan(expected.transition_margins).sum())
    return moved


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("arc-eager", {}),
        ("arc-eager", {"root": "last"}),
        ("arc-hybrid", {}),
        ("arc-hybrid-swap", {}),
        ("arc-eager+lba", {}),
    ],
)
def test_surplus_roots_hang_from_the_best_where_the_system_has_a_root(system: str, options: dict[str, str]) -> None:
    """Whether or not words guess their heads, and whether or not it was said where the root is."""
    treebank = synthetic.generate(60, crossing="any", rate=0.5)
    sizes = SMALL | {"guess_size": 10, "labels": "after", "loss": "cross-entropy"}
    model = crossarc.train(treebank[:20], learner="bilstm", system=system, epochs=1, **options, **sizes)._model
    several, one = (model.parse(treebank._document, 1, one_root, False, 1).heads for one_root in (False, True))
    moved = 0
    for begin, end in itertools.pairwise(treebank.offsets):
        (root,) = np.flatnonzero(one[begin:end] == 0) + 1
        surplus = (several[begin:end] == 0) & (one[begin:end] != 0)
        assert (one[begin:end][surplus] == root).all()
        assert np.array_equal(one[begin:end][~surplus], several[begin:end][~surplus])
        moved += int(surplus.sum())
    assert moved > 0


def test_padding_changes_nothing() -> None:
    treebank = synthetic.generate(20)
    model = crossarc.train(treebank, learner="bilstm", epochs=1, **SMALL)._model
    (member,) = model.members
    words = member.vocabulary.encoded(treebank._document)
    with torch.inference_mode():
        together = SentenceBatch(words, np.arange(20))
        vectors = member.network.word_vectors(together)
        for sentence in range(20):
            alone = member.network.word_vectors(SentenceBatch(words, np.array([sentence])))
            begin = together.first_rows[sentence]
            assert torch.allclose(vectors[begin : begin + len(alone)], alone, atol=1e-5)


def test_bad_arrays_are_refused() -> None:
    treebank = synthetic.generate(5)
    model = crossarc.train(treebank, learner="bilstm", epochs=1, **SMALL)._model
    batch = SentenceBatch(model.members[0].vocabulary.encoded(treebank._document), np.arange(5))
    sentences = model.scheme.lock_step(batch)
    with pytest.raises(ValueError, match="the array of entries has the wrong shape"):
        sentences.entries(np.empty((5, 3), np.int64))
    with pytest.raises(ValueError, match="the array of scores has the wrong shape"):
        sentences.advance(np.zeros((4, sentences.columns), np.float32))
    with pytest.raises(ValueError, match="needs gold trees"):
        sentences.explore(
            np.zeros((5, sentences.columns), np.float32),
            np.zeros(5, np.float32),
            0,
            0,
            np.zeros((5, sentences.columns), np.uint8),
            np.zeros(5, np.int64),
        )
    with pytest.raises(ValueError, match="a number of errors for each sentence is needed"):
        sentences.explore(
            np.zeros((5, sentences.columns), np.float32),
            np.zeros(5, np.float32),
            0,
            0,
            np.zeros((5, sentences.columns), np.uint8),
            np.zeros(4, np.int64),
        )
    with pytest.raises(ValueError, match="no such sentence that has ended"):
        one = np.ones(1, np.int32)
        sentences.entries_facing(one, one, one, np.empty((1, len(model.scheme.slots)), np.int64), one.copy())


def test_undefined_scores_do_no_harm() -> None:
    """Whatever the numbers are, a legal transition is taken."""
    treebank: Treebank = synthetic.generate(5)
    model = crossarc.train(treebank, learner="bilstm", system="2-planar", epochs=1, **SMALL)._model
    sentences = model.scheme.lock_step(
        SentenceBatch(model.members[0].vocabulary.encoded(treebank._document), np.arange(5))
    )
    while sentences.open:
        sentences.advance(np.full((sentences.open, sentences.columns), np.nan, np.float32))
