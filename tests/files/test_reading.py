"""Compressed files are known by what is in them, and broken ones are told of."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crossarc.files import FileError, opened, read_text
from crossarc.files.compression import _zstd

TEXT = b"1\tHello\t_\t_\t_\t_\t0\troot\t_\t_\n\n" * 1000
COMPRESSED: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": lambda text: bytes(_zstd().compress(text)),
}


def content(path: Path | str) -> bytes:
    with opened(path) as file:
        return file.read()


@pytest.mark.parametrize("kind", COMPRESSED)
@pytest.mark.parametrize("name", ["file{}", "file.conllu", "file", "FILE{}.txt"])
def test_content_tells(kind: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name.format(kind)
    path.write_bytes(COMPRESSED[kind](TEXT))
    assert content(path) == TEXT


@pytest.mark.parametrize("kind", COMPRESSED)
def test_standard_input_may_be_compressed(kind: str) -> None:
    program = "import sys\nfrom crossarc.files import opened\nwith opened('-') as f: sys.stdout.buffer.write(f.read())"
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, input=COMPRESSED[kind](TEXT), stdout=subprocess.PIPE, check=True).stdout == TEXT


@pytest.mark.parametrize(
    ("kind", "damage"),
    # Zstandard data need not have a checksum.
    [(kind, how) for kind in COMPRESSED for how in ("cut", "changed", "plain") if (kind, how) != (".zst", "changed")],
)
def test_damage_is_told(kind: str, damage: str, tmp_path: Path) -> None:
    path = tmp_path / f"file{kind}"
    text = os.urandom(20_000)  # which does not become smaller
    whole = COMPRESSED[kind](text)
    middle = len(whole) // 2
    path.write_bytes(
        {
            "cut": whole[:middle],
            "changed": whole[:middle]
            + bytes(byte ^ 0xFF for byte in whole[middle : middle + 64])
            + whole[middle + 64 :],
            "plain": b"not compressed at all",
        }[damage]
    )
    with pytest.raises(FileError, match="cannot be decompressed") as caught:
        content(path)
    assert caught.value.path == str(path)


@pytest.mark.parametrize("kind", COMPRESSED)
def test_a_compressed_file_of_no_bytes_was_cut_off(kind: str, tmp_path: Path) -> None:
    (tmp_path / f"file{kind}").write_bytes(b"")
    with pytest.raises(FileError, match="it is empty, and must have been cut off"):
        content(tmp_path / f"file{kind}")


def test_an_empty_file_is_empty(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert content(tmp_path / "file") == b""


def test_text_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "templates.txt"
    path.write_bytes(b"\xef\xbb\xbfS0.w\n")
    assert read_text(path) == "S0.w\n"


def test_text_that_is_not_utf8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "templates.txt"
    path.write_bytes(b"S0.w\n# caf\xe9\n")
    with pytest.raises(FileError, match=r"templates.txt:2: it is not UTF-8"):
        read_text(path)
