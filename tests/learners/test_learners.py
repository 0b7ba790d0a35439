"""Learners declare all there is to know of them: one that is new needs its module and a line in the list."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import pytest

import crossarc
from crossarc import learners
from crossarc.choices import OptionError, declared_options
from crossarc.cli.command import Command
from crossarc.cli.help import command_help
from crossarc.cli.parameters import OptionTable
from crossarc.cli.training_options import training_options
from crossarc.cli.words import flags_of
from crossarc.learners import LEARNERS, all_learners, learner_named, learners_with
from crossarc.parser import TrainingOptions


@pytest.fixture
def chains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.setitem(learners._MODULES, "chains", "chains")


def test_every_learner_is_found_by_its_name() -> None:
    assert [learner.name for learner in all_learners()] == list(LEARNERS)
    for learner in all_learners():
        assert {field.name for field in fields(learner.options)} >= set(learner.option_names)
        assert learner.own_options({}).to_dict().keys() >= {*learner.option_names} - {
            "sparse_updates",  # told where it differs from what there was no choice about
            "tune_embeddings",
            "errors_per_step",
            "batch_words",
            "steps",
            "tag_loss",
        }
    with pytest.raises(OptionError, match=r"learner: 'libsvn' is not one of .*; did you mean 'libsvm'\?"):
        learner_named("libsvn")


def test_an_option_of_several_learners_is_the_same_option() -> None:
    for name in (own.name for own in training_options()):
        declared = [declared_options(learner.options)[name] for learner in learners_with(name)]
        assert len({(own.kind, own.help, own.choices, own.limits) for own in declared}) <= 1, name


def test_learners_are_imported_when_they_are_asked_for() -> None:
    code = "import sys, crossarc; sys.exit(any(name.startswith('sklearn') or name == 'torch' for name in sys.modules))"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.usefixtures("chains")
def test_a_new_learner_trains_parses_and_is_loaded(tmp_path: Path) -> None:
    treebank = crossarc.synthetic.generate(20)
    parser = crossarc.train(treebank, dev=treebank[:5], learner="chains", direction="right", nonprojective="keep")
    assert parser.info["options"]["direction"] == "right"
    assert parser.info["options"]["strength"] == 3
    parser.save(tmp_path / "model")
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.columns == {}
    parsed = loaded.parse(treebank, confidence=True)
    assert parsed[0].heads.tolist() == [*range(2, len(parsed[0]) + 1), 0]
    with pytest.raises(OptionError, match="the learner chains parses greedily: it has no beam"):
        loaded.parse(treebank, beam=2)


@pytest.mark.usefixtures("chains")
def test_options_of_a_new_learner_check_themselves() -> None:
    with pytest.raises(OptionError, match="direction: 'up' is not one of left, right"):
        TrainingOptions(learner="chains", direction="up")
    with pytest.raises(OptionError, match="direction: it has no effect: it belongs to the learner chains"):
        TrainingOptions(direction="left")
    with pytest.raises(OptionError, match="cost: it has no effect: it belongs to the learners liblinear and libsvm"):
        TrainingOptions(learner="chains", cost=1)
    with pytest.raises(TypeError, match=r"'directoin'; did you mean 'direction'\?"):
        TrainingOptions(directoin="left")


@pytest.mark.usefixtures("chains")
def test_options_of_a_new_learner_are_on_the_command_line() -> None:
    told: dict[str, Any] = {}

    def command(own: Annotated[dict[str, Any], OptionTable(training_options)]) -> None:
        told.update(own)

    made = Command("command", command)
    flags = flags_of(made.parameters)
    assert "--direction" in flags
    assert "--strength" not in flags  # which only files have
    made.run(["--direction", "right", "--cost", "2"])
    assert told == {"direction": "right", "cost": 2.0}
    assert "which neighbour is the head [left]" in command_help(made)
