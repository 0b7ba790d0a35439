"""What each step of the optimizer learns from: a batch of sentences, or as many as it takes to make some errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import Protocol

import numpy as np
from torch import Tensor

from crossarc.neural.batches import SentenceBatch, shuffled, shuffled_by_words
from crossarc.neural.exploration import Passage
from crossarc.neural.optimizer import summed
from crossarc.neural.threads import Map
from crossarc.neural.vocabulary import EncodedWords, Ids

SHARES = 2  # of each batch, each a thread's work, whatever the number of threads is: so that the sums are the same
FEW_WORDS = 256  # of a batch that is no more than one share: halves of it would take nearly as long as the whole
_MOST_AT_A_TIME, _MOST_WORDS = 64, 1 << 13  # sentences that are explored together, and their words: memory is finite
_SPARE = 1.2  # times the errors that are wanted: exploring a sentence in vain costs less than exploring once more
_NEW = 0.2  # how much of the estimate the last step makes up

Explore = Callable[[SentenceBatch, int], Passage]
"""Sentences, and the number of their share in the step, to the configurations that the parser comes through."""
Gradients = Callable[[Passage, float], list[Tensor]]
"""Of the loss, times a number."""


class Steps(Protocol):
    """Epochs as steps."""

    @property
    def left(self) -> int:
        """Sentences that this epoch has still to learn from."""

    def start_epoch(self, random: np.random.Generator) -> None: ...

    def epochs_behind(self, epoch: int, taken: int) -> Fraction:
        """How much of all epochs is done in the midst of one, so many steps from the start."""

    def can_end_epochs(self, epochs: int, taken: int) -> bool:
        """Whether so many epochs can be so many steps."""

    def next_gradients(self, share_out: Map) -> list[Tensor] | None:
        """Those of the next step; None if there is nothing to learn for it."""


class BatchSteps:
    """A step from each batch of sentences of similar length; the loss is divided by their words."""

    def __init__(self, words: EncodedWords, size: int, explore: Explore, gradients: Gradients) -> None:
        self._words, self._size, self._explore, self._gradients = words, size, explore, gradients
        self._in_epoch = -(-len(words.lengths) // size)
        self._batches: list[SentenceBatch] = []

    @property
    def left(self) -> int:
        return sum(len(batch.sentences) for batch in self._batches)

    def start_epoch(self, random: np.random.Generator) -> None:
        self._batches = shuffled(self._words, self._size, random)

    def epochs_behind(self, epoch: int, taken: int) -> Fraction:
        return Fraction(taken, max(1, self._in_epoch))

    def can_end_epochs(self, epochs: int, taken: int) -> bool:
        has_all = bool(self._words.lengths.all())  # batches of sentences without words are no steps
        return taken == epochs * self._in_epoch or (not has_all and 0 <= taken < epochs * self._in_epoch)

    def next_gradients(self, share_out: Map) -> list[Tensor] | None:
        batch = self._batches.pop()
        words = int(batch.lengths.sum())
        count = 1 if words <= FEW_WORDS else SHARES
        shares = [
            piece
            for number in range(count)
            for piece in SentenceBatch(batch.words, batch.sentences[number::count]).pieces()
        ]
        scale = 1 / max(1, words)

        def gradients(item: tuple[int, SentenceBatch]) -> list[Tensor]:
            return self._gradients(self._explore(item[1], item[0]), scale)

        filled = [item for item in enumerate(shares) if item[1].lengths.any()]
        return summed(share_out(gradients, filled)) if filled else None


class WordBatchSteps(BatchSteps):
    """The same with batches of about so many words. How many there are depends on which sentences chance puts together,
    so that an epoch is counted in words."""

    def start_epoch(self, random: np.random.Generator) -> None:
        self._batches = shuffled_by_words(self._words, self._size, random)

    def epochs_behind(self, epoch: int, taken: int) -> Fraction:
        left = sum(int(batch.lengths.sum()) for batch in self._batches)
        return epoch - Fraction(left, max(1, self._words.word_count))

    def can_end_epochs(self, epochs: int, taken: int) -> bool:
        return 0 <= taken <= epochs * len(self._words.lengths)


class ErrorSteps:
    """A step after the sentence with which more than so many errors have been made, as Kiperwasser & Goldberg's code
    has it; the loss is a sum, and what is left at the end of an epoch is a step, too.

    Sentences come in random order, and all that make up a step are parsed with the same weights. So they can be
    explored together, as many at a time as are expected to be needed. Those that turn out to come after the step are
    explored again, with the weights that it leaves. There are too few at a time to share them out to threads; and
    PyTorch adds up gradients in an order that depends on whether a thread has begun what another ends.
    """

    def __init__(self, words: EncodedWords, errors: int, explore: Explore, gradients: Gradients) -> None:
        self._words, self._errors, self._explore, self._gradients = words, errors, explore, gradients
        self._sentences = int((words.lengths > 0).sum())
        self._order: Ids = np.empty(0, np.int64)
        self._errors_per_word = 0.0

    @property
    def left(self) -> int:
        return len(self._order)

    def start_epoch(self, random: np.random.Generator) -> None:
        order = random.permutation(len(self._words.lengths))
        self._order = order[self._words.lengths[order] > 0]
        self._errors_per_word = 1.0  # nothing of earlier epochs is remembered, which a checkpoint would have to hold

    def epochs_behind(self, epoch: int, taken: int) -> Fraction:
        return epoch - Fraction(self.left, max(1, self._sentences))

    def can_end_epochs(self, epochs: int, taken: int) -> bool:
        return 0 <= taken <= epochs * self._sentences

    def next_gradients(self, share_out: Map) -> list[Tensor] | None:
        sums: list[list[Tensor]] = []
        missing, number = self._errors + 1, 0
        while missing > 0 and self.left:
            explored = list(self._explored(missing, number))
            errors = np.concatenate([passage.errors for passage in explored])
            self._estimate(explored)
            count = min(len(errors), int(np.searchsorted(np.cumsum(errors), missing)) + 1)
            missing -= int(errors[:count].sum())
            number += len(explored)
            self._order = self._order[count:]
            own = (self._gradients(passage, 1.0) for passage in _first(explored, count))
            sums = [summed(chain(sums, own))]  # at once: there may be many sentences without errors
        return sums[0] if missing <= self._errors else None

    def _explored(self, errors: int, number: int) -> Iterator[Passage]:
        """The next sentences, as many as it probably takes to make so many errors."""
        upcoming = self._order[:_MOST_AT_A_TIME]
        words = np.cumsum(self._words.lengths[upcoming])
        enough = int(np.searchsorted(words * self._errors_per_word, errors * _SPARE)) + 1
        count = max(1, min(enough, int(np.searchsorted(words, _MOST_WORDS, side="right"))))
        for piece in SentenceBatch(self._words, upcoming[:count]).pieces():
            yield self._explore(piece, number)
            number += 1

    def _estimate(self, explored: Iterable[Passage]) -> None:
        errors, words = (sum(counts) for counts in zip(*map(_errors_and_words, explored), strict=True))
        self._errors_per_word += _NEW * (errors / words - self._errors_per_word)


def _errors_and_words(passage: Passage) -> tuple[int, int]:
    return int(passage.errors.sum()), int(passage.batch.lengths.sum())


def _first(passages: Iterable[Passage], count: int) -> Iterator[Passage]:
    """Those of the first so many sentences."""
    for passage in passages:
        if count > 0:
            yield passage.first(min(count, len(passage.errors)))
        count -= len(passage.errors)
