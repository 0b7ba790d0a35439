"""Text on its way to files and to the core: UTF-8."""

from __future__ import annotations

from crossarc.files.errors import FileError


def encoded(text: str, path: str, first_line: int = 1, kind: type[FileError] = FileError) -> bytes:
    """Text as UTF-8. Half of a character (a lone surrogate) is a `FileError` of a kind, with its line."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        message = f"U+{ord(text[error.start]):04X} is half of a character, which UTF-8 does not have"
        raise kind(path, first_line + text.count("\n", 0, error.start), message) from None
