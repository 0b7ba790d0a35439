"""The text of a treebank, and text on its way to the core."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from crossarc import _core
from crossarc.arguments import wrong_kind
from crossarc.files import opened, shown_path
from crossarc.files.encoding import encoded as in_utf8
from crossarc.treebank import Treebank, TreebankSource, treebank_of

Text = str | bytes | Iterable[str | bytes] | os.PathLike[str]
"""A text, pieces of one (such as an open file), or the path of a file, plain or compressed."""

_KINDS = "text or bytes, or pieces of them, or the path of a file"
_CHUNK = 1 << 20  # bytes of a file that are read at a time


def restore(treebank: TreebankSource) -> str:
    """The text that a treebank was made from.

    What a tokenizer wrote is restored to the byte. Other treebanks tell less: their sentences have a space between
    them, or none after `SpaceAfter=No`, and a blank line where a paragraph or document begins.

    >>> from crossarc import Treebank
    >>> first = "1\\tHello\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\tSpaceAfter=No\\n"
    >>> second = "2\\t!\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\tSpacesAfter=\\\\n\\n\\n"
    >>> restore(Treebank.from_conllu(first + second))
    'Hello!\\n'
    """
    return _core.restored_text(parsed(treebank_of(treebank, ignore_trees=True))).decode("utf-8")


def parsed(treebank: Treebank) -> _core.Document:
    """A treebank as the core reads it, whatever its trees are."""
    return _core.read(treebank.to_bytes(), treebank.format, False, 1, True)


def name_of(text: Any, path: str | None) -> str:
    """What messages call a text: its file, if that is known."""
    if path is not None:
        return path
    return shown_path(text) if isinstance(text, os.PathLike) else "<text>"


def encoded(text: Text, path: str) -> Iterator[bytes]:
    """Text in pieces of UTF-8. Half of a character (a lone surrogate) is a `FileError`."""
    line = 1
    if isinstance(text, os.PathLike):
        with opened(text) as file:
            yield from iter(lambda: file.read(_CHUNK), b"")
        return
    if not isinstance(text, Iterable):
        raise wrong_kind("text", _KINDS, text)
    for piece in [text] if isinstance(text, str | bytes) else text:
        if isinstance(piece, bytes):
            yield piece
            line += piece.count(b"\n")
            continue
        if not isinstance(piece, str):
            raise wrong_kind("text", _KINDS, piece)
        yield in_utf8(piece, path, line)
        line += piece.count("\n")
