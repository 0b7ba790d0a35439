"""Sentences of similar length side by side, padded, as arrays of places in `EncodedWords`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from crossarc.neural.vocabulary import EncodedWords, Ids

# Of a batch, padding included, so that long sentences do not fill the memory: words, and pairs of words of a sentence.
_MOST_PLACES, MOST_PAIRS = 1 << 14, 1 << 22
LONGEST = math.isqrt(MOST_PAIRS) - 1  # words of a sentence whose pairs, with the root, fit a batch
_BATCHES_OF_A_POOL = 16
_LONGEST_OF_COVINGTON = 511  # its derivations visit all pairs, and training remembers each configuration


@dataclass(frozen=True)
class SentenceBatch:
    """Some sentences, each followed by the root, one below the other in time: places are [time, sentence].

    The network's word vectors are without padding: the words of each sentence and its root, sentence after sentence.
    """

    words: EncodedWords
    sentences: Ids

    @cached_property
    def lengths(self) -> Ids:
        return self.words.lengths[self.sentences]

    @cached_property
    def has_few_pairs(self) -> bool:
        """Not so many that a table of them would fill the memory."""
        return len(self.lengths) * (int(self.lengths.max()) + 1) ** 2 <= MOST_PAIRS

    def pieces(self) -> list[SentenceBatch]:
        """Itself, or if it has too many pairs, batches that have few, or one sentence each."""
        fit = max(1, MOST_PAIRS // (int(self.lengths.max(initial=0)) + 1) ** 2)
        return [SentenceBatch(self.words, self.sentences[k : k + fit]) for k in range(0, len(self.sentences), fit)]

    @cached_property
    def places(self) -> Ids:
        """The word at each time of each sentence: a place in the arrays of `EncodedWords`. [time, sentence]"""
        time = np.arange(self.lengths.max() + 1)[:, None]
        root = self.words.word_count
        within = self.words.first_words[self.sentences] + time
        return np.where(time < self.lengths, within, np.where(time == self.lengths, root, root + 1))

    @cached_property
    def reversal(self) -> Ids:
        """For each place of [time, sentence], flattened: the place where a sentence read backwards has that word."""
        time = np.arange(self.lengths.max() + 1)[:, None]
        mirrored = np.where(time <= self.lengths, self.lengths - time, time)
        return (mirrored * len(self.sentences) + np.arange(len(self.sentences))).reshape(-1)

    @cached_property
    def filled(self) -> Ids:
        """The flattened places that hold words or roots, sentence after sentence."""
        sentence = np.repeat(np.arange(len(self.sentences)), self.lengths + 1)
        return self.row_times * len(self.sentences) + sentence

    @cached_property
    def first_rows(self) -> Ids:
        """Where the vectors of each sentence begin."""
        return np.concatenate([[0], np.cumsum(self.lengths + 1)[:-1]])

    @cached_property
    def word_rows(self) -> Ids:
        """The rows of the vectors that are words, not roots."""
        return np.flatnonzero(self.row_times < np.repeat(self.lengths, self.lengths + 1))

    @cached_property
    def padded_rows(self) -> Ids:
        """The rows of each sentence's vectors; after its last, which is the root's, that one again. [sentence, time]"""
        return self.first_rows[:, None] + np.minimum(np.arange(self.lengths.max() + 1), self.lengths[:, None])

    @cached_property
    def word_sentences(self) -> Ids:
        """The sentence of each word: its number in the batch."""
        return np.repeat(np.arange(len(self.sentences)), self.lengths)

    @cached_property
    def word_times(self) -> Ids:
        """The place of each word in its sentence, from 0."""
        return np.arange(int(self.lengths.sum())) - np.repeat(self.offsets[:-1], self.lengths)

    @cached_property
    def word_places(self) -> Ids:
        """The words of the batch in the arrays of the treebank, sentence after sentence."""
        return self.places.reshape(-1)[self.filled[self.word_rows]]

    @cached_property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where the words of each sentence begin among those of the batch, and where they end."""
        return np.concatenate([[0], np.cumsum(self.lengths)])

    @cached_property
    def row_times(self) -> Ids:
        """The place of each row in its sentence, from 0; the root's comes last."""
        rows = np.arange(int((self.lengths + 1).sum()))
        return rows - np.repeat(self.first_rows, self.lengths + 1)


def longest_learnable(system: str) -> int:
    """Words of a sentence that training has time and memory for."""
    return _LONGEST_OF_COVINGTON if system.removeprefix("undirected-").startswith("covington") else LONGEST


def by_length(words: EncodedWords, size: int) -> Iterator[SentenceBatch]:
    """All sentences, the longest first, at most `size` at a time."""
    order = np.argsort(-words.lengths, kind="stable")
    begin = 0
    while begin < len(order):
        places = int(words.lengths[order[begin]]) + 1
        fit = max(1, min(size, _MOST_PLACES // places, MOST_PAIRS // places**2))
        yield SentenceBatch(words, order[begin : begin + fit])
        begin += fit


def shuffled(words: EncodedWords, sentences: int, random: np.random.Generator) -> list[SentenceBatch]:
    """All sentences in random batches of so many, of about the same length within each: random pools are sorted and cut
    up."""
    order = random.permutation(len(words.lengths))
    batches = []
    for begin in range(0, len(order), sentences * _BATCHES_OF_A_POOL):
        members = _sorted(words, order[begin : begin + sentences * _BATCHES_OF_A_POOL])
        batches += [SentenceBatch(words, members[k : k + sentences]) for k in range(0, len(members), sentences)]
    return [batches[k] for k in random.permutation(len(batches))]


def shuffled_by_words(words: EncodedWords, size: int, random: np.random.Generator) -> list[SentenceBatch]:
    """The same with batches of about `size` words: short sentences many at a time, those that have more words alone.

    A pool is cut up where its words are as near as can be to equal shares, so that there are no small leftovers.
    """
    order = random.permutation(len(words.lengths))
    pools = (np.cumsum(words.lengths[order]) - 1).clip(0) // (size * _BATCHES_OF_A_POOL)
    batches = []
    for pool in np.split(order, np.flatnonzero(np.diff(pools)) + 1):
        members = _sorted(words, pool)
        lengths = words.lengths[members]
        middles = np.cumsum(lengths) - lengths / 2
        shares = middles * max(1, round(int(lengths.sum()) / size)) // max(1, int(lengths.sum()))
        batches += [SentenceBatch(words, own) for own in np.split(members, np.flatnonzero(np.diff(shares)) + 1)]
    return [batches[k] for k in random.permutation(len(batches))]


def _sorted(words: EncodedWords, sentences: Ids) -> Ids:
    """By length."""
    return sentences[np.argsort(words.lengths[sentences], kind="stable")]
