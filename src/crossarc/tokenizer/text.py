"""The text of a treebank, and text on its way to the core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crossarc import _core
from crossarc.arguments import wrong_kind
from crossarc.files.encoding import encoded as in_utf8
from crossarc.treebank import Treebank

Text = str | bytes | Iterable[str | bytes]


def restore(treebank: Treebank) -> str:
    """The text that a treebank was made from.

    What a tokenizer wrote is restored to the byte. Other treebanks tell less: their sentences have a space between
    them, or none after `SpaceAfter=No`, and a blank line where a paragraph or document begins.

    >>> from crossarc import Treebank
    >>> first = "1\\tHello\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\tSpaceAfter=No\\n"
    >>> second = "2\\t!\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\tSpacesAfter=\\\\n\\n\\n"
    >>> restore(Treebank.from_conllu(first + second))
    'Hello!\\n'
    """
    return _core.restored_text(parsed(treebank)).decode("utf-8")


def parsed(treebank: Treebank) -> _core.Document:
    """A treebank as the core reads it, whatever its trees are."""
    return _core.read(treebank.to_bytes(), treebank.format, False, 1, True)


def encoded(text: Text, path: str) -> Iterator[bytes]:
    """Text in pieces of UTF-8. Half of a character (a lone surrogate) is a `FileError`."""
    line = 1
    if not isinstance(text, Iterable):
        raise wrong_kind("text", "text or bytes, or pieces of them", text)
    for piece in [text] if isinstance(text, str | bytes) else text:
        if isinstance(piece, bytes):
            yield piece
            line += piece.count(b"\n")
            continue
        if not isinstance(piece, str):
            raise wrong_kind("text", "text or bytes, or pieces of them", piece)
        yield in_utf8(piece, path, line)
        line += piece.count("\n")
