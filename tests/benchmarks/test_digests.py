"""Digests are the same in every run with any number of threads, and tell which case has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "digests.py"
FEW = "core perceptron 2-planar dynamic*"


def run(*arguments: str, hash_seed: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--only", FEW, *arguments]
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=120)


def test_what_is_stored_is_found_again(tmp_path: Path) -> None:
    stored = tmp_path / "digests.txt"
    assert run("--write", str(stored)).returncode == 0
    names = [line.split("\t")[0] for line in stored.read_text().splitlines()]
    assert names == [f"core perceptron 2-planar dynamic{search}" for search in ("", " beam-early", " beam-max")]
    again = run("--against", str(stored), "--threads", "2", hash_seed=1)
    assert (again.returncode, again.stdout) == (0, "")
    assert "3 cases, 0 of them not as they were" in again.stderr
    first, second, third = (line.split("\t") for line in stored.read_text().splitlines())
    first[2], second[1], second[3] = first[3], "0" * 64, "0" * 64
    stored.write_text("\n".join("\t".join(line) for line in (first, second)) + "\n")
    changed = run("--against", str(stored))
    assert changed.returncode == 1
    assert changed.stdout.splitlines() == [
        f"differs in output: {first[0]}",
        f"differs in model, confidence: {second[0]}",
        f"new: {third[0]}",
    ]
