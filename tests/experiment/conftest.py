"""A folder of small treebanks, and an experiment to run on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossarc import synthetic

DECLARATION = """
title = "Two oracles"

[options]
epochs = 1

[parsers]
"static" = { system = "arc-eager", oracle = "static", nonprojective = "projectivize" }
"dynamic" = { system = "arc-eager", oracle = "dynamic", nonprojective = "projectivize" }
"buffer" = { system = "arc-eager+lba", oracle = "static", nonprojective = "projectivize" }

[[table]]
title = "Scores"
scores = ["las", "precision:LEFT-BUFFER-ARC"]
against = "static"
"""


@pytest.fixture(scope="session")
def treebanks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("treebanks")
    for name, rate, sentences in (("Free", 0.6, 40), ("Strict", 0.1, 60)):
        (folder / name).mkdir()
        for part, text in synthetic.splits(sentences, 10, 30, crossing="any", rate=rate).items():
            (folder / name / f"{part}.conllu").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def declaration(tmp_path: Path) -> Path:
    path = tmp_path / "oracles.toml"
    path.write_text(DECLARATION, encoding="utf-8")
    return path
