"""Which predicted word is which gold word.

Where both treebanks have the same words, word i is word i. Where a system cut the text into words itself, words
are paired as the CoNLL 2018 shared task does it (Zeman et al. 2018, §4): the characters of all tokens, without
spaces, must be the same in both files; a word that is a token of its own is paired with the word that covers the
same characters; the words of multiword tokens are paired, by their forms, within the shortest stretches of text
that no multiword token of either file sticks out of.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.treebank import Treebank, TreebankError

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int32]  # small: there is one for each word
Words = Numbers  # word numbers through the treebank, -1 for none

_SHOWN = 20  # characters of the text that an error message shows


@dataclass(frozen=True)
class Tokens:
    """The tokens of a treebank, words and multiword tokens, as stretches of their text without spaces."""

    treebank: Treebank

    @cached_property
    def spans(self) -> _core.TokenSpans:
        return _core.TokenSpans(self.treebank._document)

    @property
    def sentence_cuts(self) -> npt.NDArray[np.int64]:
        """Sentence s covers sentence_cuts[s] up to sentence_cuts[s + 1]."""
        return self.spans.cuts[self.spans.first_tokens]

    def __reduce__(self) -> tuple[type[Tokens], tuple[Treebank]]:
        return type(self), (self.treebank,)  # the spans are found again

    def line(self, token: int) -> int:
        return _core.token_line(self.treebank._document, token)

    def error_at(self, token: int, message: str) -> TreebankError:
        return TreebankError(self.treebank.path, self.line(token), message)


@dataclass(frozen=True)
class Alignment:
    """For each gold word its predicted word, and the other way round; -1 where there is none.

    The pairs stand in `gold` and `predicted`, which index arrays over words. If both treebanks have the `same_words`,
    each is paired with itself. `tokens` are those of both sides; if only the words are the same, and the texts of their
    multiword tokens are not, `difference` says where.
    """

    predicted_of: Words
    gold_of: Words
    gold: Words
    predicted: Words
    tokens: tuple[Tokens, Tokens]
    same_words: bool = False
    difference: str | None = None

    def where_same(self, gold_values: Numbers, predicted_values: Numbers) -> tuple[Flags, Flags]:
        """For each side, the words that are paired with one of the same value."""
        if self.same_words:
            same = gold_values == predicted_values
            return same, same
        same = gold_values[self.gold] == predicted_values[self.predicted]
        in_gold, in_predicted = np.zeros(self.predicted_of.size, np.bool_), np.zeros(self.gold_of.size, np.bool_)
        in_gold[self.gold], in_predicted[self.predicted] = same, same
        return in_gold, in_predicted

    def gold_sentences_at(self, places: npt.NDArray[np.int64]) -> Numbers:
        """The gold sentences that hold some places of the text."""
        begins = self.tokens[0].sentence_cuts[:-1]
        return (np.searchsorted(begins, places, side="right") - 1).astype(np.int32)


def align(gold: Treebank, predicted: Treebank) -> Alignment:
    """Pair the words of two treebanks of one text; a `TreebankError` if the texts differ."""
    own = Tokens(gold)
    if gold.shares_text_with(predicted):
        return _identity(gold, own, own)
    other = Tokens(predicted)
    difference = own.spans.difference(other.spans)
    if _have_same_words(gold, predicted):
        if difference is not None:  # one of the files lacks the multiword tokens, which is no matter for its trees
            return _identity(gold, own, other, str(_told_difference(own, other, difference)))
        if _have_same_tokens(own, other):
            return _identity(gold, own, own)  # once: they are large
    if difference is not None:
        raise _told_difference(own, other, difference)
    for side in (own, other):
        empty = np.flatnonzero(np.diff(side.spans.cuts) == 0)
        if empty.size:
            raise side.error_at(int(empty[0]), "FORM has no characters but spaces, so that words cannot be paired")
    gold_words, predicted_words = _core.align_words(own.spans, other.spans, *_forms(own, other))
    predicted_of = np.full(gold.word_count, -1, np.int32)
    gold_of = np.full(predicted.word_count, -1, np.int32)
    predicted_of[gold_words] = predicted_words
    gold_of[predicted_words] = gold_words
    return Alignment(predicted_of, gold_of, gold_words, predicted_words, (own, other))


def _identity(treebank: Treebank, gold: Tokens, predicted: Tokens, difference: str | None = None) -> Alignment:
    words = np.arange(treebank.word_count, dtype=np.int32)
    return Alignment(words, words, words, words, (gold, predicted), same_words=True, difference=difference)


def _have_same_words(gold: Treebank, predicted: Treebank) -> bool:
    # Codes are given in order of first appearance, so the same forms have the same codes.
    return (
        np.array_equal(gold.offsets, predicted.offsets)
        and np.array_equal(gold.codes("form"), predicted.codes("form"))
        and gold.strings("form") == predicted.strings("form")
    )


def _have_same_tokens(gold: Tokens, predicted: Tokens) -> bool:
    return np.array_equal(gold.spans.cuts, predicted.spans.cuts) and np.array_equal(
        gold.spans.token_of, predicted.spans.token_of
    )


def _forms(*sides: Tokens) -> list[Numbers]:
    """Forms that are the same but for upper and lower case as the same numbers; they matter for multiword tokens."""
    if not any(side.spans.multiword.any() for side in sides):
        return [side.treebank.codes("form") for side in sides]
    table: dict[str, int] = {}

    def numbers(forms: list[str]) -> Numbers:
        return np.array([table.setdefault(form.lower(), len(table)) for form in forms], np.int32)

    found = []
    for side in sides:
        forms, codes = side.treebank.strings("form"), side.treebank.codes("form")
        # The official scorer takes spaces out of the forms of tokens, not out of those of words in multiword tokens.
        as_word, as_token = numbers(forms), numbers([_without_spaces(form) for form in forms])
        found.append(np.where(side.spans.multiword[side.spans.token_of], as_word[codes], as_token[codes]))
    return found


def _without_spaces(form: str) -> str:
    if form.isascii():
        return form.replace(" ", "")
    return "".join(character for character in form if unicodedata.category(character) != "Zs")


def _told_difference(gold: Tokens, predicted: Tokens, at: int) -> TreebankError:
    """Where the texts differ first, which is at that byte."""
    gold_token, predicted_token = _token_at(gold, at, predicted), _token_at(predicted, at, gold)
    gold_place = f"{gold.treebank.path}:{gold.line(gold_token)}"
    if at == predicted.spans.size:
        message = f"ends here, but {gold_place} goes on with {_text_around(gold, gold_token, at)!r}"
    elif at == gold.spans.size:
        message = f"goes on with {_text_around(predicted, predicted_token, at)!r}, but {gold_place} is the end"
    else:
        texts = _text_around(predicted, predicted_token, at), _text_around(gold, gold_token, at)
        message = f"another text: {texts[0]!r} where {gold_place} has {texts[1]!r}{_characters(predicted, gold, at)}"
    return predicted.error_at(predicted_token, message)


def _token_at(side: Tokens, at: int, other: Tokens) -> int:
    """The token with that byte; the one before, if that ends there and the other side's token goes on."""
    own, partner = _token_with(side, at), _token_with(other, at)
    goes_on = other.spans.cuts[partner] < at < other.spans.cuts[partner + 1]
    return own - 1 if own and goes_on and side.spans.cuts[own] == at else own


