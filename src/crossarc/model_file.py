"""The file of a model: its stages, each a part of its own. Nothing in it is believed before it is checked.

    8 bytes   "crossarc"
    4 bytes   the format's version
    4 bytes   CRC-32 of all that follows

Of a model that is a parser and nothing else (format 3) the parser follows, as crossarc/parser/model_file.py has it. Of
others (format 4):

    8 bytes   the length of the table
    …         the table, JSON in UTF-8, with spaces up to the next multiple of 64: a list of parts, each with its name,
              its size in bytes and, for people to read, how it was made
    …         the parts in the order of the table, each with zeros up to the next multiple of 64

Numbers are little-endian.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crossarc.errors import CrossarcError
from crossarc.files import PathLike, checked_path, told_of_file, writing
from crossarc.files.errors import MissingFileError

ALIGNMENT = 64  # of weights: a line of memory
PARSE = "parse"  # the part that a file of format 3 is

_MAGIC = b"crossarc"
_ALONE, _PARTS = 3, 4
_HEADER = struct.Struct("<8sII")
_LENGTH = struct.Struct("<Q")
_DEEPEST = 10  # lists and tables within each other
_LONGEST_MESSAGE = 300  # characters


class ModelError(CrossarcError, ValueError):
    """A file that is no model, or a damaged one: `FILE: what is wrong`."""


@dataclass(frozen=True)
class Part:
    """What a stage has in a model's file: bytes, and how it was made. `begin` is its place in the file."""

    content: memoryview
    made: Mapping[str, Any] = field(default_factory=dict)
    begin: int = 0


def write_model(path: PathLike, parts: Mapping[str, tuple[Sequence[bytes], Mapping[str, Any]]]) -> None:
    """Write parts by their names, each as pieces of bytes and how it was made; the file is there whole or not at all.

    The parser's part begins behind the header if it is alone, and at a multiple of 64 otherwise (`place_of_parser`).
    """
    if list(parts) == [PARSE]:
        version, pieces = _ALONE, list(parts[PARSE][0])
    else:
        version, pieces = _PARTS, []
        table = [
            {"name": name, "size": sum(map(len, content)), "made": dict(made)}
            for name, (content, made) in parts.items()
        ]
        text = json.dumps(table, ensure_ascii=False, sort_keys=True).encode("utf-8")
        text += b" " * (-(_HEADER.size + _LENGTH.size + len(text)) % ALIGNMENT)
        pieces += [_LENGTH.pack(len(text)), text]
        for content, _ in parts.values():
            pieces += [*content, b"\0" * (-sum(map(len, content)) % ALIGNMENT)]
    checksum = 0
    for piece in pieces:
        checksum = zlib.crc32(piece, checksum)
    with writing(path) as file:
        for piece in (_HEADER.pack(_MAGIC, version, checksum), *pieces):
            file.write(piece)


def place_of_parser(names: Sequence[str]) -> int:
    """Where, modulo 64, the parser's part begins in a file with these parts."""
    return _HEADER.size if list(names) == [PARSE] else 0


def is_model(path: PathLike) -> bool:
    """Whether a file begins as models do; False if it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return begins_as_model(file.read(len(_MAGIC)))
    except OSError:
        return False


def begins_as_model(content: bytes) -> bool:
    """Whether bytes begin as those of models do."""
    return content.startswith(_MAGIC)


def read_model(path: PathLike) -> dict[str, Part]:
    """The parts of a file, which is read whole: what becomes of the file afterwards does not matter."""
    content = _read(path)
    with told_of(path):
        if len(content) < _HEADER.size + _LENGTH.size or content[:8] != _MAGIC:
            raise ValueError("not a crossarc model")
        _, version, checksum = _HEADER.unpack(content[: _HEADER.size])
        if version not in (_ALONE, _PARTS):
            raise ValueError(
                f"a model of format {version}; this version of crossarc reads formats {_ALONE} and {_PARTS}"
            )
        if zlib.crc32(content[_HEADER.size :]) != checksum:
            raise ValueError("the model is damaged: its checksum is wrong")
        if version == _ALONE:
            return {PARSE: Part(content[_HEADER.size :], {}, _HEADER.size)}
        return _parts(content)


@contextmanager
def told_of(path: PathLike) -> Iterator[None]:
    """Each ValueError is one of a model's file, and one line."""
    try:
        yield
    except ValueError as error:
        raise ModelError(f"{os.fspath(path)}: {_one_line(str(error))}") from None


