"""What is in the input is kept byte for byte, what is missing is predicted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from cli_runner import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import small_pipeline

import crossarc
from crossarc import Treebank
from crossarc.cli import app

LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL = range(2, 8)
TAGS = (UPOS, XPOS, FEATS)
GAPS = st.lists(st.sets(st.sampled_from([LEMMA, *TAGS])), min_size=60, max_size=60)


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.split("\n") if line[:1].isdigit()]


def expected_gaps(text: str) -> list[set[int]]:
    """The columns that are to be filled, word by word, as the contract has it."""
    words = [row for row in rows(text) if row[0].isdigit()]
    absent = {column for column in TAGS if all(row[column] == "_" for row in words)}
    gaps = []
    for row in words:
        has_no_tag = all(row[column] == "_" for column in TAGS)
        wanted = set(TAGS) if has_no_tag else absent
        gaps.append(wanted | ({LEMMA} if row[LEMMA] == "_" and row[1] != "_" else set()))
    return gaps


def with_gaps(gaps: list[set[int]], sentences: int) -> str:
    lines = small_pipeline.treebank()[:sentences].to_conllu().split("\n")
    lines = [line for line in lines if "-" not in line.partition("\t")[0] or line.startswith("#")]  # no contractions
    place = 0
    for number, line in enumerate(lines):
        row = line.split("\t")
        if len(row) == 10:
            for column in gaps[place % len(gaps)]:
                row[column] = "_"
            place += 1
            lines[number] = "\t".join(row)
            if row[0] == "1":
                lines[number] = "1-2\tx\t_\t_\t_\t_\t_\t_\t_\tKept=1\n" + lines[number]
            if place % 7 == 0:
                lines[number] += f"\n{row[0]}.1\t_\t_\t_\t_\t_\t_\t_\t0:x\tKept=2"
    return "\n".join(lines).replace("\n\n", "\n\n\n# stray\n\n")


@settings(max_examples=40)
@given(gaps=GAPS, sentences=st.integers(1, 6), trees=st.booleans())
def test_only_gaps_are_filled(gaps: list[set[int]], sentences: int, trees: bool) -> None:
    text = with_gaps(gaps, sentences)
    treebank = Treebank.from_conllu(text)
    model = small_pipeline.model()
    done = (model.parse(treebank, threads=1) if trees else model.tag(treebank, threads=1)).to_conllu()
    before, after = text.split("\n"), done.split("\n")
    assert len(before) == len(after)
    wanted = iter(expected_gaps(text))
    for old, new in zip(before, after, strict=True):
        row, now = old.split("\t"), new.split("\t")
        if not row[0].isdigit():
            assert old == new
            continue
        may_change = next(wanted) | ({HEAD, DEPREL} if trees else set())
        for column in set(range(10)) - may_change:
            assert row[column] == now[column]


@settings(max_examples=20)
@given(gaps=GAPS)
def test_gaps_are_filled(gaps: list[set[int]]) -> None:
    text = with_gaps(gaps, 4)
    done = small_pipeline.model().tag(Treebank.from_conllu(text), threads=1)
    assert "_" not in done.column("lemma")
    for gaps_of_word, upos in zip(expected_gaps(text), done.column("upos"), strict=True):
        assert upos != "_" or UPOS not in gaps_of_word


@pytest.mark.parametrize("blank", [(UPOS, XPOS, FEATS), (XPOS,), (XPOS, FEATS), (FEATS,), (UPOS, LEMMA)])
def test_blocks_and_pipes_see_the_whole_input(blank: tuple[int, ...], tmp_path: Path) -> None:
    """A column that is missing throughout is known to be, whatever the size of the file."""
    small_pipeline.model().save(tmp_path / "model")
    text = small_pipeline.blanked(small_pipeline.treebank().to_conllu(), *blank) * 60
    assert len(text) > 1 << 20  # several blocks
    (tmp_path / "in.conllu").write_text(text, encoding="utf-8")
    whole = small_pipeline.model().tag(Treebank.from_conllu(text)).to_conllu()
    runner = CliRunner()
    file = runner.invoke(app, ["tag", str(tmp_path / "model"), str(tmp_path / "in.conllu"), "-q"])
    pipe = runner.invoke(app, ["tag", str(tmp_path / "model"), "-", "-q"], input=text.encode())
    assert (file.exit_code, pipe.exit_code) == (0, 0)
    assert file.stdout == whole
    assert pipe.stdout == whole


def test_a_column_that_comes_late_is_not_missing(tmp_path: Path) -> None:
    """In a file it is there from the beginning; on a pipe, from the sentence that has it."""
    small_pipeline.model().save(tmp_path / "model")
    gold = small_pipeline.treebank().to_conllu()
    early = small_pipeline.blanked(gold, XPOS)
    (tmp_path / "in.conllu").write_text(early + gold, encoding="utf-8")
    runner = CliRunner()
    file = runner.invoke(app, ["tag", str(tmp_path / "model"), str(tmp_path / "in.conllu"), "-q"])
    assert file.stdout == early + gold
    pipe = runner.invoke(app, ["tag", str(tmp_path / "model"), "-", "-q"], input=(early + gold).encode())
    filled = small_pipeline.model().tag(Treebank.from_conllu(early)).to_conllu()
    assert pipe.stdout == filled + gold


def test_redo(tmp_path: Path) -> None:
    model, treebank = small_pipeline.model(), small_pipeline.treebank()
    assert model.tag(treebank).to_bytes() == treebank.to_bytes()
    again = model.tag(treebank, redo=["tags", "lemmas"])
    nothing = small_pipeline.without(treebank, LEMMA, *TAGS)
    assert again.to_bytes() == model.tag(nothing).to_bytes()
    tags = model.tag(treebank, redo=["tags"])
    assert tags.column("lemma") == treebank.column("lemma")
    assert tags.column("upos") == again.column("upos")
    with pytest.raises(ValueError, match="'heads' is not one of tags, lemmas"):
        model.tag(treebank, redo=["heads"])
    alone = crossarc.train(treebank, epochs=1)
    with pytest.raises(ValueError, match="there is no tagger in the model"):
        alone.parse(treebank, redo="tags")


def test_a_parser_sees_what_was_filled_in() -> None:
    model, treebank = small_pipeline.model(), small_pipeline.treebank()
    nothing = small_pipeline.without(treebank, LEMMA, *TAGS)
    parsed = model.parse(nothing)
    assert np.array_equal(parsed.heads, model.parse(model.tag(nothing)).heads)
    assert parsed == Treebank.from_conllu(parsed.to_conllu())
    assert parsed.shares_text_with(nothing)
