"""Which predicted word is which gold word.

Where both treebanks have the same words, word i is word i. Where a system cut the text into words itself, words
are paired as the CoNLL 2018 shared task does it (Zeman et al. 2018, §4): the characters of all tokens, without
spaces, must be the same in both files; a word that is a token of its own is paired with the word that covers the
same characters; the words of multiword tokens are paired, by their forms, within the shortest stretches of text
that no multiword token of either file sticks out of.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from crossarc.evaluation.common_subsequence import longest_common_subsequence
from crossarc.treebank import Treebank, TreebankError

Words = npt.NDArray[np.int32]  # word numbers through the treebank, -1 for none

_SHOWN = 20  # characters of the text that an error message shows


@dataclass(frozen=True)
class Alignment:
    """For each gold word its predicted word, and the other way round; -1 where there is none.

    The pairs stand in `gold` and `predicted`, which index arrays over words. If both treebanks have the `same_words`,
    each is paired with itself.
    """

    predicted_of: Words
    gold_of: Words
    gold: Words
    predicted: Words
    same_words: bool = False


def align(gold: Treebank, predicted: Treebank) -> Alignment:
    """Pair the words of two treebanks of one text; a `TreebankError` if the texts differ."""
    if gold.shares_text_with(predicted):
        return _identity(gold)
    same_words = _have_same_words(gold, predicted)
    if same_words and _multiword_tokens(gold) == _multiword_tokens(predicted):
        return _identity(gold)
    gold_spans, predicted_spans = WordSpans(gold), WordSpans(predicted)
    if gold_spans.text != predicted_spans.text:
        if same_words:  # one of the files lacks the multiword tokens, which is no matter for its trees
            return _identity(gold)
        raise _difference(gold_spans, predicted_spans)
    pairs = np.array(_aligned_pairs(gold_spans, predicted_spans), np.int32).reshape(-1, 2)
    gold_words, predicted_words = pairs[:, 0], pairs[:, 1]
    predicted_of = np.full(gold.word_count, -1, np.int32)
    gold_of = np.full(predicted.word_count, -1, np.int32)
    predicted_of[gold_words] = predicted_words
    gold_of[predicted_words] = gold_words
    return Alignment(predicted_of, gold_of, gold_words, predicted_words)


def _identity(treebank: Treebank) -> Alignment:
    words = np.arange(treebank.word_count, dtype=np.int32)
    return Alignment(words, words, words, words, same_words=True)


def _have_same_words(gold: Treebank, predicted: Treebank) -> bool:
    # Codes are given in order of first appearance, so the same forms have the same codes.
    return (
        np.array_equal(gold.offsets, predicted.offsets)
        and np.array_equal(gold.codes("form"), predicted.codes("form"))
        and gold.strings("form") == predicted.strings("form")
    )


_MULTIWORD_TOKEN = re.compile(rb"\n([0-9]+-[0-9]+\t[^\t\n]*)")  # the line break first: that is found fast
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def _multiword_tokens(treebank: Treebank) -> list[bytes]:
    """The ranges and forms of the multiword tokens, in order."""
    text = treebank.to_bytes()
    first_line = b"\n" + text[: text.find(b"\n")].removeprefix(_BYTE_ORDER_MARK)
    return _MULTIWORD_TOKEN.findall(first_line) + _MULTIWORD_TOKEN.findall(text)


@dataclass
class WordSpans:
    """The characters of a treebank's tokens in one string without spaces, and where each word stands in it.

    The words of a multiword token all have the whole token's span.
    """

    treebank: Treebank
    text: str = field(default="", init=False)
    begins: list[int] = field(default_factory=list, init=False)
    ends: list[int] = field(default_factory=list, init=False)
    forms: list[str] = field(default_factory=list, init=False)  # in lower case, to pair words of multiword tokens
    in_multiword: list[bool] = field(default_factory=list, init=False)
    lines: list[int] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        pieces: list[str] = []
        begin = end = 0
        for sentence in self.treebank:
            last_in_multiword = number = 0
            for at, line in enumerate(sentence.to_conllu().split("\n"), start=sentence.line):
                if not line.strip(" \r") or line.startswith("#"):
                    continue
                token, form, _ = line.split("\t", 2)
                if "." in token:
                    continue
                if "-" in token:
                    last_in_multiword = int(token.partition("-")[2])
                    pieces.append(_without_spaces(form))
                    begin, end = end, end + len(pieces[-1])
                    continue
                number += 1
                if number > last_in_multiword:
                    form = _without_spaces(form)
                    pieces.append(form)
                    begin, end = end, end + len(form)
                self.begins.append(begin)
                self.ends.append(end)
                self.forms.append(form.lower())
                self.in_multiword.append(number <= last_in_multiword)
                self.lines.append(at)
        self.text = "".join(pieces)

    def __len__(self) -> int:
        return len(self.begins)

    def ends_within(self, word: int, end: int) -> bool:
        """Whether a word belongs to a stretch of text that ends at `end`: a multiword token that begins in it does."""
        if word >= len(self):
            return False
        return self.begins[word] < end if self.in_multiword[word] else self.ends[word] <= end


def _without_spaces(form: str) -> str:
    if form.isascii():
        return form.replace(" ", "")
    return "".join(character for character in form if unicodedata.category(character) != "Zs")


def _aligned_pairs(gold: WordSpans, predicted: WordSpans) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    g = p = 0
    while g < len(gold) and p < len(predicted):
        if gold.in_multiword[g] or predicted.in_multiword[p]:
            g_first, p_first, g, p = _multiword_stretch(gold, predicted, g, p)
            common = longest_common_subsequence(gold.forms[g_first:g], predicted.forms[p_first:p])
            pairs.extend((g_first + i, p_first + j) for i, j in common)
        elif gold.begins[g] == predicted.begins[p] and gold.ends[g] == predicted.ends[p]:
            pairs.append((g, p))
            g, p = g + 1, p + 1
        elif gold.begins[g] <= predicted.begins[p]:
            g += 1
        else:
            p += 1
    return pairs


def _multiword_stretch(gold: WordSpans, predicted: WordSpans, g: int, p: int) -> tuple[int, int, int, int]:
    """The first words of the stretch that begins with a multiword token at `g` or `p`, and the words behind it."""
    if gold.in_multiword[g]:
        end = gold.ends[g]
        p += not predicted.in_multiword[p] and predicted.begins[p] < gold.begins[g]
    else:
        end = predicted.ends[p]
        g += not gold.in_multiword[g] and gold.begins[g] < predicted.begins[p]
    first = g, p
    while gold.ends_within(g, end) or predicted.ends_within(p, end):
        if g < len(gold) and (p >= len(predicted) or gold.begins[g] <= predicted.begins[p]):
            if gold.in_multiword[g]:
                end = max(end, gold.ends[g])
            g += 1
        else:
            if predicted.in_multiword[p]:
                end = max(end, predicted.ends[p])
            p += 1
    return *first, g, p


def _difference(gold: WordSpans, predicted: WordSpans) -> TreebankError:
    shorter = min(len(gold.text), len(predicted.text))
    pairs = enumerate(zip(gold.text, predicted.text, strict=False))
    at = next((index for index, (left, right) in pairs if left != right), shorter)
    gold_word, predicted_word = _word_at(gold, at), _word_at(predicted, at)
    gold_place = f"{gold.treebank.path}:{gold.lines[gold_word]}"
    if at == len(predicted.text):
        message = f"ends here, but {gold_place} goes on with {_text_from(gold, gold_word)!r}"
    elif at == len(gold.text):
        message = f"goes on with {_text_from(predicted, predicted_word)!r}, but {gold_place} is the end"
    else:
        texts = _text_from(predicted, predicted_word), _text_from(gold, gold_word)
        message = f"another text: {texts[0]!r} where {gold_place} has {texts[1]!r}"
    return TreebankError(predicted.treebank.path, predicted.lines[predicted_word], message)


def _word_at(spans: WordSpans, at: int) -> int:
    return min(bisect_right(spans.ends, at), len(spans) - 1)


def _text_from(spans: WordSpans, word: int) -> str:
    text = spans.text[spans.begins[word] :]
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
