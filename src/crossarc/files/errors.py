"""What is wrong with a file, and where."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from crossarc.errors import CrossarcError

_LONGEST = 80  # characters of a name that is too long
_MOST_COMPARED = 1000  # names of files in a folder
_ALIKE = 0.8  # of 1


class FileError(CrossarcError, ValueError):
    """A file that cannot be used: `FILE:LINE: what is wrong`."""

    def __init__(self, path: str, line: int | None, message: str) -> None:
        self.path = path
        self.line = line
        self.message = message
        super().__init__(f"{path}: {message}" if line is None else f"{path}:{line}: {message}")

    def __reduce__(self) -> tuple[type[FileError], tuple[str, int | None, str]]:
        return type(self), (self.path, self.line, self.message)


class SystemFileError(CrossarcError, OSError):
    """What the system says of a file that cannot be opened, read or written; the classes below are for the usual."""


class MissingFileError(SystemFileError, FileNotFoundError):
    """There is no such file or folder."""


class FolderError(SystemFileError, IsADirectoryError):
    """A folder where a file is needed."""


class ForbiddenFileError(SystemFileError, PermissionError):
    """A file that may not be read or written."""


def _hint(kind: type[OSError], name: str) -> str:
    """What was probably meant by the name of a missing file."""
    if kind is not MissingFileError or "*" in name:
        return ""
    if "://" in name:
        return " (crossarc reads files: download it first)"
    folder, wanted = os.path.split(name)
    try:
        with os.scandir(folder or ".") as entries:
            beside = [entry.name for entry in islice(entries, _MOST_COMPARED)]
    except (OSError, ValueError):
        return ""
    from difflib import get_close_matches  # noqa: PLC0415  # needed for mistakes alone

    found = get_close_matches(wanted, beside, n=1, cutoff=_ALIKE)
    return f" (did you mean {str(Path(folder, found[0]))!r}?)" if found else ""


@contextmanager
def told_of_file(path: str | os.PathLike[str]) -> Iterator[None]:
    """An OSError that comes up here is one of crossarc's own, and names the file.

    A pipe whose reader is gone stays a BrokenPipeError: that is no mistake.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno is None:  # not the system's word
            raise
        name = os.fspath(path)
        if error.errno == errno.ENAMETOOLONG and len(name) > _LONGEST:  # no name at all, maybe, but a text
            name = name[:_LONGEST] + "…"
        kinds = (MissingFileError, FolderError, ForbiddenFileError, SystemFileError)
        kind = next(kind for kind in kinds if isinstance(error, kind.__bases__[-1]))
        raise kind(error.errno, f"{error.strerror}{_hint(kind, name)}", name) from None
