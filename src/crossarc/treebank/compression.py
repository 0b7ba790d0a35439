"""Compressed files: .gz and .xz with Python's own modules, .zst with Python 3.14's or its backport."""

from __future__ import annotations

import gzip
import importlib
import lzma
import zlib
from contextlib import suppress
from typing import IO, Any, cast


def open_compressed(suffix: str, raw: IO[bytes], mode: str) -> IO[bytes]:
    """A file that decompresses what it reads from `raw`, or compresses what it writes to it."""
    if suffix == ".gz":
        # No name and no time in the header: the same content gives the same bytes.
        return cast(IO[bytes], gzip.GzipFile(filename="", fileobj=raw, mode=mode, mtime=0))
    if suffix == ".xz":
        return cast(IO[bytes], lzma.LZMAFile(raw, mode))
    return cast(IO[bytes], _zstd().ZstdFile(raw, mode))


def is_damage(error: Exception) -> bool:
    """Whether an error in reading means that the compressed data is broken or cut off."""
    return (
        isinstance(error, (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error))
        or type(error).__name__ == "ZstdError"
    )


def _zstd() -> Any:
    with suppress(ImportError):
        return importlib.import_module("compression.zstd")
    with suppress(ImportError):
        return importlib.import_module("backports.zstd")
    raise ModuleNotFoundError("reading and writing .zst files needs: pip install 'crossarc[zstd]'")
