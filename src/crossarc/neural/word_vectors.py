"""Pretrained word vectors from files: word2vec (text and binary), fastText `.vec`, GloVe; compressed ones too.

Words are expected in UTF-8. A first line of two numbers says how many vectors there are and of what size, and is
believed: a file that has others is broken. Without it the first vector tells the size.
"""

from __future__ import annotations

import codecs
import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from crossarc.files import FileError, PathLike, opened, shown_path
from crossarc.messages import warn

_MOST_NUMBERS = 1 << 16  # of a vector
_MOST_WORDS = 400_000  # the most frequent ones, which come first in such files
_LONGEST_WORD, _LONGEST_LINE = 1 << 16, 1 << 22  # bytes
_FASTTEXT_BINARY = b"\xba\x16\x4f\x2f"
_FEW = 0.01  # of all words: word2vec cuts long ones off, in the midst of a character if need be


@dataclass(frozen=True)
class WordVectors:
    """Words and a row of numbers for each."""

    words: list[str]
    vectors: npt.NDArray[np.float32]

    @property
    def sha256(self) -> str:
        """Of the words and their numbers, however the file had them written."""
        digest = hashlib.sha256("\n".join(self.words).encode("utf-8", "surrogatepass"))
        digest.update(np.ascontiguousarray(self.vectors, "<f4").data)
        return digest.hexdigest()

    def with_first(self, rows: npt.NDArray[np.int64]) -> WordVectors:
        """The same, beginning with these rows."""
        others = np.setdiff1d(np.arange(len(self.words)), rows)
        order = np.concatenate([rows, others])
        return WordVectors([self.words[row] for row in order], self.vectors[order])

    def scaled(self) -> npt.NDArray[np.float32]:
        """The vectors times one number for all, so that the root mean square of their norms is 1.

        That is what the network's own embeddings begin with; much larger numbers saturate the gates of an LSTM.
        """
        size = float(np.einsum("ij,ij->i", self.vectors, self.vectors, dtype=np.float64).mean() ** 0.5)
        return self.vectors / size if size else self.vectors


class _Entry(NamedTuple):
    """A word, its numbers, and the line that they are in, if there are lines."""

    word: bytes
    numbers: npt.NDArray[np.float32]
    line: int | None


def read_word_vectors(path: PathLike, most: int = _MOST_WORDS) -> WordVectors:
    """The vectors in a file, at most so many. One that has none, or is broken, raises a `FileError` with the line."""
    with opened(path) as file:
        return _Reader(file, shown_path(path)).read(most)


class _Reader:
    def __init__(self, file: io.BufferedReader, path: str) -> None:
        self._file, self._path = file, path
        self._count: int | None = None  # that the file promises
        self._size: int | None = None  # of vectors, as soon as it is known

    def read(self, most: int) -> WordVectors:
        found = list(islice(self._entries(), most))
        if self._count is not None and len(found) < min(self._count, most):
            raise self._error(None, f"it is cut off: there are {len(found)} vectors of the {self._count} it promises")
        if self._count is not None and len(found) > self._count:
            raise self._error(None, f"there are more vectors than the {self._count} that its first line promises")
        if not found:
            raise self._error(None, "there are no vectors in it")
        return self._decoded(found)

    def _entries(self) -> Iterator[_Entry]:
        beginning = self._file.peek(len(codecs.BOM_UTF8))
        if beginning.startswith(_FASTTEXT_BINARY):
            raise self._error(None, "a binary model of fastText: its .vec file is what can be read")
        if beginning.startswith(codecs.BOM_UTF8):
            self._file.read(len(codecs.BOM_UTF8))
        first = self._line(1)
        header = first.split()
        if len(header) != 2 or not all(number.isdigit() for number in header):
            yield from self._text(first, 1)
            return
        self._count, self._size = (int(number) for number in header)
        if self._size > _MOST_NUMBERS:
            raise self._error(1, f"vectors of {self._size} numbers: are they any?")
        if not self._size or not self._count:
            raise self._error(None, "there are no vectors in it")
        is_binary = any(byte < 9 for byte in self._file.peek(4096))  # numbers as text have no such bytes
        yield from self._binary(self._size) if is_binary else self._text(self._line(2), 2)

    def _line(self, number: int) -> bytes:
        line = self._file.readline(_LONGEST_LINE)
        if len(line) == _LONGEST_LINE:
            raise self._error(number, f"a line of over {_LONGEST_LINE:,} bytes: are these word vectors?")
        return line

    def _text(self, text: bytes, line: int) -> Iterator[_Entry]:
        while text:
            if not text.isspace():
                yield self._parsed(text, line)
            text, line = self._line(line + 1), line + 1

    def _parsed(self, text: bytes, line: int) -> _Entry:
        """The last fields are the numbers; words may have blanks in them."""
        if self._size is None:
            fields = text.split()
            self._size = next((k for k, field in enumerate(fields[:0:-1]) if not _is_number(field)), len(fields) - 1)
            if not self._size:
                raise self._error(line, "no word and numbers")
        word, *fields = text.strip().rsplit(None, self._size)
        if len(fields) < self._size:
            raise self._error(line, f"{len(fields)} numbers, {self._size} are expected")
        *before, last = word.split()
        if before and _is_number(last):
            raise self._error(line, f"more numbers than the {self._size} that are expected")
        try:
            with np.errstate(over="ignore"):  # what is not finite then is told of
                numbers = np.array(list(map(float, fields)), np.float32)
        except ValueError:
            wrong = next(field for field in fields if not _is_number(field))
            raise self._error(line, f"{wrong[:40].decode('utf-8', 'replace')!r} is no number") from None
        return _Entry(word, numbers, line)

    def _binary(self, size: int) -> Iterator[_Entry]:
        while True:
            word = bytearray()
            while (byte := self._file.read(1)) not in (b" ", b"") and len(word) < _LONGEST_WORD:
                word += byte
            content = self._file.read(4 * size)
            if byte != b" " or len(content) < 4 * size:
                return  # the end, too early or not: vectors are counted
            yield _Entry(bytes(word).lstrip(b"\n"), np.frombuffer(content, "<f4"), None)

    def _decoded(self, entries: list[_Entry]) -> WordVectors:
        """Each word once, the first time it comes; those that are not UTF-8 not at all."""
        rows: dict[str, int] = {}
        broken = []
        vectors = np.stack([entry.numbers for entry in entries])
        infinite = np.flatnonzero(~np.isfinite(vectors).all(1))
        if infinite.size:
            number = int(infinite[0])
            raise self._error(entries[number].line, f"vector {number + 1} has numbers that are not finite")
        for number, entry in enumerate(entries):
            word = _utf8(entry.word)
            if word is None:
                broken.append(number)
            else:
                rows.setdefault(word, number)
        if broken:
            told = f"{len(broken)} of {len(entries)} words are not UTF-8, in which word vectors are expected"
            if len(broken) > _FEW * len(entries):
                raise self._error(entries[broken[0]].line, told)
            warn(f"{self._path}: {told}: they are left out")
        return WordVectors(list(rows), vectors[list(rows.values())])

    def _error(self, line: int | None, message: str) -> FileError:
        return FileError(self._path, line, message)


def _utf8(word: bytes) -> str | None:
    try:
        return word.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True
