"""What stands for a treebank: files that are open, bytes, sentences; and where sentences are written to."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import urllib.request
from pathlib import Path

import pytest
from hypothesis import given, settings
from reference.conllu_strategies import files

import crossarc
from crossarc import Treebank, synthetic
from crossarc.treebank.sources import joined_sources, training_sources, treebank_of

TREES = synthetic.generate(20)


@given(files())
@settings(max_examples=200)
def test_bytes_and_open_files_keep_every_byte(data: bytes) -> None:
    expected = Treebank.from_bytes(data, format="conllu")
    for source in (data, io.BytesIO(data), io.BufferedReader(io.BytesIO(data)), gzip.compress(data)):  # type: ignore[type-var]
        found = crossarc.read(source, format="conllu")
        assert found.to_bytes() == data
        assert found == expected
    text = io.StringIO(data.decode("utf-8"), newline="")
    assert crossarc.read(text, format="conllu").to_bytes() == data
    sentences = list(crossarc.stream(io.BytesIO(data), format="conllu"))
    assert sentences == list(expected)
    target = io.BytesIO()
    crossarc.write(sentences, target)
    again = list(crossarc.read(target.getvalue(), format="conllu"))
    assert [(s.words, s.comments) for s in again] == [(s.words, s.comments) for s in sentences]
    as_text = io.StringIO(newline="")
    crossarc.write(expected, as_text)
    assert as_text.getvalue().encode("utf-8") == data


def test_files_stay_open(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    crossarc.write(TREES, path)
    with path.open("rb") as file:
        assert crossarc.read(file).path == str(path)
        assert not file.closed
        file.seek(0)
        assert len(list(crossarc.stream(file))) == 20
    with pytest.raises(crossarc.CrossarcError, match=r"x\.conllu is closed"):
        crossarc.read(file)
    with path.open("ab") as file, pytest.raises(crossarc.CrossarcError, match="not open for reading"):
        crossarc.read(file)
    with urllib.request.urlopen(path.as_uri()) as response:
        assert crossarc.read(response) == TREES
    for library, name in ((gzip, "x.conllu.gz"), (bz2, "x.conllu.bz2"), (lzma, "x.conllu.xz")):
        crossarc.write(TREES, tmp_path / name)
        with library.open(tmp_path / name) as opened:  # type: ignore[attr-defined]
            assert crossarc.read(opened) == TREES
        assert crossarc.read((tmp_path / name).read_bytes()) == TREES


def test_half_a_character_is_told_with_its_line() -> None:
    broken = TREES.to_conllu().replace("# text", "# \ud800", 1)
    line = broken[: broken.index("\ud800")].count("\n") + 1
    with pytest.raises(crossarc.TreebankError, match=rf"<memory>:{line}: .*half of a character"):
        Treebank.from_conllu(broken)
    with pytest.raises(crossarc.TreebankError, match=f"<file>:{line}: "):
        crossarc.read(io.StringIO(broken))


def test_what_fails_in_the_middle_leaves_no_file(tmp_path: Path) -> None:
    def sentences():  # type: ignore[no-untyped-def]
        yield TREES[0]
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        crossarc.write(sentences(), tmp_path / "x.conllu")
    with pytest.raises(crossarc.CrossarcError, match="number 2: must be a sentence, not int: 3"):
        crossarc.write([TREES[0], 3], tmp_path / "x.conllu")  # type: ignore[list-item]
    assert list(tmp_path.iterdir()) == []


def test_what_stands_for_a_treebank(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    crossarc.write(TREES, path)
    for source in (TREES, str(path), path, TREES.to_bytes(), iter(TREES), list(TREES), crossarc.stream(path)):
        assert treebank_of(source) == TREES
    assert treebank_of(TREES[3])[0] == TREES[3]
    assert joined_sources([path, TREES[:2], path]) == TREES + TREES[:2] + TREES
    assert joined_sources([TREES[0], TREES[1]]) == TREES[:2]
    with pytest.raises(crossarc.CrossarcError, match="there is no treebank in it"):
        joined_sources([])


def test_folders_as_they_are_released(tmp_path: Path) -> None:
    for part, trees in (("train-a", TREES[:5]), ("train-b", TREES[5:10]), ("dev", TREES[10:])):
        crossarc.write(trees, tmp_path / f"xx_yy-ud-{part}.conllu")
    train, dev = training_sources(tmp_path, None)
    assert (train, dev) == (TREES[:10], TREES[10:])
    train, dev = training_sources(TREES[:3], tmp_path)
    assert (train, dev) == (TREES[:3], TREES[10:])
    train, dev = training_sources([str(tmp_path), tmp_path / "xx_yy-ud-train-a.conllu"], TREES[:1])
    assert (train, dev) == (TREES[:10] + TREES[:5], TREES[:1])
    parser = crossarc.train(tmp_path, epochs=1)
    assert parser.info["dev"]["sentences"] == 10
