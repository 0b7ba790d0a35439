"""Several files as one: where one ends and the next begins, no sentences merge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import IO, TYPE_CHECKING

from crossarc.treebank.errors import TreebankError

if TYPE_CHECKING:
    from crossarc.treebank.treebank import Treebank

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def joined(sentences: Iterable[bytes]) -> bytes:
    """Sentences one after the other, each with its blank line."""
    return b"".join(sentence + missing_end(sentence) for sentence in sentences)


def joined_treebanks(treebanks: Sequence[Treebank]) -> Treebank:
    """Treebanks of one format one after the other, as if they had been read as one."""
    if len(treebanks) == 1:
        return treebanks[0]
    first = treebanks[0]
    for other in treebanks:
        if other.format != first.format:
            raise TreebankError(other.path, None, f"it is {other.format}, but {first.path} is {first.format}")
    text = joined(treebank.to_bytes().removeprefix(_BYTE_ORDER_MARK) for treebank in treebanks)
    names = ", ".join(PurePath(treebank.path).name for treebank in treebanks)
    ignore_trees = any(treebank._document.ignores_heads for treebank in treebanks)
    return type(first).from_bytes(text, format=first.format, ignore_trees=ignore_trees, path=f"<{names}>")


def missing_end(text: bytes) -> bytes:
    """What a text of whole sentences lacks at its end to have another behind it: its blank line, or nothing.

    >>> missing_end(b"1\\tHello"), missing_end(b"1\\tHello\\n"), missing_end(b"1\\tHello\\n\\n"), missing_end(b"")
    (b'\\n\\n', b'\\n', b'', b'')
    """
    if not text:
        return b""
    newline = b"\r\n" if b"\r\n" in text else b"\n"
    *_, before, last = (b"", *text.rsplit(b"\n", 2))
    if last.strip(b" \r"):
        return newline + newline
    return newline if before.strip(b" \r") else b""


class JoinedFiles:
    """Writes what comes from several files into one."""

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output
        self._last = b""
        self._at_beginning = True

    def write(self, text: bytes, *, begins_file: bool) -> None:
        """Write the next piece, which is of whole sentences; `begins_file` says that it is the first of its file."""
        if begins_file and not self._at_beginning:
            self._output.write(missing_end(self._last))
            text = text.removeprefix(_BYTE_ORDER_MARK)
        if text:
            self._output.write(text)
            self._last, self._at_beginning = text, False
