"""Some of the models of `hostile_pipelines.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_refused_or_harmless() -> None:
    # In a process of its own: a crash is to fail one test, not all.
    command = [sys.executable, str(Path(__file__).with_name("hostile_pipelines.py")), "--count", "400", "--seed", "1"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-5000:] + ended.stderr[-2000:]
