"""Reading and writing back gives the same bytes, and the columns are what a slow reader finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from reference import conllu_format
from reference.conllu_strategies import damaged_files, files
from reference.real_treebanks import TREEBANKS

import crossarc
from crossarc.treebank.columns import COLUMNS
from crossarc.treebank.files import stream_blocks


def from_bytes(data: bytes) -> crossarc.Treebank:
    return crossarc.Treebank.from_bytes(data, format="conllu")


@given(files())
@settings(max_examples=400)
def test_bytes_and_columns_survive(data: bytes) -> None:
    treebank = from_bytes(data)
    assert treebank.to_bytes() == data
    expected = conllu_format.read(data)
    assert [s.heads.tolist() for s in treebank] == [s.heads for s in expected]
    assert [s.line for s in treebank] == [s.line for s in expected]
    for sentence, reference in zip(treebank, expected, strict=True):
        for column, name in enumerate(COLUMNS):
            assert sentence.column(name) == [word[column] for word in reference.words]
        assert ["#" + c for c in sentence.comments] == ["#" + c[1:].strip() for c in reference.comments]
        tokens = [*(list(t.columns) for t in sentence.multiword_tokens), *map(list, sentence.empty_nodes)]
        assert sorted(tokens) == sorted(reference.others)
    for name in COLUMNS:
        strings = treebank.strings(name)
        assert len(set(strings)) == len(strings)
        assert [strings[code] for code in treebank.codes(name)] == treebank.column(name)


@given(damaged_files())
@settings(max_examples=1000)
def test_damage_is_found_where_it_is(data: bytes) -> None:
    try:
        expected = conllu_format.read(data)
    except conllu_format.Broken as broken:
        with pytest.raises(crossarc.TreebankError) as error:
            from_bytes(data)
        assert error.value.line == broken.line
        assert broken.why in error.value.message
    else:
        assert [s.heads.tolist() for s in from_bytes(data)] == [s.heads for s in expected]


@given(damaged_files())
@settings(max_examples=300)
def test_lenient_reading_keeps_whole_sentences(data: bytes) -> None:
    treebank = crossarc.Treebank.from_bytes(data, format="conllu", lenient=True)
    again = from_bytes(treebank.to_bytes())
    assert [s.to_conllu() for s in again] == [s.to_conllu() for s in treebank]
    if not treebank.problems:
        assert treebank.to_bytes() == data


@given(files())
def test_selections_hold_the_same_sentences(data: bytes) -> None:
    treebank = from_bytes(data)
    backwards = treebank[::-1]
    assert [s.forms for s in backwards] == [s.forms for s in treebank][::-1]
    assert crossarc.Treebank.from_sentences(treebank)[:].heads.tolist() == treebank.heads.tolist()


def test_streaming_is_the_same_as_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "stream.conllu"

    @given(files())
    def check(data: bytes) -> None:
        path.write_bytes(data)
        whole = crossarc.read(path)
        for chunk in (1, 7, 64):
            monkeypatch.setattr("crossarc.treebank.files._CHUNK", chunk)
            blocks = list(stream_blocks(path))
            assert b"".join(block.to_bytes() for block in blocks) == data
            streamed = [sentence for block in blocks for sentence in block]
            assert [s.line for s in streamed] == [s.line for s in whole]
            assert [s.to_conllu() for s in streamed] == [s.to_conllu() for s in whole]

    check()


@pytest.mark.parametrize(
    "path", sorted(TREEBANKS.glob("*/*/*.conll*")), ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_real_treebanks(path: Path, tmp_path: Path) -> None:
    treebank = crossarc.read(path)
    crossarc.write(treebank, tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()
    assert treebank.with_trees(treebank.heads, treebank.column("deprel")) == treebank
