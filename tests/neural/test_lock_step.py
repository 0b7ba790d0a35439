"""Lock step against the parser without batches."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import torch

import crossarc
from crossarc import Treebank, _core, synthetic
from crossarc.neural.batches import SentenceBatch, by_length
from crossarc.neural.model import NeuralModel
from crossarc.neural.one_by_one import derivations

SMALL = {"lstm_size": 16, "hidden_size": 12, "word_size": 10, "char_size": 8, "feats_size": 8, "batch_size": 16}


def scores_in_lock_step(model: NeuralModel, batch: SentenceBatch) -> dict[int, torch.Tensor]:
    """The scores of all configurations of each sentence of a batch: [configuration, column]."""
    scores: dict[int, list[torch.Tensor]] = {int(sentence): [] for sentence in batch.sentences}
    with torch.inference_mode():
        vectors = model.network.word_vectors(batch)
        entries, evidence = model.network.entries(vectors), model.decoder.evidence(vectors, batch)
        sentences = model.scheme.lock_step(batch)
        while sentences.open:
            chosen = np.empty((sentences.open, len(model.scheme.slots)), np.int64)
            sentences.entries(chosen)
            rows = model.decoder.scores(entries, chosen, evidence)
            for sentence, row in zip(batch.sentences[sentences.open_sentences()], rows, strict=True):
                scores[int(sentence)].append(row)
            sentences.advance(rows.numpy())
    return {sentence: torch.stack(rows) for sentence, rows in scores.items()}


@pytest.mark.parametrize(
    ("labels", "guess_size", "head_slots"), [("together", 0, False), ("after", 0, True), ("after", 10, True)]
)
@pytest.mark.parametrize(
    "system", ["arc-eager", "arc-hybrid-swap", "2-planar", "covington", "arc-eager+lba+rba", "arc-standard+lnba"]
)
def test_the_same_scores_and_trees_as_one_by_one(system: str, labels: str, guess_size: int, head_slots: bool) -> None:
    treebank = synthetic.generate(40, crossing="any", rate=0.5)
    options = SMALL | {"labels": labels, "guess_size": guess_size, "head_slots": head_slots}
    parser = crossarc.train(treebank[:30], learner="bilstm", system=system, epochs=1, **options)
    model = parser._model
    slow = list(derivations(model, treebank))
    words = model.vocabulary.encoded(treebank._document)
    for batch in by_length(words, 12):
        for sentence, scores in scores_in_lock_step(model, batch).items():
            assert scores.shape == slow[sentence].scores.shape
            assert torch.allclose(scores, slow[sentence].scores, atol=1e-4, rtol=1e-4)
    heads, _, *margins = model.parse(treebank._document, 1, False, True, 1)
    expected = np.concatenate([derivation.heads for derivation in slow])
    may_move = guess_size > 0 and system in ("2-planar", "covington")
    same = (expected > 0) | (heads == 0) if may_move else np.full(len(heads), True)
    assert np.array_equal(heads[same], expected[same])
    expected = np.concatenate([derivation.margins for derivation in slow])
    np.testing.assert_allclose(np.stack(margins, 1)[same], expected[same], atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize(("system", "guess_size"), [("2-planar", 10), ("2-planar", 0), ("covington", 10)])
def test_words_that_were_left_behind_hang_from_what_they_guess(system: str, guess_size: int) -> None:
    treebank = synthetic.generate(60, crossing="any", rate=0.5)
    options = SMALL | {"labels": "after", "loss": "cross-entropy", "guess_size": guess_size}
    model = crossarc.train(treebank[:30], learner="bilstm", system=system, epochs=2, **options)._model
    words = model.vocabulary.encoded(treebank._document)
    slow = list(derivations(model, treebank))
    moved_somewhere_else = 0
    for batch in by_length(words, 12):
        left = np.concatenate([slow[sentence].heads for sentence in batch.sentences])
        several, repaired = (model.decoder.parse(batch, one_root).heads for one_root in (False, True))
        for heads in (several, repaired):
            assert (heads[left > 0] == left[left > 0]).all()
        with torch.inference_mode():
            evidence = model.decoder.evidence(model.network.word_vectors(batch), batch)
        for sentence, (begin, end) in enumerate(itertools.pairwise(batch.offsets)):
            (root,) = np.flatnonzero(repaired[begin:end] == 0) + 1
            moved = repaired[begin:end][(left[begin:end] == 0) & (repaired[begin:end] > 0)]
            moved_somewhere_else += int((moved != root).sum())
            if evidence is not None:
                scores, alone = evidence.heads()[sentence : sentence + 1], np.array([0, end - begin])
                expected = _core.attach_roots(left[begin:end], alone, np.array([root], np.int32), scores)
                assert repaired[begin:end].tolist() == expected.tolist()
                of_root = scores[0, :, end - begin]
                stays = (left[begin:end] == 0) & (of_root >= scores[0].max(1))[: end - begin]
                stays[root - 1] = True
                assert np.array_equal(several[begin:end] == 0, stays)
            else:
                assert np.array_equal(several[begin:end], left[begin:end])
    assert (moved_somewhere_else > 0) == (guess_size > 0)


def test_padding_changes_nothing() -> None:
    treebank = synthetic.generate(20)
    model = crossarc.train(treebank, learner="bilstm", epochs=1, **SMALL)._model
    words = model.vocabulary.encoded(treebank._document)
    with torch.inference_mode():
        together = SentenceBatch(words, np.arange(20))
        vectors = model.network.word_vectors(together)
        for sentence in range(20):
            alone = model.network.word_vectors(SentenceBatch(words, np.array([sentence])))
            begin = together.first_rows[sentence]
            assert torch.allclose(vectors[begin : begin + len(alone)], alone, atol=1e-5)


def test_bad_arrays_are_refused() -> None:
    treebank = synthetic.generate(5)
    model = crossarc.train(treebank, learner="bilstm", epochs=1, **SMALL)._model
    batch = SentenceBatch(model.vocabulary.encoded(treebank._document), np.arange(5))
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
    sentences = model.scheme.lock_step(SentenceBatch(model.vocabulary.encoded(treebank._document), np.arange(5)))
    while sentences.open:
        sentences.advance(np.full((sentences.open, sentences.columns), np.nan, np.float32))
