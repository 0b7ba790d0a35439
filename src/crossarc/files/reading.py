"""Reading: plain or compressed, told by what is in the file and not by its name alone."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from crossarc.arguments import require_kind, wrong_kind
from crossarc.errors import ArgumentError
from crossarc.files.compression import (
    LONGEST_SIGNATURE,
    compression_of_content,
    compression_of_name,
    is_damage,
    open_compressed,
)
from crossarc.files.errors import FileError, told_of_file
from crossarc.files.foreign import foreign_kind
from crossarc.files.identity import PathLike, checked_path, shown_path

OpenFile = IO[bytes] | IO[str] | io.BufferedIOBase
"""A file that is open, as `gzip.open` opens it, too."""

Readable = PathLike | OpenFile | bytes
"""The name of a file, an open file, or what is in one."""

_BUFFER = 1 << 16
_LONGEST_CHARACTER = 4  # bytes of UTF-8


def read_text(path: PathLike) -> str:
    """The text of a small file, such as one that people write: UTF-8, with or without a byte-order mark."""
    with opened(path) as file:
        content = file.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(shown_path(path), line, "it is not UTF-8") from None


def shown_source(source: Readable) -> str:
    """What messages call something that is read: the name of the file, if it has one."""
    if isinstance(source, bytes | bytearray | memoryview):
        return "<bytes>"
    if not hasattr(source, "read"):
        return shown_path(checked_path(source))
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<file>"


def checked_source(source: Readable, name: str = "source") -> Readable:
    """What can be read; an error of crossarc's own tells of anything else."""
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source)
    if not hasattr(source, "read"):
        if not isinstance(source, str) and not hasattr(source, "__fspath__"):
            several = "; of several: read(a) + read(b)" if isinstance(source, list | tuple) else ""
            raise wrong_kind(name, f"the name of a file (str or Path), an open file, or bytes{several}", source)
        return checked_path(source, name)
    if getattr(source, "closed", False):
        raise ArgumentError(f"{name}: the file {shown_source(source)} is closed")
    if hasattr(source, "readable") and not source.readable():
        raise ArgumentError(f"{name}: the file {shown_source(source)} is not open for reading")
    return source


@contextmanager
def opened(source: Readable, *, is_text: bool = True) -> Iterator[io.BufferedReader]:
    """A binary file to read from; `-` is standard input. Compressed data that is broken raises a `FileError`.

    Open files stay open; those of text are read as UTF-8, whatever they are encoded in themselves. Unless it may be
    something else (`is_text`), what cannot be text raises a `FileError` that says what it is.
    """
    with _opened(source) as file:
        if is_text:
            kind = foreign_kind(file.peek(LONGEST_SIGNATURE))
            if kind is not None:
                raise FileError(shown_source(source), None, kind)
        yield file


@contextmanager
def _opened(source: Readable) -> Iterator[io.BufferedReader]:
    source = checked_source(source)
    shown = shown_source(source)
    if isinstance(source, bytes):
        yield _decompressed(io.BufferedReader(io.BytesIO(source)), shown)
        return
    if not isinstance(source, str):
        yield _decompressed(io.BufferedReader(_Borrowed(cast(IO[Any], source)), _BUFFER), shown)
        return
    if source == "-":
        standard = sys.stdin.buffer
        raw = standard if isinstance(standard, io.BufferedReader) else io.BufferedReader(cast(Any, standard))
        yield _decompressed(raw, shown)
        return
    with told_of_file(source, is_input=True):
        raw = Path(source).open("rb")  # noqa: SIM115
    with raw, _decompressed(raw, shown, compression_of_name(source)) as file:
        yield file


def _decompressed(raw: io.BufferedReader, shown: str, named: str | None = None) -> io.BufferedReader:
    """`named` is the kind of compression that the file's name asks for, whatever is in it."""
    beginning = raw.peek(LONGEST_SIGNATURE)
    kind = compression_of_content(beginning) or named
    if kind is None:
        return raw
    if not beginning:
        raise FileError(shown, None, "cannot be decompressed: it is empty, and must have been cut off")
    return io.BufferedReader(_Decompressed(open_compressed(kind, raw, "rb"), shown))


class _Decompressed(io.RawIOBase):
    """Compressed data, whose damage is told with the file's name."""

    def __init__(self, file: IO[bytes], shown: str) -> None:
        super().__init__()
        self._file = file
        self._shown = shown

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            content = cast(Any, self._file).read1(len(buffer))
        except Exception as error:
            if is_damage(error):
                raise FileError(self._shown, None, f"cannot be decompressed: {error}") from None
            raise
        buffer[: len(content)] = content
        return len(content)


class _Borrowed(io.RawIOBase):
    """A file that somebody else has opened, and will close: of bytes or of text."""

    def __init__(self, file: IO[Any]) -> None:
        super().__init__()
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        content = self._read(max(1, len(buffer) // _LONGEST_CHARACTER))
        buffer[: len(content)] = content
        return len(content)

    def readall(self) -> bytes:
        return self._read(-1)

    def _read(self, size: int) -> bytes:
        content = self._file.read(size)
        if isinstance(content, str):
            return content.encode("utf-8", "surrogatepass")  # which whoever reads UTF-8 refuses, with its line
        return require_kind(content, bytes, "source", "a file that gives text or bytes")
