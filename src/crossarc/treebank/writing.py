"""Treebanks, or any sentences one after the other, into files."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import IO, Any, cast

from crossarc.arguments import wrong_kind
from crossarc.calls import called_as
from crossarc.errors import ArgumentError, ArgumentTypeError
from crossarc.files import OpenFile, PathLike, checked_path, shown_path, writing
from crossarc.treebank.arrow import is_parquet, write_parquet
from crossarc.treebank.joining import missing_end
from crossarc.treebank.selecting import checked_sentences
from crossarc.treebank.sentence import Sentence
from crossarc.treebank.treebank import Treebank


@called_as("crossarc.write")
def write(sentences: Treebank | Sentence | Iterable[Sentence], target: PathLike | OpenFile) -> None:
    """Write a treebank, a sentence or any sentences to a file, by its name or open; `-` is standard output.

    Sentences are asked for one at a time, so that what `crossarc.stream` gives can be filtered and written in bounded
    memory. A file that is named is there whole or not at all; if the name ends in .gz, .bz2, .xz or .zst, it is
    compressed, and if it ends in .parquet, it is a table (docs/arrow.md), which all sentences are kept in memory for.
    """
    pieces = _pieces(sentences)  # an argument of the wrong kind is told of before a file is made
    with _opened(target) as file:
        if isinstance(target, str | os.PathLike) and is_parquet(target):
            whole = sentences if isinstance(sentences, Treebank) else Treebank.from_bytes(b"".join(pieces))
            write_parquet(whole, file)
            return
        for piece in pieces:
            file.write(piece)


@contextmanager
def writing_treebank(path: PathLike) -> Iterator[IO[bytes]]:
    """A file for the bytes of a treebank, which become a table if the name ends in .parquet, as in `write`.

    Then all of them are kept in memory until they are written.
    """
    if not is_parquet(path):
        with writing(path, compress=True) as file:
            yield file
        return
    text = io.BytesIO()
    with writing(path) as file:
        yield text
        write_parquet(Treebank.from_bytes(text.getvalue(), path=shown_path(path)), file)


def _pieces(sentences: Any) -> Iterator[bytes]:
    if isinstance(sentences, Treebank):
        return iter([sentences.to_bytes()])
    if isinstance(sentences, Sentence):
        return _joined([sentences])
    if isinstance(sentences, str | bytes | os.PathLike):
        raise ArgumentTypeError("sentences: what is written comes first, and the file second: write(treebank, path)")
    if not isinstance(sentences, Iterable):
        raise wrong_kind("sentences", "a treebank, a sentence, or sentences one after the other", sentences)
    return _joined(sentences)


def _joined(sentences: Iterable[Sentence]) -> Iterator[bytes]:
    """The text of each, with the blank line behind it."""
    for sentence in checked_sentences(sentences):
        text = sentence.to_bytes()
        yield text + missing_end(text)


def _opened(target: PathLike | OpenFile) -> AbstractContextManager[Any]:
    if not hasattr(target, "write"):
        if not isinstance(target, str | os.PathLike):
            raise wrong_kind("target", "the name of a file (str or Path), or an open file", target)
        return writing(checked_path(target, "target"), compress=True)
    if getattr(target, "closed", False):
        raise ArgumentError("target: the file is closed")
    if isinstance(target, io.TextIOBase):
        return nullcontext(_AsText(target))
    return nullcontext(cast(IO[bytes], target))


class _AsText:
    """A file of text that bytes are written to."""

    def __init__(self, file: io.TextIOBase) -> None:
        self._file = file

    def write(self, content: bytes) -> None:
        self._file.write(content.decode("utf-8"))
