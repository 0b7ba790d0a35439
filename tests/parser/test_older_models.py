"""Models of earlier versions are still read, and parse as they did.

`older_models/format-3.model` is from the version of 2026-11-17, when systems were the types of a variant and models had
one stage: a greedy 2-planar perceptron, from 60 sentences of the invented language, with development data. The trees
beside it are what that version made of five others, with confidences.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import crossarc

OLDER = Path(__file__).parent / "older_models"


@pytest.fixture(scope="module")
def parser() -> crossarc.Parser:
    return crossarc.load(OLDER / "format-3.model")


def test_it_is_of_the_older_format() -> None:
    content = (OLDER / "format-3.model").read_bytes()
    assert content[:8] == b"crossarc"
    assert int.from_bytes(content[8:12], "little") == 3


def test_its_trees_are_the_same(parser: crossarc.Parser) -> None:
    expected = crossarc.read(OLDER / "format-3.conllu")
    assert parser.parse(expected, confidence=True) == expected


def test_it_says_how_it_was_made(parser: crossarc.Parser) -> None:
    assert parser.system == "2-planar"
    assert parser.stages == ("parse",)
    assert parser.options["epochs"] == 3
    assert "2-planar" in repr(parser)


def test_written_again_it_is_the_same_parser(parser: crossarc.Parser, tmp_path: Path) -> None:
    parser.save(tmp_path / "model")
    treebank = crossarc.read(OLDER / "format-3.conllu")
    assert crossarc.load(tmp_path / "model").parse(treebank, confidence=True) == parser.parse(treebank, confidence=True)


def test_formats_that_are_not_read_any_more_are_named(tmp_path: Path) -> None:
    content = (OLDER / "format-3.model").read_bytes()
    (tmp_path / "model").write_bytes(content[:8] + (2).to_bytes(4, "little") + content[12:])
    with pytest.raises(crossarc.ModelError, match="format 2; this version of crossarc reads formats 3 and 4"):
        crossarc.load(tmp_path / "model")
