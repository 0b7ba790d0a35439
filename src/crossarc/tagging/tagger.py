"""A tagger: trained on a treebank, it fills in UPOS, XPOS and FEATS where they are missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from crossarc import _core
from crossarc.arguments import require_flag, require_kind, wrong_kind
from crossarc.best_epoch import best_epoch
from crossarc.calls import called_as
from crossarc.column_filling import FilledColumn, filled
from crossarc.errors import ArgumentError, told_as_arguments
from crossarc.files import PathLike
from crossarc.lexicon import Lexicon, lexicon_of
from crossarc.treebank import Treebank, TreebankError, TreebankSource, treebank_of
from crossarc.whole_numbers import LARGEST_SEED, whole_number

TAG_COLUMNS: Final = ("upos", "xpos", "feats")

_SIGNATURE: Final = b"crossarc tagger 1\n"


class Tagger:
    """Chooses for each word one of the tags that a dictionary, or the end of its form, allows.

    A tag is UPOS, XPOS and FEATS together, so that they agree; it is scored as the sum of its parts, by an averaged
    perceptron that looks at the word, its neighbours and the tags before it.
    """

    def __init__(self, model: _core.TaggerModel) -> None:
        self._model = model

    @staticmethod
    def can_learn_from(treebank: TreebankSource) -> bool:
        """Whether there are any tags in a treebank."""
        own = treebank_of(treebank)
        return any(own.filled(column) for column in TAG_COLUMNS)

    @classmethod
    @called_as("Tagger.train")
    def train(
        cls,
        treebank: TreebankSource,
        dev: TreebankSource | None = None,
        *,
        seed: int = 1,
        threads: int = 0,
        lexicon: Lexicon | PathLike | None = None,
        epochs: int | None = None,
    ) -> Tagger:
        """A tagger that has learnt from a treebank; a `TreebankError` if there are no tags in it.

        With `dev` it is the epoch's that tags most words of that treebank all right, else the last one's. The number of
        epochs is 8, and 5 for treebanks of more than 100,000 words. `threads` share the tagging of `dev`: what is
        learnt does not depend on them.
        """
        treebank = treebank_of(treebank)
        own_dev = None if dev is None else treebank_of(dev, "dev")
        if not cls.can_learn_from(treebank):
            raise TreebankError(treebank.path, None, "UPOS, XPOS and FEATS are _ in all of it: no tags to learn")
        seed = whole_number(seed, "seed", most=LARGEST_SEED)
        threads = whole_number(threads, "threads")
        epochs = _usual_epochs(treebank) if epochs is None else whole_number(epochs, "epochs", least=1)
        entries = lexicon_of(lexicon)
        trainer = _core.tagger_trainer(treebank._document, None if entries is None else entries.document, seed)

        def score(model: _core.TaggerModel) -> float:
            assert own_dev is not None
            return cls(model).accuracy(own_dev, threads=threads)["alltags"]

        return cls(best_epoch(trainer, epochs, score if own_dev is not None and own_dev.word_count else None))

    def columns(
        self,
        treebank: Treebank,
        *,
        redo: bool = False,
        missing: tuple[bool, bool, bool] | None = None,
        threads: int = 0,
    ) -> dict[str, FilledColumn]:
        """What `tag` fills in: words' strings for `upos`, `xpos` and `feats`, -1 where the treebank's own stays."""
        threads = whole_number(threads, "threads")
        columns = None if missing is None else [require_flag(own, "missing") for own in _three(missing)]
        found = self._model.tag(treebank._document, columns, require_flag(redo, "redo"), threads)
        return {name: FilledColumn(*column) for name, column in zip(TAG_COLUMNS, found, strict=True)}

    @called_as("tagger.tag")
    def tag(
        self,
        treebank: TreebankSource,
        *,
        redo: bool = False,
        missing: tuple[bool, bool, bool] | None = None,
        threads: int = 0,
    ) -> Treebank:
        """The treebank with its missing tags filled in; the rest stays byte for byte.

        Tags are missing where UPOS, XPOS and FEATS are all `_`. Where some are there, a column that is `_` throughout
        is filled in so that it agrees with them. `missing` says which columns that are (UPOS, XPOS, FEATS), for a
        treebank that is only a piece of the input. With `redo` all tags are predicted.
        """
        treebank = treebank_of(treebank)
        return filled(treebank, self.columns(treebank, redo=redo, missing=missing, threads=threads))

    @called_as("tagger.accuracy")
    def accuracy(self, treebank: TreebankSource, *, threads: int = 0) -> dict[str, float]:
        """The share of words, in percent, whose UPOS, XPOS, FEATS, and all of them, are as in a treebank."""
        treebank = treebank_of(treebank)
        columns = self.columns(treebank, redo=True, threads=threads)
        right = {name: column.right(treebank, name) for name, column in columns.items()}
        right["alltags"] = np.logical_and.reduce(list(right.values()))
        return {name: 100.0 * float(np.mean(own)) if own.size else 100.0 for name, own in right.items()}

    def to_bytes(self) -> bytes:
        return _SIGNATURE + self._model.stored()

    @classmethod
    def from_bytes(cls, stored: bytes) -> Tagger:
        """The tagger of `to_bytes`; a ValueError if it is none. Nothing in it is run or believed without a check."""
        require_kind(stored, bytes, "stored", "bytes, as to_bytes gives them")
        if not stored.startswith(_SIGNATURE):
            raise ArgumentError("this is no tagger of a version that is known here")
        with told_as_arguments():
            return cls(_core.TaggerModel.load(np.frombuffer(stored, np.uint8)[len(_SIGNATURE) :]))

    def __reduce__(self) -> tuple[Callable[[bytes], Tagger], tuple[bytes]]:
        return Tagger.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"<Tagger: {self._model.tag_count:,} tags, {self._model.form_count:,} forms>"


def _three(missing: tuple[bool, bool, bool]) -> tuple[bool, ...]:
    if not isinstance(missing, tuple | list) or len(missing) != len(TAG_COLUMNS):
        raise wrong_kind("missing", "three of True and False, for UPOS, XPOS and FEATS", missing)
    return tuple(missing)


def _usual_epochs(treebank: Treebank) -> int:
    return 8 if treebank.word_count <= 100_000 else 5
