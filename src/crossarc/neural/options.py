"""What can be chosen about the network and its training, and the presets."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from crossarc.choices import BELOW_1, option, refuse_unknown, require_one_of, settle_kinds
from crossarc.learners.label_choice import labels_option

LOSSES = ("margin", "cross-entropy")
PRESET_NAMES = ("paper", "best")
FEWEST_EPOCHS = 12  # of those that steps are counted for: large treebanks are gone through so often all the same
_SIZE, _LAYER = (0, 4096), (1, 4096)
_SHARE = (0, BELOW_1)
_PANEL = "Neural parser (bilstm)"  # of the help of `crossarc train`


@dataclass(frozen=True)
class NeuralOptions:
    """Sizes of the network and how it is trained. The defaults are those of the paper (2018 2-planar, §4.2).

    A size of 0 leaves a part out. `guess_size`: of the words' guesses of their heads (crossarc/neural/guesses.py),
    which transitions see. `head_slots`: whether transitions see the heads that words have been given
    (crossarc/neural/slots.py). `tag_loss`: the weight of a second task, where tags are predicted: to tell the gold ones
    (crossarc/neural/tags.py). `labels`: chosen together with transitions, or after them. `word_dropout`: a word seen n
    times in training counts as unknown with probability a/(n + a). `part_dropout`: of the whole embedding of a word's
    form, of its lemma, and so on. `near_mistakes`: how often training follows a wrong transition that scores almost as
    high as the best right one. `errors_per_step`: a step of the optimizer follows the sentence with which training has
    come to more than so many errors, configurations whose best right transition scores less than 1 above the best wrong
    one; 0: a step follows each batch of about `batch_words` words, or if that is 0 too, of `batch_size` sentences.
    `steps`: as many epochs as it takes to make so many, but no fewer than FEWEST_EPOCHS; 0 if `epochs` tells. `decay`:
    at the end the learning rate is this part of what it was. `sparse_updates`: the embeddings of words that a step has
    not seen stay as they are, with their moments, as DyNet has it; otherwise they move on as they last did. `average`:
    how much of the averaged weights stays in each step; 0 is no average. `epochs` and `patience` hold unless
    `TrainingOptions` has others. `embeddings`: a file of pretrained word vectors; with `tune_embeddings` those of the
    training words are what learning begins with, otherwise all stay as they are.
    """

    preset: str = option(
        "paper",
        "sizes and training: paper, best",
        choices=PRESET_NAMES,
        metavar="NAME",
        panel=_PANEL,
    )
    word_size: int = option(100, limits=_SIZE)
    tag_size: int = option(25, limits=_SIZE)
    lemma_size: int = option(0, limits=_SIZE)
    feats_size: int = option(0, limits=_SIZE)
    char_size: int = option(0, limits=_SIZE)
    lstm_layers: int = option(2, limits=(1, 16))
    lstm_size: int = option(125, limits=_LAYER)
    hidden_size: int = option(100, limits=_LAYER)
    guess_size: int = option(0, limits=_SIZE)
    head_slots: bool = False
    part_dropout: float = option(0.0, limits=_SHARE)
    tag_loss: float = option(0.0, limits=(0, 1000))
    loss: str = option("margin", choices=LOSSES)
    labels: str = labels_option("together")
    word_dropout: float = option(0.25, limits=(0, 1_000_000))
    dropout: float = option(
        0.0,
        "dropout of each layer's input",
        limits=_SHARE,
        metavar="P",
        told="0; best: 0.33",
        panel=_PANEL,
    )
    near_mistakes: float = option(0.1, limits=(0, 1))
    learning_rate: float = option(
        0.001,
        "of Adam, at the start",
        limits=(0, 1000),
        metavar="R",
        told="0.001; best: 0.003",
        panel=_PANEL,
    )
    second_moment: float = option(0.999, limits=_SHARE)
    decay: float = option(1.0, limits=(0, 1))
    average: float = option(0.0, limits=_SHARE)
    sparse_updates: bool = True
    errors_per_step: int = option(
        50,
        "a step after > N errors; 0: batches",
        limits=(0, 1_000_000),
        metavar="N",
        told="50; best: 0",
        panel=_PANEL,
    )
    batch_size: int = option(
        32,
        "a step after N sentences",
        limits=(1, 1_000_000),
        metavar="N",
        told="if given",
        panel=_PANEL,
    )
    batch_words: int = option(
        0,
        "a step after about N words",
        limits=(0, 1_000_000),
        metavar="N",
        told="best: 200",
        panel=_PANEL,
    )
    steps: int = option(
        0,
        "train for about N steps",
        limits=(0, 1_000_000_000),
        metavar="N",
        told="best: 5000",
        panel=_PANEL,
    )
    epochs: int | None = 15
    patience: int | None = 15
    embeddings: str | None = option(
        None,
        "pretrained vectors: word2vec, fastText, GloVe",
        metavar="FILE",
        is_file=True,
        told="none",
        panel=_PANEL,
    )
    tune_embeddings: bool = option(
        True,
        "learn on from the vectors of words in TRAIN",
        flags="--tune-embeddings/--keep-embeddings",
        otherwise="leave all vectors as they are [best]",
        told="paper",
        panel=_PANEL,
    )

    def __post_init__(self) -> None:
        settle_kinds(self)

    @classmethod
    def of(cls, preset: str = "paper", **changes: Any) -> NeuralOptions:
        """A preset with changes. Who says how many sentences or words a batch has, has steps follow such batches."""
        require_one_of("preset", preset, PRESET_NAMES)
        refuse_unknown(changes, _FIELDS)
        counted: dict[str, Any] = {}
        if {"batch_size", "batch_words"} & {*changes}:
            counted = {"errors_per_step": 0} | ({"batch_words": 0} if "batch_size" in changes else {})
        return replace(PRESETS[preset], **counted | changes)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> NeuralOptions:
        """From `to_dict`, that of an earlier version as well."""
        return cls(**_BEFORE | values)

    def epochs_for(self, sentences: int, words: int) -> int:
        """How many epochs of so many sentences and words make the `steps`, unless `epochs` tells."""
        if self.epochs is not None:
            return self.epochs
        in_epoch = words / self.batch_words if self.batch_words else sentences / self.batch_size
        return max(FEWEST_EPOCHS, math.ceil(self.steps / max(1.0, in_epoch)))

    def exploration(self, system: str) -> float:
        """How often training follows a wrong transition that scores highest, unless `TrainingOptions` has another rate.

        Always, as Kiperwasser & Goldberg's code does, with `near_mistakes` beside them ("aggressive exploration"). From
        small treebanks 2-planar parsers learn more if they follow few: it takes them to configurations that have lost
        words, with little to teach (docs/reproduction.md).
        """
        return 0.3 if self.preset == "best" and system == "2-planar" else 1.0

    def to_dict(self) -> dict[str, Any]:
        """By name; without options that a preset leaves as all networks were before there was a choice."""
        values, preset = asdict(self), PRESETS[self.preset]
        told = {name for name, value in _BEFORE.items() if not values[name] == getattr(preset, name) == value}
        return {name: value for name, value in values.items() if name in told or name not in _BEFORE}


PRESETS = {
    "paper": NeuralOptions(),
    "best": NeuralOptions(
        preset="best",
        word_size=64,
        tag_size=32,
        lemma_size=64,
        feats_size=64,
        char_size=64,
        guess_size=100,
        head_slots=True,
        tag_loss=0.5,
        loss="cross-entropy",
        labels="after",
        dropout=0.33,
        part_dropout=0.25,
        learning_rate=0.003,
        second_moment=0.95,
        decay=0.05,
        average=0.998,
        sparse_updates=False,
        errors_per_step=0,
        batch_words=200,
        steps=5000,
        epochs=None,
        patience=None,
        tune_embeddings=False,
    ),
}
# What there was no option for.
_BEFORE = {
    "sparse_updates": False,
    "errors_per_step": 0,
    "tune_embeddings": False,
    "batch_words": 0,
    "steps": 0,
    "tag_loss": 0.0,
}
_FIELDS = tuple(field.name for field in fields(NeuralOptions))
NEURAL_NAMES = tuple(name for name in _FIELDS if name not in ("epochs", "patience"))  # all learners have these
