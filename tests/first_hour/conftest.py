"""A new user's folder and what is in it: current folder and variables of the tests beside this file."""

from __future__ import annotations

from pathlib import Path

import pytest

import crossarc
from crossarc import Parser, Treebank, synthetic

from .gallia import GALLIA


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder: three treebanks, and a model that goes from text to trees."""
    made = tmp_path_factory.mktemp("first-hour")
    for name, text in synthetic.splits(250, 60, 60, kind="any").items():
        (made / f"{name}.conllu").write_text(text, encoding="utf-8")
    crossarc.train(made / "train.conllu", stages=None, epochs=2).save(made / "model")
    return made


@pytest.fixture(autouse=True)
def current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


@pytest.fixture
def treebank() -> Treebank:
    return crossarc.read("train.conllu")


@pytest.fixture
def sentence() -> crossarc.Sentence:
    return Treebank.from_conllu(GALLIA)[0]


@pytest.fixture(scope="module")
def parser(folder: Path) -> Parser:
    return crossarc.load(folder / "model")
