"""Reading: plain or compressed, told by what is in the file and not by its name alone."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from crossarc.files.compression import (
    LONGEST_SIGNATURE,
    compression_of_content,
    compression_of_name,
    is_damage,
    open_compressed,
)
from crossarc.files.errors import FileError
from crossarc.files.identity import PathLike, shown_path


def read_text(path: PathLike) -> str:
    """The text of a small file, such as one that people write: UTF-8, with or without a byte-order mark."""
    with opened(path) as file:
        content = file.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(shown_path(path), line, "it is not UTF-8") from None


@contextmanager
def opened(path: PathLike) -> Iterator[io.BufferedReader]:
    """A binary file to read from; `-` is standard input. Compressed data that is broken raises a `FileError`."""
    if os.fspath(path) == "-":
        standard = sys.stdin.buffer
        raw = standard if isinstance(standard, io.BufferedReader) else io.BufferedReader(cast(Any, standard))
        yield _decompressed(raw, path)
        return
    with Path(path).open("rb") as raw, _decompressed(raw, path) as file:
        yield file


def _decompressed(raw: io.BufferedReader, path: PathLike) -> io.BufferedReader:
    beginning = raw.peek(LONGEST_SIGNATURE)
    kind = compression_of_content(beginning) or compression_of_name(path)
    if kind is None:
        return raw
    if not beginning:
        raise FileError(shown_path(path), None, "cannot be decompressed: it is empty, and must have been cut off")
    return io.BufferedReader(_Decompressed(open_compressed(kind, raw, "rb"), path))


class _Decompressed(io.RawIOBase):
    """Compressed data, whose damage is told with the file's name."""

    def __init__(self, file: IO[bytes], path: PathLike) -> None:
        super().__init__()
        self._file = file
        self._path = shown_path(path)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            content = cast(Any, self._file).read1(len(buffer))
        except Exception as error:
            if is_damage(error):
                raise FileError(self._path, None, f"cannot be decompressed: {error}") from None
            raise
        buffer[: len(content)] = content
        return len(content)
