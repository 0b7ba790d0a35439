"""What is said of mistakes on the command line: one line, with where help is, and the same exit code for the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import CliRunner, Result

import crossarc
from crossarc import synthetic
from crossarc.cli import COMMANDS, app

runner = CliRunner()
WORD = "\t".join(["1", "word", "_", "X", "_", "_", "{}", "root", "_", "_"]) + "\n\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("usage")
    for name, text in synthetic.splits(30, 10, 10, crossing="any", rate=0.4).items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    crossarc.train(folder / "train.conllu", epochs=1).save(folder / "model")
    (folder / "loop").symlink_to("loop")
    return folder


def refused(result: Result, code: int) -> str:
    """The line that says what is wrong."""
    assert result.exit_code == code, result.output
    assert result.stderr.startswith("crossarc: error: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    return result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("nonsense", "there is no command 'nonsense'"),
        ("trian", "there is no command 'trian'; did you mean 'train'?"),
        ("--nonsense", "there is no option '--nonsense'"),
        ("train", "TRAIN is missing"),
        ("train x", "-o MODEL is missing"),
        ("train x -o y --epoch 2", "there is no option '--epoch'; did you mean '--epochs'?"),
        ("train x -o y --epochs many", "--epochs: must be a whole number: 'many'"),
        ("train x -o y --tags al", "--tags: 'al' is not one of both, upos, xpos, none"),
        ("train x -o y --epochs 0", "--epochs: must be at least 1: 0"),
        ("train x -o y --epochs 99999999999", "--epochs: must be at most 1000000: 99999999999"),
        ("train x -o y --patience 0 --dev z", "--patience: must be at least 1: 0"),
        ("train x -o y --beam 2000", "--beam: must be at most 1024: 2000"),
        ("train x -o y --seed -1", "--seed: must be at least 0: -1"),
        ("train x -o y --threads 99999999999", "--threads: must be at most 1024: 99999999999"),
        ("train x -o y --min-updates 99999999999999", "--min-updates: must be at most 1000000000"),
        ("train x -o y --exploration 1.5", "--exploration: must be at most 1: 1.5"),
        ("train x -o y --prune nan", "--prune: must be a finite number: nan"),
        ("train x -o y --learner libsvm --cost inf", "--cost: must be a finite number: inf"),
        ("train x -o y --learner libsvm --cost 0", "--cost: must be at least 1e-06: 0.0"),
        ("train x -o y --learner libsvm --degree 10", "--degree: must be at most 9: 10"),
        ("train x -o y --learner liblinear --gamma 1", "--gamma: it has no effect: it belongs to the learner libsvm"),
        ("train x -o y --labels together", "--labels: it has no effect: the perceptron chooses labels after"),
        (
            "train x -o y --learner liblinear --labels together --beam 2",
            "--beam: it has no effect: with labels together",
        ),
        ("train x -o y --learner bilstm --learning-rate nan", "--learning-rate: must be a finite number: nan"),
        ("train x -o y --learner bilstm --dropout 1", "--dropout: must be less than 1: 1.0"),
        ("train x -o y --learner bilstm --batch-size 0", "--batch-size: must be at least 1: 0"),
        ("train x -o y -s arc-egaer", "--system: unknown system 'arc-egaer'; did you mean 'arc-eager'?"),
        ("train x -o y --oracle sttic", "--oracle: arc-eager has no 'sttic', but static, dynamic, exact; did you mean"),
        ("train x -o y --update late --beam 2", "--update: 'late' is not one of max-violation, early"),
        ("train x -o y --update early", "--update: it has no effect: it belongs to training with a beam of 2 or more"),
        ("train x -o y --cost 1", "--cost: it has no effect: it belongs to the learners liblinear and libsvm"),
        ("train x -o y --patience 2", "--patience: it has no effect: without development data"),
        ("train x -o y --oracle static --exploration 1", "--exploration: it has no effect: the static oracle"),
        ("train x -o y --oracle static --first-exploration 1", "--first-exploration: it has no effect: the static"),
        ("train x -o y --regularize", "--regularize: it has no effect: it belongs to the dynamic oracle of 2-planar"),
        ("train x -o y --planes first", "--planes: it has no effect: it belongs to systems with two planes"),
        (
            "train x -o y -s 2-planar --planes last",
            "--planes: 'last' is not one of active, first",
        ),
        ("train x -o y --buffer-arcs any", "--buffer-arcs: it has no effect: it belongs to systems with +lba or +rba"),
        (
            "train x -o y -s arc-eager+rba --buffer-arcs any",
            "--buffer-arcs: it has no effect: it belongs to",
        ),
        ("train x -o y -s arc-hybrid --root last", "--root: it has no effect: only arc-eager has a choice"),
        ("train x -o y -s planar --root first", "--root: 'planar' does not take root='first'"),
        ("train x -o y --reconstruction label", "--reconstruction: 'arc-eager' is directed"),
        ("train x -o y --root-links trusted", "--root-links: 'arc-eager' is directed"),
        ("train x -o y --oracle exact --nonprojective lift", "--oracle: exact has no effect: nonprojective lift makes"),
        (
            "train x -o y -s covington --nonprojective pseudo-head",
            "--nonprojective: it has no effect: covington builds every tree, so that none is changed or left out",
        ),
        (
            "train x -o y --learner liblinear --epochs 3",
            "--epochs: it has no effect: the learner liblinear learns once",
        ),
        ("train x -o y --learner libsvm --beam 3", "--beam: it has no effect: the learner libsvm has no beam"),
        ("train x -o y --learner bilstm --prune 1", "--prune: it has no effect: it belongs to the learner perceptron"),
        ("train x -o y --dropout 0.5", "--dropout: it has no effect: it belongs to the learner bilstm"),
        ("train x -o y --resume", "--resume: it has no effect: it belongs to the learner bilstm"),
        ("parse x y --beam 0", "--beam: must be at least 1: 0"),
        ("parse x y --threads -1", "--threads: must be at least 0: -1"),
        ("trace x -s arc-egaer", "--system: unknown system 'arc-egaer'"),
        ("trace x -s covington --oracle exact", "--oracle: covington has no 'exact', but static, dynamic"),
        (
            "trace x -s planar --regularize",
            "--regularize: it has no effect: it belongs to the dynamic oracle of 2-planar",
        ),
        ("trace x -s planar --planes first", "--planes: it has no effect: it belongs to systems with two planes"),
        ("trace x -s arc-eager+rba --buffer-arcs all", "--buffer-arcs: 'all' is not one of short, any"),
        ("compare x y z --samples 0", "--samples: must be at least 1: 0"),
        ("compare x y z --samples 99999999999", "--samples: must be at most 1000000: 99999999999"),
        ("compare x y", "two or more files with PREDICTED trees are needed"),
        ("demo --sentences 1", "--sentences: must be at least 20: 1"),
        ("demo --seed 99999999999999999999", "--seed: must be at most 18446744073709551615: 99999999999999999999"),
        ("experiment x -t y --jobs 99999999999", "--jobs: must be at most 1024: 99999999999"),
    ],
)
def test_wrong_usage(arguments: str, message: str) -> None:
    command = arguments.split(maxsplit=1)[0]
    line = refused(runner.invoke(app, arguments.split()), 2)
    assert message in line
    assert line.endswith(
        f" (try 'crossarc {command} --help')\n" if command in COMMANDS else " (try 'crossarc --help')\n"
    )


def test_help_is_given() -> None:
    nothing = runner.invoke(app, [])
    assert nothing.exit_code == 2
    assert "Usage:" in nothing.output
    for command in COMMANDS:
        asked = runner.invoke(app, [command, "--help"])
        assert asked.exit_code == 0
        assert "Usage:" in asked.stdout


def test_a_beam_that_the_parser_does_not_have(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    crossarc.train(folder / "dev.conllu", learner="libsvm").save(tmp_path / "model")
    line = refused(runner.invoke(app, ["parse", str(tmp_path / "model"), str(folder / "dev.conllu"), "--beam", "2"]), 2)
    assert "--beam: the learner libsvm parses greedily: it has no beam" in line


def test_warnings_are_lines(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.conllu").write_bytes((folder / "train.conllu").read_bytes())
    arguments = ["train", str(folder / "train.conllu"), "-o", str(tmp_path / "model"), "--epochs", "1"]
    told = runner.invoke(app, [*arguments, "--dev", str(tmp_path / "copy.conllu"), "--min-updates", "1000000"])
    assert told.exit_code == 0
    assert "crossarc: warning: the development data are the training data" in told.stderr
    assert told.stderr.count("crossarc: warning: the parser has no weights") == 1


@pytest.mark.skipif(os.name == "nt", reason="links are different there")
@pytest.mark.parametrize(
    "arguments",
    [
        "train LOOP -o new",
        "train TRAIN -o LOOP",
        "train TRAIN -o LOOP/x",
        "train TRAIN -o new --dev LOOP",
        "train TRAIN -o new --features LOOP",
        "train TRAIN -o new --config LOOP",
        "train TRAIN -o new --learner bilstm --embeddings LOOP",
        "parse LOOP TRAIN",
        "parse MODEL LOOP",
        "parse MODEL TRAIN -o LOOP",
        "info LOOP",
        "evaluate LOOP TRAIN",
        "evaluate TRAIN LOOP",
        "compare TRAIN TRAIN LOOP",
        "analyze LOOP",
        "trace LOOP",
        "demo --sentences 20 --save LOOP",
        "experiment LOOP --treebanks .",
        "experiment TOML --treebanks LOOP",
        "experiment TOML --treebanks BANKS --results LOOP",
        "experiment TOML --treebanks BANKS -o LOOP",
    ],
)
def test_a_link_to_itself(arguments: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "bilstm" in arguments:
        pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.toml").write_text("[parsers]\na = { epochs = 1 }\n")
    places = {"LOOP": "loop", "TRAIN": "train.conllu", "MODEL": "model", "BANKS": ""}
    for name, file in places.items():
        arguments = arguments.replace(name, str(folder / file))
    line = refused(runner.invoke(app, arguments.replace("TOML", "x.toml").split()), 1)
    assert str(folder / "loop") in line


def test_a_word_without_a_head_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "some.conllu"
    path.write_text(WORD.format(0) + "# two\n" + WORD.format("_"), encoding="utf-8")
    assert runner.invoke(app, ["trace", str(path)]).exit_code == 0
    line = refused(runner.invoke(app, ["trace", str(path), "--sentence", "2"]), 1)
    assert line == f"crossarc: error: {path}:4: word 1 has no HEAD\n"


@pytest.mark.parametrize("number", ["²", "9" * 5000, "-1", "0", "2"])
def test_sentences_that_there_are_not(number: str, tmp_path: Path) -> None:
    path = tmp_path / "some.conllu"
    path.write_text(WORD.format(0), encoding="utf-8")
    assert "no sentence '" in refused(runner.invoke(app, ["trace", str(path), "--sentence", number]), 1)


def test_plain_text_is_no_treebank(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("A sentence.\nAnother sentence.\n", encoding="utf-8")
    line = refused(runner.invoke(app, ["parse", str(folder / "model"), str(path)]), 1)
    assert f"{path}:1: " in line
    assert "expected 10 columns separated by tabs, found 1" in line
    assert "CoNLL-U has a line for each word, with the columns ID FORM LEMMA" in line


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", ["systems", "analyze TRAIN", "parse MODEL TRAIN -q", "evaluate TRAIN TRAIN"])
def test_a_full_disk_is_told_with_what_it_was_for(arguments: str, folder: Path) -> None:
    given = arguments.replace("TRAIN", str(folder / "train.conllu")).replace("MODEL", str(folder / "model"))
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "crossarc", *given.split()]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr == "crossarc: error: <stdout>: No space left on device\n"


def test_a_list_of_systems_is_needed(folder: Path) -> None:
    for one in ("pp", folder, crossarc.read(folder / "dev.conllu")):
        with pytest.raises(crossarc.CrossarcError, match="two or more predicted treebanks"):
            crossarc.compare("gold", one)
