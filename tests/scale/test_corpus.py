"""Which files a corpus has, and what their outputs are called."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from crossarc.choices import OptionError
from crossarc.files import FileError
from crossarc.scale import Corpus, CorpusPart, names_from


def made(folder: Path, *names: str) -> list[Path]:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    return [folder / name for name in names]


def outputs(corpus: Corpus) -> list[str]:
    return [file.name.as_posix() for file in corpus.files]


def test_named_files_keep_their_places_below_the_folder_they_share(tmp_path: Path) -> None:
    files = made(tmp_path, "in/b/x.conllu", "in/a/x.conllu.gz")
    assert outputs(Corpus.of(files, tmp_path / "out")) == ["a/x.conllu.gz", "b/x.conllu"]


def test_one_file_keeps_its_name(tmp_path: Path) -> None:
    assert outputs(Corpus.of(made(tmp_path, "in/deep/x.conllu"), tmp_path / "out")) == ["x.conllu"]


def test_spelling_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, "in/a/x.conllu", "in/b/y.conllu")
    monkeypatch.chdir(tmp_path)
    corpus = Corpus.of(["in/a/../a/x.conllu", str(tmp_path / "in/b/y.conllu")], "out")
    assert outputs(corpus) == ["a/x.conllu", "b/y.conllu"]


def test_folders_are_searched(tmp_path: Path) -> None:
    made(tmp_path, "in/x.conllu", "in/deep/y.txt.xz", "in/notes.md", "in/.hidden.conllu", "in/z.conllx")
    assert outputs(Corpus.of([tmp_path / "in"], tmp_path / "out")) == ["deep/y.conllu.xz", "x.conllu", "z.conllx"]


def test_outputs_below_the_folder_are_no_inputs(tmp_path: Path) -> None:
    made(tmp_path, "in/x.conllu", "in/out/x.conllu", "in/out/deep/y.conllu")
    assert outputs(Corpus.of([tmp_path / "in"], tmp_path / "in/out")) == ["x.conllu"]


def test_however_the_output_folder_is_called(tmp_path: Path) -> None:
    made(tmp_path, "in/x.conllu", "in/out/x.conllu")
    (tmp_path / "link").symlink_to("in/out")
    (tmp_path / "other").symlink_to("in")
    assert outputs(Corpus.of([tmp_path / "in"], tmp_path / "link")) == ["x.conllu"]
    assert outputs(Corpus.of([tmp_path / "other"], tmp_path / "in/out")) == ["x.conllu"]


def test_outputs_beside_or_above_the_folder_hide_nothing(tmp_path: Path) -> None:
    made(tmp_path, "in/deep/x.conllu")
    for folder in (tmp_path, tmp_path / "in" / "..", tmp_path / "in" / "deep" / "x"):
        assert outputs(Corpus.of([tmp_path / "in"], folder)) == ["deep/x.conllu"]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    made(tmp_path, "in/x.conllu", "beside/y.conllu")
    (tmp_path / "in/link").symlink_to("../beside")
    (tmp_path / "in/loop").symlink_to("..")
    assert outputs(Corpus.of([tmp_path / "in"], tmp_path / "out")) == ["x.conllu"]
    assert outputs(Corpus.of([tmp_path / "in/link"], tmp_path / "out")) == ["y.conllu"]


def test_links_that_lead_nowhere_are_not_lost(tmp_path: Path) -> None:
    made(tmp_path, "in/x.conllu")
    (tmp_path / "in/y.conllu").symlink_to("nowhere")
    assert outputs(Corpus.of([tmp_path / "in"], tmp_path / "out")) == ["x.conllu", "y.conllu"]


def test_hidden_folders_are_left_out(tmp_path: Path) -> None:
    made(tmp_path, "in/x.conllu", "in/.ipynb_checkpoints/x-checkpoint.conllu")
    assert outputs(Corpus.of([tmp_path / "in"], tmp_path / "out")) == ["x.conllu"]


def test_folders_that_cannot_be_read_are_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, "in/a/x.conllu", "in/b/x.conllu")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if Path(path).name == "a":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert outputs(Corpus.of([tmp_path / "in"], tmp_path / "out")) == ["a", "b/x.conllu"]
    with pytest.raises(PermissionError, match="in/a"):
        Corpus.of([tmp_path / "in/a"], tmp_path / "out")


def test_a_folder_without_a_corpus_is_an_error(tmp_path: Path) -> None:
    made(tmp_path, "in/notes.md")
    with pytest.raises(FileError, match=r"has no .conllu, .conllx, .conll, .txt file"):
        Corpus.of([tmp_path / "in"], tmp_path / "out")


@pytest.mark.parametrize(
    ("name", "is_text", "output"),
    [
        ("x.txt", False, "x.conllu"),
        ("x.TXT.gz", False, "x.conllu.gz"),
        ("x.conll", False, "x.conll"),
        ("x", True, "x.conllu"),
        ("x.y.zst", True, "x.y.conllu.zst"),
        ("x.conllu", True, "x.conllu"),
    ],
)
def test_trees_of_a_text_are_conllu(tmp_path: Path, name: str, is_text: bool, output: str) -> None:
    assert outputs(Corpus.of(made(tmp_path, name), tmp_path / "out", is_text=is_text)) == [output]


def test_no_two_inputs_share_an_output(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"x.txt would both be written to x.conllu"):
        Corpus.of(made(tmp_path, "x.conllu", "x.txt"), tmp_path / "out")


def test_no_input_is_replaced(tmp_path: Path) -> None:
    files = made(tmp_path, "x.conllu")
    with pytest.raises(OptionError, match="would be replaced by its own output"):
        Corpus.of(files, tmp_path)


def test_standard_input_has_no_name(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="standard input has no name"):
        Corpus.of(["-"], tmp_path)


def test_parts_add_up_and_share_nothing(tmp_path: Path) -> None:
    corpus = Corpus.of(made(tmp_path, *(f"{number}.conllu" for number in range(7))), tmp_path / "out")
    parts = [outputs(corpus.part(CorpusPart(number, 3))) for number in (1, 2, 3)]
    assert sorted(name for part in parts for name in part) == outputs(corpus)
    assert [len(part) for part in parts] == [3, 2, 2]


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/9999999999"])
def test_what_is_no_part(text: str) -> None:
    with pytest.raises(OptionError, match="is not I/N"):
        CorpusPart.parsed(text)


def test_names_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "names").write_text("a b.conllu\n\n ü.txt\n", encoding="utf-8")
    assert names_from(tmp_path / "names") == ["a b.conllu", " ü.txt"]


def test_names_ended_by_zero_bytes(tmp_path: Path) -> None:
    (tmp_path / "names").write_bytes(b"a\nb.conllu\0 \0\xff.txt\0")
    assert names_from(tmp_path / "names") == ["a\nb.conllu", " ", "\udcff.txt"]
