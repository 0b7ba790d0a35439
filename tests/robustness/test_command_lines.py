"""Some of the command lines of `command_lines.py`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(os.name == "nt", reason="it forks")
def test_no_traceback_and_no_silent_success() -> None:
    # In a process of its own, in which no other test has started threads: it forks.
    command = [sys.executable, str(Path(__file__).with_name("command_lines.py")), "--count", "60", "--seed", "3"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-5000:] + ended.stderr[-2000:]
