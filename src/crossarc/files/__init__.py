"""Files: read plain or compressed, written whole or not at all. What is promised about them is in docs/files.md."""

from crossarc.files.errors import FileError, told_of_file
from crossarc.files.identity import PathLike, checked_path, is_standard_output, names_a_file, same_file, shown_path
from crossarc.files.reading import OpenFile, Readable, checked_source, opened, read_text, shown_source
from crossarc.files.writing import require_writable, writing

__all__ = [
    "FileError",
    "OpenFile",
    "PathLike",
    "Readable",
    "checked_path",
    "checked_source",
    "is_standard_output",
    "names_a_file",
    "opened",
    "read_text",
    "require_writable",
    "same_file",
    "shown_path",
    "shown_source",
    "told_of_file",
    "writing",
]
