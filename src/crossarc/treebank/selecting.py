"""Which sentences of a treebank are chosen, and its words one after the other."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from numbers import Real
from random import Random
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from crossarc.arguments import shown_with_kind, wrong_kind
from crossarc.choices import in_range
from crossarc.errors import ArgumentError, OutOfRangeError
from crossarc.treebank.printable import escaped
from crossarc.treebank.sentence import Sentence
from crossarc.treebank.word import Word

if TYPE_CHECKING:
    from crossarc.treebank.treebank import Treebank

_INDEX = "a number, a sent_id, a slice, a list of numbers, or a mask with True or False for each sentence"
_ROUNDING = 1e-9  # of shares: 0.7 + 0.2 + 0.1 is less than 1


class Words(Sequence[Word]):
    """The words of all sentences of a treebank, each made when it is asked for."""

    __slots__ = ("_treebank",)

    def __init__(self, treebank: Treebank) -> None:
        self._treebank = treebank

    def __len__(self) -> int:
        return self._treebank.word_count

    @overload
    def __getitem__(self, index: int) -> Word: ...
    @overload
    def __getitem__(self, index: slice) -> list[Word]: ...
    def __getitem__(self, index: Any) -> Word | list[Word]:
        if isinstance(index, slice):
            return [self[place] for place in range(len(self))[index]]
        try:
            place = range(len(self))[index]
        except TypeError:
            raise wrong_kind("the place of a word", "a whole number or a slice", index) from None
        except IndexError:
            raise OutOfRangeError(f"there is no word {index} in a treebank of {len(self):,}") from None
        offsets = self._treebank.offsets
        sentence = bisect_right(offsets, place) - 1
        word: Word = self._treebank[sentence][place - int(offsets[sentence])]
        return word

    def __iter__(self) -> Iterator[Word]:
        return (word for sentence in self._treebank for word in sentence)

    def __repr__(self) -> str:
        shown = ", ".join(word.form for word in self[:5])
        return escaped(f"<{len(self):,} word{'s' * (len(self) != 1)}: {shown}{', …' if len(self) > 5 else ''}>")


def checked_sentences(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """The same, if they are all sentences of one format; an error tells which is not."""
    if isinstance(sentences, str) or not isinstance(sentences, Iterable):
        raise wrong_kind("sentences", "sentences one after the other", sentences)
    format = None
    for number, sentence in enumerate([sentences] if isinstance(sentences, Sentence) else sentences, start=1):
        if not isinstance(sentence, Sentence):
            raise wrong_kind(f"sentences: number {number}", "a sentence", sentence)
        if format is not None and sentence.format != format:
            raise ArgumentError(f"sentences: number {number} is {sentence.format}, but those before are {format}")
        format = sentence.format
        yield sentence


def chosen_places(index: Any, size: int) -> list[int]:
    """The places that a slice, a list of numbers or a mask stands for."""
    if not isinstance(index, slice):
        try:
            index = np.asarray(index)
        except ValueError:  # lists of other lengths within a list
            raise wrong_kind("the place of a sentence", _INDEX, index) from None
        if index.ndim != 1 or (index.size and index.dtype.kind not in "iub"):
            raise wrong_kind("the place of a sentence", _INDEX, index.tolist())
        if index.dtype.kind == "b" and index.size != size:
            raise ArgumentError(f"a mask of {index.size:,} for {size:,} sentences")
        if not index.size:
            return []
    try:
        chosen: list[int] = np.arange(size)[index].tolist()
    except IndexError:
        wrong = index[(index < -size) | (index >= size)][0]
        raise OutOfRangeError(f"there is no sentence {wrong} in a treebank of {size:,}") from None
    except (TypeError, ValueError) as error:  # of a slice
        raise ArgumentError(f"the place of a sentence: {error}") from None
    return chosen


def shuffled_places(size: int, seed: int) -> list[int]:
    """All places in random order: the same for a seed on every platform and in every version of Python.

    >>> shuffled_places(5, 1)
    [0, 3, 4, 2, 1]
    """
    draw = Random(in_range("seed", seed)).random  # the one stream that Python guarantees to stay what it is
    keys = [draw() for _ in range(size)]
    return sorted(range(size), key=keys.__getitem__)


def parts_of(size: int, shares: Sequence[float]) -> list[tuple[int, int]]:
    """Where the parts of a treebank begin and end that have these shares of it; the rest is a part as well.

    >>> parts_of(10, [0.8, 0.1, 0.1]), parts_of(10, [0.75])
    ([(0, 8), (8, 9), (9, 10)], [(0, 8), (8, 10)])
    """
    for share in shares:
        if isinstance(share, bool) or not isinstance(share, Real) or not 0 <= share <= 1:
            raise ArgumentError(f"split: a share must be a number from 0 to 1, as in 0.8, not {shown_with_kind(share)}")
    if not shares:
        raise ArgumentError("split: at least one share is needed, as in 0.8, 0.1, 0.1")
    total = math.fsum(shares)
    if total > 1 + _ROUNDING:
        raise ArgumentError(f"split: the shares must be at most 1 in sum, as in 0.8, 0.1, 0.1, not {total:g}")
    ends = [math.floor(size * math.fsum(shares[: number + 1]) + 0.5) for number in range(len(shares))]
    if total >= 1 - _ROUNDING:
        ends[-1] = size
    else:
        ends.append(size)
    return list(zip([0, *ends[:-1]], ends, strict=True))
