"""Writing: a file is there whole or not at all, and what cannot be replaced is written to.

Until all is written it goes to a file beside the target, whose name begins with `.crossarc-`. That file is locked as
long as somebody writes to it: one that is not was left by a process that was killed, and is removed by the next one
that writes into the same folder.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from crossarc.files.compression import compression_of_name, open_compressed
from crossarc.files.errors import told_of_file
from crossarc.files.identity import PathLike, checked_path, descriptor
from crossarc.files.locks import lock, require_lock
from crossarc.interruption import uninterrupted

_PREFIX, _SUFFIX = ".crossarc-", ".tmp"
_ANYBODY = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


@contextmanager
def writing(path: PathLike, *, compress: bool = False) -> Iterator[IO[bytes]]:
    """A binary file to write to; `-` is standard output. It is put in place only when all went well.

    With `compress` a name that ends in .gz, .bz2, .xz or .zst asks for that. Pipes, devices and descriptors such as
    /dev/stdout are written to. A file that is replaced keeps its mode and, where the system allows it, its owner.
    """
    path = checked_path(path)
    kind = compression_of_name(path) if compress else None
    with _destination(path) as raw:
        named = _Named(raw, path)
        if kind is None:
            yield named  # type: ignore[misc]  # it has all that is used of one
        else:
            with open_compressed(kind, named, "wb") as file:  # type: ignore[arg-type]
                yield file


def require_writable(path: PathLike) -> None:
    """Raise an OSError if `writing` could not write there: for those who have much to do before."""
    path = checked_path(path)
    if path == "-" or descriptor(path) is not None:
        return
    target = _checked(path)
    if not _is_special(target):
        with told_of_file(path), uninterrupted():
            number, temporary = _made(target.parent)
            os.close(number)
            temporary.unlink()


def _destination(path: PathLike) -> AbstractContextManager[IO[bytes]]:
    if os.fspath(path) == "-":
        return _standard_output()
    number = descriptor(path)
    if number is not None:
        # Opened anew it would be cut off, and begin at its beginning.
        sys.stdout.flush()
        with told_of_file(path):
            return _unreplaced(os.fdopen(os.dup(number), "wb"), path)
    target = _checked(path)
    if not _is_special(target):
        return _replaced(target, path)
    with told_of_file(path):
        return _unreplaced(target.open("wb"), path)


@contextmanager
def _unreplaced(file: IO[bytes], path: PathLike) -> Iterator[IO[bytes]]:
    """What is written when it is closed, which may be all, can fail as well."""
    try:
        yield file
    finally:
        with told_of_file(path):
            file.close()


@contextmanager
def _standard_output() -> Iterator[IO[bytes]]:
    yield sys.stdout.buffer
    with told_of_file("<stdout>"):
        sys.stdout.buffer.flush()


def _checked(path: PathLike) -> Path:
    """The file that is to be replaced: through links, which stay. Raises an OSError if it must not or cannot be."""
    target = Path(os.path.realpath(path))
    number = None
    with told_of_file(path):
        status = _status(target)
    if status is None:
        number = None if target.parent.is_dir() else errno.ENOENT
    elif stat.S_ISDIR(status.st_mode):
        number = errno.EISDIR
    elif not os.access(target, os.W_OK) or not status.st_mode & _ANYBODY:
        number = errno.EACCES  # root is asked to respect it, too
    if number is not None:
        with told_of_file(path):
            raise OSError(number, os.strerror(number))
    return target


def _status(target: Path) -> os.stat_result | None:
    try:
        return target.stat()
    except FileNotFoundError:
        return None


def _is_special(target: Path) -> bool:
    status = _status(target)
    return status is not None and not stat.S_ISREG(status.st_mode)


@contextmanager
def _replaced(target: Path, path: PathLike) -> Iterator[IO[bytes]]:
    _remove_abandoned(target.parent)
    temporary: Path | None = None
    file: Any = None
    try:
        with told_of_file(path), uninterrupted():
            number, temporary = _made(target.parent)
            file = os.fdopen(number, "wb")
        yield file
        with told_of_file(path), uninterrupted():
            file.flush()
            _take_after(target, file.fileno())
            if os.name == "nt":  # where files that are open cannot be renamed
                file.close()
            temporary.replace(target)
            temporary = None
    finally:
        with uninterrupted():
            if temporary is not None:
                with suppress(OSError):
                    temporary.unlink()
            if file is not None:
                with suppress(OSError):  # what could not be written has been told of
                    file.close()


def _made(folder: Path) -> tuple[int, Path]:
    """A new file in the folder, locked as long as it is open."""
    while True:
        temporary = folder / f"{_PREFIX}{secrets.token_hex(8)}{_SUFFIX}"
        number = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        if lock(number) and os.fstat(number).st_nlink:
            return number, temporary
        os.close(number)  # somebody took it for abandoned before it was locked


def _remove_abandoned(folder: Path) -> None:
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(_PREFIX) and entry.name.endswith(_SUFFIX):
                _remove_if_abandoned(Path(entry.path))


def _remove_if_abandoned(temporary: Path) -> None:
    with suppress(OSError):
        number = os.open(temporary, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            require_lock(number)
            temporary.unlink()
        finally:
            os.close(number)


def _take_after(target: Path, number: int) -> None:
    """Give an open file the mode and the owner of the one that it is to replace, if there is one."""
    status = _status(target)
    if status is None or os.name == "nt":
        return
    for owner in (status.st_uid, status.st_gid), (-1, status.st_gid):
        try:
            os.fchown(number, *owner)
            break
        except OSError:  # only root may give files away
            continue
    os.fchmod(number, stat.S_IMODE(status.st_mode))  # last: a change of owner takes bits away


class _Named:
    """An open file whose errors tell its name."""

    def __init__(self, file: IO[bytes], path: PathLike) -> None:
        self._file = file
        self._path = "<stdout>" if os.fspath(path) == "-" else path

    def write(self, content: Any) -> int:
        with told_of_file(self._path):
            return self._file.write(content)

    def flush(self) -> None:
        with told_of_file(self._path):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
