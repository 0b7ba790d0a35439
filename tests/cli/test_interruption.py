"""Ctrl-C: training keeps what it has, parsing leaves nothing half-written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from processes import wait_until, wait_until_at_work

import crossarc
from crossarc import synthetic
from crossarc.parser import Training, TrainingOptions

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are different there")

COMMAND = [sys.executable, "-m", "crossarc"]
TRAIN = ["train", "--stages", "parse"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("interruption")
    text = synthetic.conllu(200, crossing="any", rate=0.4)
    (folder / "train.conllu").write_text(text, encoding="utf-8")
    (folder / "some.conllu").write_text(text * 10, encoding="utf-8")
    (folder / "large.conllu").write_text(text * 300, encoding="utf-8")
    crossarc.train(folder / "train.conllu", system="covington", epochs=1).save(folder / "model")
    return folder


@contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program that does not outlive the test, however that ends."""
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def interrupted(process: subprocess.Popen[bytes]) -> float:
    """Seconds from Ctrl-C to the end."""
    began = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait(timeout=60)
    return time.perf_counter() - began


def test_training_keeps_the_last_finished_epoch(folder: Path, tmp_path: Path) -> None:
    log, model = tmp_path / "log", tmp_path / "model"
    command = [*COMMAND, *TRAIN, str(folder / "train.conllu"), "--epochs", "10000", "-o", str(model)]
    with log.open("wb") as file, running(command, stderr=file) as process:
        wait_until(lambda: b"epoch 2" in log.read_bytes())
        interrupted(process)
    assert process.returncode == 130  # so that `train && parse` stops
    told = log.read_text(encoding="utf-8")
    parser = crossarc.load(model)
    number = parser.info["epoch"]["number"]
    assert parser.info["interrupted"]
    assert told.endswith(f"wrote {model}: epoch {number}, {model.stat().st_size / 1e6:.1f} MB\n")
    assert "crossarc: interrupted: keeping the best parser so far\n" in told
    training = Training(folder / "train.conllu", options=TrainingOptions(epochs=number))
    assert [epoch.number for epoch in training][-1] == number
    assert training.parser is not None
    assert training.parser._model.weights() == parser._model.weights()


