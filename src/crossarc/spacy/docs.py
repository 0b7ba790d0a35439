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
from spacy.attrs import DEP, HEAD, LEMMA, MORPH, POS, SENT_START, TAG
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


def words_of(doc: Doc, starts: Sequence[int] | None = None, *, trees: bool = False) -> DocWords:
    """`starts` are numbers of tokens that begin sentences; those of the doc if they are not given."""
    is_word = np.fromiter((not token.is_space for token in doc), bool, len(doc))
    places = np.flatnonzero(is_word)
    if starts is None:
        starts = sentence_starts(doc)
    firsts = sorted({int(place) for place in np.searchsorted(places, np.asarray(starts, np.intp))} - {len(places)})
    return DocWords(places, firsts, "".join(_sentences(doc, places, firsts, trees)))


def sentence_starts(doc: Doc) -> list[int]:
    """The first tokens of its sentences, the first of the doc always among them."""
    starts = np.flatnonzero(doc.to_array([SENT_START]).astype(np.int64) == 1) if len(doc) else np.zeros(0, np.intp)
    return sorted({0, *starts.tolist()}) if len(doc) else []


def _sentences(doc: Doc, places: npt.NDArray[np.intp], firsts: list[int], trees: bool) -> Iterator[str]:
    strings = doc.vocab.strings
    columns = doc.to_array([LEMMA, POS, TAG, MORPH, DEP])[places]
    names: dict[int, str] = {}

    def name(value: Any) -> str:
        number = int(value)
        if number not in names:
            names[number] = (strings[number].translate(_BREAKS) if number else "") or "_"
        return names[number]

    forms = [doc[place].text.translate(_BREAKS) for place in places.tolist()]
    spaces = _space_after(doc, places)
    heads = _heads(doc, places) if trees else None
    for begin, end in pairwise([*firsts, len(places)]):
        for place in range(begin, end):
            lemma, pos, tag, morph, label = columns[place]
            upos = NAMES[int(pos)] if pos else "_"
            head, deprel = "_", "_"
            if heads is not None:
                head, deprel = (
                    str(heads[place] - begin + 1 if heads[place] != place else 0),
                    treebank_label(name(label)),
                )
            misc = "_" if spaces[place] else "SpaceAfter=No"
            tags = f"{upos or '_'}\t{name(tag)}\t{in_order(name(morph))}"
            word = f"{place - begin + 1}\t{forms[place]}\t{name(lemma)}"
            yield f"{word}\t{tags}\t{head}\t{deprel}\t_\t{misc}\n"
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


def _space_after(doc: Doc, places: npt.NDArray[np.intp]) -> list[bool]:
    """Whether there is white space, of whatever kind, behind each word."""
    followed = set(np.flatnonzero(np.diff(places, append=len(doc)) > 1).tolist())
    return [bool(doc[place].whitespace_) or number in followed for number, place in enumerate(places.tolist())]


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
    text = "".join(words_of(doc, trees=doc.has_annotation("DEP")).text for doc in docs)
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
        columns["pos"] += [_or_empty(value) for value in sentence.upos]
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
    of_word = np.repeat(firsts, np.diff([*words.starts, len(words.places)])) if len(firsts) else np.zeros(0, np.int64)
    own = np.arange(len(words.places))
    targets = np.where(heads > 0, of_word + heads - 1, own)
    relative = np.zeros(len(doc), np.int64)
    relative[words.places] = words.places[targets] - words.places
    deps = np.full(len(doc), doc.vocab.strings.add(SPACE_LABEL), np.uint64)
    deps[words.places] = labels
    is_space = np.ones(len(doc), bool)
    is_space[words.places] = False
    for place in np.flatnonzero(is_space) if len(words.places) else ():
        before = int(np.searchsorted(words.places, place)) - 1
        relative[place] = words.places[max(before, 0)] - place
    array = np.stack([relative.astype(np.uint64), deps], axis=1)
    doc.from_array([HEAD, DEP], array)
