"""The same seed gives the same model file, byte for byte, in any process with any number of threads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crossarc import synthetic


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("determinism")
    for name, text in synthetic.splits(150, 40, 0, crossing="any", rate=0.4).items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    return folder


def started(folder: Path, hash_seed: int, threads: int, *arguments: str) -> tuple[subprocess.Popen[bytes], Path]:
    model = folder / f"model-{hash_seed}-{threads}"
    command = [sys.executable, "-m", "crossarc", "train", "train.conllu", "-o", model.name, "-q", "--epochs", "2"]
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    run = [*command, "--threads", str(threads), *arguments]
    return subprocess.Popen(run, cwd=folder, env=environment), model


@pytest.mark.parametrize(
    "arguments",
    [
        ["--dev", "dev.conllu"],
        ["--perceptrons", "3"],
        ["-s", "2-planar", "--regularize"],
        ["-s", "undirected-covington", "--dev", "dev.conllu"],
    ],
)
def test_same_seed_same_bytes(arguments: list[str], folder: Path) -> None:
    runs = [started(folder, hash_seed, threads, *arguments) for hash_seed, threads in ((0, 1), (1, 2), (2, 3))]
    assert [process.wait(timeout=120) for process, _ in runs] == [0, 0, 0]
    first, *others = [model.read_bytes() for _, model in runs]
    assert all(other == first for other in others)
    process, model = started(folder, 0, 1, *arguments, "--seed", "2")
    assert process.wait(timeout=120) == 0
    assert model.read_bytes() != first
