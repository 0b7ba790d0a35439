"""A model and a service for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import crossarc
from crossarc import synthetic

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("httpx")

from .running import Service, running


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "invented-free-1"
    crossarc.train(synthetic.generate(300), stages=None, epochs=2).save(path)
    return path


@pytest.fixture(scope="session")
def parser_alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "alone"
    crossarc.train(synthetic.generate(50), epochs=1).save(path)
    return path


@pytest.fixture(scope="session")
def service(model: Path, parser_alone: Path) -> Iterator[Service]:
    limits = ["--max-bytes", "300000", "--max-words", "500", "--max-seconds", "20"]
    with running(str(model), f"bare={parser_alone}", *limits) as own:
        yield own
