"""What has arrived so far: from a pipe, maybe, whose other end waits for an answer before it sends more."""

from __future__ import annotations

import io
import os
import select
import stat
from collections.abc import Callable, Iterator
from typing import IO, Any

Idle = Callable[[], bool]
"""What to do while nothing arrives, for a moment; returns whether there is more of that to be done."""


def nothing_to_do() -> bool:
    return False


def arriving(file: Any, size: int, idle: Idle = nothing_to_do) -> Iterator[bytes]:
    """A file in pieces of `size` bytes, or fewer where more has not arrived yet.

    It is waited for only if there is nothing else to do.
    """
    is_there = _arrival(file)
    while True:
        while not is_there() and idle():
            pass
        pieces = [file.read1(size)]
        missing = size - len(pieces[0])
        while pieces[-1] and missing and is_there():
            pieces.append(file.read1(missing))
            missing -= len(pieces[-1])
        if missing < size:
            yield b"".join(pieces)
        if not pieces[-1]:
            return


def is_plain(file: IO[bytes]) -> bool:
    """Whether all of it is there: a file, and no pipe."""
    try:
        return stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except OSError:  # in memory, decompressed
        return True


def _arrival(file: Any) -> Callable[[], bool]:
    """Tells whether the next reading will return at once."""
    try:
        number = file.fileno()
        is_plain = stat.S_ISREG(os.fstat(number).st_mode)
    except (AttributeError, OSError, io.UnsupportedOperation):  # no file of the system's: in memory, decompressed
        return lambda: True
    if is_plain:
        return lambda: True
    if not hasattr(select, "poll"):  # as on Windows, where nothing tells of pipes
        return nothing_to_do
    poll = select.poll()
    poll.register(number, select.POLLIN)
    return lambda: bool(poll.poll(0))
