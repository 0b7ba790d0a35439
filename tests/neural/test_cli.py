"""`crossarc train --learner bilstm`, `parse` and `info` as a user runs them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import CliRunner
from processes import wait_until

import crossarc
from crossarc import synthetic
from crossarc.cli import app

runner = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("neural")
    for name, text in synthetic.splits(60, 20, 20, crossing="any", rate=0.4).items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    return folder


def arguments(folder: Path, model: str, *more: str) -> list[str]:
    given = ["train", str(folder / "train.conllu"), "--dev", str(folder / "dev.conllu"), "-o", str(folder / model)]
    return [*given, "--stages", "parse", "--learner", "bilstm", "--batch-size", "8", *more]


@pytest.mark.usefixtures("need_torch")
def test_train_parse_and_info(folder: Path) -> None:
    result = runner.invoke(app, arguments(folder, "model", "--epochs", "2", "--system", "2-planar"))
    assert result.exit_code == 0, result.stderr
    assert result.stderr.count("crossarc: epoch ") == 2
    assert not (folder / "model.checkpoint").exists()
    parsed = runner.invoke(app, ["parse", str(folder / "model"), str(folder / "test.conllu")])
    assert parsed.exit_code == 0
    assert parsed.stdout == crossarc.load(folder / "model").parse(folder / "test.conllu").to_conllu()
    scored = runner.invoke(app, ["parse", "--scores", str(folder / "model"), str(folder / "test.conllu")]).stdout
    words = [line for line in scored.split("\n") if line.split("\t")[0].isdigit()]
    assert all(0 <= float(line.split("Confidence=")[1].split("|")[0]) <= 1 for line in words)
    figures = json.loads(runner.invoke(app, ["info", str(folder / "model"), "--json"]).stdout)
    assert figures["learner"] == "bilstm"
    assert figures["options"]["batch_size"] == 8
    assert runner.invoke(app, ["info", str(folder / "model"), "--features"]).stdout.startswith("S0\nS1\nS2\nT0\n")


@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        (["--learner", "perceptron", "--resume"], 2, "--resume: it has no effect: it belongs to the learner bilstm"),
        (["--learner", "perceptron"], 2, "--batch-size: it has no effect: it belongs to the learner bilstm"),
        (["--preset", "worst"], 2, "worst"),
        (["--errors-per-step", "50"], 2, "--batch-size: it has no effect: steps follow errors"),
        (["--tune-embeddings"], 2, "--tune-embeddings: it has no effect: there are no pretrained word vectors"),
    ],
)
def test_errors(more: list[str], code: int, message: str, folder: Path) -> None:
    result = runner.invoke(app, arguments(folder, "model2", *more))
    assert result.exit_code == code
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert not (folder / "model2").exists()


@pytest.mark.usefixtures("need_torch")
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--embeddings", "missing.vec"], "missing.vec: No such file"),
        (["--resume"], "model2.checkpoint: No such file"),
    ],
)
def test_missing_files(more: list[str], message: str, folder: Path) -> None:
    test_errors(more, 1, message, folder)


@pytest.mark.usefixtures("need_torch")
@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_interrupted_and_resumed_is_the_same(folder: Path) -> None:
    command = [sys.executable, "-m", "crossarc", *arguments(folder, "whole", "--epochs", "4", "--threads", "1")]
    subprocess.run([*command, "-q"], check=True)
    log = folder / "log"
    command[command.index(str(folder / "whole"))] = str(folder / "model3")
    with log.open("wb") as file:
        process = subprocess.Popen(command, stderr=file)
        wait_until(lambda: b"epoch 2" in log.read_bytes() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
    if b"interrupted" in log.read_bytes():  # else it was done before
        assert "keeping the best parser so far, --resume goes on" in log.read_text(encoding="utf-8")
        assert crossarc.load(folder / "model3").system == "arc-eager"
        subprocess.run([*command, "--resume", "-q"], check=True)
    assert (folder / "model3").read_bytes() == (folder / "whole").read_bytes()
    assert not (folder / "model3.checkpoint").exists()
