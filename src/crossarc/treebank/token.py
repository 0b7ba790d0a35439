"""Tokens of the text, and nodes that are not in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from crossarc.treebank.feats import Feats
from crossarc.treebank.printable import escaped
from crossarc.treebank.text_ranges import text_range

if TYPE_CHECKING:
    from crossarc.treebank.sentence import Sentence
    from crossarc.treebank.word import Word

_FORM, _FEATS, _MISC = 1, 5, 9


class Token:
    """What stands between spaces and punctuation in the text: a word, or several words in one (`3-4`)."""

    __slots__ = ("_first", "_last", "columns", "sentence")

    def __init__(self, sentence: Sentence, columns: Sequence[str], first: int, last: int) -> None:
        self.sentence = sentence
        self.columns: tuple[str, ...] = tuple(columns)
        """The ten columns of its line, as they are written."""
        self._first, self._last = first, last

    @property
    def id(self) -> str:
        """`"5"`, or `"3-4"` if it has several words."""
        return self.columns[0]

    @property
    def form(self) -> str:
        return self.columns[_FORM]

    @property
    def feats(self) -> Feats:
        return Feats(self.columns[_FEATS])

    @property
    def misc(self) -> str:
        return self.columns[_MISC]

    @property
    def words(self) -> list[Word]:
        """The syntactic words that it stands for."""
        return self.sentence[self._first : self._last]

    @property
    def is_multiword(self) -> bool:
        return "-" in self.id

    @property
    def space_after(self) -> bool:
        """Whether a space follows in the text, which `SpaceAfter=No` denies."""
        return "SpaceAfter=No" not in self.misc.split("|")

    @property
    def start(self) -> int | None:
        """The character of the text that it begins with, if MISC tells (`TokenRange=start:end`)."""
        return None if (found := text_range(self.misc)) is None else found[0]

    @property
    def end(self) -> int | None:
        """The character of the text behind it, if MISC tells."""
        return None if (found := text_range(self.misc)) is None else found[1]

    def __eq__(self, other: object) -> bool:
        return self.columns == other.columns if isinstance(other, Token) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.columns)

    def __reduce__(self) -> tuple[Any, ...]:
        return Token, (self.sentence, self.columns, self._first, self._last)

    def __str__(self) -> str:
        return self.form

    def __repr__(self) -> str:
        words = f": {' '.join(word.form for word in self.words)}" if self.is_multiword else ""
        return escaped(f"<Token {self.id} {self.form}{words}>")


class EmptyNode(NamedTuple):
    """A node that is not in the text (`3.1`), as enhanced dependencies have them: its columns as they are written."""

    id: str
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: str
    deprel: str
    deps: str
    misc: str
