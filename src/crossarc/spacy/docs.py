"""Docs as treebanks, and treebanks as docs.

Tokens of white space, which spaCy has and treebanks have not, are no words. In a doc with trees they hang from the
token before them, or from the one behind them where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby, islice, pairwise
from operator import add
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy.attrs import DEP, HEAD, IS_SPACE, LEMMA, MORPH, ORTH, POS, SENT_START, SPACY, TAG
from spacy.parts_of_speech import IDS as PARTS_OF_SPEECH
from spacy.symbols import NAMES
from spacy.tokens import Doc
from spacy.vocab import Vocab

from crossarc.arguments import require_kind, wrong_kind
from crossarc.treebank import Sentence, Treebank
from crossarc.whole_numbers import whole_number

SPACE_LABEL = "dep"  # as spaCy's own parsers have it
_ROOT, _SPACY_ROOT = "root", "ROOT"  # UD's label of roots, and what spaCy makes of it
_BREAKS = str.maketrans("\t\r\n", "   ")
_NO_TREE = -1
_DOCS = 1000  # made treebanks of at a time

Ints = npt.NDArray[np.signedinteger[Any]]


@dataclass(frozen=True)
class DocWords:
    """The words of docs, one doc after the other."""

    tokens: list[int]  # where each doc begins among all tokens; at last, where the last one ends
    ends: list[int]  # the same among all words
    places: Ints  # of words among all tokens
    firsts: Ints  # words that begin sentences
    text: str  # CoNLL-U


class _Names(dict[int, str]):
    """The strings of a vocabulary as columns of CoNLL-U have them, looked up once for many docs."""

    def __init__(self, strings: Any) -> None:
        super().__init__({0: "_"})
        self._strings = strings

    def __missing__(self, number: int) -> str:
        name = self._strings[number]
        if not name.isprintable():
            name = name.translate(_BREAKS)
        self[number] = name = name or "_"
        return name


class _Lines(dict[tuple[int, ...], str]):
    """Lines of CoNLL-U from the second column on, made once for words that do not differ."""

    def __init__(self, strings: Any) -> None:
        super().__init__()
        self._names = _Names(strings)

    def __missing__(self, word: tuple[int, ...]) -> str:
        form, lemma, pos, tag, morph, *label, has_space, head = word
        name = self._names
        tags = f"{(NAMES[pos] if pos else '') or '_'}\t{name[tag]}\t{in_order(name[morph])}"
        tree = f"{head}\t{treebank_label(name[label[0]])}" if label else "_\t_"
        misc = "_" if has_space else "SpaceAfter=No"
        self[word] = line = f"\t{name[form]}\t{name[lemma]}\t{tags}\t{tree}\t_\t{misc}\n"
        return line


def words_of(docs: Sequence[Doc], starts: Sequence[Sequence[int] | None] = (), *, trees: bool = False) -> DocWords:
    """Of docs with one vocabulary, all with trees if they are asked for.

    `starts` has for each doc the numbers of tokens that begin sentences; None: as the doc has it.
    """
    tokens = [0, *accumulate(map(len, docs))]
    columns = [ORTH, LEMMA, POS, TAG, MORPH, DEP, SPACY, HEAD, SENT_START, IS_SPACE]
    table = np.concatenate([np.empty((0, len(columns)), np.uint64), *(doc.to_array(columns) for doc in docs)])
    places = np.flatnonzero(table[:, -1] == 0)
    firsts = _first_words(table[:, -2] == 1, tokens, places, starts)
    numbers = np.full(len(places), _NO_TREE)  # of heads in their sentences
    if trees:
        heads = _heads(table[:, 7].astype(np.int64), places)
        firsts = firsts[~_within_arcs(firsts, heads)]
        of_sentence = np.repeat(firsts, np.diff(firsts, append=len(places)))
        numbers = np.where(heads == np.arange(len(heads)), 0, heads - of_sentence + 1)
    has_space = (table[places, 6] != 0) | _before_space(places, tokens)
    columns_of_words = [*table[places, : 6 if trees else 5].T, has_space, numbers]
    text = "".join(_sentences(columns_of_words, firsts, docs[0].vocab)) if len(places) else ""
    return DocWords(tokens, np.searchsorted(places, tokens).tolist(), places, firsts, text)


def _first_words(
    is_start: npt.NDArray[np.bool_], tokens: list[int], places: Ints, starts: Sequence[Sequence[int] | None]
) -> Ints:
    """Of sentences. The first token of a doc always begins one; one of white space leaves it to the next word."""
    for (begin, end), own in zip(pairwise(tokens), starts, strict=False):
        if own is not None:
            is_start[begin:end] = False
            is_start[begin + np.asarray(own, np.intp)] = True
    is_start[[begin for begin, end in pairwise(tokens) if begin < end]] = True
    firsts = np.unique(np.searchsorted(places, np.flatnonzero(is_start)))
    return firsts[firsts < len(places)]


def _within_arcs(firsts: Ints, heads: Ints) -> npt.NDArray[np.bool_]:
    """Whether an arc goes over the border before each of these words.

    To spaCy every root begins a sentence, also one of several in a sentence, whose trees may lie within each other.
    """
    words = np.arange(len(heads))
    opened = np.bincount(np.minimum(words, heads) + 1, minlength=len(heads) + 1)
    closed = np.bincount(np.maximum(words, heads) + 1, minlength=len(heads) + 1)
    within: npt.NDArray[np.bool_] = (np.cumsum(opened - closed) > 0)[firsts]
    return within


def _sentences(columns: Sequence[npt.NDArray[Any]], firsts: Ints, vocab: Any) -> Iterator[str]:
    known = _Lines(vocab.strings)
    lines = [known[word] for word in zip(*(column.tolist() for column in columns), strict=True)]
    borders = [*firsts.tolist(), len(lines)]
    numbers = [str(number) for number in range(1, max(end - begin for begin, end in pairwise(borders)) + 1)]
    for begin, end in pairwise(borders):
        yield "".join(map(add, numbers, lines[begin:end]))
        yield "\n"


@lru_cache(1 << 14)
def in_order(feats: str) -> str:
    """Features as treebanks sort them, without regard to case, as spaCy does not.

    >>> in_order("Case=Gen|NumForm=Digit|Number=Sing")
    'Case=Gen|Number=Sing|NumForm=Digit'
    """
    return "|".join(sorted(feats.split("|"), key=str.lower))


def spacy_label(label: str) -> str:
    """A label of a treebank as spaCy has it."""
    return _SPACY_ROOT if label == _ROOT else label


def treebank_label(label: str) -> str:
    """A label of spaCy's as treebanks have it."""
    return _ROOT if label == _SPACY_ROOT else label


