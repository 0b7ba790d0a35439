"""Stages follow each other: what one gives, a later one need not be given."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import crossarc
from crossarc import Treebank, stages
from crossarc.annotator import Annotator
from crossarc.annotator_training import train_annotator
from crossarc.parser.stage import ParsingStage
from crossarc.stages import Absent, Lessons, NothingToLearnError, Shares, Stage, needed, run
from crossarc.treebank.columns import COLUMNS


@dataclass(frozen=True)
class Flat:
    """Hangs all words from the root, with a label."""

    label: str = "flat"
    gives: tuple[str, ...] = ("head", "deprel")
    complaint: str | None = None

    @property
    def needs(self) -> Shares:
        return {"form": 1.0, "head": 0.5}

    def __call__(self, treebank: Treebank, *, threads: int = 0, absent: Sequence[Absent] | None = None) -> Treebank:
        nothing = np.zeros(treebank.word_count, np.int32)
        return treebank.with_coded_trees(nothing, nothing, [self.label])


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stages") / "model"
    crossarc.train(crossarc.synthetic.generate(60), epochs=2).save(path)
    return path


def test_a_parser_is_a_stage(model: Path) -> None:
    parser, treebank = crossarc.load(model), crossarc.synthetic.generate(10, seed=2)
    stage = ParsingStage(parser, multi_root=True)
    assert set(stage.gives) | set(stage.needs) <= set(COLUMNS)
    assert needed([stage]) == parser.columns
    assert run([stage], treebank, threads=1) == parser.parse(treebank, multi_root=True)
    assert stage.complaint is None
    assert "trained with beam 1" in str(ParsingStage(parser, beam=2).complaint)


def test_what_a_stage_gives_is_not_needed_by_later_ones(model: Path) -> None:
    stage = ParsingStage(crossarc.load(model))
    assert needed([Flat()]) == {"form": 1.0, "head": 0.5}
    assert needed([stage, Flat()]) == stage.needs
    assert needed([Flat(), stage]).keys() == {"form", "head", *stage.needs}


class Flattener:
    """What was learnt: a label."""

    def __init__(self, label: str) -> None:
        self.label = label

    def to_bytes(self) -> bytes:
        return self.label.encode()


class Flattening:
    """A stage that hangs all words from the root, with the last label of the treebank."""

    what = "flattener"
    redo = None
    has_lexicon = False

    def train(self, lessons: Lessons, earlier: Sequence[Stage]) -> tuple[Flattener, dict[str, float]]:
        if len(lessons.treebank) < 2:
            raise NothingToLearnError("there is one sentence")
        return Flattener(str(lessons.treebank.column("deprel")[-1])), {"earlier": float(len(earlier))}

    def load(self, content: bytes) -> Flattener:
        return Flattener(content.decode())

    def stage(self, trained: Flattener, redo: bool) -> Flat:
        return Flat(trained.label)


def test_a_new_stage_needs_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("flat_stage")
    module.KIND = Flattening()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "flat_stage", module)
    monkeypatch.setitem(stages._MODULES, "flat", "flat_stage")
    treebank, told = crossarc.synthetic.generate(40, seed=2), []
    annotator = train_annotator(treebank, None, ("tag", "flat"), tell=told.append)
    assert annotator.names == ("tag", "flat")
    assert told == ["tagger", "flattener: dev earlier 1.00"]
    annotator.save(tmp_path / "model")
    assert set(Annotator.load(tmp_path / "model").tag(treebank).column("deprel")) == {treebank.column("deprel")[-1]}
    with pytest.raises(crossarc.TreebankError, match="no flattener can be learnt: there is one sentence"):
        train_annotator(treebank[:1], None, ("flat",))
    monkeypatch.undo()
    with pytest.raises(crossarc.ModelError, match="a stage 'flat', which this version does not know"):
        Annotator.load(tmp_path / "model")


def test_all_stages_learn_with_the_largest_seed() -> None:
    parser = crossarc.train(crossarc.synthetic.generate(30), stages=None, epochs=1, min_updates=1, seed=2**64 - 1)
    assert parser.stages == ("tokenize", "tag", "lemma", "parse")
