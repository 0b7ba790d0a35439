"""Treebanks, models and the page that the tests of this folder look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reference.browser import browser
from reference.hostile import HOSTILE
from serve.running import running

import crossarc
from crossarc import synthetic
from crossarc.parser.epoch import Epoch
from crossarc.parser.training_log import TrainingLog

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files with gold.conllu, predicted.conllu, hostile.conllu, done.jsonl, and the models whole and planes."""
    folder = tmp_path_factory.mktemp("explore")
    gold = synthetic.generate(200, crossing="any", rate=0.5, seed=1)
    dev = synthetic.generate(40, crossing="any", rate=0.5, seed=2)
    crossarc.write(gold, folder / "gold.conllu")
    (folder / "hostile.conllu").write_text(HOSTILE, encoding="utf-8")
    crossarc.train(gold, dev=dev, stages=None, epochs=2, threads=1).save(folder / "whole")
    with TrainingLog(folder / "done.jsonl", "done", "planar", "perceptron") as log:
        log.epochs(3)
        for number in range(1, 4):
            log.epoch(Epoch(number, 1.0, 1000.0, 80.0 + number, 70.0 + number, 30.0, 40.0))
    planes = crossarc.train(gold, epochs=1, system="2-planar", threads=1)
    planes.save(folder / "planes")
    crossarc.write(planes.parse(gold), folder / "predicted.conllu")
    return folder


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[str]:
    """The address of `crossarc explore` with all of that."""
    names = ("gold.conllu", "predicted.conllu", "hostile.conllu", "whole", "planes", "done.jsonl")
    with running(*(str(folder / name) for name in names), "--no-browser", command="explore") as own:
        yield own.url


@pytest.fixture(scope="module")  # one browser at a time: tests of other folders have theirs
def chromium() -> Iterator[Any]:
    with browser() as own:
        yield own