def _before_space(places: Ints, tokens: list[int]) -> npt.NDArray[np.bool_]:
    """Whether a token of white space follows each word in its doc."""
    is_space = np.ones(tokens[-1] + 1, bool)
    is_space[places] = False
    is_space[tokens] = False  # the first of a doc follows no word
    return is_space[places + 1]


def _heads(relative: Ints, places: Ints) -> Ints:
    """For each word the number of the word that it hangs from, itself if it is a root."""
    of_token = np.arange(len(relative)) + relative
    number = np.full(len(relative), _NO_TREE)
    number[places] = np.arange(len(places))
    heads = of_token[places]
    while True:  # from white space: further up
        above = of_token[heads]
        climbs = (number[heads] == _NO_TREE) & (above != heads)
        if not climbs.any():
            break
        heads = np.where(climbs, above, heads)
    return np.where(number[heads] == _NO_TREE, np.arange(len(places)), number[heads])


def treebank_of_docs(docs: Doc | Iterable[Doc]) -> Treebank:
    """Sentences with the tags, lemmas and, if all of a doc's tokens have them, trees of a doc or of several."""
    accepted = "a doc of spaCy's, or several"
    if not isinstance(docs, Iterable):
        raise wrong_kind("docs", accepted, docs)
    every = [docs] if isinstance(docs, Doc) else (require_kind(doc, Doc, "docs", accepted) for doc in docs)
    text = []
    # Docs may have different vocabularies.
    for (_, has_trees), alike in groupby(every, key=lambda doc: (id(doc.vocab), doc.has_annotation("DEP"))):
        while some := list(islice(alike, _DOCS)):
            text.append(words_of(some, trees=has_trees).text)
    return Treebank.from_conllu("".join(text), format="conllu")


