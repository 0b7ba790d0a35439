"""Pretrained word vectors from files: word2vec (text and binary), fastText `.vec`, GloVe; compressed ones too."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import IO

import numpy as np
import numpy.typing as npt

from crossarc.files import PathLike, opened
from crossarc.treebank.errors import TreebankError

_MOST_NUMBERS = 1 << 16  # of a vector
_MOST_WORDS = 400_000  # the most frequent ones, which come first in such files
_FASTTEXT_BINARY = b"\xba\x16\x4f\x2f"


@dataclass(frozen=True)
class WordVectors:
    """Words and a row of numbers for each."""

    words: list[str]
    vectors: npt.NDArray[np.float32]


def read_word_vectors(path: PathLike, most: int = _MOST_WORDS) -> WordVectors:
    """The vectors in a file, at most so many. A file that has none raises a `TreebankError` with the line."""
    with opened(path) as file:
        first = file.readline()
        if first.startswith(_FASTTEXT_BINARY):
            raise TreebankError(os.fspath(path), None, "a binary model of fastText: its .vec file is what can be read")
        counts = first.split()
        has_header = len(counts) == 2 and all(number.isdigit() for number in counts)
        if has_header and _is_binary(file.peek(4096) if hasattr(file, "peek") else b""):
            return _binary(file, path, int(counts[1]), min(int(counts[0]), most))
        return _text(file, path, b"" if has_header else first, 1 + has_header, most)


def _is_binary(sample: bytes) -> bool:
    """Numbers as text have no zero bytes and no control characters; as floats they are full of them."""
    return any(byte < 9 for byte in sample)


def _text(file: IO[bytes], path: PathLike, first: bytes, line: int, most: int) -> WordVectors:
    words: list[str] = []
    rows: list[npt.NDArray[np.float32]] = []
    text = first or file.readline()
    while text and len(words) < most:
        word, _, numbers = text.rstrip().partition(b" ")
        try:
            row = np.array(numbers.split(), np.float32)
        except ValueError:
            raise TreebankError(os.fspath(path), line, "no word and numbers") from None
        if not row.size or not np.isfinite(row).all() or (rows and row.size != rows[0].size):
            expected = f", {rows[0].size} are expected" if rows else ""
            raise TreebankError(os.fspath(path), line, f"{row.size} numbers{expected}, or numbers that are none")
        words.append(word.decode("utf-8", "replace"))
        rows.append(row)
        text, line = file.readline(), line + 1
    if not words:
        raise TreebankError(os.fspath(path), None, "there are no vectors in it")
    return _distinct(words, np.stack(rows))


def _binary(file: IO[bytes], path: PathLike, size: int, count: int) -> WordVectors:
    words: list[str] = []
    rows: list[npt.NDArray[np.float32]] = []
    if size > _MOST_NUMBERS:
        raise TreebankError(os.fspath(path), 1, f"vectors of {size} numbers: are they any?")
    for number in range(count):
        word = bytearray()
        while (byte := file.read(1)) not in (b" ", b""):
            word += byte
        content = file.read(4 * size)
        if len(content) < 4 * size:
            raise TreebankError(os.fspath(path), None, f"it ends within vector {number + 1} of {count}")
        words.append(bytes(word).lstrip(b"\n").decode("utf-8", "replace"))
        rows.append(np.frombuffer(content, "<f4"))
    vectors = np.stack(rows) if rows else np.empty((0, 0), np.float32)
    if not vectors.size or not np.isfinite(vectors).all():
        raise TreebankError(os.fspath(path), None, "there are no vectors in it, or numbers that are none")
    return _distinct(words, vectors)


def _distinct(words: list[str], vectors: npt.NDArray[np.float32]) -> WordVectors:
    """Each word once, the first time it comes."""
    rows = {word: row for row, word in reversed(list(enumerate(words)))}
    kept = sorted(rows.values())
    return WordVectors([words[row] for row in kept], vectors[kept])
