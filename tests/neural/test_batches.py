"""How sentences are put together for a step."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crossarc.neural.batches import SentenceBatch, shuffled, shuffled_by_words
from crossarc.neural.vocabulary import EncodedWords


def of_lengths(lengths: list[int]) -> EncodedWords:
    ends = np.cumsum(lengths, dtype=np.int64)
    return EncodedWords(np.array(lengths, np.int64), ends - lengths, {}, None, None, None, None)


def members(batches: list[SentenceBatch]) -> list[list[int]]:
    return [batch.sentences.tolist() for batch in batches]


LENGTHS = st.lists(st.integers(0, 60), min_size=1, max_size=300)


@given(LENGTHS, st.integers(1, 200), st.integers(0, 5))
def test_every_sentence_once(lengths: list[int], size: int, seed: int) -> None:
    for cut_up in (shuffled, shuffled_by_words):
        first, again = (members(cut_up(of_lengths(lengths), size, np.random.default_rng(seed))) for _ in range(2))
        assert first == again
        assert all(first)
        assert sorted(sentence for batch in first for sentence in batch) == list(range(len(lengths)))


@given(LENGTHS, st.integers(1, 200), st.integers(0, 5))
def test_batches_of_words_are_about_as_large_as_they_should_be(lengths: list[int], size: int, seed: int) -> None:
    """None is off by more than the halves of the sentences at its ends, and what rounding leaves."""
    words = of_lengths(lengths)
    batches = shuffled_by_words(words, size, np.random.default_rng(seed))
    for batch in batches:
        longest = int(batch.lengths.max())
        assert int(batch.lengths.sum()) <= max(2 * size, 1.5 * size + longest)
    if words.word_count > 32 * size and max(lengths) <= size:  # long enough for small pools not to matter
        assert 0.6 * words.word_count / size <= len(batches) <= 1.5 * words.word_count / size + 1


def test_a_batch_has_sentences_of_similar_length() -> None:
    random = np.random.default_rng(1)
    words = of_lengths(random.integers(1, 80, 1000).tolist())
    batches = shuffled_by_words(words, 200, random)
    spread = np.mean([np.ptp(batch.lengths) for batch in batches])
    assert spread < 12
    sizes = np.array([batch.lengths.sum() for batch in batches])
    assert abs(sizes.mean() - 200) < 20
    assert sizes.std() < 40
