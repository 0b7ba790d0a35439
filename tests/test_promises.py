"""Every promise of docs/files.md names tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "files.md"


def test_promises_are_tested() -> None:
    known = {
        name for path in TESTS.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))
    }
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ") and "`test_" in line]
    assert len(rows) > 10
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row.rpartition(" | ")[2])
        assert named
        assert set(named) <= known, row
