"""A sentence of a treebank: its words as arrays and strings, and its text as it came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc._core import Document
from crossarc.arguments import require_flag, require_kind, wrong_kind
from crossarc.calls import called_as
from crossarc.errors import ArgumentError, OutOfRangeError
from crossarc.other_names import HintsAtClassNames, HintsAtNames, no_attribute
from crossarc.treebank.assignment import never_changes
from crossarc.treebank.columns import COLUMNS, column_index
from crossarc.treebank.errors import TreebankError
from crossarc.treebank.printable import escaped
from crossarc.treebank.text_ranges import text_range
from crossarc.treebank.token import EmptyNode, Token
from crossarc.treebank.word import Word

if TYPE_CHECKING:
    import conllu.models

    from crossarc.drawing import Layout

Heads = npt.NDArray[np.int32]
_MOST_SHOWN = 200  # words of a sentence in a notebook: longer ones do not fit on a screen
_HEAD_IDS, _NONPROJECTIVE, _CHILDREN = -1, -2, -3  # in the table of what was made, beside the numbers of columns


class Arc(NamedTuple):
    """A dependency: the numbers of head and dependent, 0 being the artificial root, and the label."""

    head: int
    dependent: int
    deprel: str


def _missing_in_arc(arc: Arc, name: str) -> Any:
    raise no_attribute(arc, "Arc", name)


if not TYPE_CHECKING:  # a named tuple can have no other base
    Arc.__getattr__ = _missing_in_arc


@never_changes
class Sentence(HintsAtNames, Sequence[Word], metaclass=HintsAtClassNames):
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

    __slots__ = ("_document", "_first", "_index", "_last", "_made")

    def __init__(
        self, document: Document | None = None, index: int = 0, first: int | None = None, last: int | None = None
    ) -> None:
        if not isinstance(document, Document):
            made_by = "part of a treebank: Treebank.from_conllu(text)[0], parser.parse(words)"
            raise wrong_kind("a sentence", made_by, document)
        self._document = document
        self._index = index
        if first is None or last is None:
            first, last = document.first_words[index : index + 2].tolist()
        self._first, self._last = first, last
        self._made: dict[int, list[Any]] = {}  # what words were asked for, by column

    # Words

    def __len__(self) -> int:
        return self._last - self._first

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Word: ...
    @overload
    def __getitem__(self, index: slice) -> list[Word]: ...
    def __getitem__(self, index: Any) -> Word | list[Word]:
        places = range(len(self))
        if isinstance(index, slice):
            return [Word(self, place) for place in places[index]]
        try:
            return Word(self, places[index])
        except TypeError:
            raise wrong_kind("the place of a word", "a whole number or a slice", index) from None
        except IndexError:
            raise OutOfRangeError(f"there is no word {index} in a sentence of {len(self):,}: the first is 0") from None

    def __iter__(self) -> Iterator[Word]:
        return map(partial(Word, self), range(len(self)))

    @property
    def words(self) -> list[Word]:
        """Its syntactic words, in order."""
        return list(self)

    # What words ask for, made for all of them at once and kept

    def _fields(self, column: int) -> list[str]:
        fields = self._made.get(column)
        if fields is None:
            fields = self._made[column] = self._document.fields(self._first, self._last, column)
        return fields

    def _head_ids(self) -> list[int]:
        if _HEAD_IDS not in self._made:
            self._made[_HEAD_IDS] = self.heads.tolist()
        return self._made[_HEAD_IDS]

    def _nonprojective(self) -> list[bool]:
        if _NONPROJECTIVE not in self._made:
            self._made[_NONPROJECTIVE] = _core.nonprojective_arcs(self.heads, self._bounds).tolist()
        return self._made[_NONPROJECTIVE]

    def _children(self) -> list[list[int]]:
        """By the place of a word, those of its children."""
        if _CHILDREN not in self._made:
            children: list[list[int]] = [[] for _ in range(len(self))]
            for place, head in enumerate(self._head_ids()):
                if head > 0:
                    children[head - 1].append(place)
            self._made[_CHILDREN] = children
        return self._made[_CHILDREN]

    @property
    def _bounds(self) -> npt.NDArray[np.int64]:
        return np.array([0, len(self)], np.int64)

    # The tree

    @property
    def root(self) -> Word | None:
        """The word that depends on no other; the first of them if there are several, None if there is no tree."""
        return next(iter(self.roots), None)

    @property
    def roots(self) -> list[Word]:
        """All words that depend on the artificial root, 0."""
        return [Word(self, place) for place, head in enumerate(self._head_ids()) if head == 0]

    @property
    def arcs(self) -> list[Arc]:
        """Its arcs, in the order of the dependents: `for head, dependent, deprel in sentence.arcs`."""
        arcs = zip(self._head_ids(), range(1, len(self) + 1), self.deprels, strict=True)
        return [Arc(*arc) for arc in arcs if arc[0] >= 0]

    @property
    def is_projective(self) -> bool:
        """No arc is non-projective: every word between a head and its dependent descends from the head."""
        return not any(self.require_tree()._nonprojective())

    @property
    def planes(self) -> int:
        """How many planes its arcs are known to need, so that no two of one plane cross; arcs from 0 are left out."""
        return int(_core.tree_profiles(self.require_tree().heads, self._bounds)["least_planes"][0])

    # Columns

    @property
    def heads(self) -> Heads:
        """The head of each word: 0 for a root, -1 where the file has `_`. Shares memory with the treebank."""
        return self._document.heads[self._first : self._last]

    @called_as("sentence.column")
    def column(self, name: str) -> list[str]:
        """A column as written, by its CoNLL-U or CoNLL-X name."""
        return self._document.fields(self._first, self._last, column_index(name))

    @called_as("sentence.codes")
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
    def text(self) -> str:
        """The sentence as running text: that of its comment `# text`, or else its tokens, with spaces between them."""
        given = self.metadata.get("text")
        if given is not None:
            return given
        return "".join(token.form + " " * token.space_after for token in self.tokens).rstrip(" ")

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
        return [found for misc in words if (found := text_range(misc)) is not None]

    @property
    def tokens(self) -> list[Token]:
        """The tokens of its text: words, and in the place of words that are written as one the multiword token."""
        tokens = self.multiword_tokens
        words = {place for token in tokens for place in range(token._first, token._last)}
        columns = zip(*(self.column(name) for name in COLUMNS), strict=True)
        tokens += [Token(self, row, place, place + 1) for place, row in enumerate(columns) if place not in words]
        return sorted(tokens, key=lambda token: token._first)

    @property
    def multiword_tokens(self) -> list[Token]:
        tokens = []
        for row in self._other_rows("-"):
            first, _, last = row[0].partition("-")
            tokens.append(Token(self, row, int(first) - 1, int(last)))
        return tokens

    @property
    def empty_nodes(self) -> list[EmptyNode]:
        return [EmptyNode._make(row) for row in self._other_rows(".")]

    def _other_rows(self, mark: str) -> list[list[str]]:
        """The columns of lines that are no words."""
        rows = (line.split("\t") for line in self._lines() if line and not line.startswith("#"))
        return [row for row in rows if mark in row[0]]

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

    @called_as("sentence.to_conllu")
    def to_conllu(self) -> str:
        """The sentence as it stands in the file, comments and blank line included."""
        return self.to_bytes().decode("utf-8")

    @called_as("sentence.to_bytes")
    def to_bytes(self) -> bytes:
        """The same in UTF-8."""
        return self._document.sentence_text(self._index)

    def require_tree(self, path: str = "<sentence>") -> Sentence:
        """This sentence if each word of it has a head; a `TreebankError` about the file `path` if not."""
        missing = np.flatnonzero(self.heads < 0)
        if missing.size:
            line = self._document.word_line(self._index, self._first + int(missing[0]))
            raise TreebankError(path, line, f"word {missing[0] + 1} has no HEAD")
        return self

    @called_as("sentence.draw")
    def draw(self) -> str:
        """The tree as a drawing for a terminal."""
        from crossarc.drawing import draw_tree  # noqa: PLC0415

        return draw_tree(self.forms, self.heads, self.deprels)

    @called_as("sentence.to_svg")
    def to_svg(
        self,
        *,
        against: Sentence | None = None,
        planes: bool = False,
        show: Sequence[str] | None = None,
        direction: str = "auto",
    ) -> str:
        """The tree as a picture; with `against`, in which arcs it and another tree of the sentence differ.

        With `planes`, the two planes of a 2-planar tree are above and below the words. `show` names the columns that
        stand beneath words; UPOS, if it is there. `direction` is "ltr", "rtl", or what most letters tell. Notebooks
        show sentences so.
        """
        from crossarc.drawing import svg_of  # noqa: PLC0415

        return svg_of(self._layout(against, planes, show, direction))

    @called_as("sentence.to_tikz")
    def to_tikz(
        self,
        *,
        against: Sentence | None = None,
        planes: bool = False,
        show: Sequence[str] | None = None,
        direction: str = "auto",
    ) -> str:
        """The same for LaTeX, with the commands of the package tikz-dependency."""
        from crossarc.drawing import tikz_of  # noqa: PLC0415

        return tikz_of(self._layout(against, planes, show, direction))

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if len(self) <= _MOST_SHOWN else None

    def _layout(self, against: Sentence | None, planes: bool, show: Sequence[str] | None, direction: str) -> Layout:
        from crossarc.drawing import diagram_of, diagram_of_two, lay_out  # noqa: PLC0415

        require_flag(planes, "planes")
        if against is None:
            return lay_out(diagram_of(self, planes=planes, show=show, direction=direction))
        require_kind(against, Sentence, "against", "another tree of the sentence, a Sentence")
        if planes:
            raise ArgumentError("planes: with against, what is below the words is the other tree")
        return lay_out(diagram_of_two(self, against, show=show, direction=direction))

    @called_as("sentence.to_token_list")
    def to_token_list(self) -> conllu.models.TokenList:
        """The sentence as a `TokenList` of the `conllu` package, where that is installed."""
        from crossarc.treebank.token_lists import to_token_lists  # noqa: PLC0415

        return to_token_lists([self], self.to_conllu(), repr(self))[0]

    def __copy__(self) -> Sentence:
        return self  # none is ever changed

    def __deepcopy__(self, memo: object) -> Sentence:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        text, ignore_heads = self._document.sentence_text(self._index), self._document.ignores_heads
        return _restored, (text, self.format, self.line, ignore_heads)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)

    def __repr__(self) -> str:
        name = f" {self.sent_id}," if self.sent_id else ""
        shown = " ".join(self.column("form")[:8]) + (" …" if len(self) > 8 else "")
        return escaped(f"<Sentence{name} {len(self)} word{'s' * (len(self) != 1)}: {shown}>")


def _restored(text: bytes, format: str, line: int, ignore_heads: bool) -> Sentence:
    return Sentence(_core.read(text, format, False, line, ignore_heads), 0)
