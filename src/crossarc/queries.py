"""Which sentences of a treebank to look at: a small language of conditions (docs/draw.md).

>>> from crossarc import synthetic
>>> treebank = synthetic.generate(50, crossing="any", rate=0.5, seed=1)
>>> found = Query.parse("nonprojective length<=12").sentences(treebank)
>>> all(treebank.lengths[found] <= 12)
True
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.arguments import require_kind, require_texts
from crossarc.choices import OptionError, did_you_mean
from crossarc.roots import root_counts
from crossarc.treebank import Treebank
from crossarc.treebank.comment_values import comment_values
from crossarc.treebank.running_texts import running_texts

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]

_OPERATORS = ("!=", "!~", "<=", ">=", "==", "=", "~", "<", ">")  # "==" is what Python calls "="
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_TERM = re.compile(
    rf"(?:(not)\s+)?([\w.-]+)\s*(?:({'|'.join(_OPERATORS)})\s*(\"(?:[^\"\\]|\\.)*\"|[^\s\"]\S*))?(?:\s+|$)"
)
_MOST_DIGITS = 9


class Measured:
    """What can be asked about the sentences and words of a treebank; measured once, when it is first needed."""

    def __init__(self, treebank: Treebank) -> None:
        self.treebank = treebank

    @cached_property
    def profiles(self) -> dict[str, Numbers]:
        return cast(dict[str, Numbers], _core.tree_profiles(self.treebank.heads, self.treebank.offsets, 0))

    @cached_property
    def nonprojective(self) -> Flags:
        return _core.nonprojective_arcs(self.treebank.heads, self.treebank.offsets, 0)

    @cached_property
    def head_places(self) -> npt.NDArray[np.int64]:
        """Of each word's head in the arrays; -1 if it has none."""
        heads = self.treebank.heads
        first = np.repeat(self.treebank.offsets[:-1], self.treebank.lengths)
        return np.where(heads > 0, first + heads - 1, -1)

    @cached_property
    def ids(self) -> list[str]:
        return comment_values(self.treebank, "sent_id")

    @cached_property
    def texts(self) -> list[str]:
        return running_texts(self.treebank)

    @cached_property
    def _folded(self) -> dict[str, list[str]]:
        return {}

    def folded(self, name: str) -> list[str]:
        """Texts of sentences without a difference between capital and small letters."""
        if name not in self._folded:
            self._folded[name] = [text.casefold() for text in _SENTENCE_TEXTS[name](self)]
        return self._folded[name]

    @cached_property
    def _columns(self) -> dict[str, tuple[list[str], Numbers]]:
        return {}

    def column(self, name: str) -> tuple[list[str], Numbers]:
        """The different values of a column, and the number of its own for each word."""
        if name not in self._columns:
            self._columns[name] = list(self.treebank.strings(name)), self.treebank.codes(name)
        return self._columns[name]


_SENTENCE_FLAGS: dict[str, Callable[[Measured], Flags]] = {
    "nonprojective": lambda own: own.profiles["nonprojective_arcs"] > 0,
    "projective": lambda own: own.profiles["nonprojective_arcs"] == 0,
    "ill-nested": lambda own: own.profiles["ill_nested"],
}
_SENTENCE_NUMBERS: dict[str, Callable[[Measured], Numbers]] = {
    "length": lambda own: own.treebank.lengths,
    "planes": lambda own: own.profiles["least_planes"],
    "gaps": lambda own: own.profiles["gap_degree"],
    "nonprojective-arcs": lambda own: own.profiles["nonprojective_arcs"],
    "roots": lambda own: root_counts(own.treebank),
}
_SENTENCE_TEXTS: dict[str, Callable[[Measured], list[str]]] = {
    "text": lambda own: own.texts,
    "id": lambda own: own.ids,
}
_WORD_FLAGS: dict[str, Callable[[Measured], Flags]] = {
    "nonprojective-arc": lambda own: own.nonprojective,
    "left": lambda own: own.treebank.heads > own.treebank.positions,
    "right": lambda own: (own.treebank.heads > 0) & (own.treebank.heads < own.treebank.positions),
}
_WORD_NUMBERS: dict[str, Callable[[Measured], Numbers]] = {
    "distance": lambda own: np.where(own.treebank.heads > 0, np.abs(own.treebank.heads - own.treebank.positions), 0)
}
_COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")
_OF_HEAD = "head."
_NAMES = (
    *_SENTENCE_FLAGS,
    *_SENTENCE_NUMBERS,
    *_SENTENCE_TEXTS,
    *_WORD_FLAGS,
    *_WORD_NUMBERS,
    *_COLUMNS,
    *(_OF_HEAD + column for column in _COLUMNS),
)


