"""`benchmarks/derivations.py` on a small treebank."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from crossarc import synthetic

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "derivations.py"


def test_tables_and_picture(tmp_path: Path) -> None:
    for part, text in synthetic.splits(40, 10, 20, crossing="any", rate=0.5).items():
        (tmp_path / f"{part}.conllu").write_text(text, encoding="utf-8")
    command = [sys.executable, str(SCRIPT), str(tmp_path), "--svg", str(tmp_path / "out.svg"), "--repeat", "1"]
    command += ["--words", "50", "--epochs", "1", "--only", "arc-eager*", "covington"]
    shown = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    rows = [line.split() for line in shown.splitlines() if line.startswith("| arc-eager ")]
    assert set(rows[0][3::2]) == {"2.00"}  # transitions: every word is shifted or attached, and popped
    assert len(rows) == 2
    lines = ElementTree.parse(tmp_path / "out.svg").iter("{http://www.w3.org/2000/svg}polyline")
    assert len(list(lines)) == 2 * 6
