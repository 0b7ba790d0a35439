"""A treebank in memory: a sequence of sentences over one text and one index."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.arguments import require_flag, require_kind, require_texts, shown_with_kind, wrong_kind
from crossarc.calls import called_as
from crossarc.choices import did_you_mean, require_one_of
from crossarc.errors import ArgumentError, ArgumentTypeError, OutOfRangeError, UnknownNameError, told_as_arguments
from crossarc.files.encoding import encoded
from crossarc.files.foreign import foreign_kind, is_page
from crossarc.other_names import HintsAtClassNames, HintsAtNames
from crossarc.treebank.arrays import WordArrays
from crossarc.treebank.columns import COLUMNS, FORMATS
from crossarc.treebank.conversions import Conversions
from crossarc.treebank.errors import TreebankError
from crossarc.treebank.joining import joined, joined_treebanks
from crossarc.treebank.labels import label_problem
from crossarc.treebank.printable import escaped
from crossarc.treebank.selecting import Words, checked_sentences, chosen_places, parts_of, shuffled_places
from crossarc.treebank.sentence import Sentence
from crossarc.whole_numbers import whole_number, whole_numbers

NO_TREEBANK = (
    "; CoNLL-U has a line for each word, with the columns ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC, and a "
    "blank line after each sentence"
)
_BYTE_ORDER_MARK = "\ufeff"
_MOST_COMPARED = 20_000  # names of sentences that a wrong one is compared with


class Treebank(HintsAtNames, WordArrays, Conversions, Sequence[Sentence], metaclass=HintsAtClassNames):
    """Sentences with their trees. Never changed in place: `with_trees` gives a new treebank.

    A treebank with other trees, tags or lemmas shares text and index with the one it was made of; they are arrays, and
    become text where it is written or asked for text.

    Indexing gives a `Sentence`; a slice, or an array of indices, gives a `Treebank`. Columns of all words are
    NumPy arrays: `heads`, and `codes("upos")` with the strings they stand for in `strings("upos")`. Sentence
    `i` has the words `offsets[i]` up to `offsets[i + 1]`.
    """

    path: str
    """The file that it was read from; where it is not from a file, what it is, as in `<memory>`."""

    @called_as("crossarc.Treebank")
    def __init__(self, sentences: Iterable[Sentence] = ()) -> None:
        """A treebank of sentences of any treebanks; files are read by `crossarc.read`."""
        if isinstance(sentences, str | bytes | os.PathLike) or hasattr(sentences, "read"):
            raise ArgumentTypeError("sentences: crossarc.read reads files, Treebank.from_conllu reads text")
        made = Treebank.from_sentences(sentences)
        self._set(made._document, made._source, made.path, made._first_line)

    def _set(self, document: _core.Document, text: bytes | None, path: str, first_line: int) -> None:
        self._document = document
        self._source = text  # None if trees, tags or lemmas are not those of a text
        self.path = path
        self._first_line = first_line

    @classmethod
    def _over(cls, document: _core.Document, text: bytes | None, path: str, first_line: int) -> Treebank:
        treebank = cls.__new__(cls)
        treebank._set(document, text, path, first_line)
        return treebank

    # Making one

    @classmethod
    @called_as("Treebank.from_bytes")
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
        require_kind(text, bytes, "text", "bytes; Treebank.from_conllu takes text")
        if format is not None:
            require_one_of("format", format, FORMATS)
        require_flag(lenient, "lenient"), require_flag(ignore_trees, "ignore_trees")
        try:
            document = _core.read(text, format, lenient, first_line, ignore_trees)
        except _core.FormatError as error:
            from crossarc.model_file import begins_as_model  # noqa: PLC0415  # needed for mistakes alone

            line, message = error.args
            if begins_as_model(text):
                told = "a model and no treebank: crossarc.load(path) and `crossarc info` read it"
                raise TreebankError(path, None, told) from None
            if (kind := foreign_kind(text)) is not None:
                raise TreebankError(path, None, kind) from None
            if is_page(text):
                raise TreebankError(path, None, "a page of HTML: download the file that it shows") from None
            is_plain_text = "expected 10 columns" in message and b"\t" not in text
            raise TreebankError(path, line, message + NO_TREEBANK * is_plain_text) from None
        return cls._over(document, text, path, first_line)

    @classmethod
    @called_as("Treebank.from_conllu")
    def from_conllu(
        cls,
        text: str | os.PathLike[str],
        *,
        format: str | None = "conllu",
        lenient: bool = False,
        ignore_trees: bool = False,
        path: str = "<memory>",
    ) -> Treebank:
        """A treebank from a text of CoNLL-U, or from a file given as a `Path`.

        With `format="conllx"` it is CoNLL-X, with None what it looks like.
        """
        if isinstance(text, os.PathLike):
            from crossarc.treebank.files import read  # noqa: PLC0415

            return read(text, format=format, lenient=lenient, ignore_trees=ignore_trees)
        require_kind(text, str, "text", "text of CoNLL-U, or a Path")
        if text not in ("", _BYTE_ORDER_MARK) and "\n" not in text and "\t" not in text and not text.startswith("#"):
            raise ArgumentError(f"text: {shown_with_kind(text)} is no CoNLL-U: crossarc.read(path) reads files")
        return cls.from_bytes(
            encoded(text, path, kind=TreebankError),
            format=format,
            lenient=lenient,
            ignore_trees=ignore_trees,
            path=path,
        )

    @classmethod
    @called_as("Treebank.from_sentences")
    def from_sentences(cls, sentences: Iterable[Sentence], *, path: str = "<memory>") -> Treebank:
        """A treebank from sentences of any treebanks."""
        chosen = list(checked_sentences(sentences))
        text = joined(sentence.to_bytes() for sentence in chosen)
        ignore_trees = any(sentence._document.ignores_heads for sentence in chosen)
        format = chosen[0].format if chosen else None
        return cls.from_bytes(text, format=format, ignore_trees=ignore_trees, path=path)

    # A sequence of sentences

    def __len__(self) -> int:
        return self._document.sentence_count

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | npt.NDArray[Any]) -> Treebank: ...
    @overload
    def __getitem__(self, index: str) -> Sentence: ...
    def __getitem__(self, index: Any) -> Sentence | Treebank:
        """A sentence by its number or its `sent_id`; a treebank of those that a slice, numbers or a mask choose."""
        if isinstance(index, int | np.integer) and not isinstance(index, bool):
            if not -len(self) <= index < len(self):
                raise OutOfRangeError(f"there is no sentence {index} in a treebank of {len(self):,}")
            return Sentence(self._document, int(index) % len(self))
        if isinstance(index, str):
            return Sentence(self._document, self._place_of(index))
        return self._selection(chosen_places(index, len(self)))

    def __iter__(self) -> Iterator[Sentence]:
        ends = self.offsets.tolist()
        return (Sentence(self._document, index, ends[index], ends[index + 1]) for index in range(len(self)))

    def __contains__(self, sentence: object) -> bool:
        """Whether it has such a sentence, or one with such a `sent_id`."""
        return sentence in self._places if isinstance(sentence, str) else super().__contains__(sentence)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The place of the first such sentence."""
        try:
            return super().index(value, start, len(self) if stop is None else stop)
        except ValueError:
            raise ArgumentError(f"{self.path}: there is no {shown_with_kind(value)} in it") from None

    @cached_property
    def _places(self) -> dict[str, int]:
        """The place of each sentence by its `sent_id`; of several, that of the first."""
        places: dict[str, int] = {}
        for place, sentence in enumerate(self):
            if (name := sentence.sent_id) is not None:
                places.setdefault(name, place)
        return places

    def _place_of(self, sent_id: str) -> int:
        if sent_id not in self._places:
            nearest = did_you_mean(sent_id, islice(self._places, _MOST_COMPARED))
            if sent_id.lower() in COLUMNS:
                nearest = f"; use treebank.column({sent_id.lower()!r})"
            raise UnknownNameError(f"{self.path}: no sentence has the sent_id {sent_id!r}{nearest}")
        return self._places[sent_id]

    @property
    def sentences(self) -> Sequence[Sentence]:
        """Its sentences: the treebank itself, which is a sequence of them."""
        return self

    @property
    def words(self) -> Words:
        """All its words, one sentence after the other. They are objects: `heads`, `codes` and `column` are faster."""
        return Words(self)

    # Some of the sentences, each time as a new treebank

    @called_as("treebank.filter")
    def filter(self, wanted: Callable[[Sentence], object] | str) -> Treebank:
        """The sentences for which a function returns something true, or that meet conditions, as of `crossarc draw`:
        `treebank.filter(lambda sentence: len(sentence) < 10)`, `treebank.filter("nonprojective length<10")`.
        """
        if isinstance(wanted, str):
            from crossarc.queries import matching  # noqa: PLC0415

            return self[matching(self, [wanted])]
        if not callable(wanted):
            raise wrong_kind("filter", "a function of a sentence, or conditions such as 'length<=20'", wanted)
        return self._selection([place for place, sentence in enumerate(self) if wanted(sentence)])

    @called_as("treebank.sample")
    def sample(self, n: int, seed: int = 1) -> Treebank:
        """`n` sentences drawn at random, none of them twice, in the order in which they are here."""
        size = whole_number(n, "the size of a sample", most=len(self))
        return self._selection(sorted(shuffled_places(len(self), seed)[:size]))

    @called_as("treebank.shuffle")
    def shuffle(self, seed: int = 1) -> Treebank:
        """The sentences in random order. The treebank itself stays as it is."""
        return self._selection(shuffled_places(len(self), seed))

    @called_as("treebank.split")
    def split(self, *shares: float | Sequence[float], seed: int | None = None) -> tuple[Treebank, ...]:
        """Treebanks with these shares of the sentences: `train, dev, test = treebank.split(0.8, 0.1, 0.1)`.

        If the shares are less than 1 in sum, the rest is one more treebank. Sentences stay in order, so that those of
        one text stay together; with a `seed` they are shuffled before.
        """
        places = range(len(self)) if seed is None else shuffled_places(len(self), seed)
        given: Any = shares[0] if len(shares) == 1 and isinstance(shares[0], list | tuple) else shares
        return tuple(self._selection(places[begin:end]) for begin, end in parts_of(len(self), given))

    def __add__(self, other: Treebank) -> Treebank:
        """Both, one after the other."""
        if not isinstance(other, Treebank):
            raise wrong_kind("treebank + other", "a treebank; Treebank(sentences) makes one", other)
        return joined_treebanks([self, other])

    def __radd__(self, other: object) -> Treebank:
        """For `sum(treebanks)`, which begins with 0."""
        return self if other == 0 else NotImplemented

    def _selection(self, places: Iterable[int]) -> Treebank:
        text = joined(self._document.sentence_text(int(place)) for place in places)
        ignore_trees = self._document.ignores_heads
        return Treebank.from_bytes(
            text, format=self.format, ignore_trees=ignore_trees, path=f"<selection of {self.path}>"
        )

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

    @called_as("treebank.with_trees")
    def with_trees(self, heads: npt.ArrayLike, deprels: Iterable[str]) -> Treebank:
        """The same treebank with other heads and labels for all its words; the rest stays byte for byte.

        DEPS becomes `_` for words whose new arc it contradicts, and `Confidence=…`, which told how likely the old arcs
        are right, goes from MISC. A head of -1 is written as `_`.
        """
        table: dict[str, int] = {}
        try:
            codes = np.array([table.setdefault(label, len(table)) for label in deprels], np.int32)
        except TypeError:  # no labels at all, or such as no table can hold
            raise wrong_kind("deprels", "a list with the label of each word, as text", deprels) from None
        if not all(isinstance(label, str) for label in table):
            raise wrong_kind("deprels", "a list with the label of each word, as text", list(table))
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
        for label in require_texts(labels, "labels"):
            if any(character in label for character in "\t\r\n"):
                raise ArgumentError(f"{label!r} is not a valid label: tabs and line ends would break the file")
        numbers = whole_numbers(heads, "heads", least=-1), whole_numbers(codes, "labels")
        with told_as_arguments():
            try:
                document = self._document.with_trees(*numbers, labels, confidences)
            except _core.FormatError as error:
                raise TreebankError(self.path, *error.args) from None
        return self._over(document, None, self.path, self._first_line)

    def with_filled_columns(self, columns: list[tuple[int, npt.NDArray[np.int32], list[str]]]) -> Treebank:
        """The same treebank with other lemmas or tags, over the same text; the rest stays byte for byte.

        Columns are numbers of columns, numbers of strings for all words (-1 where a word keeps its own), and strings.
        """
        return self._over(self._document.with_columns(columns), None, self.path, self._first_line)

    # Text

    @property
    def problems(self) -> list[TreebankError]:
        """What was wrong with the sentences that lenient reading left out; nothing, in a treebank that was changed."""
        if self._source is None:
            return []
        return [TreebankError(self.path, line, message) for line, message in self._document.problems]

    @property
    def line_count(self) -> int:
        """The number of lines of its text."""
        return self._document.line_count

    def shares_text_with(self, other: Treebank) -> bool:
        """Whether both have been read as one: words and all else but the trees are the same."""
        return self._document.shares_text_with(other._document)

    @called_as("treebank.to_bytes")
    def to_bytes(self, *, keep_broken: bool = False) -> bytes:
        """The treebank as it came, but for new trees, and without what lenient reading left out.

        With `keep_broken`, sentences that were left out are in it, at their places and as they came.
        """
        if self._source is not None and (keep_broken or not self._document.problems):
            return self._source
        return self._document.written(keep_broken)

    @called_as("treebank.to_conllu")
    def to_conllu(self) -> str:
        """The same as text."""
        return self.to_bytes().decode("utf-8")

    def __copy__(self) -> Treebank:
        return self  # none is ever changed

    def __deepcopy__(self, memo: object) -> Treebank:
        return self

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
        return escaped(f"<Treebank {self.path}: {sentences}, {self.word_count:,} word{'s' * (self.word_count != 1)}>")

    def _repr_html_(self) -> str:
        from crossarc.notebook import treebank_html  # noqa: PLC0415

        return treebank_html(self)


def _restored(text: bytes, format: str, lenient: bool, ignore_trees: bool, path: str, first_line: int) -> Treebank:
    """For pickling, as processes that share out work do."""
    return Treebank.from_bytes(
        text, format=format, lenient=lenient, ignore_trees=ignore_trees, path=path, first_line=first_line
    )
