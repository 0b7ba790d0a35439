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
_TREEBANKS_AND_TEXTS = (".conllu", ".conllx", ".conll", ".txt")


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


def _hint(kind: type[OSError], name: str, *, is_input: bool) -> str:
    """What was probably meant by the name of a file that is missing, or is a folder."""
    if kind is FolderError and is_input:
        return _hint_at_files(name)
    if kind is not MissingFileError:
        return ""
    folder = os.path.dirname(name)  # noqa: PTH120  # of names that are none, too
    for is_meant, told in (
        ("://" in name, "crossarc reads files: download it first"),
        (any(sign in name for sign in "*?["), "patterns are not expanded here: name the files"),
        (name.startswith("~"), "~ is not expanded here: write the whole path"),
        (folder and not os.path.lexists(folder), f"there is no folder {folder!r}"),
    ):
        if is_meant:
            return f" ({told})"
    return _hint_at_alike(folder, os.path.basename(name))  # noqa: PTH119


def _hint_at_alike(folder: str, wanted: str) -> str:
    """A file in the folder with a name that is spelt alike. An ending that all names have is no likeness."""
    try:
        with os.scandir(folder or ".") as entries:
            beside = [entry.name for entry in islice(entries, _MOST_COMPARED)]
    except (OSError, ValueError):
        return ""
    from difflib import get_close_matches  # noqa: PLC0415  # needed for mistakes alone

    ending = Path(wanted).suffix
    of_kind = {name.removesuffix(ending): name for name in beside if name.endswith(ending)}
    found = get_close_matches(wanted.removesuffix(ending), list(of_kind), n=1, cutoff=_ALIKE)
    others = [name for name in beside if name not in of_kind.values()]
    found = [of_kind[name] for name in found] or get_close_matches(wanted, others, n=1, cutoff=_ALIKE)
    return f" (did you mean {str(Path(folder, found[0]))!r}?)" if found else ""


def _hint_at_files(folder: str) -> str:
    """What somebody may want of a folder: treebanks and texts in it."""
    try:
        with os.scandir(folder) as entries:
            endings = {Path(entry.name).suffix for entry in islice(entries, _MOST_COMPARED)}
    except OSError:
        return ""
    found = next((ending for ending in _TREEBANKS_AND_TEXTS if ending in endings), None)
    return f" (name its files, such as {str(Path(folder, '*')) + found})" if found else ""


@contextmanager
def told_of_file(path: str | os.PathLike[str], *, is_input: bool = False) -> Iterator[None]:
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
        raise kind(error.errno, f"{error.strerror}{_hint(kind, name, is_input=is_input)}", name) from None
