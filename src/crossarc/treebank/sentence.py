"""A sentence of a treebank: its words as arrays and strings, and its text as it came."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc._core import Document
from crossarc.treebank.columns import COLUMNS, column_index
from crossarc.treebank.errors import TreebankError

if TYPE_CHECKING:
    import conllu.models

    from crossarc.drawing import Layout

_RANGE = re.compile(r"TokenRange=([0-9]{1,18}):([0-9]{1,18})")
Heads = npt.NDArray[np.int32]


def _range(misc: str) -> tuple[int, int] | None:
    """The `TokenRange=start:end` of MISC."""
    for entry in misc.split("|") if "TokenRange=" in misc else ():
        if match := _RANGE.fullmatch(entry):
            return int(match[1]), int(match[2])
    return None


class Word(NamedTuple):
    """A syntactic word. `head` is 0 for a root and -1 where the file has `_`.

    `start` and `end` are its place in the text, if MISC tells (`TokenRange=start:end`); of the words of a multiword
    token only the token has one.
    """

    id: int
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    deps: str
    misc: str

    @property
    def start(self) -> int | None:
        """The character of the text that it begins with, counted from 0."""
        return None if (found := _range(self.misc)) is None else found[0]

    @property
    def end(self) -> int | None:
        """The character of the text behind it."""
        return None if (found := _range(self.misc)) is None else found[1]


class Token(NamedTuple):
    """A line that is no syntactic word: a multiword token (`3-4`) or an empty node (`3.1`).

    `start` and `end` are as those of words.
    """

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

    @property
    def start(self) -> int | None:
        return None if (found := _range(self.misc)) is None else found[0]

    @property
    def end(self) -> int | None:
        return None if (found := _range(self.misc)) is None else found[1]


class Sentence(Sequence[Word]):
    """The words of one sentence, in order; `sentence[0]` is the word with ID 1.

    >>> import crossarc
    >>> line = "1\\tHello\\thello\\tINTJ\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
    >>> sentence = crossarc.Treebank.from_conllu("# sent_id = s1\\n" + line)[0]
    >>> sentence
    <Sentence s1, 1 word: Hello>
    >>> sentence.heads
    array([0], dtype=int32)
    >>> sentence[0].upos
    'INTJ'
    """

    __slots__ = ("_document", "_first", "_index", "_last")

    def __init__(self, document: Document, index: int) -> None:
        self._document = document
        self._index = index
        self._first = int(document.first_words[index])
        self._last = int(document.first_words[index + 1])

    # Words

    def __len__(self) -> int:
        return self._last - self._first

    def __getitem__(self, index: Any) -> Any:
        words = range(self._first, self._last)[index]
        if isinstance(words, range):
            return [self._word(word) for word in words]
        return self._word(words)

    def __iter__(self) -> Iterator[Word]:
        numbers = {"id": range(1, len(self) + 1), "head": self.heads.tolist()}
        columns = [numbers[name] if name in numbers else self.column(name) for name in COLUMNS]
        return map(Word._make, zip(*columns, strict=True))

    def _word(self, word: int) -> Word:
        fields: list[Any] = [self._document.fields(word, word + 1, column)[0] for column in range(len(COLUMNS))]
        fields[0], fields[6] = word - self._first + 1, int(self._document.heads[word])
        return Word._make(fields)

    # Columns

    @property
    def heads(self) -> Heads:
        """The head of each word: 0 for a root, -1 where the file has `_`. Shares memory with the treebank."""
        return self._document.heads[self._first : self._last]

    def column(self, name: str) -> list[str]:
        """A column as written, by its CoNLL-U or CoNLL-X name."""
        return self._document.fields(self._first, self._last, column_index(name))

    def codes(self, name: str) -> npt.NDArray[np.int32]:
        """A column as numbers into `Treebank.strings(name)`. Shares memory with the treebank."""
        return self._document.codes(column_index(name))[self._first : self._last]

    @property
    def forms(self) -> list[str]:
        return self.column("form")

    @property
    def lemmas(self) -> list[str]:
        return self.column("lemma")

    @property
    def upos(self) -> list[str]:
        return self.column("upos")

    @property
    def xpos(self) -> list[str]:
        return self.column("xpos")

    @property
    def feats(self) -> list[str]:
        return self.column("feats")

    @property
    def deprels(self) -> list[str]:
        return self.column("deprel")

    @property
    def deps(self) -> list[str]:
        return self.column("deps")

    @property
    def misc(self) -> list[str]:
        return self.column("misc")

    # What is no word

    @property
    def comments(self) -> list[str]:
        """The comment lines, without their `#`."""
        return [line[1:].strip() for line in self._lines() if line.startswith("#")]

    @property
    def metadata(self) -> dict[str, str]:
        """The comments of the form `key = value`; a comment without `=` is a key with an empty value."""
        pairs = (comment.partition("=") for comment in self.comments)
        return {key.strip(): value.strip() for key, _, value in pairs}

    @property
    def sent_id(self) -> str | None:
        return self.metadata.get("sent_id")

    @property
    def text(self) -> str | None:
        """The sentence as running text, where a comment gives it."""
        return self.metadata.get("text")

    @property
    def start(self) -> int | None:
        """The character of the text that its first token begins with, if that is known (`TokenRange` in MISC)."""
        return min((start for start, _ in self._ranges()), default=None)

    @property
    def end(self) -> int | None:
        """The character of the text behind its last token, if that is known."""
        return max((end for _, end in self._ranges()), default=None)

    def _ranges(self) -> list[tuple[int, int]]:
        words = [*self.misc, *(token.misc for token in self.multiword_tokens)]
        return [found for misc in words if (found := _range(misc)) is not None]

    @property
    def multiword_tokens(self) -> list[Token]:
        return self._tokens("-")

    @property
    def empty_nodes(self) -> list[Token]:
        return self._tokens(".")

    def _tokens(self, mark: str) -> list[Token]:
        rows = (line.split("\t") for line in self._lines() if line and not line.startswith("#"))
        return [Token._make(row) for row in rows if mark in row[0]]

    def _lines(self) -> list[str]:
        return [line.removesuffix("\r") for line in self.to_conllu().split("\n")]

    # Text

    @property
    def format(self) -> str:
        """`"conllu"` or `"conllx"`."""
        return self._document.format

    @property
    def line(self) -> int:
        """The line of the file that the sentence starts at."""
        return self._document.sentence_line(self._index)

    def to_conllu(self) -> str:
        """The sentence as it stands in the file, comments and blank line included."""
        return self._document.sentence_text(self._index).decode("utf-8")

    def require_tree(self, path: str) -> Sentence:
        """This sentence if each word of it has a head; a `TreebankError` about the file `path` if not."""
        missing = np.flatnonzero(self.heads < 0)
        if missing.size:
            line = self._document.word_line(self._index, self._first + int(missing[0]))
            raise TreebankError(path, line, f"word {missing[0] + 1} has no HEAD")
        return self

    def draw(self) -> str:
        """The tree as a drawing for a terminal."""
        from crossarc.drawing import draw_tree  # noqa: PLC0415

        return draw_tree(self.forms, self.heads, self.deprels)

    def to_svg(self, *, against: Sentence | None = None, **options: Any) -> str:
        """The tree as a picture; with `against`, in which arcs it and another tree of the sentence differ.

        Options are `planes` (the two planes of a 2-planar tree above and below the words), `show` (the columns that
        stand beneath words; UPOS), `direction` ("ltr", "rtl", or "auto"). Notebooks show sentences so.
        """
        from crossarc.drawing import svg_of  # noqa: PLC0415

        return svg_of(self._layout(against, **options))

    def to_tikz(self, *, against: Sentence | None = None, **options: Any) -> str:
        """The same for LaTeX, with the commands of the package tikz-dependency."""
        from crossarc.drawing import tikz_of  # noqa: PLC0415

        return tikz_of(self._layout(against, **options))

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _layout(self, against: Sentence | None, **options: Any) -> Layout:
        from crossarc.drawing import diagram_of, diagram_of_two, lay_out  # noqa: PLC0415

        return lay_out(diagram_of(self, **options) if against is None else diagram_of_two(self, against, **options))

    def to_token_list(self) -> conllu.models.TokenList:
        """The sentence as a `TokenList` of the `conllu` package, where that is installed."""
        from crossarc.treebank.token_lists import to_token_lists  # noqa: PLC0415

        return to_token_lists([self], self.to_conllu(), repr(self))[0]

    def __reduce__(self) -> tuple[Any, ...]:
        text, ignore_heads = self._document.sentence_text(self._index), self._document.ignores_heads
        return _restored, (text, self.format, self.line, ignore_heads)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.to_conllu() == other.to_conllu()

    def __hash__(self) -> int:
        return hash(self.to_conllu())

    def __repr__(self) -> str:
        name = f" {self.sent_id}," if self.sent_id else ""
        shown = " ".join(self.column("form")[:8]) + (" …" if len(self) > 8 else "")
        return f"<Sentence{name} {len(self)} word{'s' * (len(self) != 1)}: {shown}>"


def _restored(text: bytes, format: str, line: int, ignore_heads: bool) -> Sentence:
    return Sentence(_core.read(text, format, False, line, ignore_heads), 0)
