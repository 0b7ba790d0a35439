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
from crossarc.model_file import Part, read_model
from crossarc.stages import Absent, Shares, load_stages, needed, run
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
    (stage,) = load_stages(read_model(model), parse={"multi_root": True})
    assert set(stage.gives) | set(stage.needs) <= set(COLUMNS)
    assert needed([stage]) == parser.columns
    assert run([stage], treebank, threads=1) == parser.parse(treebank, multi_root=True)
    assert stage.complaint is None
    (with_beam,) = load_stages(read_model(model), parse={"beam": 2})
    assert "trained with beam 1" in str(with_beam.complaint)


def test_what_a_stage_gives_is_not_needed_by_later_ones(model: Path) -> None:
    assert needed([Flat()]) == {"form": 1.0, "head": 0.5}
    assert needed([*load_stages(read_model(model)), Flat()]) == crossarc.load(model).columns
    assert needed([Flat(), *load_stages(read_model(model))]).keys() == {"form", "head", *crossarc.load(model).columns}


def test_a_new_stage_needs_a_line(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("flat_stage")
    module.load = lambda part, **chosen: Flat(bytes(part.content).decode(), **chosen)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "flat_stage", module)
    parts = read_model(model) | {"flat": Part(memoryview(b"x"))}
    with pytest.raises(ValueError, match="a stage 'flat', which this version does not know"):
        load_stages(parts)
    monkeypatch.setitem(stages._MODULES, "flat", "flat_stage")
    treebank = crossarc.synthetic.generate(10, seed=2)
    assert set(run(load_stages(parts), treebank).column("deprel")) == {"x"}
