"""Text in files as blocks of sentences, on their way to further stages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from crossarc import _core
from crossarc.files import PathLike, opened, shown_path
from crossarc.files.compression import compression_of_name
from crossarc.tokenizer.tokenizer import sentences
from crossarc.treebank import Treebank
from crossarc.treebank.arrival import Idle, arriving, is_plain, nothing_to_do

_CHUNK = 1 << 16  # bytes of text that are read at a time; as CoNLL-U they are some ten times as many


def text_blocks(
    model: _core.TokenizerModel | None,
    path: PathLike,
    *,
    format: str,
    offsets: bool = False,
    idle: Idle = nothing_to_do,
) -> Iterator[Treebank]:
    """The sentences of a text, block by block, without tags and trees; from a pipe as soon as they are there.

    While nothing arrives, `idle` is called for as long as it returns true. A text that is not UTF-8 is a `FileError`.
    """
    name = shown_path(path)
    with opened(path) as file:
        for content in sentences(model, arriving(file, _CHUNK, idle), format, offsets, name, not is_plain(file)):
            yield Treebank.from_bytes(content, format="conllu", ignore_trees=True, path=name)


def is_text(path: PathLike) -> bool:
    """Whether a file's name says that it is plain text: `.txt`, compressed or not."""
    name = Path(path).with_suffix("") if compression_of_name(path) else Path(path)
    return name.suffix.lower() == ".txt"