def _parts(content: memoryview) -> dict[str, Part]:
    (size,) = _LENGTH.unpack_from(content, _HEADER.size)
    begin = _HEADER.size + _LENGTH.size
    end = begin + size
    if end > len(content) or end % ALIGNMENT:
        raise ValueError("the model is damaged: it ends too early")
    parts: dict[str, Part] = {}
    for entry in _table(bytes(content[begin:end])):
        place, end = end, end + entry["size"] + (-entry["size"] % ALIGNMENT)
        if end > len(content):
            raise ValueError("the model is damaged: it ends too early")
        parts[entry["name"]] = Part(content[place : place + entry["size"]], entry["made"], place)
    if end != len(content):
        raise ValueError("the model is damaged: there is something behind its end")
    return parts


def _table(text: bytes) -> list[dict[str, Any]]:
    table = checked_json(text, "table of stages")
    kinds = {"name": str, "size": int, "made": dict}
    for entry in table if isinstance(table, list) else [None]:
        if not isinstance(entry, dict) or {name: type(value) for name, value in entry.items()} != kinds:
            raise ValueError("the model's table of stages is broken: it has other parts than it should")
        if entry["size"] < 0:
            raise ValueError("the model's table of stages is broken: a size is below zero")
    names = [entry["name"] for entry in table]
    if not names or len({*names}) < len(names):
        raise ValueError("the model's table of stages is broken: there are none, or one is there twice")
    return list(table)


def checked_json(text: bytes, what: str) -> Any:
    """What a text says that comes from strangers. A ValueError names it as `what`."""
    try:
        values = json.loads(text, object_pairs_hook=_without_repetition)
        if _depth(values) > _DEEPEST:
            raise ValueError("it is nested too deep")
        # What can be written again holds no NaN and no halves of characters.
        json.dumps(values, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the model's {what} is broken: {error}") from None
    return values


def _read(path: PathLike) -> memoryview:
    """All bytes of a file. It is not mapped: whoever cuts a mapped file short kills who reads it.

    They lie at the beginning of a page, so that a network's numbers do not depend on where they happen to be.
    """
    try:
        with told_of_file(checked_path(path)):
            opened = Path(path).open("rb", buffering=0)  # noqa: SIM115
    except MissingFileError as error:
        if error.filename != Path(path).stem or "(" in str(error.strerror):  # with a place, an ending or a guess
            raise
        hint = f"{error.strerror} (models are trained: there are none to download)"
        raise MissingFileError(error.errno, hint, error.filename) from None
    with opened as file:
        size = os.fstat(file.fileno()).st_size
        if not size:  # a pipe has none, but may have much to tell
            return memoryview(file.read())
        pages = memoryview(mmap.mmap(-1, size))
        end = 0
        while end < size and (count := file.readinto(pages[end:])):
            end += count
        return pages[:end].toreadonly()


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a name is there twice")
    return values


def _depth(values: Any) -> int:
    """How deep lists and tables are nested, without recursion, up to what is too deep."""
    depth, level = 0, [values]
    while level and depth <= _DEEPEST:
        depth += 1
        level = [
            part
            for value in level
            if isinstance(value, (dict, list))
            for part in (value.values() if isinstance(value, dict) else value)
            if isinstance(part, (dict, list))
        ]
    return depth


def _one_line(message: str) -> str:
    """What may quote the file, made fit to be printed."""
    return "".join(c if c.isprintable() else "?" for c in message[:_LONGEST_MESSAGE])
