"""Which trees of a treebank a transition system can build."""

from __future__ import annotations

import numpy as np

from crossarc import _core
from crossarc.systems import system_names
from crossarc.treebank import Treebank

# Of the buffer transitions only the non-projective ones add trees (2012 buffer, §4.1).
WITH_BUFFER_TRANSITIONS = ("arc-eager+lnba", "arc-eager+rnba", "arc-eager+lnba+rnba")


def coverage(treebank: Treebank, *, threads: int = 1) -> dict[str, float]:
    """For each system the share of trees that it can build, in %, the smallest first."""
    shares = {}
    for name in (*system_names(), *WITH_BUFFER_TRANSITIONS):
        covered = _core.covers(_core.System(name), treebank.heads, treebank.offsets, threads)
        shares[name] = 100 * float(np.mean(covered))
    return dict(sorted(shares.items(), key=lambda item: item[1]))
