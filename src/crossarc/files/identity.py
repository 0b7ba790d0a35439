"""Which file a name stands for, however it is spelt: through links, as standard input, as a descriptor."""

from __future__ import annotations

import os
import re
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from crossarc.arguments import wrong_kind
from crossarc.errors import ArgumentError

PathLike = str | os.PathLike[str]

_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")
_MOST_LINKS = 40  # as Linux has it


def names_a_file(text: str) -> bool:
    """Whether there is a file of that name: then a text may have been meant as one."""
    with suppress(OSError, ValueError):  # too long or too strange for a name
        return Path(text).is_file()
    return False


def checked_path(path: PathLike, name: str = "path") -> str:
    """A path as text; an error of crossarc's own if it is none, such as the content of a file."""
    if not isinstance(path, (str, os.PathLike)) or not isinstance(text := os.fspath(path), str):
        raise wrong_kind(name, "the name of a file (str or Path)", path)
    if not text:
        raise ArgumentError(f"{name}: the name of a file is empty")
    if "\0" in text:
        raise ArgumentError(f"{name}: no name of a file has a zero byte in it")
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        raise ArgumentError(f"{name}: half of a character, which no name of a file has: {text!r}") from None
    if "\n" in text and isinstance(path, str) and not os.path.lexists(text):  # a Path is meant as a name
        raise ArgumentError(
            f"{name}: this is text of {text.count(chr(10)) + 1:,} lines, and not the name of a file: "
            "Treebank.from_conllu(text) reads CoNLL-U, parser(text) parses plain text"
        )
    return text


def shown_path(path: PathLike) -> str:
    """A path as messages have it."""
    return "<stdin>" if os.fspath(path) == "-" else os.fspath(path)


def same_file(output: PathLike, given: PathLike) -> bool:
    """Whether writing to one would change the other. Devices, pipes and terminals are nobody's data."""
    written, read = _status(output, sys.stdout), _status(given, sys.stdin)
    if written is None or read is None or not stat.S_ISREG(written.st_mode):
        return False
    return os.path.samestat(written, read)


def is_standard_output(path: PathLike) -> bool:
    """Whether what is written there ends up where `print` writes, however it is spelt. Nothing meets in /dev/null."""
    if os.fspath(path) == "-":
        return True
    written, printed, nowhere = _status(path, None), _status("-", sys.stdout), _status(os.devnull, None)
    if written is None or printed is None:
        return False
    return os.path.samestat(written, printed) and not (nowhere and os.path.samestat(written, nowhere))


def _status(path: PathLike, stream: Any) -> os.stat_result | None:
    """Of a file, or of the stream that `-` stands for; None if there is none."""
    with suppress(OSError, ValueError, AttributeError):
        return os.fstat(stream.fileno()) if os.fspath(path) == "-" else Path(path).stat()
    return None


def descriptor(path: PathLike) -> int | None:
    """The number of the open file that a path such as `/dev/stdout` or `/dev/fd/63` stands for, also through links."""
    name = os.fspath(path)
    for _ in range(_MOST_LINKS):
        if (match := _DESCRIPTOR.fullmatch(name)) is not None:
            return int(match[1])
        try:  # /dev/stdout is a link to one
            name = os.path.join(os.path.dirname(name), os.readlink(name))  # noqa: PTH115, PTH118, PTH120
        except (OSError, ValueError):  # no link
            return None
    return None
