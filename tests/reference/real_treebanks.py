"""Real treebanks, where they are: tests that need one are left out elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from crossarc import Treebank, read

FOLDER = Path(__file__).parents[3] / "shared" / "treebanks"


def treebank(name: str, part: str = "test") -> Treebank:
    """A part of a treebank of UD 2.0."""
    path = FOLDER / "ud-2.0" / name / f"{part}.conllu"
    if not path.exists():
        pytest.skip(f"needs the treebank {name}")
    return _read(path)


@cache
def _read(path: Path) -> Treebank:
    return read(path)
