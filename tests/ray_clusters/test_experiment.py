"""Grids on a cluster: the same results as on one machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from crossarc import synthetic

pytest.importorskip("ray")

GRID = """
[parsers.a]
epochs = 1
[parsers.b]
epochs = 1
system = "covington"
[[table]]
title = "T"
"""


def test_the_same_tables(tmp_path: Path) -> None:
    folder = tmp_path / "treebanks" / "invented"
    folder.mkdir(parents=True)
    for name, text in synthetic.splits(60, 20, 20).items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    (tmp_path / "grid.toml").write_text(GRID)
    command = [sys.executable, "-m", "crossarc", "experiment", "grid.toml", "-t", "treebanks", "--jobs", "1"]
    here = subprocess.run([*command, "--results", "here"], cwd=tmp_path, check=True, capture_output=True, text=True)
    more = ["--results", "there", "--cluster", "local"]
    there = subprocess.run([*command, *more], cwd=tmp_path, check=False, capture_output=True, text=True)
    assert there.returncode == 0, there.stderr
    assert there.stdout == here.stdout
    assert "2 of 2: " in there.stderr
    names = [sorted(path.name for path in (tmp_path / where).iterdir()) for where in ("here", "there")]
    assert names[0] == names[1]
