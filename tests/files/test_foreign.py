"""Files that are no text are told by what they are."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest

import crossarc
from crossarc import synthetic

TEXT = synthetic.conllu(3)
ZIPPED = io.BytesIO()
with zipfile.ZipFile(ZIPPED, "w") as _archive:
    _archive.writestr("train.conllu", TEXT)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("train.zip", ZIPPED.getvalue(), "a zip archive .*: unpack it"),
        ("thesis.docx", ZIPPED.getvalue(), "a document of an office program: unpack it, or save it as plain text"),
        ("train.conllu", TEXT.encode("utf-16"), "text in UTF-16: save it as UTF-8"),
        ("thesis.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF: save it as plain text"),
        ("thesis.rtf", rb"{\rtf1\ansi Gallia}", "a document of an office program: save it"),
        ("thesis.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an office program: save it"),
        ("tree.png", b"\x89PNG\r\n\x1a\n", "a picture, and no text"),
        ("table.conllu", b"PAR1\x15\x04", "a Parquet table, whose name must end in .parquet"),
        ("train.zip.gz", gzip.compress(ZIPPED.getvalue()), "a zip archive"),
        ("page.conllu", b"\n<!DOCTYPE html>\n<html><body>", "a page of HTML: download the file that it shows"),
    ],
)
def test_what_it_is(name: str, content: bytes, told: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    attempts = [lambda: crossarc.read(path), lambda: crossarc.read(content), lambda: list(crossarc.stream(path))]
    for attempt in attempts:
        with pytest.raises(crossarc.TreebankError, match=told):
            attempt()


def test_names_that_are_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("data").mkdir()
    for name in ("data/train.conllu", "utf8.conllu"):
        Path(name).write_text(TEXT, encoding="utf-8")
    for name, told in (
        ("data/*.conllu", r"\(patterns are not expanded here: name the files\)"),
        ("~/train.conllu", r"\(~ is not expanded here: write the whole path\)"),
        ("dat/train.conllu", r"\(there is no folder 'dat'\)"),
        ("data/trian.conllu", r"\(did you mean 'data/train.conllu'\?\)"),
        ("data/train.conlu", r"\(did you mean 'data/train.conllu'\?\)"),
        ("data", r"Is a directory \(name its files, such as data/\*.conllu\)"),
    ):
        with pytest.raises(crossarc.CrossarcError, match=told):
            crossarc.read(name)
    with pytest.raises(FileNotFoundError) as caught:
        crossarc.read("out.conllu")  # an ending in common is no likeness
    assert "did you mean" not in str(caught.value)
    with pytest.raises(FileNotFoundError, match=r"\(models are trained: there are none to download\)"):
        crossarc.load("en_core_web_sm")
