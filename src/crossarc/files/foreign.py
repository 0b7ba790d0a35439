"""Files of other kinds, told by how they begin: what to do with each, before somebody wonders about byte 11 of it."""

from __future__ import annotations

_OFFICE = "a document of an office program: save it as plain text in UTF-8"
_PICTURE = "a picture, and no text"

_KINDS = {
    b"\xff\xfe": "text in UTF-16: save it as UTF-8",
    b"\xfe\xff": "text in UTF-16: save it as UTF-8",
    b"PK\x03\x04": "a zip archive or a document of an office program: unpack it, or save it as plain text in UTF-8",
    b"%PDF-": "a PDF: save it as plain text in UTF-8",
    b"{\\rtf": _OFFICE,
    b"\xd0\xcf\x11\xe0": _OFFICE,
    b"\x89PNG": _PICTURE,
    b"\xff\xd8\xff": _PICTURE,
    b"PAR1": "a Parquet table, whose name must end in .parquet",
}
_PAGES = (b"<!doctype html", b"<html")
_MOST_LOOKED_AT = 100  # bytes


def foreign_kind(beginning: bytes) -> str | None:
    """What a file is that begins so, if it can be no text.

    >>> foreign_kind(b"PK\\x03\\x04..."), foreign_kind(b"# sent_id = 1")
    ('a zip archive or a document of an office program: unpack it, or save it as plain text in UTF-8', None)
    """
    return next((kind for signature, kind in _KINDS.items() if beginning.startswith(signature)), None)


def is_page(beginning: bytes) -> bool:
    """Whether it is a page of HTML, such as one that shows a treebank in place of the file.

    >>> is_page(b"\\n<!DOCTYPE html>"), is_page(b"# text = <html>")
    (True, False)
    """
    return beginning[:_MOST_LOOKED_AT].lstrip().lower().startswith(_PAGES)
