"""Options of the network, which are checked before PyTorch is asked for."""

from __future__ import annotations

from typing import Any

import pytest

import crossarc
from crossarc import synthetic
from crossarc.neural import NeuralOptions
from crossarc.parser import TrainingOptions

TREES = synthetic.generate(5)


@pytest.mark.parametrize(
    ("given", "rate"),
    [
        ({"system": "2-planar", "preset": "best"}, 0.3),
        ({"system": "2-planar", "preset": "best", "exploration": 0.9}, 0.9),
        ({"system": "2-planar"}, 1),
        ({"preset": "best"}, 1),
    ],
)
def test_how_often_mistakes_are_followed(given: dict[str, Any], rate: float) -> None:
    assert TrainingOptions.of(learner="bilstm", **given).exploration == rate


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"preset": "worst"}, "preset: 'worst' is not one of paper, best"),
        ({"loss": "squares"}, "loss: 'squares' is not one of"),
        ({"lstm_size": 0}, "lstm_size: must be at least 1: 0"),
        ({"dropout": 1}, "must be less than 1"),
        ({"dropout": -1}, "dropout: must be at least 0: -1"),
        ({"features": "S0.w"}, "features: it has no effect: templates are for other learners"),
    ],
)
def test_wrong_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        crossarc.train(TREES, learner="bilstm", **options)


def test_options_of_other_learners_are_refused() -> None:
    with pytest.raises(ValueError, match="preset: it has no effect: it belongs to the learner bilstm"):
        crossarc.train(TREES, preset="best")
    with pytest.raises(TypeError, match="there is no option 'speed'"):
        crossarc.train(TREES, learner="bilstm", speed="high")
    with pytest.raises(ValueError, match="neural: it belongs to the learner bilstm"):
        crossarc.train(TREES, neural=NeuralOptions())