@pytest.mark.parametrize("learner", ["liblinear", "libsvm"])
def test_support_vector_machines_hear_it(learner: str, folder: Path, tmp_path: Path) -> None:
    """The libraries do not listen: what takes many seconds ends at once all the same, and leaves nothing."""
    pytest.importorskip("sklearn")
    machine = {"liblinear": "LinearSVC", "libsvm": "SVC"}[learner]
    program = (
        "import sys, sklearn.svm\n"
        f"fit = sklearn.svm.{machine}.fit\n"
        f"sklearn.svm.{machine}.fit = lambda *given: print('fitting', flush=True) or fit(*given)\n"
        "from crossarc.cli import main\n"
        "main()\n"
    )
    arguments = [*TRAIN, str(folder / "some.conllu"), "--learner", learner, "-o", str(tmp_path / "model")]
    command = [sys.executable, "-c", program, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"fitting\n"
    wait_until_at_work(process.pid, 0.3)
    assert process.poll() is None
    assert interrupted(process) < 2
    assert process.stderr is not None
    assert process.stderr.read() == b"crossarc: interrupted\n"
    assert process.returncode == 130
    assert not list(tmp_path.iterdir())


def test_training_that_learnt_nothing_yet_writes_nothing(folder: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    command = [*COMMAND, *TRAIN, "-", "-s", "planar", "--nonprojective", "keep", "-o", str(model)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.write((folder / "large.conllu").read_bytes())  # returns when nearly all of it has been read
    process.stdin.close()
    interrupted(process)
    assert process.returncode == 130
    assert process.stderr.read() == b"crossarc: interrupted\n"
    assert list(tmp_path.iterdir()) == []


def test_parsing_ends_soon_and_leaves_no_output(folder: Path, tmp_path: Path) -> None:
    command = [*COMMAND, "parse", str(folder / "model"), *[str(folder / "large.conllu")] * 20]
    process = subprocess.Popen([*command, "-o", str(tmp_path / "output")], stderr=subprocess.PIPE)
    assert process.stderr is not None
    wait_until(lambda: any(path.stat().st_size for path in tmp_path.iterdir()))
    assert interrupted(process) < 5
    assert process.returncode == 130
    assert process.stderr.read() == b"crossarc: interrupted\n"
    assert list(tmp_path.iterdir()) == []


def test_a_very_long_sentence_is_not_waited_for(folder: Path, tmp_path: Path) -> None:
    lines = (f"{n}\tword\t_\tNOUN\t_\t_\t_\t_\t_\t_\n" for n in range(1, 8001))
    command = [*COMMAND, "parse", str(folder / "model"), "-", "-o", str(tmp_path / "output")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.write("".join(lines).encode() + b"\n")
    process.stdin.close()
    wait_until(lambda: any(tmp_path.iterdir()))
    wait_until_at_work(process.pid, 0.3)
    assert interrupted(process) < 5
    assert process.returncode == 130
    assert process.stderr.read() == b"crossarc: interrupted\n"
    assert list(tmp_path.iterdir()) == []


def test_parsing_ends_soon_in_python(folder: Path) -> None:
    program = (
        "import crossarc, sys\n"
        "parser, treebank = crossarc.load(sys.argv[1]), crossarc.read(sys.argv[2])\n"
        "print('ready', flush=True)\n"
        "while True: parser.parse(treebank)\n"
    )
    command = [sys.executable, "-c", program, str(folder / "model"), str(folder / "large.conllu")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    wait_until_at_work(process.pid, 0.2)
    assert interrupted(process) < 5
    assert process.returncode == -signal.SIGINT


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_sigterm_and_sighup_are_like_ctrl_c(number: signal.Signals, code: int, folder: Path, tmp_path: Path) -> None:
    log, model = tmp_path / "log", tmp_path / "model"
    command = [*COMMAND, *TRAIN, str(folder / "train.conllu"), "--epochs", "10000", "-o", str(model)]
    with log.open("wb") as file, running(command, stderr=file) as process:
        wait_until(lambda: b"epoch 2" in log.read_bytes())
        process.send_signal(number)
        assert process.wait(timeout=60) == code
    assert crossarc.load(model).info["interrupted"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log", "model"]


def test_a_signal_that_is_ignored_stays_ignored(folder: Path, tmp_path: Path) -> None:
    """As under nohup."""
    command = ["nohup", *COMMAND, *TRAIN, str(folder / "train.conllu"), "--epochs", "6", "-o", str(tmp_path / "model")]
    log = tmp_path / "log"
    with log.open("wb") as file, running(command, stdout=file, stderr=file) as process:
        wait_until(lambda: b"epoch 1" in log.read_bytes())
        process.send_signal(signal.SIGHUP)
        assert process.wait(timeout=60) == 0
    assert "interrupted" not in crossarc.load(tmp_path / "model").info


def test_python_has_the_best_parser_after_an_interruption(folder: Path) -> None:
    program = (
        "import crossarc, os, signal, sys\n"
        "from crossarc.parser import training\n"
        "original, epochs = training.Training._run_epoch, []\n"
        "def run(self):\n"
        "    epochs.append(1)\n"
        "    if len(epochs) == 3: os.kill(os.getpid(), signal.SIGINT)\n"
        "    return original(self)\n"
        "training.Training._run_epoch = run\n"
        "try:\n"
        "    crossarc.train(sys.argv[1], epochs=10)\n"
        "except crossarc.TrainingInterrupted as interruption:\n"
        "    print(interruption.parser.info['epoch']['number'], interruption.parser.info['interrupted'])\n"
    )
    command = [sys.executable, "-c", program, str(folder / "train.conllu")]
    assert subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout == b"2 True\n"
