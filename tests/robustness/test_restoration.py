"""Some of the texts of `restoration.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_generated_texts() -> None:
    command = [sys.executable, str(Path(__file__).with_name("restoration.py")), "--texts", "1500", "--seed", "7"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-5000:] + ended.stderr[-2000:]
    assert ended.stdout.startswith("generated: 1,500 texts, ")
