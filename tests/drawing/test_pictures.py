"""The drawings of the documentation are what the program draws."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from cli_runner import CliRunner
from reference.example_files import DOCS

from crossarc.cli import app

_PLACE = importlib.util.spec_from_file_location("make_pictures", DOCS / "images" / "make.py")
assert _PLACE is not None
assert _PLACE.loader is not None
make = importlib.util.module_from_spec(_PLACE)
_PLACE.loader.exec_module(make)


@pytest.mark.parametrize("name", sorted(make.drawings()))
def test_as_made(name: str) -> None:
    kept = (DOCS / "images" / name).read_text(encoding="utf-8")
    assert make.drawings()[name] == kept, "python docs/images/make.py makes them anew"


def test_by_the_command(tmp_path: Path) -> None:
    (tmp_path / "gallia.conllu").write_bytes(make.gallia().to_bytes())
    output = tmp_path / "gallia.svg"
    assert CliRunner().invoke(app, ["draw", str(tmp_path / "gallia.conllu"), "-o", str(output)]).exit_code == 0
    assert output.read_text(encoding="utf-8") == (DOCS / "images" / "gallia.svg").read_text(encoding="utf-8")
