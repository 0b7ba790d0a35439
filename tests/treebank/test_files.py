"""Files: formats by name and content, compression, standard input and output, atomic writing."""

from __future__ import annotations

import io
import stat
import sys
from pathlib import Path

import pytest

import crossarc
from crossarc.files import writing

CONLLU = "# text = a\n1\ta\ta\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
CONLLX = "1\ta\ta\tNC\tNCMS\t_\t0\tROOT\t_\t_\n\n"


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zst"])
def test_compression_by_extension(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x.conllu{suffix}"
    crossarc.write(crossarc.Treebank.from_conllu(CONLLU * 50), path)
    assert (path.read_bytes() == CONLLU.encode() * 50) == (suffix == "")
    assert crossarc.read(path).to_conllu() == CONLLU * 50
    assert sum(len(sentence) for sentence in crossarc.stream(path)) == 50


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_damaged_compression(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x.conllu{suffix}"
    crossarc.write(crossarc.Treebank.from_conllu(CONLLU * 50), path)
    path.write_bytes(path.read_bytes()[:-7])
    with pytest.raises(crossarc.TreebankError, match="cannot be decompressed"):
        crossarc.read(path)
    path.write_bytes(b"no such thing")
    with pytest.raises(crossarc.TreebankError, match="cannot be decompressed"):
        list(crossarc.stream(path))


@pytest.mark.parametrize(
    ("name", "text", "format"),
    [
        ("x.conllu", CONLLX, "conllu"),
        ("x.conllx", CONLLU, "conllx"),
        ("x.conll", CONLLU, "conllu"),
        ("x.conll", CONLLX, "conllx"),
        ("x.CONLLX.GZ", CONLLU, "conllx"),
        ("x.txt", CONLLU, "conllu"),
        ("x.txt", CONLLX, "conllx"),
        ("x", CONLLU.partition("\n")[2], "conllu"),
    ],
)
def test_format_by_name_then_by_content(tmp_path: Path, name: str, text: str, format: str) -> None:
    crossarc.write(crossarc.Treebank.from_conllu(text), tmp_path / name)
    assert crossarc.read(tmp_path / name).format == format
    other = {"conllu": "conllx", "conllx": "conllu"}[format]
    assert crossarc.read(tmp_path / name, format=other).format == other
    with pytest.raises(ValueError, match="format: 'conll' is not one of conllu, conllx"):
        crossarc.read(tmp_path / name, format="conll")


def test_standard_input_and_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CONLLU.encode())))
    treebank = crossarc.read("-")
    assert treebank.path == "<stdin>"
    out = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", out)
    crossarc.write(treebank, "-")
    assert out.buffer.getvalue() == CONLLU.encode()  # type: ignore[attr-defined]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text("old")

    def interrupted() -> None:
        with writing(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    crossarc.write(crossarc.Treebank.from_conllu(CONLLU), path)
    assert path.read_text() == CONLLU
    if sys.platform != "win32":
        reference = tmp_path / "reference"
        reference.touch()
        assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(reference.stat().st_mode)


def test_permissions_of_a_file_stay(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has other permissions")
    path = tmp_path / "private.conllu"
    path.touch(mode=0o600)
    crossarc.write(crossarc.Treebank.from_conllu(CONLLU), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_error_in_writing_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "none" / "x.conllu"
    with pytest.raises(FileNotFoundError) as error:
        crossarc.write(crossarc.Treebank.from_conllu(CONLLU), path)
    assert error.value.filename == str(path)


def test_streaming_leniently_collects_problems(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(CONLLU + "1\tx\n\n" + CONLLU)
    problems: list[crossarc.TreebankError] = []
    assert len(list(crossarc.stream(path, lenient=True, problems=problems))) == 2
    assert [problem.line for problem in problems] == [4]


def test_links_are_followed(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("links need rights on Windows")
    (tmp_path / "target.conllu").write_text("old")
    (tmp_path / "link.conllu").symlink_to("target.conllu")
    crossarc.write(crossarc.Treebank.from_conllu(CONLLU), tmp_path / "link.conllu")
    assert (tmp_path / "link.conllu").is_symlink()
    assert (tmp_path / "target.conllu").read_text() == CONLLU


def test_a_stream_without_blank_lines_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crossarc.treebank.files._CHUNK", 100)
    monkeypatch.setattr("crossarc.treebank.files._LONGEST_SENTENCE", 1000)
    (tmp_path / "x.conllu").write_text("# x\n" * 1000)
    with pytest.raises(crossarc.TreebankError, match=r"x.conllu:1: a sentence of over 1,000 bytes"):
        list(crossarc.stream(tmp_path / "x.conllu"))


def test_a_sentence_of_five_thousand_words(tmp_path: Path) -> None:
    words = "".join(f"{i}\tw\tw\tX\t_\t_\t{i - 1}\tdep\t_\t_\n" for i in range(1, 5001))
    path = tmp_path / "long.conllu"
    path.write_text(words + "\n")
    assert crossarc.read(path).heads.tolist() == list(range(5000))
    assert len(next(crossarc.stream(path))) == 5000
