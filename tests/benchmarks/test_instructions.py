"""What `benchmarks/instructions.py` counts can be done, without counting."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "instructions.py"


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("instructions", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_row_can_be_counted(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("PARSED", "LEARNT", "FOLLOWED", "TRAINED"):
        monkeypatch.setattr(script, name, 10)
    script.prepare(tmp_path)
    script.work(tmp_path)
    names = capsys.readouterr().out.splitlines()
    assert len(names) == len(set(names)) == 2 * 2 * 3 + 6


def test_totals_are_read(script: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "dump").write_text("version: 1\nevents: Ir\nfn=(1) work\n1 42\n\ntotals: 42\n")
    assert script._total(tmp_path / "dump") == 42
