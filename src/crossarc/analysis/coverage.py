"""Which trees of a treebank a transition system can build."""

from __future__ import annotations

import numpy as np

from crossarc import _core
from crossarc.treebank import Treebank

# Of the buffer transitions only the non-projective ones add trees (2012 buffer, §4.1).
WITH_BUFFER_TRANSITIONS = ("arc-eager+lnba", "arc-eager+rnba", "arc-eager+lnba+rnba")


def coverage(treebank: Treebank, *, threads: int = 0) -> dict[str, float]:
    """For each system the share of trees that it can build, in %, the smallest first."""

    def covered_by(system: str) -> float:
        covered = _core.covers(_core.System(system), treebank.heads, treebank.offsets, threads)
        return 100 * float(np.mean(covered))

    by_class: dict[str, float] = {}  # systems that build the same class of trees need be asked only once
    shares: dict[str, float] = {}
    for name, trees, *_ in _core.system_descriptions():
        if trees not in by_class:
            by_class[trees] = covered_by(name)
        shares[name] = by_class[trees]
    shares |= {name: covered_by(name) for name in WITH_BUFFER_TRANSITIONS}
    return dict(sorted(shares.items(), key=lambda item: item[1]))
