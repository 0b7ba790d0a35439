"""Pieces of a file that end where sentences end, so that several machines can work on one."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from crossarc import _core
from crossarc.files.compression import LONGEST_SIGNATURE, compression_of_content, compression_of_name

_WINDOW = 1 << 16  # bytes in which the end of a sentence is looked for, at first
_BLOCK = 1 << 20


class Shard(NamedTuple):
    """The bytes of a file from `begin` up to `end`."""

    path: str
    begin: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.begin

    def open(self) -> io.BufferedReader:
        """To read it as if it were the whole file."""
        return io.BufferedReader(_Range(self), _WINDOW)

    def sha256(self) -> str:
        """The digest of its bytes."""
        digest = hashlib.sha256()
        with self.open() as file:
            while block := file.read(_BLOCK):
                digest.update(block)
        return digest.hexdigest()

    def lines_before(self) -> int:
        """How many lines of the file come before it: read only when a line has to be named."""
        lines = 0
        with Path(self.path).open("rb") as file:
            for begin in range(0, self.begin, _BLOCK):
                lines += file.read(min(_BLOCK, self.begin - begin)).count(b"\n")
        return lines


def shards_of(path: str, size: int) -> list[Shard]:
    """A file of a treebank in pieces of about `size` bytes, each of whole sentences.

    A file that is compressed, or smaller than two such pieces, is one.
    """
    whole = Shard(path, 0, Path(path).stat().st_size)
    if whole.size < 2 * size or _is_compressed(path):
        return [whole]
    ends = [*_ends(whole, size), whole.end]
    return [Shard(path, begin, end) for begin, end in zip([0, *ends], ends, strict=False) if begin < end]


def _ends(whole: Shard, size: int) -> Iterator[int]:
    """Places at which sentences end, at least `size` bytes from each other and from the end of the file."""
    with Path(whole.path).open("rb") as file:
        place = size
        while place <= whole.end - size:
            end = _end_of_sentence(file, place)
            if end is None or end > whole.end - size:
                return
            yield end
            place = end + size


def _end_of_sentence(file: IO[bytes], place: int) -> int | None:
    """The end of a sentence soon after a place; None if there is none before the end of the file."""
    window = _WINDOW
    while True:
        file.seek(place)
        text = file.read(window)
        line = text.find(b"\n") + 1  # what comes before may be the rest of a line
        end = _core.complete_sentences(text[line:]) if line else 0
        if end:
            return place + line + int(end)
        if len(text) < window:
            return None
        window *= 2


def _is_compressed(path: str) -> bool:
    with Path(path).open("rb") as file:
        return bool(compression_of_name(path) or compression_of_content(file.read(LONGEST_SIGNATURE)))


class _Range(io.RawIOBase):
    """A part of a file, with the file's name and without its number: where it ends is not where the file ends."""

    def __init__(self, shard: Shard) -> None:
        super().__init__()
        self._file = Path(shard.path).open("rb", buffering=0)  # noqa: SIM115
        self._file.seek(shard.begin)
        self._left = shard.size
        self.name = shard.path

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        content = self._file.read(min(len(buffer), self._left))
        buffer[: len(content)] = content
        self._left -= len(content)
        return len(content)

    def close(self) -> None:
        self._file.close()
        super().close()