@dataclass(frozen=True)
class Term:
    """One condition: `name`, or `name operator value`; a value without quotes may be several, with commas."""

    name: str
    operator: str | None = None
    values: tuple[str, ...] = ()
    is_negated: bool = False

    @property
    def is_about_words(self) -> bool:
        return self.name in _WORD_FLAGS or self.name in _WORD_NUMBERS or self.column is not None

    @property
    def column(self) -> str | None:
        column = self.name.removeprefix(_OF_HEAD)
        return column if column in _COLUMNS else None

    def holds(self, measured: Measured) -> Flags:
        """Of which sentences, or words, it is true."""
        found = self._holds(measured)
        return ~found if self.is_negated else found

    def _holds(self, measured: Measured) -> Flags:
        flags, numbers = _SENTENCE_FLAGS | _WORD_FLAGS, _SENTENCE_NUMBERS | _WORD_NUMBERS
        if self.name in flags:
            return flags[self.name](measured)
        if self.name in numbers:
            own, compared = numbers[self.name](measured), _COMPARED[str(self.operator)]
            found: list[Flags] = [compared(own, int(value)) for value in self.values]
            return reduce(operator.and_ if self.operator == "!=" else operator.or_, found)
        if self.name in _SENTENCE_TEXTS:
            return self._of_texts(measured)
        column = str(self.column)
        strings, codes = measured.column(column)
        of_strings = np.array([self._matches(string) for string in strings], bool)
        if not of_strings.size:
            return np.zeros(measured.treebank.word_count, bool)
        of_words: Flags = of_strings[codes]
        if self.name == column:
            return of_words
        heads = measured.head_places
        return (heads >= 0) & of_words[heads]

    def _of_texts(self, measured: Measured) -> Flags:
        if self.operator in ("~", "!~"):
            parts = [value.casefold() for value in self.values]
            found = [any(part in text for part in parts) for text in measured.folded(self.name)]
            return np.array(found, bool) if self.operator == "~" else ~np.array(found, bool)
        return np.array([self._matches(text) for text in _SENTENCE_TEXTS[self.name](measured)], bool)

    def _matches(self, text: str) -> bool:
        if self.operator in ("~", "!~"):
            lowered = text.casefold()
            return any(value.casefold() in lowered for value in self.values) == (self.operator == "~")
        return (text in self.values) == (self.operator == "=")


@dataclass(frozen=True)
class Query:
    """Conditions on a sentence, and on one word of it: those about words must all hold of the same word."""

    terms: tuple[Term, ...]

    @classmethod
    def parse(cls, text: str) -> Query:
        """From text such as `nonprojective length<=20 deprel=obj head.upos=VERB`; an `OptionError` if it is none."""
        terms, place = [], 0
        text = text.strip()
        while place < len(text):
            found = _TERM.match(text, place)
            if found is None:
                raise OptionError(
                    "where", f"what does {text[place:]!r} mean? Conditions are like 'length<=20 upos=VERB'"
                )
            negation, name, compared, value = found.groups()
            terms.append(_term(negation, name, "=" if compared == "==" else compared, value))
            place = found.end()
        if not terms:
            raise OptionError("where", "there is no condition in it")
        return cls(tuple(terms))

    def sentences(self, treebank: Treebank, measured: Measured | None = None) -> Flags:
        """Which sentences are meant. What was `measured` of the treebank before need not be measured again."""
        measured = measured or Measured(treebank)
        found = np.ones(len(treebank), bool)
        about_words = [term for term in self.terms if term.is_about_words]
        for term in self.terms:
            if not term.is_about_words:
                found &= term.holds(measured)
        if about_words:
            totals = np.concatenate([[0], np.cumsum(self.words(treebank, measured))])
            found &= totals[treebank.offsets[1:]] > totals[treebank.offsets[:-1]]
        return found

    def words(self, treebank: Treebank, measured: Measured | None = None) -> Flags:
        """Which words, of all, what is said about words holds of."""
        measured = measured or Measured(treebank)
        found = np.ones(treebank.word_count, bool)
        for term in self.terms:
            if term.is_about_words:
                found &= term.holds(measured)
        return found


def matching(treebank: Treebank, queries: Sequence[str]) -> Flags:
    """Of which sentences all queries are true; each may be true of another word. A text is a single query."""
    found = np.ones(len(require_kind(treebank, Treebank, "treebank", "a treebank")), bool)
    texts = [queries] if isinstance(queries, str) else require_texts(queries, "conditions")
    for query in map(Query.parse, texts):
        found &= query.sentences(treebank)
    return found


def _term(negation: str | None, name: str, operator_: str | None, value: str | None) -> Term:
    name = name.lower()
    if name not in _NAMES:
        known = f", but {', '.join(_NAMES)}"
        raise OptionError("where", f"there is no {name!r}{did_you_mean(name, _NAMES) or known}")
    is_flag = name in _SENTENCE_FLAGS or name in _WORD_FLAGS
    is_number = name in _SENTENCE_NUMBERS or name in _WORD_NUMBERS
    if is_flag != (operator_ is None):
        problem = (
            "stands alone" if is_flag else "needs a comparison, such as " + (f"{name}=2" if is_number else f"{name}=x")
        )
        raise OptionError("where", f"{name!r} {problem}")
    if operator_ is None or value is None:
        return Term(name, is_negated=negation is not None)
    if is_number and operator_ not in _COMPARED:
        raise OptionError("where", f"{name!r} is a number: it takes {' '.join(_COMPARED)}, not {operator_}")
    if not is_number and operator_ in ("<", "<=", ">", ">="):
        raise OptionError("where", f"{name!r} is text: it takes = != ~ !~, not {operator_}")
    if value.startswith('"'):
        values = [re.sub(r"\\(.)", r"\1", value[1:-1])]
    else:
        values = value.split(",") if value.strip(",") else [value]
    for own in values if is_number else ():
        if not (own.isascii() and own.isdecimal() and len(own) <= _MOST_DIGITS):
            raise OptionError("where", f"{name!r} takes a whole number, not {own!r}")
    return Term(name, operator_, tuple(values), negation is not None)
