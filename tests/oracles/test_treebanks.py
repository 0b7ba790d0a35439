"""Oracles on samples of real treebanks; `benchmarks/verify_oracles.py` does the same with every sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from reference.real_treebanks import TREEBANKS

import crossarc
from crossarc import _core

FILES = sorted(TREEBANKS.rglob("test.conll*")) if TREEBANKS.exists() else []
SYSTEMS = [*crossarc.system_names(), "arc-eager+lba+rba", "arc-eager+lnba+rnba", "arc-hybrid-swap+lba+rba+lnba"]


@pytest.mark.skipif(not FILES, reason="needs the treebanks")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_oracles_rebuild_covered_trees(file: Path) -> None:
    sentences = [s for s in crossarc.read(file, lenient=True) if len(s) <= 40][::4]
    treebank = crossarc.Treebank.from_sentences(sentences)
    heads, offsets = treebank.heads, treebank.offsets

    def wrong(built: np.ndarray) -> np.ndarray:
        return np.diff(np.concatenate([[0], np.cumsum(heads != built)])[offsets])

    for name in SYSTEMS:
        system = crossarc.System(name)
        covered = _core.covers(system._core, heads, offsets)
        assert ((wrong(_core.derive_all(system._core, heads, offsets)[0]) == 0) == covered).all()
        for oracle in system.oracles[1:]:
            built, _, promised = _core.follow(system._core, oracle, heads, offsets, seed=3)
            assert (wrong(built)[covered] == 0).all()
            if oracle == "exact" or name == "covington":
                assert (wrong(built) == promised).all()
