"""The faults of `faults.py`, in short."""

from __future__ import annotations

import os
import sys

import pytest
from robustness.faults import all_faults


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it looks into /proc, and mounts a file system")
def test_nothing_is_lost() -> None:
    report = all_faults(moments=24, seed=int(os.environ.get("CROSSARC_SEED", "7")), sentences=60, meetings=1)
    assert report.endings