def docs_of_treebank(treebank: Iterable[Sentence], vocab: Vocab, *, sentences: int = 1) -> Iterator[Doc]:
    """Docs of `sentences` sentences each, with all that spaCy has a place for."""
    # spaCy itself takes anything for a vocabulary, and crashes.
    require_kind(vocab, Vocab, "vocab", "a vocabulary of spaCy's, as in treebank.to_docs(nlp.vocab)")
    size, rest = whole_number(sentences, "sentences", least=1), iter(treebank)
    return (_doc(some, vocab) for some in iter(lambda: list(islice(rest, size)), []))


def _doc(sentences: list[Sentence], vocab: Any) -> Doc:
    words: list[str] = []
    spaces: list[bool] = []
    columns: dict[str, list[Any]] = {name: [] for name in ("lemmas", "pos", "tags", "morphs", "deps", "heads")}
    starts: list[bool] = []
    has_trees = all((sentence.heads >= 0).all() for sentence in sentences)
    for sentence in sentences:
        first = len(words)
        words += sentence.forms
        spaces += ["SpaceAfter=No" not in misc.split("|") for misc in sentence.misc]
        columns["lemmas"] += [_or_empty(value) for value in sentence.lemmas]
        columns["pos"] += [value if value in PARTS_OF_SPEECH else "" for value in sentence.upos]  # spaCy has UD's alone
        columns["tags"] += [_or_empty(value) for value in sentence.xpos]
        columns["morphs"] += [_or_empty(value) for value in sentence.column("feats")]
        columns["deps"] += [spacy_label(label) for label in sentence.deprels]
        heads = sentence.heads.tolist()
        columns["heads"] += [first + (head - 1 if head > 0 else place) for place, head in enumerate(heads)]
        starts += [place == 0 for place in range(len(sentence))]
    if not has_trees:
        del columns["deps"], columns["heads"]
        return Doc(vocab, words=words, spaces=spaces, sent_starts=starts, **columns)
    return Doc(vocab, words=words, spaces=spaces, **columns)


def _or_empty(value: str) -> str:
    return "" if value == "_" else value


def set_trees(docs: Sequence[Doc], words: DocWords, heads: Ints, labels: npt.NDArray[np.uint64]) -> None:
    """Heads of words count from 1 in their sentences, 0 being the root; labels are numbers of the vocabulary's strings.

    A token of white space hangs from the word before it, or from the one behind it, in its doc; else it is a root.
    """
    own = np.arange(len(words.places))
    of_sentence = np.repeat(words.firsts, np.diff(words.firsts, append=len(own)))
    targets = np.where(heads > 0, of_sentence + heads - 1, own)
    every = np.arange(words.tokens[-1])
    of_doc = np.diff(words.tokens)
    first, behind = np.repeat(words.ends[:-1], of_doc), np.repeat(words.ends[1:], of_doc)
    nearest = np.maximum(np.searchsorted(words.places, every, side="right") - 1, first)
    above = np.where(first < behind, np.append(words.places, 0)[nearest], every)
    above[words.places] = words.places[targets]
    all_labels = np.full(len(every), docs[0].vocab.strings.add(SPACE_LABEL), np.uint64)
    all_labels[words.places] = labels
    array = np.stack([(above - every).astype(np.uint64), all_labels], axis=1)
    for doc, (begin, end) in zip(docs, pairwise(words.tokens), strict=True):
        doc.from_array([HEAD, DEP], array[begin:end])
