"""The options of `crossarc.train` with their types, so that type checkers find names and values that are none.

What they do is told by `TrainingOptions` and by the options of the learners; None is an option that is not given.
"""

from __future__ import annotations

from typing import TypedDict

from crossarc import names
from crossarc.neural.options import NeuralOptions
from crossarc.transition_systems import System


class ParserChoices(TypedDict, total=False):
    """Options of all learners (`crossarc.parser.TrainingOptions`)."""

    system: names.SystemName | System | None
    root: names.RootPlace | None
    reconstruction: names.Reconstruction | None
    root_links: names.RootLinks | None
    learner: names.LearnerName | None
    oracle: names.OracleName | None
    regularize: bool | None
    buffer_arcs: names.BufferArcs | None
    planes: names.PlaneCriterion | None
    nonprojective: names.Nonprojective | None
    features: str | None
    tags: names.Tags | None
    epochs: int | None
    patience: int | None
    exploration: float | None
    first_exploration: int | None
    beam: int | None
    update: names.Update | None
    multi_root: bool | None
    seed: int | None


class LinearChoices(TypedDict, total=False):
    """Options of the learners perceptron, liblinear and libsvm."""

    deterministic_oracle: bool | None
    perceptrons: int | None
    min_updates: int | None
    prune: float | None
    labels: names.LabelChoice | None
    cost: float | None
    tolerance: float | None
    degree: int | None
    gamma: float | None
    coef0: float | None
    min_split: int | None


class NeuralChoices(TypedDict, total=False):
    """Options of the learner bilstm (`crossarc.neural.NeuralOptions`), which `neural` can have all together."""

    neural: NeuralOptions | None
    preset: names.Preset | None
    word_size: int | None
    tag_size: int | None
    lemma_size: int | None
    feats_size: int | None
    char_size: int | None
    lstm_layers: int | None
    lstm_size: int | None
    hidden_size: int | None
    guess_size: int | None
    head_slots: bool | None
    part_dropout: float | None
    tag_loss: float | None
    loss: names.Loss | None
    word_dropout: float | None
    dropout: float | None
    near_mistakes: float | None
    learning_rate: float | None
    second_moment: float | None
    decay: float | None
    average: float | None
    sparse_updates: bool | None
    errors_per_step: int | None
    batch_size: int | None
    batch_words: int | None
    steps: int | None
    embeddings: str | None
    tune_embeddings: bool | None


class TrainingChoices(ParserChoices, LinearChoices, NeuralChoices, total=False):
    """All options that `crossarc.train` takes by their names."""
