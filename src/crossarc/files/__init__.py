"""Files: read plain or compressed, written whole or not at all. What is promised about them is in docs/files.md."""

from crossarc.files.errors import FileError
from crossarc.files.identity import PathLike, is_standard_output, same_file, shown_path
from crossarc.files.reading import opened, read_text
from crossarc.files.writing import require_writable, writing

__all__ = [
    "FileError",
    "PathLike",
    "is_standard_output",
    "opened",
    "read_text",
    "require_writable",
    "same_file",
    "shown_path",
    "writing",
]
