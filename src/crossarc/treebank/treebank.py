"""A treebank in memory: a sequence of sentences over one text and one index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.treebank.columns import column_index
from crossarc.treebank.errors import TreebankError
from crossarc.treebank.joining import joined
from crossarc.treebank.labels import label_problem
from crossarc.treebank.sentence import Heads, Sentence
from crossarc.whole_numbers import whole_numbers

if TYPE_CHECKING:
    import conllu.models
    import pandas
    import pyarrow
    import spacy.tokens
    import spacy.vocab

NO_TREEBANK = (
    "; CoNLL-U has a line for each word, with the columns ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC, and a "
    "blank line after each sentence"
)


class Treebank(Sequence[Sentence]):
    """Sentences with their trees. Never changed in place: `with_trees` gives a new treebank.

    A treebank with other trees, tags or lemmas shares text and index with the one it was made of; they are arrays, and
    become text where it is written or asked for text.

    Indexing gives a `Sentence`; a slice, or an array of indices, gives a `Treebank`. Columns of all words are
    NumPy arrays: `heads`, and `codes("upos")` with the strings they stand for in `strings("upos")`. Sentence
    `i` has the words `offsets[i]` up to `offsets[i + 1]`.
    """

    def __init__(
        self, document: _core.Document, text: bytes | None, path: str = "<memory>", first_line: int = 1
    ) -> None:
        self._document = document
        self._source = text  # None if trees, tags or lemmas are not those of a text
        self.path = path
        self._first_line = first_line

    # Making one

    @classmethod
    def from_bytes(
        cls,
        text: bytes,
        *,
        format: str | None = None,
        lenient: bool = False,
        ignore_trees: bool = False,
        path: str = "<memory>",
        first_line: int = 1,
    ) -> Treebank:
        """A treebank from the bytes of a file; the options are those of `crossarc.read`."""
        try:
            document = _core.read(text, format, lenient, first_line, ignore_trees)
        except _core.FormatError as error:
            line, message = error.args
            is_plain_text = "expected 10 columns" in message and b"\t" not in text
            raise TreebankError(path, line, message + NO_TREEBANK * is_plain_text) from None
        return cls(document, text, path, first_line)

    @classmethod
    def from_conllu(
        cls, text: str, *, format: str | None = "conllu", lenient: bool = False, path: str = "<memory>"
    ) -> Treebank:
        """A treebank from a string of CoNLL-U; with `format="conllx"` of CoNLL-X, with None of what it looks like."""
        return cls.from_bytes(text.encode("utf-8"), format=format, lenient=lenient, path=path)

    @classmethod
    def from_sentences(cls, sentences: Iterable[Sentence], *, path: str = "<memory>") -> Treebank:
        """A treebank from sentences of any treebanks."""
        sentences = list(sentences)
        text = joined(sentence.to_conllu().encode("utf-8") for sentence in sentences)
        ignore_trees = any(sentence._document.ignores_heads for sentence in sentences)
        format = sentences[0].format if sentences else None
        return cls.from_bytes(text, format=format, ignore_trees=ignore_trees, path=path)

    # A sequence of sentences

    def __len__(self) -> int:
        return self._document.sentence_count

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | npt.NDArray[Any]) -> Treebank: ...
    def __getitem__(self, index: Any) -> Sentence | Treebank:
        if isinstance(index, (int, np.integer)):
            if not -len(self) <= index < len(self):
                raise IndexError(f"there is no sentence {index} in a treebank of {len(self):,}")
            return Sentence(self._document, int(index) % len(self))
        return self._selection(np.arange(len(self))[index])

    def __iter__(self) -> Iterator[Sentence]:
        return (Sentence(self._document, index) for index in range(len(self)))

    def _selection(self, indices: npt.NDArray[np.intp]) -> Treebank:
        text = joined(self._document.sentence_text(int(index)) for index in indices)
        ignore_trees = self._document.ignores_heads
        return Treebank.from_bytes(
            text, format=self.format, ignore_trees=ignore_trees, path=f"<selection of {self.path}>"
        )

    # Arrays over all words

    @property
    def format(self) -> str:
        """`"conllu"` or `"conllx"`."""
        return self._document.format

    @property
    def word_count(self) -> int:
        return self._document.word_count

    @property
    def heads(self) -> Heads:
        """The head of each word of the treebank, counted within its sentence; 0 is the root, -1 is `_`.

        All are -1 if the treebank was read with `ignore_trees`.
        """
        return self._document.heads

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where each sentence's words begin in the arrays, and at the end how many words there are."""
        return self._document.first_words

    @cached_property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of words of each sentence."""
        return np.diff(self.offsets)

    @cached_property
    def positions(self) -> npt.NDArray[np.int64]:
        """The ID of each word: its place in its sentence, from 1."""
        return np.arange(1, self.word_count + 1) - np.repeat(self.offsets[:-1], self.lengths)

    def codes(self, column: str) -> npt.NDArray[np.int32]:
        """A column of all words as numbers into `strings(column)`."""
        return self._document.codes(column_index(column))

    def strings(self, column: str) -> list[str]:
        """The distinct strings of a column, in order of first appearance."""
        return self._document.strings(column_index(column))

    def column(self, column: str) -> list[str]:
        """A column of all words, as written."""
        return self._document.fields(0, self.word_count, column_index(column))

    def filled(self, column: str) -> int:
        """How many words have a column, and not `_` there."""
        return self._document.filled(column_index(column))

    # Trees

    def require_trees(self) -> Treebank:
        """This treebank if it has sentences and each word of it a head; a `TreebankError` if not."""
        if not len(self):
            raise TreebankError(self.path, None, "there is no sentence in it")
        missing = np.flatnonzero(self.heads < 0)
        if missing.size:
            word = int(missing[0])
            raise self.error_at(word, f"word {self.positions[word]} has no HEAD")
        return self

    def require_labels(self) -> Treebank:
        """This treebank if all its labels can be learnt and written again; a `TreebankError` if not."""
        for code, label in enumerate(self.strings("deprel")):
            if (problem := label_problem(label)) is not None:
                word = int(np.flatnonzero(self.codes("deprel") == code)[0])
                raise self.error_at(word, f"DEPREL {label!r} {problem}" if label else f"DEPREL {problem}")
        return self

    def error_at(self, word: int, message: str) -> TreebankError:
        """What is wrong with a word, whose place is that in the arrays, with the line that it is in."""
        sentence = int(np.searchsorted(self.offsets, word, side="right")) - 1
        return TreebankError(self.path, self._document.word_line(sentence, word), message)

    def with_trees(self, heads: npt.ArrayLike, deprels: Iterable[str]) -> Treebank:
        """The same treebank with other heads and labels for all its words; the rest stays byte for byte.

        DEPS becomes `_` for words whose new arc it contradicts, and `Confidence=…`, which told how likely the old arcs
        are right, goes from MISC. A head of -1 is written as `_`.
        """
        table: dict[str, int] = {}
        codes = np.array([table.setdefault(label, len(table)) for label in deprels], np.int32)
        return self.with_coded_trees(heads, codes, list(table))

    def with_coded_trees(
        self,
        heads: npt.ArrayLike,
        codes: npt.ArrayLike,
        labels: list[str],
        confidences: npt.NDArray[np.float32] | None = None,
    ) -> Treebank:
        """As `with_trees`, with the labels as numbers into a list. Confidences go into MISC, which only CoNLL-U has."""
        if confidences is not None and self.format != "conllu":
            raise TreebankError(self.path, None, "confidences go into MISC, which only CoNLL-U has")
        for label in labels:
            if any(character in label for character in "\t\r\n"):
                raise ValueError(f"{label!r} is no label: it would break the file")
        try:
            document = self._document.with_trees(
                whole_numbers(heads, "heads", least=-1), whole_numbers(codes, "labels"), labels, confidences
            )
        except _core.FormatError as error:
            raise TreebankError(self.path, *error.args) from None
        return Treebank(document, None, self.path, self._first_line)

    def with_filled_columns(self, columns: list[tuple[int, npt.NDArray[np.int32], list[str]]]) -> Treebank:
        """The same treebank with other lemmas or tags, over the same text; the rest stays byte for byte.

        Columns are numbers of columns, numbers of strings for all words (-1 where a word keeps its own), and strings.
        """
        return Treebank(self._document.with_columns(columns), None, self.path, self._first_line)

    # Text

    @property
    def problems(self) -> list[TreebankError]:
        """What was wrong with the sentences that lenient reading left out; nothing, in a treebank that was changed."""
        if self._source is None:
            return []
        return [TreebankError(self.path, line, message) for line, message in self._document.problems]

    @property
    def line_count(self) -> int:
        return self._document.line_count

    def shares_text_with(self, other: Treebank) -> bool:
        """Whether both have been read as one: words and all else but the trees are the same."""
        return self._document.shares_text_with(other._document)

    def to_bytes(self, *, keep_broken: bool = False) -> bytes:
        """The treebank as it came, but for new trees, and without what lenient reading left out.

        With `keep_broken`, sentences that were left out are in it, at their places and as they came.
        """
        if self._source is not None and (keep_broken or not self._document.problems):
            return self._source
        return self._document.written(keep_broken)

    def to_conllu(self) -> str:
        return self.to_bytes().decode("utf-8")

    # Other libraries' structures, where they are installed

    def to_token_lists(self) -> list[conllu.models.TokenList]:
        """The sentences as `TokenList`s of the `conllu` package.

        Columns and comments that its tables cannot hold, such as a key that is there twice, are text in them. A
        `CrossarcWarning` tells of what does not come back even so.
        """
        from crossarc.treebank.token_lists import to_token_lists  # noqa: PLC0415

        return to_token_lists(self, self.to_conllu(), self.path)

    @classmethod
    def from_token_lists(
        cls, sentences: Iterable[conllu.models.TokenList], *, format: str | None = "conllu"
    ) -> Treebank:
        """A treebank from sentences of the `conllu` package."""
        return cls.from_conllu("".join(sentence.serialize() for sentence in sentences), format=format)

    def to_frame(self) -> pandas.DataFrame:
        """A pandas data frame with a row for each word, indexed by sentence and ID.

        Comments, multiword tokens and empty nodes are text in the column `lines_before` of the word that they precede,
        or in `lines_after` of a sentence's last word.
        """
        from crossarc.treebank.frames import to_frame  # noqa: PLC0415

        return to_frame(self)

    @classmethod
    def from_frame(cls, frame: pandas.DataFrame, *, format: str | None = None) -> Treebank:
        """A treebank from a data frame like that of `to_frame`; columns that are missing become `_`.

        Words are put in the order of their IDs, in the index or in a column, and a ValueError tells of sentences that
        lack some; without IDs the order of the rows counts. Sentences stay in the order in which they appear, or are
        sorted if the rows of several are mixed. The format is that of the treebank that the frame was made of, as far
        as the frame knows it, or else CoNLL-U.
        """
        from crossarc.treebank.frames import text_of_frame  # noqa: PLC0415

        return cls.from_conllu(text_of_frame(frame), format=format or frame.attrs.get("format", "conllu"))

    def to_arrow(self) -> pyarrow.Table:
        """The treebank as an Arrow table, a row a sentence, from which every byte comes back (docs/arrow.md)."""
        from crossarc.treebank.arrow import to_arrow  # noqa: PLC0415

        return to_arrow(self)

    @classmethod
    def from_arrow(cls, table: pyarrow.Table, *, path: str = "<table>") -> Treebank:
        """The treebank of a table that `to_arrow` made, or of rows of one; a ValueError if it is of another kind."""
        from crossarc.treebank.arrow import text_of_table  # noqa: PLC0415

        text, format = text_of_table(table)
        return cls.from_bytes(text, format=format, path=path)

    def to_docs(self, vocab: spacy.vocab.Vocab, *, sentences: int = 1) -> Iterator[spacy.tokens.Doc]:
        """Docs of spaCy, of so many sentences each; the words of a multiword token are tokens of their own."""
        from crossarc.spacy import docs_of_treebank  # noqa: PLC0415

        return docs_of_treebank(self, vocab, sentences=sentences)

    @classmethod
    def from_docs(cls, docs: Iterable[spacy.tokens.Doc]) -> Treebank:
        """The sentences of docs of spaCy, with their tags, lemmas and, where they have them, trees."""
        from crossarc.spacy import treebank_of_docs  # noqa: PLC0415

        return treebank_of_docs(docs)

    def __reduce__(self) -> tuple[Any, ...]:
        # With what lenient reading left out, so that `problems` and the lines of sentences stay what they are.
        text = self.to_bytes() if self._source is None else self._source
        lenient, ignore_trees = bool(self.problems), self._document.ignores_heads
        return _restored, (text, self.format, lenient, ignore_trees, self.path, self._first_line)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Treebank) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        sentences = f"{len(self):,} sentence{'s' * (len(self) != 1)}"
        return f"<Treebank {self.path}: {sentences}, {self.word_count:,} word{'s' * (self.word_count != 1)}>"


def _restored(text: bytes, format: str, lenient: bool, ignore_trees: bool, path: str, first_line: int) -> Treebank:
    """For pickling, as processes that share out work do."""
    return Treebank.from_bytes(
        text, format=format, lenient=lenient, ignore_trees=ignore_trees, path=path, first_line=first_line
    )
