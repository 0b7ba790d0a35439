"""Treebanks in files: plain or compressed, whole or streamed, written atomically."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from crossarc import _core
from crossarc.treebank.compression import is_damage, open_compressed
from crossarc.treebank.errors import TreebankError
from crossarc.treebank.sentence import Sentence
from crossarc.treebank.treebank import Treebank

PathLike = str | os.PathLike[str]

_CHUNK = 1 << 20  # bytes read at a time when streaming
_LONGEST_SENTENCE = 1 << 25  # bytes: so that a stream without blank lines does not fill the memory
_FORMATS = {".conllu": "conllu", ".conllx": "conllx"}
_COMPRESSED = {".gz", ".xz", ".zst"}


def read(path: PathLike, *, format: str | None = None, lenient: bool = False) -> Treebank:
    """Read a whole treebank; `-` is standard input.

    The format is `"conllu"` or `"conllx"`; if it is not given, the file's name tells (`.conllu`, `.conllx`),
    or else its content. With `lenient=True` broken sentences are left out and listed in
    `treebank.problems`; otherwise the first one raises a `TreebankError`.
    """
    name = _shown(path)
    with opened(path) as file:
        text = _read(file, name)
    return Treebank.from_bytes(text, format=format or _format_of(path), lenient=lenient, path=name)


def stream(
    path: PathLike,
    *,
    format: str | None = None,
    lenient: bool = False,
    problems: list[TreebankError] | None = None,
) -> Iterator[Sentence]:
    """The sentences of a file one after the other, in memory that does not grow with the file.

    With `lenient=True` broken sentences are left out, and added to the list `problems` if there is one.
    """
    for block in stream_blocks(path, format=format, lenient=lenient):
        if problems is not None:
            problems.extend(block.problems)
        yield from block


def stream_blocks(
    path: PathLike, *, format: str | None = None, lenient: bool = False, size: int = _CHUNK
) -> Iterator[Treebank]:
    """A file as a sequence of treebanks of about `size` bytes, which add up to the file."""
    name = _shown(path)
    format = format or _format_of(path)
    line = 1
    with opened(path) as file:
        for text in _whole_sentences(file, name, size):
            block = Treebank.from_bytes(text, format=format, lenient=lenient, path=name, first_line=line)
            format = block.format
            line += block.line_count
            yield block


def write(treebank: Treebank, path: PathLike) -> None:
    """Write a treebank; `-` is standard output. The file is there whole or not at all."""
    with writing(path) as file:
        file.write(treebank.to_bytes())


@contextmanager
def writing(path: PathLike) -> Iterator[IO[bytes]]:
    """A binary file to write to, compressed if its name says so. It is put in place only when all went well."""
    if os.fspath(path) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path).resolve()  # through links, which stay
    if target.exists() and not target.is_file():  # a pipe or a device cannot be replaced
        with target.open("wb") as file:
            yield file
        return
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        raw = temporary.open("xb")
    except OSError as error:
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
    try:
        with raw, _compressed_if(_compression_of(path), raw, "wb") as file:
            yield file
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def refuse_unwritable(path: PathLike) -> None:
    """An OSError if `writing` could not write there: for who has much to do before."""
    target = Path(path).resolve()
    if os.fspath(path) == "-" or (target.exists() and not target.is_file() and not target.is_dir()):
        return
    if target.is_dir():
        number = errno.EISDIR
    elif not target.parent.is_dir():
        number = errno.ENOENT
    elif not os.access(target.parent, os.W_OK):
        number = errno.EACCES
    else:
        return
    raise OSError(number, os.strerror(number), os.fspath(path))


@contextmanager
def opened(path: PathLike) -> Iterator[IO[bytes]]:
    if os.fspath(path) == "-":
        yield sys.stdin.buffer
        return
    with Path(path).open("rb") as raw, _compressed_if(_compression_of(path), raw, "rb") as file:
        yield file


@contextmanager
def _compressed_if(suffix: str | None, raw: IO[bytes], mode: str) -> Iterator[IO[bytes]]:
    if suffix is not None:
        with open_compressed(suffix, raw, mode) as file:
            yield file
    else:
        yield raw


def _read(file: IO[bytes], name: str, size: int = -1) -> bytes:
    try:
        return file.read(size)
    except Exception as error:
        if is_damage(error):
            raise TreebankError(name, None, f"cannot be decompressed: {error}") from None
        raise


def _whole_sentences(file: IO[bytes], name: str, chunk_size: int) -> Iterator[bytes]:
    """The file in pieces that end with a blank line."""
    line = 1
    pieces: list[bytes] = []  # of one sentence, so far
    size = 0
    while chunk := _read(file, name, chunk_size):
        pieces.append(chunk)
        size += len(chunk)
        text = b"".join(pieces)
        end = _core.complete_sentences(text)
        if end:
            line += text.count(b"\n", 0, end)
            yield text[:end]
            pieces = [text[end:]]
            size = len(text) - end
        elif size > _LONGEST_SENTENCE:
            raise TreebankError(name, line, f"a sentence of over {_LONGEST_SENTENCE:,} bytes: is it a treebank?")
    if size:
        yield b"".join(pieces)


def _shown(path: PathLike) -> str:
    return "<stdin>" if os.fspath(path) == "-" else os.fspath(path)


def _compression_of(path: PathLike) -> str | None:
    suffix = Path(path).suffix.lower()
    return suffix if suffix in _COMPRESSED else None


def _format_of(path: PathLike) -> str | None:
    """The format that a name stands for; `.conll` is used for both."""
    name = Path(path).with_suffix("") if _compression_of(path) else Path(path)
    return _FORMATS.get(name.suffix.lower())
