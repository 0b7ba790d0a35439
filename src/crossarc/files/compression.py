"""Compressed files: .gz, .bz2 and .xz with Python's own modules, .zst with Python 3.14's or its backport."""

from __future__ import annotations

import bz2
import gzip
import importlib
import lzma
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final, cast

from crossarc.errors import MissingPackageError
from crossarc.files.identity import PathLike

_OPENERS: Final[dict[str, Callable[[IO[bytes], str], Any]]] = {
    # No name and no time in the header: the same content gives the same bytes.
    ".gz": lambda raw, mode: gzip.GzipFile(filename="", fileobj=raw, mode=mode, mtime=0),
    ".bz2": lambda raw, mode: bz2.BZ2File(raw, cast(Any, mode)),
    ".xz": lambda raw, mode: lzma.LZMAFile(raw, cast(Any, mode)),  # noqa: SIM115 (who asks for it closes it)
    ".zst": lambda raw, mode: _zstd().ZstdFile(raw, mode),
}

# How compressed data begins.
_SIGNATURES: Final = {
    b"\x1f\x8b\x08": ".gz",
    b"BZh": ".bz2",
    b"\xfd7zXZ\x00": ".xz",
    b"\x28\xb5\x2f\xfd": ".zst",
}
LONGEST_SIGNATURE: Final = max(map(len, _SIGNATURES))


def open_compressed(suffix: str, raw: IO[bytes], mode: str) -> IO[bytes]:
    """A file that decompresses what it reads from `raw`, or compresses what it writes to it."""
    return cast(IO[bytes], _OPENERS[suffix](raw, mode))


def compression_of_name(path: PathLike) -> str | None:
    """The kind of compression that a name asks for: `.gz`, `.bz2`, `.xz` or `.zst`."""
    suffix = Path(path).suffix.lower()
    return suffix if suffix in _OPENERS else None


def compression_of_content(beginning: bytes) -> str | None:
    """The kind of compression that data begins like."""
    return next((kind for signature, kind in _SIGNATURES.items() if beginning.startswith(signature)), None)


def is_damage(error: Exception) -> bool:
    """Whether an error in reading means that the compressed data is broken or cut off."""
    # The module of .bz2 tells of broken data as of a failing disk, but without its number.
    is_broken = isinstance(error, OSError) and error.errno is None
    return (
        is_broken
        or isinstance(error, (EOFError, lzma.LZMAError, zlib.error))
        or (isinstance(error, ValueError) and "Invalid data stream" in str(error))
        or type(error).__name__ == "ZstdError"
    )


def _zstd() -> Any:
    with suppress(ImportError):
        return importlib.import_module("compression.zstd")
    with suppress(ImportError):
        return importlib.import_module("backports.zstd")
    raise MissingPackageError.of_extra("zstd", "reading and writing .zst files needs backports.zstd")