def _token_with(side: Tokens, at: int) -> int:
    ends = side.spans.cuts[1:]
    return min(int(np.searchsorted(ends, at, side="right")), ends.size - 1)


def _text_around(side: Tokens, token: int, at: int) -> str:
    """The text from a token on, or, if the place is far behind its beginning, from shortly before the place."""
    begin = int(side.spans.cuts[token])
    before = _decoded(side, begin, at - begin)
    skipped = max(0, len(before) - _SHOWN // 2)
    text = before[skipped:] + _decoded(side, begin + len(before.encode()), 4 * (_SHOWN + 1))
    cut = "…" if len(text) > _SHOWN else ""
    return ("…" if skipped else "") + text[:_SHOWN] + cut


def _decoded(side: Tokens, begin: int, size: int) -> str:
    """Whole characters only."""
    return side.spans.text(begin, size).decode("utf-8", errors="ignore")


def _characters(predicted: Tokens, gold: Tokens, at: int) -> str:
    """The numbers of the characters that differ, unless they are ASCII: others can look the same."""
    begin = int(gold.spans.cuts[_token_with(gold, at)])
    at = begin + len(_decoded(gold, begin, at - begin).encode())  # the byte may be within a character
    own, other = (_decoded(side, at, 4)[:1] for side in (predicted, gold))
    return "" if (own + other).isascii() else f" (U+{ord(own):04X} for U+{ord(other):04X})"
