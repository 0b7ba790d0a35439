"""Several networks as one parser: `crossarc.combine`, `crossarc combine`."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from cli_runner import CliRunner, Result

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import crossarc
from crossarc import Parser, Treebank, synthetic
from crossarc.cli import app
from crossarc.errors import ArgumentError

SMALL = {"lstm_size": 12, "hidden_size": 8, "word_size": 8, "guess_size": 6, "char_size": 4, "batch_size": 8}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("combining")
    for name, text in synthetic.splits(60, 20, 20, crossing="any", rate=0.3).items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    for seed in (1, 2, 3):
        trained(folder, seed).save(folder / f"model{seed}")
    trained(folder, 1, system="planar").save(folder / "planar")
    return folder


def trained(folder: Path, seed: int, **options: object) -> Parser:
    given = SMALL | {"learner": "bilstm", "epochs": 3, "seed": seed} | options
    stages = ("tag", "lemma", "parse")
    return crossarc.train(folder / "train.conllu", dev=folder / "dev.conllu", stages=stages, threads=1, **given)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def test_trees(folder: Path) -> Treebank:
    return crossarc.read(folder / "test.conllu")


def models(folder: Path, *seeds: int) -> list[Path]:
    return [folder / f"model{seed}" for seed in seeds]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_parser_and_itself_decide_as_it_does_alone(folder: Path, test_trees: Treebank) -> None:
    alone = crossarc.load(folder / "model1")
    twice = crossarc.combine([alone, crossarc.load(folder / "model1")])
    assert twice.parse(test_trees) == alone.parse(test_trees)
    assert len(twice._model.members) == 2  # type: ignore[attr-defined]


def test_combined_parsers_can_be_combined_with_others(folder: Path, test_trees: Treebank) -> None:
    first, second, third = (crossarc.load(path) for path in models(folder, 1, 2, 3))
    in_steps = crossarc.combine([crossarc.combine([first, second]), third])
    at_once = crossarc.combine([first, second, third])
    assert in_steps._model.weights() == at_once._model.weights()
    assert in_steps.info == at_once.info
    assert in_steps.parse(test_trees, threads=1) == at_once.parse(test_trees, threads=2)


def test_a_file_holds_all_networks(folder: Path, test_trees: Treebank, tmp_path: Path) -> None:
    combined = crossarc.combine(models(folder, 1, 2))
    combined.save(tmp_path / "model")
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.stages == ("tag", "lemma", "parse")
    assert loaded.info == combined.info
    for again in (loaded, pickle.loads(pickle.dumps(combined)), copy.copy(combined)):
        assert again.parse(test_trees) == combined.parse(test_trees)
    assert loaded.annotator.tag(test_trees) == crossarc.load(folder / "model1").annotator.tag(test_trees)
    assert len(combined.derivation(test_trees, 0).steps) > len(test_trees[0])


def test_what_is_told(folder: Path) -> None:
    info = crossarc.combine(models(folder, 1, 2), folder / "dev.conllu").info
    assert [own["options"] for own in info["combined"]] == [{"seed": 1}, {"seed": 2}]
    assert [own["epoch"]["number"] for own in info["combined"]]
    assert info["options"]["lstm_size"] == SMALL["lstm_size"] and "seed" not in info["options"]
    assert info["scores"]["sentences"] == 20 and 0 < info["scores"]["las"] <= info["scores"]["uas"]
    assert info["train"]["name"] == "train.conllu"
    assert "epoch" not in info


def test_confidence_needs_development_data(folder: Path, test_trees: Treebank) -> None:
    assert not crossarc.combine(models(folder, 1, 2)).has_confidence
    judged = crossarc.combine(models(folder, 1, 2), dev=[folder / "dev.conllu"])
    confidences = judged.trees(judged.tag(test_trees), confidence=True).confidences
    assert confidences is not None
    assert ((confidences > 0) & (confidences < 1)).all() and np.ptp(confidences) > 0


def test_parsers_that_are_not_alike_are_refused(folder: Path, test_trees: Treebank) -> None:
    linear = crossarc.train(folder / "train.conllu", epochs=1)
    other_labels = crossarc.train(
        test_trees.filter(lambda sentence: len(sentence) < 6), learner="bilstm", epochs=1, **SMALL
    )  # type: ignore[arg-type]
    first = folder / "model1"
    for parsers, message in (
        ([first, folder / "planar"], f"{folder / 'planar'}: its system is planar, and of {first} arc-eager"),
        ([first, linear], f"parser 2: its learner is perceptron, and of {first} bilstm"),
        ([first, other_labels], "parser 2: its labels are "),
        ([first], "parsers: two different ones or more can be combined"),
        ([first, first], "parsers: two different ones or more can be combined"),
        ([linear, linear], "cannot be combined: those of the learner perceptron decide alone"),
        ([], "parsers: two different ones or more can be combined"),
    ):
        with pytest.raises(ArgumentError) as caught:
            crossarc.combine(parsers)  # type: ignore[arg-type]
        assert message in str(caught.value) and "\n" not in str(caught.value)
    for wrong in ("model", first, linear, 3, [1, 2]):
        with pytest.raises(TypeError, match=r"parsers: must be a list of parsers or of their files, not "):
            crossarc.combine(wrong)  # type: ignore[arg-type]


def test_the_command(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "combined"
    result = run("combine", *models(folder, 1, 2, 3), "--dev", folder / "dev.conllu", "-o", out)
    assert result.exit_code == 0, result.stderr
    assert "crossarc: 3 models together: dev UAS " in result.stderr
    info = json.loads(run("info", out, "--json").stdout)
    assert len(info["combined"]) == 3
    assert "combined 2 options seed" in run("info", out).stdout
    assert "| parse: las |" in run("info", out, "--card").stdout
    parsed = run("parse", out, folder / "test.conllu", "--confidence", "-q")
    assert parsed.exit_code == 0 and "Confidence=" in parsed.stdout
    same = crossarc.combine(models(folder, 1, 2, 3), folder / "dev.conllu")
    same.save(tmp_path / "same")
    assert (tmp_path / "same").read_bytes() == out.read_bytes()
    quiet = run("combine", *models(folder, 1, 2), "-o", tmp_path / "quiet", "-q")
    assert (quiet.exit_code, quiet.stderr, quiet.stdout) == (0, "", "")
    told = json.loads(run("combine", *models(folder, 1, 2), "-o", tmp_path / "json", "--json").stdout)
    assert len(told["combined"]) == 2


def test_wrong_command_lines(folder: Path, tmp_path: Path) -> None:
    first, second = models(folder, 1, 2)
    for arguments, code, message in (
        (["combine", first, "-o", tmp_path / "out"], 1, "two different ones or more can be combined"),
        (["combine", first, second, "-o", first], 2, "is an input as well: it would be lost"),
        (["combine", first, tmp_path / "none", "-o", tmp_path / "out"], 1, "none: No such file or directory"),
        (["combine", first, folder / "dev.conllu", "-o", tmp_path / "out"], 1, "not a crossarc model"),
        (["combine", first, second, "-o", tmp_path / "out", "--format", "conllu"], 2, "there is no --dev"),
        (["combine", first, second], 2, "-o COMBINED is missing"),
    ):
        result = run(*arguments)
        assert result.exit_code == code
        assert message in result.stderr and result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()
    run("combine", first, second, "-o", tmp_path / "out", "-q")
    config = run("info", tmp_path / "out", "--config")
    assert config.exit_code == 1 and "it was combined, and not trained" in config.stderr


def test_broken_members_are_refused(folder: Path, tmp_path: Path) -> None:
    """Settings that a stranger has changed."""
    combined = crossarc.combine(models(folder, 1, 2))
    network = combined._configuration.network
    assert network is not None
    own = network["members"]
    weights = memoryview(combined._model.weights())
    for changed in ([], own[:1], [*own, own[0]], own * 40, "ab", [own[0], 3], [own[0], {}], {"0": own[0]}):
        broken = copy.copy(combined._configuration)
        object.__setattr__(broken, "network", {"members": changed})
        with pytest.raises(ValueError):
            broken.with_weights(weights)
