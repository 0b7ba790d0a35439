"""Treebanks in files: plain or compressed, whole or streamed, written atomically."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from crossarc import _core
from crossarc.arguments import wrong_kind
from crossarc.calls import called_as
from crossarc.files import FileError, Readable, checked_source, opened, shown_source
from crossarc.files.compression import compression_of_name
from crossarc.treebank.arrival import Idle, arriving, nothing_to_do
from crossarc.treebank.arrow import is_parquet, read_parquet, tables_of_parquet, text_of_table
from crossarc.treebank.errors import TreebankError
from crossarc.treebank.sentence import Sentence
from crossarc.treebank.treebank import Treebank

_CHUNK = 1 << 20  # bytes read at a time when streaming
_LONGEST_SENTENCE = 1 << 25  # bytes: so that a stream without blank lines does not fill the memory
_FORMATS: dict[str, str] = {".conllu": "conllu", ".conllx": "conllx"}


@called_as("crossarc.read")
def read(
    source: Readable,
    *,
    format: str | None = None,
    lenient: bool = False,
    ignore_trees: bool = False,
) -> Treebank:
    """Read a whole treebank from a file, by its name or open, or from bytes; `-` is standard input.

    The format is `"conllu"` or `"conllx"`; if it is not given, the file's name tells (`.conllu`, `.conllx`),
    or else its content. With `lenient=True` broken sentences are left out and listed in
    `treebank.problems`; otherwise the first one raises a `TreebankError`. With `ignore_trees=True` HEAD and DEPREL are
    not looked at: whatever is there is no error, and the treebank has no heads. That is for what is to be parsed.

    Files that are open as text are read as text: `\\r\\n` may have become `\\n`. Those that are open as bytes
    (`open(path, "rb")`) keep every byte.
    """
    source = checked_source(source)
    name = shown_source(source)
    if is_parquet(name):
        with _told_of_table(name):
            text, format = text_of_table(read_parquet(source))
    else:
        with _opened(source) as file:
            text = file.read()
    format = format_of(name) if format is None else format
    return Treebank.from_bytes(text, format=format, lenient=lenient, ignore_trees=ignore_trees, path=name)


@called_as("crossarc.stream")
def stream(
    source: Readable,
    *,
    format: str | None = None,
    lenient: bool = False,
    problems: list[TreebankError] | None = None,
) -> Iterator[Sentence]:
    """The sentences of a file one after the other, in memory that does not grow with the file.

    With `lenient=True` broken sentences are left out, and added to the list `problems` if there is one.
    """
    source = checked_source(source)  # what is wrong with it is told here, and not with the first sentence
    if problems is not None and not isinstance(problems, list):
        raise wrong_kind("problems", "a list to add to, or None", problems)
    return _sentences(source, format, lenient, problems)


def _sentences(
    source: Readable, format: str | None, lenient: bool, problems: list[TreebankError] | None
) -> Iterator[Sentence]:
    for block in stream_blocks(source, format=format, lenient=lenient):
        if problems is not None:
            problems.extend(block.problems)
        yield from block


def stream_blocks(
    source: Readable,
    *,
    format: str | None = None,
    lenient: bool = False,
    ignore_trees: bool = False,
    size: int = _CHUNK,
    idle: Idle = nothing_to_do,
) -> Iterator[Treebank]:
    """A file as a sequence of treebanks of about `size` bytes, which add up to the file.

    From a pipe the sentences come as soon as they are there. While they are not, `idle` is called for as long as it
    returns true: then there is nothing to do but wait.
    """
    name = shown_source(source)
    format = format_of(name) if format is None else format
    line = 1
    with ExitStack() as stack:
        if is_parquet(name):
            pieces = _pieces_of_parquet(source)
        else:
            pieces = _whole_sentences(stack.enter_context(_opened(source)), name, size, idle)
        for text in pieces:
            block = Treebank.from_bytes(
                text, format=format, lenient=lenient, ignore_trees=ignore_trees, path=name, first_line=line
            )
            if len(block):  # blank lines alone say nothing
                format = block.format
            line += block.line_count
            yield block


@contextmanager
def _told_of_table(name: str) -> Iterator[None]:
    """A table that holds no treebank is a broken one."""
    try:
        yield
    except TreebankError:
        raise
    except ValueError as error:
        raise TreebankError(name, None, str(error)) from None


def _pieces_of_parquet(source: Readable) -> Iterator[bytes]:
    with _told_of_table(shown_source(source)):
        for table in tables_of_parquet(source):
            yield text_of_table(table)[0]


@contextmanager
def _opened(source: Readable) -> Iterator[IO[bytes]]:
    """A file to read a treebank from; one that cannot be decompressed is a broken treebank."""
    try:
        with opened(source) as file:
            yield file
    except FileError as error:
        raise TreebankError(error.path, error.line, error.message) from None


def _whole_sentences(file: IO[bytes], name: str, chunk_size: int, idle: Idle) -> Iterator[bytes]:
    """The file in pieces that end with a blank line."""
    line = 1
    text = bytearray()  # that has not been handed on
    looked_at = 0  # before this place there is no blank line
    for chunk in arriving(file, chunk_size, idle):
        text += chunk
        end = _core.complete_sentences(bytes(memoryview(text)[looked_at:]))
        if end:
            whole = bytes(memoryview(text)[: looked_at + end])
            line += whole.count(b"\n")
            yield whole
            del text[: len(whole)]
        elif len(text) > _LONGEST_SENTENCE:
            raise TreebankError(name, line, f"a sentence of over {_LONGEST_SENTENCE:,} bytes: is it a treebank?")
        looked_at = text.rfind(b"\n") + 1
    if text:
        yield bytes(text)


def format_of(name: str) -> str | None:
    """The format that a name stands for; `.conll` is used for both."""
    path = Path(name).with_suffix("") if compression_of_name(name) else Path(name)
    return _FORMATS.get(path.suffix.lower())
