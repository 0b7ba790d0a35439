"""Where tests find treebanks that people have made: they are left out where there are none."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from crossarc import Treebank, read

TREEBANKS = Path(os.environ.get("CROSSARC_TREEBANKS", Path(__file__).parents[2] / ".." / "shared" / "treebanks"))
"""A folder with ud-2.0/Latin-Perseus/train.conllu and the like, however deep."""


def treebank(name: str, part: str = "test") -> Treebank:
    """A part of a treebank of UD 2.0; the test is left out if it is not there."""
    path = TREEBANKS / "ud-2.0" / name / f"{part}.conllu"
    if not path.exists():
        pytest.skip(f"needs the treebank {name}")
    return _read(path)


@cache
def _read(path: Path) -> Treebank:
    return read(path)
