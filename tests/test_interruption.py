"""Signals are heard soon, whatever the core is at; and what was interrupted can still be used."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from long_work import WORK, forest, sentence, tree
from processes import wait_until_at_work

import crossarc
from crossarc import _core
from crossarc.learners import learner_named
from crossarc.parser import TrainingOptions

BINDINGS = Path(__file__).parents[1] / "bindings"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are different there")


@pytest.mark.parametrize("name", WORK)
def test_long_work_hears_signals(name: str) -> None:
    program = Path(__file__).parent / "long_work.py"
    process = subprocess.Popen([sys.executable, str(program), name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    wait_until_at_work(process.pid, 0.3)
    assert process.poll() is None  # or it would take longer here
    began = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait(timeout=60)
    seconds = time.perf_counter() - began
    assert process.returncode == 130
    assert seconds < 2  # 0.1 to 0.3 on a machine that does nothing else


class Alarm(Exception):
    pass


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise after so long, wherever the program is."""

    def ring(number: int, frame: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with pytest.raises(Alarm):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("beam", [1, 4])
def test_an_interrupted_trainer_goes_on(beam: int) -> None:
    treebank = sentence(list(range(20_000)))
    options = TrainingOptions(system="covington", beam=beam)
    learner = learner_named("perceptron")
    trainer = learner.prepare(treebank, options, 1).trainer
    trainer.start_epoch()
    with alarm(0.3):
        trainer.learn(100)
    small = learner.prepare(sentence(tree(10)), options, 1).trainer
    for each in (trainer, small):
        each.start_epoch()
    assert small.learn(100) == 0
    assert trainer.model().weight_count > 0
    with alarm(0.3):
        trainer.learn(100)


def test_an_interrupted_batch_has_the_gold_trees_it_had() -> None:
    batch = _core.Batch(crossarc.System("2-planar")._core, np.full(400, 250, np.int32), 2)
    crossing = forest(tree(250), 400)
    with alarm(0.3):
        batch.set_gold(*crossing, "dynamic")
    with pytest.raises(ValueError, match="costs need gold trees"):
        batch.costs()
    batch.set_gold(*forest([*range(250)], 400), "dynamic")
    assert batch.losses().tolist() == [0] * 400


@pytest.mark.skipif(not BINDINGS.is_dir(), reason="the sources are not here")
def test_nothing_releases_the_lock_of_python_without_hearing_signals() -> None:
    files = [*BINDINGS.glob("*.cpp"), *BINDINGS.glob("*.hpp")]
    deaf = [file.name for file in files if re.search("gil_scoped_release|Py_BEGIN_ALLOW", file.read_text("utf-8"))]
    assert deaf == ["interruption.hpp"]
