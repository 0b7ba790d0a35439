"""The faults of `cluster_faults.py`, in short."""

from __future__ import annotations

import pytest

pytest.importorskip("ray")

from robustness import two_nodes
from robustness.cluster_faults import all_faults


@pytest.mark.skipif(not two_nodes.can_be_had(), reason="it needs network namespaces, and a file system to mount")
def test_nothing_is_lost_on_a_cluster() -> None:
    report = all_faults(workers=3, drivers=1, cuts=0, seed=7, megabytes=2)
    assert len(report.endings) >= 7
