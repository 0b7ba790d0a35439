"""Treebanks as the structures of other libraries, and back. A library is imported by whoever asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from crossarc.calls import called_as

if TYPE_CHECKING:
    import conllu.models
    import pandas
    import pyarrow
    import spacy.tokens
    import spacy.vocab

    from crossarc.treebank.treebank import Treebank


class Conversions:
    """What a treebank can be turned into, and made of, where the libraries are installed."""

    @property
    def _treebank(self) -> Treebank:
        return self  # type: ignore[return-value]  # which all conversions are part of

    @called_as("treebank.to_token_lists")
    def to_token_lists(self) -> list[conllu.models.TokenList]:
        """The sentences as `TokenList`s of the `conllu` package.

        Columns and comments that its tables cannot hold, such as a key that is there twice, are text in them. A
        `CrossarcWarning` tells of what does not come back even so.
        """
        from crossarc.treebank.token_lists import to_token_lists  # noqa: PLC0415

        own = self._treebank
        return to_token_lists(own, own.to_conllu(), own.path)

    @staticmethod
    @called_as("Treebank.from_token_lists")
    def from_token_lists(sentences: Iterable[conllu.models.TokenList], *, format: str | None = "conllu") -> Treebank:
        """A treebank from sentences of the `conllu` package."""
        from crossarc.treebank.token_lists import text_of_token_lists  # noqa: PLC0415
        from crossarc.treebank.treebank import Treebank  # noqa: PLC0415

        return Treebank.from_conllu(text_of_token_lists(sentences), format=format)

    @called_as("treebank.to_frame")
    def to_frame(self) -> pandas.DataFrame:
        """A pandas data frame with a row for each word, indexed by sentence and ID.

        Comments, multiword tokens and empty nodes are text in the column `lines_before` of the word that they precede,
        or in `lines_after` of a sentence's last word.
        """
        from crossarc.treebank.frames import to_frame  # noqa: PLC0415

        return to_frame(self._treebank)

    @staticmethod
    @called_as("Treebank.from_frame")
    def from_frame(frame: pandas.DataFrame, *, format: str | None = None) -> Treebank:
        """A treebank from a data frame like that of `to_frame`; columns that are missing become `_`.

        Words are put in the order of their IDs, in the index or in a column, and a ValueError tells of sentences that
        lack some; without IDs the order of the rows counts. Sentences stay in the order in which they appear, or are
        sorted if the rows of several are mixed. The format is that of the treebank that the frame was made of, as far
        as the frame knows it, or else CoNLL-U.
        """
        from crossarc.treebank.frames import text_of_frame  # noqa: PLC0415
        from crossarc.treebank.treebank import Treebank  # noqa: PLC0415

        return Treebank.from_conllu(text_of_frame(frame), format=format or frame.attrs.get("format", "conllu"))

    @called_as("treebank.to_arrow")
    def to_arrow(self) -> pyarrow.Table:
        """The treebank as an Arrow table, a row a sentence, from which every byte comes back (docs/arrow.md)."""
        from crossarc.treebank.arrow import to_arrow  # noqa: PLC0415

        return to_arrow(self._treebank)

    @staticmethod
    @called_as("Treebank.from_arrow")
    def from_arrow(table: pyarrow.Table, *, path: str = "<table>") -> Treebank:
        """The treebank of a table that `to_arrow` made, or of rows of one; an `ArgumentError` if it is another."""
        from crossarc.treebank.arrow import text_of_table  # noqa: PLC0415
        from crossarc.treebank.treebank import Treebank  # noqa: PLC0415

        text, format = text_of_table(table)
        return Treebank.from_bytes(text, format=format, path=path)

    @called_as("treebank.to_docs")
    def to_docs(self, vocab: spacy.vocab.Vocab, *, sentences: int = 1) -> Iterator[spacy.tokens.Doc]:
        """Docs of spaCy, of `sentences` sentences each; the words of a multiword token are tokens of their own."""
        from crossarc.spacy import docs_of_treebank  # noqa: PLC0415

        return docs_of_treebank(self._treebank, vocab, sentences=sentences)

    @staticmethod
    @called_as("Treebank.from_docs")
    def from_docs(docs: spacy.tokens.Doc | Iterable[spacy.tokens.Doc]) -> Treebank:
        """The sentences of a doc of spaCy's or of several, with their tags, lemmas and, where they have them, trees."""
        from crossarc.spacy import treebank_of_docs  # noqa: PLC0415

        return treebank_of_docs(docs)
