"""A learner that only has its own module: words hang from their neighbours, and get the label that is most frequent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from crossarc import _core
from crossarc.learners.learner import Learner, LearnerOptions, Prepared, option
from crossarc.parser.model_file import ModelConfiguration
from crossarc.parser.options import TrainingOptions
from crossarc.treebank import Treebank


@dataclass(frozen=True)
class ChainOptions(LearnerOptions):
    direction: str = option("left", "which neighbour is the head", choices=("left", "right"))
    strength: int = 3


class Chains:
    """A model, and its own trainer."""

    weight_count = 2

    def __init__(self, direction: str, label: int) -> None:
        self._direction, self._label = direction, label

    def weights(self) -> bytes:
        return f"{self._direction} {self._label}".encode()

    def parse(self, document: _core.Document, beam: int, one_root: bool, margins: bool, threads: int) -> Any:
        lengths = np.diff(document.first_words)
        places = np.arange(document.word_count) - np.repeat(document.first_words[:-1], lengths)
        right = np.where(places + 1 == np.repeat(lengths, lengths), 0, places + 2)
        heads = (places if self._direction == "left" else right).astype(np.int32)
        nothing = np.zeros(document.word_count if margins else 0, np.float32)
        return heads, np.full_like(heads, self._label), nothing, nothing

    def start_epoch(self) -> None:
        pass

    def learn(self, sentences: int) -> int:
        return 0

    def model(self) -> Chains:
        return self


class ChainLearner(Learner):
    name = "chains"
    options = ChainOptions

    def defaults(self, system: str, own: Any) -> dict[str, Any]:
        return {"epochs": 1}

    def prepare(
        self, examples: Treebank, options: TrainingOptions, threads: int, gold: Treebank | None = None
    ) -> Prepared:
        label = int(np.bincount(examples.codes("deprel")).argmax())
        return Prepared(Chains(options.own.direction, label), templates="")

    def load(self, configuration: ModelConfiguration, weights: memoryview) -> Chains:
        direction, label = bytes(weights).decode().split()
        return Chains(direction, int(label))

    def columns(self, configuration: ModelConfiguration) -> set[str]:
        return set()


LEARNER = ChainLearner()
