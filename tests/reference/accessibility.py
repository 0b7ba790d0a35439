"""What axe finds wrong with a page, for those who do not see it or use a keyboard only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def violations(page: Any) -> list[str]:
    """Rules that a page breaks, and where; the test is left out where axe is not installed."""
    package = pytest.importorskip("axe_core_python")
    page.evaluate((Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations)")
    return [f"{own['id']}: {node['html'][:200]}" for own in found for node in own["nodes"]]
