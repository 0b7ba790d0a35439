"""The version is written in four places, which must not drift apart."""

import tomllib
from pathlib import Path

import crossarc

ROOT = Path(__file__).parents[2]


def test_all_places_have_the_same_version() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == crossarc.__version__
    assert f"\nversion: {crossarc.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {crossarc.__version__}, " in (ROOT / "CHANGELOG.md").read_text()
