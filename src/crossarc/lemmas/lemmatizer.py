"""A lemmatizer: trained on a treebank, it fills in LEMMA where it is missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from crossarc import _core
from crossarc.arguments import require_flag, require_kind
from crossarc.best_epoch import best_epoch
from crossarc.calls import called_as
from crossarc.column_filling import FilledColumn, filled
from crossarc.errors import ArgumentError, told_as_arguments
from crossarc.files import PathLike
from crossarc.lexicon import Lexicon, lexicon_of
from crossarc.treebank import Treebank, TreebankError, TreebankSource, treebank_of
from crossarc.whole_numbers import LARGEST_SEED, whole_number

_SIGNATURE: Final = b"crossarc lemmatizer 1\n"
_EPOCHS: Final = 8


class Lemmatizer:
    """Makes a lemma from a form, its UPOS and its FEATS.

    Forms that the training data has with that tag, or that UPOS, get the lemma that they have most often there. For
    others a rule is chosen: a casing, and another beginning and ending for what form and lemma share.
    """

    def __init__(self, model: _core.LemmatizerModel) -> None:
        self._model = model

    @staticmethod
    def can_learn_from(treebank: TreebankSource) -> bool:
        """Whether there are any lemmas in a treebank."""
        return treebank_of(treebank).filled("lemma") > 0

    @classmethod
    @called_as("Lemmatizer.train")
    def train(
        cls,
        treebank: TreebankSource,
        dev: TreebankSource | None = None,
        *,
        seed: int = 1,
        threads: int = 0,
        lexicon: Lexicon | PathLike | None = None,
        epochs: int = _EPOCHS,
    ) -> Lemmatizer:
        """A lemmatizer that has learnt from a treebank; a `TreebankError` if there are no lemmas in it.

        With `dev` it is the epoch's that gets most lemmas of that treebank right, else the last one's. `threads` share
        that work: what is learnt does not depend on them.
        """
        treebank = treebank_of(treebank)
        own_dev = None if dev is None else treebank_of(dev, "dev")
        if not cls.can_learn_from(treebank):
            raise TreebankError(treebank.path, None, "LEMMA is _ in all of it: there are no lemmas to learn")
        seed = whole_number(seed, "seed", most=LARGEST_SEED)
        threads = whole_number(threads, "threads")
        epochs = whole_number(epochs, "epochs", least=1)
        entries = lexicon_of(lexicon)
        trainer = _core.lemmatizer_trainer(treebank._document, None if entries is None else entries.document, seed)

        def score(model: _core.LemmatizerModel) -> float:
            assert own_dev is not None
            return cls(model).accuracy(own_dev, threads=threads)

        return cls(best_epoch(trainer, epochs, score if own_dev is not None and own_dev.filled("lemma") else None))

    def column(self, treebank: Treebank, *, redo: bool = False, threads: int = 0) -> FilledColumn:
        """What `lemmatize` fills in: the words' lemmas, or -1 where the treebank's own stays."""
        return FilledColumn(
            *self._model.lemmatize(treebank._document, require_flag(redo, "redo"), whole_number(threads, "threads"))
        )

    @called_as("lemmatizer.lemmatize")
    def lemmatize(self, treebank: TreebankSource, *, redo: bool = False, threads: int = 0) -> Treebank:
        """The treebank with its missing lemmas filled in; the rest stays byte for byte.

        A lemma is missing where LEMMA is `_` and FORM is not. With `redo` all are predicted.
        """
        treebank = treebank_of(treebank)
        return filled(treebank, {"lemma": self.column(treebank, redo=redo, threads=threads)})

    @called_as("lemmatizer.accuracy")
    def accuracy(self, treebank: TreebankSource, *, threads: int = 0) -> float:
        """The share of words, in percent, whose lemma is as in a treebank, given the tags that are there."""
        treebank = treebank_of(treebank)
        right = self.column(treebank, redo=True, threads=threads).right(treebank, "lemma")
        return 100.0 * float(np.mean(right)) if right.size else 100.0

    def to_bytes(self) -> bytes:
        return _SIGNATURE + self._model.stored()

    @classmethod
    def from_bytes(cls, stored: bytes) -> Lemmatizer:
        """The lemmatizer of `to_bytes`; a ValueError if it is none. Nothing in it is believed without a check."""
        require_kind(stored, bytes, "stored", "bytes, as to_bytes gives them")
        if not stored.startswith(_SIGNATURE):
            raise ArgumentError("this is no lemmatizer of a version that is known here")
        with told_as_arguments():
            return cls(_core.LemmatizerModel.load(np.frombuffer(stored, np.uint8)[len(_SIGNATURE) :]))

    def __reduce__(self) -> tuple[Callable[[bytes], Lemmatizer], tuple[bytes]]:
        return Lemmatizer.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"<Lemmatizer: {self._model.rule_count:,} rules>"
