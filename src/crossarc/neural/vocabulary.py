"""From words to numbers: what the network knows, and a treebank as arrays of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.neural.options import NeuralOptions
from crossarc.treebank import Treebank
from crossarc.treebank.columns import column_index

UNKNOWN, ROOT, RESERVED = 0, 1, 2  # of every column: a string that training has not seen, the root, the first string
NOTHING = 0  # no character, no feature
LONGEST_FORM = 32  # characters that are looked at
_MOST_FEATURES = 24  # of a word that are looked at
_COLUMNS = ("word", "lemma", "upos", "xpos")
_TAGS = {"both": ("upos", "xpos"), "upos": ("upos",), "xpos": ("xpos",), "none": ()}

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Vocabulary:
    """The strings of each column that the network uses, most frequent first. Columns that it does not use are missing.

    `words` are normalized forms, `vectors` are the words of the pretrained vectors.
    """

    columns: dict[str, list[str]]
    features: list[str] = field(default_factory=list)
    characters: str = ""
    vectors: list[str] = field(default_factory=list)

    @property
    def used_columns(self) -> list[str]:
        """In the order in which the network has them."""
        return [name for name in _COLUMNS if name in self.columns]

    @property
    def treebank_columns(self) -> list[str]:
        """The columns of a treebank that it is about."""
        of_form = "word" in self.columns or self.characters or self.vectors
        others = [name for name in self.used_columns if name != "word"]
        return ["form"] * bool(of_form) + others + ["feats"] * bool(self.features)

    @classmethod
    def of(cls, treebank: Treebank, tags: str, options: NeuralOptions, vectors: Sequence[str] = ()) -> Vocabulary:
        """That of a treebank: columns that are empty in it are left out."""
        columns = {}
        if options.word_size:
            columns["word"] = _most_frequent(_counts(treebank, "form", normalized))
        wanted = _TAGS[tags] if options.tag_size else ()
        columns |= {tag: _most_frequent(_counts(treebank, tag)) for tag in wanted if _is_filled(treebank, tag)}
        features: Counter[str] = Counter()
        if tags != "none" and options.lemma_size and _is_filled(treebank, "lemma"):
            columns["lemma"] = _most_frequent(_counts(treebank, "lemma"))
        if tags != "none" and options.feats_size and _is_filled(treebank, "feats"):
            for feats, count in _counts(treebank, "feats").items():
                features.update(dict.fromkeys(_features(feats), count))
        characters: Counter[str] = Counter()
        if options.char_size:
            for form, count in _counts(treebank, "form").items():
                characters.update(dict.fromkeys(form, count))
        return cls(columns, _most_frequent(features), "".join(_most_frequent(characters)), list(vectors))

    @classmethod
    def from_dict(cls, values: Any) -> Vocabulary:
        """From `to_dict`, by way of a file: raises a ValueError if it is anything else."""
        try:
            vocabulary = cls(**values)
            lists = [*vocabulary.columns.values(), vocabulary.features, vocabulary.vectors]
        except (TypeError, AttributeError):
            raise ValueError("its vocabulary is invalid") from None
        if not set(vocabulary.columns) <= set(_COLUMNS) or not isinstance(vocabulary.characters, str):
            raise ValueError("its vocabulary has unknown columns")
        if not all(isinstance(strings, list) and all(isinstance(s, str) for s in strings) for strings in lists):
            raise ValueError("its vocabulary has something else than strings")
        return vocabulary

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @cached_property
    def _numbers(self) -> dict[str, dict[str, int]]:
        """Of the strings of each column; made once, since a file is encoded block by block."""
        return {
            name: {string: number for number, string in enumerate(known, RESERVED)}
            for name, known in self.columns.items()
        }

    @cached_property
    def _numbers_of_vectors(self) -> dict[str, int]:
        return {string: number for number, string in enumerate(self.vectors, 1)}

    def _vector_numbers(self, forms: list[str]) -> Ids:
        """Vectors are looked up for the form, or else for the form in lower case."""
        table = self._numbers_of_vectors
        return np.array([table.get(form) or table.get(form.lower(), UNKNOWN) for form in forms], np.int64)

    def encoded(self, document: _core.Document) -> EncodedWords:
        """The words of a document as numbers."""

        def strings(column: str) -> list[str]:
            return document.strings(column_index(column))

        def codes(column: str) -> npt.NDArray[np.int32]:
            return document.codes(column_index(column))

        ids = {}
        for name in self.columns:
            column = "form" if name == "word" else name
            written = map(normalized, strings(column)) if name == "word" else strings(column)
            known = self._numbers[name]
            numbers = np.array([known.get(string, UNKNOWN) for string in written], np.int64)
            ids[name] = _with_root(numbers[codes(column)], ROOT)
        if self.vectors:
            ids["vector"] = _with_root(self._vector_numbers(strings("form"))[codes("form")], UNKNOWN)
        forms = _with_root(codes("form").astype(np.int64) + 1, 0) if self.characters else None
        feats = _with_root(codes("feats").astype(np.int64) + 1, 0) if self.features else None
        return EncodedWords(
            np.diff(document.first_words),
            document.first_words[:-1],
            ids,
            forms,
            _character_table(strings("form"), self.characters) if self.characters else None,
            feats,
            _feature_table(strings("feats"), self.features) if self.features else None,
        )


@dataclass(frozen=True)
class EncodedWords:
    """All words of a treebank as numbers. Behind the last word are two more: the root, and what pads a batch.

    `forms` and `feats` are rows of the tables of `characters` and `features`, which hold each distinct string once.
    """

    lengths: Ids
    first_words: Ids
    columns: dict[str, Ids]
    forms: Ids | None
    characters: npt.NDArray[np.int64] | None
    feats: Ids | None
    features: npt.NDArray[np.int64] | None

    @property
    def word_count(self) -> int:
        return int(self.lengths.sum())


def normalized(form: str) -> str:
    """A form as the vocabulary has it: lower case, and all numbers alike (as Kiperwasser & Goldberg do).

    >>> normalized("Word"), normalized("1,024.5")
    ('word', '0')
    """
    return "0" if form[:1].isdigit() and form.strip("0123456789.,:/-%") == "" else form.lower()


def _is_filled(treebank: Treebank, column: str) -> bool:
    return treebank.strings(column) != ["_"]


def _counts(treebank: Treebank, column: str, change: Any = str) -> Counter[str]:
    strings = treebank.strings(column)
    counts: Counter[str] = Counter()
    for string, count in zip(strings, np.bincount(treebank.codes(column), minlength=len(strings)), strict=True):
        counts[change(string)] += int(count)
    return counts


def _most_frequent(counts: Counter[str]) -> list[str]:
    return sorted(counts, key=lambda string: (-counts[string], string))


def _features(feats: str) -> list[str]:
    return [] if feats == "_" else feats.split("|")


def _with_root(ids: Ids, root: int) -> Ids:
    return np.concatenate([ids, [root, UNKNOWN]])


def _character_table(forms: list[str], known: str) -> Ids:
    """Characters of the root (none) and of each form, from left to right, one array operation for all of them."""
    lengths = np.array([0] + [min(len(form), LONGEST_FORM) for form in forms])
    text = "".join(form[:LONGEST_FORM] for form in forms)
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    order = np.frombuffer(known.encode("utf-32-le", "surrogatepass"), np.uint32)
    sorted_order = np.argsort(order)
    places = np.searchsorted(order, points, sorter=sorted_order).clip(max=len(order) - 1)
    numbers = np.where(order[sorted_order[places]] == points, sorted_order[places] + 2, 1)
    table = np.zeros((len(lengths), max(int(lengths.max()), 1)), np.int64)
    table[np.arange(table.shape[1]) < lengths[:, None]] = numbers
    return table


def _feature_table(strings: list[str], known: list[str]) -> Ids:
    """Features of the root (none) and of each distinct FEATS."""
    numbers = {feature: number for number, feature in enumerate(known, 1)}
    rows = [[numbers[f] for f in _features(feats) if f in numbers][:_MOST_FEATURES] for feats in strings]
    table = np.zeros((len(rows) + 1, max([1, *map(len, rows)])), np.int64)
    for row, features in enumerate(rows, 1):
        table[row, : len(features)] = features
    return table
