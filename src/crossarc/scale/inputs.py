"""Inputs of any format as treebanks, block by block: files of treebanks or text, or a shard of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from crossarc.absent_columns import TAGS, AbsentColumns
from crossarc.annotator import Annotator
from crossarc.choices import OptionError
from crossarc.files import FileError, Readable
from crossarc.scale.shards import Shard
from crossarc.stages import Absent
from crossarc.tokenizer import FORMATS
from crossarc.tokenizer.blocks import is_text, text_blocks
from crossarc.treebank import Treebank, TreebankError
from crossarc.treebank.arrival import Idle, nothing_to_do
from crossarc.treebank.files import stream_blocks
from crossarc.treebank.treebank import NO_TREEBANK

_BLOCK = 1 << 19  # bytes worked on at a time: after each there is a look at the keyboard


class Piece(NamedTuple):
    """Some sentences, the number of the input that they are from, whether they are its first, what the input lacks."""

    block: Treebank
    place: int
    begins_file: bool
    absent: list[Absent] | None


@dataclass(frozen=True)
class Inputs:
    """Files and what they are; None is a treebank or text, as the name says. `shard` is the part of a file to read."""

    paths: Sequence[str]
    annotator: Annotator
    format: str | None = None
    offsets: bool = False
    lenient: bool = False
    shard: Shard | None = None  # of the only path, which is a treebank
    absent: frozenset[str] | None = None  # columns of tags that are `_` throughout the shard's file

    def check(self) -> None:
        """Refuse what has no effect, and text that cannot be read without a tokenizer."""
        formats = [self.format_of(path) for path in self.paths]
        text = [format for format in formats if format in FORMATS]
        if self.offsets and not text:
            raise OptionError("offsets", "it has no effect: no input is text (--format text, lines, tokens)")
        if self.lenient and len(text) == len(formats):
            raise OptionError("lenient", "it has no effect on text")
        for path, format in zip(self.paths, formats, strict=True):
            if self.annotator.tokenizer is None and format in FORMATS and format != "tokens":
                raise FileError(path, None, "it is text, and the model has no tokenizer: it reads --format tokens")

    def format_of(self, path: str) -> str | None:
        return self.format or ("text" if is_text(path) else None)

    def pieces(self, idle: Idle) -> Iterator[Piece]:
        for place, path in enumerate(self.paths):
            while not Path(path).is_file() and idle():  # a pipe may be opened only after answers have come
                pass
            format = self.format_of(path)
            if format in FORMATS:
                model = self.annotator.core_tokenizer(str(format))
                blocks = text_blocks(model, path, format=str(format), offsets=self.offsets, idle=idle)
                for count, block in enumerate(blocks):
                    yield Piece(block, place, count == 0, None)
            else:
                yield from self._pieces_of_treebank(place, path, format, idle)

    def _pieces_of_treebank(self, place: int, path: str, format: str | None, idle: Idle) -> Iterator[Piece]:
        absent = AbsentColumns((lambda: self._blocks(path, format)) if Path(path).is_file() else None)
        with ExitStack() as stack:
            source = path if self.shard is None else stack.enter_context(self.shard.open())
            try:
                for count, block in enumerate(self._blocks(source, format, idle)):
                    if self.annotator.tagger is None:
                        known = None
                    else:
                        known = absent.of(block) if self.absent is None else [Absent(0, self.absent)]
                    yield Piece(block, place, count == 0, known)
            except TreebankError as error:
                if error.message.endswith(NO_TREEBANK) and self.format is None:
                    raise TreebankError(
                        error.path, error.line, f"{error.message}; text is read with --format text"
                    ) from None
                raise

    def tags_of_shard(self) -> frozenset[str]:
        """The columns of tags that the shard has somewhere: those that no shard has are absent from the file."""
        if self.annotator.tagger is None:
            return TAGS
        assert self.shard is not None
        found: set[str] = set()
        with self.shard.open() as source:
            for block in self._blocks(source, self.format):
                found |= {column for column in TAGS - found if block.filled(column)}
                if found == TAGS:
                    break
        return frozenset(found)

    def _blocks(self, source: Readable, format: str | None, idle: Idle = nothing_to_do) -> Iterator[Treebank]:
        return stream_blocks(source, format=format, lenient=self.lenient, ignore_trees=True, size=_BLOCK, idle=idle)
