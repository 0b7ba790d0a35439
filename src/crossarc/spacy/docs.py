"""Docs as treebanks, and treebanks as docs.

Tokens of white space, which spaCy has and treebanks have not, are no words. In a doc with trees they hang from the
token before them, or from the one behind them where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy.attrs import DEP, HEAD, IS_SPACE, LEMMA, MORPH, ORTH, POS, SENT_START, SPACY, TAG
from spacy.parts_of_speech import IDS as PARTS_OF_SPEECH
from spacy.symbols import NAMES
from spacy.tokens import Doc

from crossarc.treebank import Sentence, Treebank

SPACE_LABEL = "dep"  # as spaCy's own parsers have it
_ROOT, _SPACY_ROOT = "root", "ROOT"  # UD's label of roots, and what spaCy makes of it
_BREAKS = str.maketrans("\t\r\n", "   ")


@dataclass(frozen=True)
class DocWords:
    """The words of a doc: their places among its tokens, and where its sentences begin among them."""

    places: npt.NDArray[np.intp]
    starts: list[int]
    text: str  # CoNLL-U


class Names(dict[int, str]):
    """The strings of a vocabulary as columns of CoNLL-U have them, looked up once for many docs."""

    def __init__(self, strings: Any) -> None:
        super().__init__({0: "_"})
        self._strings = strings

    def __missing__(self, number: int) -> str:
        self[number] = name = self._strings[number].translate(_BREAKS) or "_"
        return name


def words_of(
    doc: Doc, starts: Sequence[int] | None = None, *, trees: bool = False, names: Names | None = None
) -> DocWords:
    """`starts` are numbers of tokens that begin sentences; those of the doc if they are not given."""
    table = doc.to_array([ORTH, LEMMA, POS, TAG, MORPH, DEP, SPACY, SENT_START, IS_SPACE])
    places = np.flatnonzero(table[:, -1] == 0)
    if starts is None:  # the first token always begins one
        starts = sorted({0, *np.flatnonzero(table[:, -2].astype(np.int64) == 1).tolist()}) if len(doc) else []
    firsts = sorted({int(place) for place in np.searchsorted(places, np.asarray(starts, np.intp))} - {len(places)})
    heads = _heads(doc, places) if trees else None
    if heads is not None:
        firsts = [first for first, within in zip(firsts, _within_arcs(firsts, heads), strict=True) if not within]
    names = Names(doc.vocab.strings) if names is None else names
    columns = table[places, :6].tolist()
    spaces = _space_after(len(doc), places, table[places, 6] != 0)
    return DocWords(places, firsts, "".join(_sentences(names, columns, spaces, firsts, heads)))


def _within_arcs(firsts: list[int], heads: list[int]) -> npt.NDArray[np.bool_]:
    """Whether an arc goes over the border before each of these words.

    To spaCy every root begins a sentence, also one of several in a sentence, whose trees may lie within each other.
    """
    words = np.arange(len(heads))
    above = np.asarray(heads, np.intp)
    opened = np.bincount(np.minimum(words, above) + 1, minlength=len(heads) + 1)
    closed = np.bincount(np.maximum(words, above) + 1, minlength=len(heads) + 1)
    return (np.cumsum(opened - closed) > 0)[firsts]


def _sentences(
    names: Names, columns: list[list[int]], spaces: list[bool], firsts: list[int], heads: list[int] | None
) -> Iterator[str]:
    for begin, end in pairwise([*firsts, len(columns)]):
        for place in range(begin, end):
            form, lemma, pos, tag, morph, label = columns[place]
            tags = f"{(NAMES[pos] if pos else '') or '_'}\t{names[tag]}\t{in_order(names[morph])}"
            tree = "_\t_"
            if heads is not None:
                above = heads[place]
                tree = f"{above - begin + 1 if above != place else 0}\t{treebank_label(names[label])}"
            misc = "_" if spaces[place] else "SpaceAfter=No"
            yield f"{place - begin + 1}\t{names[form]}\t{names[lemma]}\t{tags}\t{tree}\t_\t{misc}\n"
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


def _space_after(tokens: int, places: npt.NDArray[np.intp], spaces: npt.NDArray[np.bool_]) -> list[bool]:
    """Whether there is white space, of whatever kind, behind each word."""
    if len(places) < tokens:  # some tokens are white space
        spaces |= np.diff(places, append=tokens) > 1
    return list(spaces.tolist())


def _heads(doc: Doc, places: npt.NDArray[np.intp]) -> list[int]:
    """For each word the number of the word that it hangs from, itself if it is a root."""
    number = {place: word for word, place in enumerate(places.tolist())}
    heads = []
    for place in places.tolist():
        head = doc[place].head
        while head.i not in number and head.head.i != head.i:  # from white space: further up
            head = head.head
        heads.append(number.get(head.i, number[place]))
    return heads


def treebank_of_docs(docs: Iterable[Doc]) -> Treebank:
    """Sentences with the tags, lemmas and, if all of a doc's tokens have them, trees of docs."""
    names: dict[int, Names] = {}  # docs may have different vocabularies
    text = "".join(
        words_of(
            doc,
            trees=doc.has_annotation("DEP"),
            names=names.setdefault(id(doc.vocab), Names(doc.vocab.strings)),
        ).text
        for doc in docs
    )
    return Treebank.from_conllu(text, format="conllu")


def docs_of_treebank(treebank: Iterable[Sentence], vocab: Any, *, sentences: int = 1) -> Iterator[Doc]:
    """Docs of so many sentences each, with all that spaCy has a place for. DocWords of a multiword token are tokens."""
    waiting: list[Sentence] = []
    for sentence in treebank:
        waiting.append(sentence)
        if len(waiting) == sentences:
            yield _doc(waiting, vocab)
            waiting = []
    if waiting:
        yield _doc(waiting, vocab)


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


def set_trees(doc: Doc, words: DocWords, heads: npt.NDArray[np.int32], labels: npt.NDArray[np.uint64]) -> None:
    """Heads of words count from 1 in their sentences, 0 being the root; labels are numbers of the doc's strings."""
    firsts = np.asarray(words.starts, np.int64)
    own = np.arange(len(words.places))
    of_word = firsts[np.searchsorted(firsts, own, side="right") - 1] if len(firsts) else np.zeros(0, np.int64)
    targets = np.where(heads > 0, of_word + heads - 1, own)
    relative = np.zeros(len(doc), np.int64)
    relative[words.places] = words.places[targets] - words.places
    deps = np.full(len(doc), doc.vocab.strings.add(SPACE_LABEL), np.uint64)
    deps[words.places] = labels
    if 0 < len(words.places) < len(doc):  # some tokens are white space
        is_space = np.ones(len(doc), bool)
        is_space[words.places] = False
        for place in np.flatnonzero(is_space):
            before = int(np.searchsorted(words.places, place)) - 1
            relative[place] = words.places[max(before, 0)] - place
    array = np.empty((len(doc), 2), np.uint64)
    array[:, 0], array[:, 1] = relative, deps
    doc.from_array([HEAD, DEP], array)
