"""Tags as a second task of training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import torch

import crossarc
from crossarc import Treebank, synthetic
from crossarc.neural.tags import TagTask
from crossarc.neural.trainer import NeuralTrainer
from crossarc.parser import TrainingOptions

SMALL: dict[str, Any] = {
    **dict.fromkeys(("word_size", "lemma_size", "feats_size", "char_size", "tag_size"), 8),
    **dict.fromkeys(("lstm_size", "hidden_size", "guess_size"), 8),
    "learner": "bilstm",
    "preset": "best",
    "epochs": 2,
    "batch_words": 60,
}


@pytest.fixture(scope="module")
def gold() -> Treebank:
    return synthetic.generate(30, seed=3)


def without_tags(treebank: Treebank) -> Treebank:
    rows = [line.split("\t") for line in treebank.to_conllu().split("\n")]
    return Treebank.from_conllu("\n".join("\t".join([*row[:3], "X", "_", "_", *row[6:]][: len(row)]) for row in rows))


def test_the_loss_is_a_sum_over_words_and_columns(gold: Treebank) -> None:
    task = TagTask(6, gold)
    task.reset(torch.Generator().manual_seed(1))
    assert list(task.layers) == ["upos", "xpos", "feats"]
    places = np.array([0, 7, 3])
    vectors = torch.randn(3, 6, generator=torch.Generator().manual_seed(2))
    expected = 0.0
    for row, place in enumerate(places):
        for column, layer in task.layers.items():
            chances = torch.softmax(layer.weight @ vectors[row] + layer.bias, 0)
            expected -= float(torch.log(chances[gold.strings(column).index(gold.column(column)[place])]))
    assert float(task.loss(vectors, places)) == pytest.approx(expected, rel=1e-4)


def test_columns_that_tell_nothing_are_no_task(gold: Treebank) -> None:
    task = TagTask(6, without_tags(gold))
    assert not task.layers
    assert float(task.loss(torch.zeros(1, 6), np.array([0]))) == 0


def test_models_do_not_have_it(gold: Treebank, tmp_path: Path) -> None:
    seen = without_tags(gold)
    weights = []
    for tag_loss in (0.0, 0.5):
        options = TrainingOptions.of(**SMALL, tag_loss=tag_loss).fitted_to(seen)
        trainer = NeuralTrainer(seen, options, 1, gold)
        assert (trainer.network.tag_task is not None) == bool(tag_loss)
        trainer.start_epoch()
        while trainer.learn(100):
            pass
        weights.append(dict(trainer.model().members[0].network.named_parameters()))
    assert weights[0].keys() == weights[1].keys()
    assert not all(weights[0][name].equal(weights[1][name]) for name in weights[0])


@pytest.mark.parametrize(("given", "has_task"), [({}, True), ({"tags": "none"}, False), ({"preset": "paper"}, False)])
def test_when_there_is_one(given: dict[str, Any], has_task: bool, gold: Treebank) -> None:
    options = TrainingOptions.of(**SMALL | given).fitted_to(gold)
    assert NeuralTrainer(gold, options, 1).network.tag_task is None  # gold tags are what it sees
    assert (NeuralTrainer(gold, options, 1, gold).network.tag_task is not None) == has_task


def test_it_is_part_of_training_with_predicted_tags(gold: Treebank) -> None:
    """And of no other: then the weight of its loss changes nothing."""
    for train_tags, is_same in (("predicted", False), ("gold", True)):
        with_task, without = (
            crossarc.train(gold, stages=("tag", "parse"), train_tags=train_tags, threads=1, **SMALL, tag_loss=tag_loss)
            for tag_loss in (0.5, 0.0)
        )
        assert (with_task._model.weights() == without._model.weights()) is is_same
