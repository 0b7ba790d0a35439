"""Public is `crossarc.__all__` and what docs/api.md lists: all of it is there, and no page uses anything else."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import crossarc

DOCS = Path(__file__).parents[1] / "docs"
REFERENCE = (DOCS / "api.md").read_text(encoding="utf-8")
# Of the modules that the reference names the members of, with these members.
LISTED = {
    module: re.split(r",\s*", members.strip())
    for module, members in re.findall(r"automodule:: (crossarc\.\S+)\n   :members:(.*)", REFERENCE)
}
FIRST = {module.split(".")[1] for module in LISTED if "." in module}
# Pages for those who work on crossarc itself.
INNER_PAGES = {"development.md", "lab-notes.md"}
USER_PAGES = sorted({*DOCS.glob("*.md"), DOCS.parent / "README.md"} - {DOCS / name for name in INNER_PAGES})


def is_public(dotted: str) -> bool:
    module, _, name = dotted.rpartition(".")
    first = dotted.split(".")[1]
    return first in crossarc.__all__ or name in LISTED.get(module, ()) or dotted in LISTED or f"`{dotted}`" in REFERENCE


@pytest.mark.parametrize("module", LISTED)
def test_what_the_reference_lists_is_there(module: str) -> None:
    for name in filter(None, LISTED[module]):
        assert getattr(importlib.import_module(module), name).__doc__, f"{module}.{name}"


@pytest.mark.parametrize("page", USER_PAGES, ids=lambda page: page.name)
def test_pages_for_users_import_what_is_public(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for module, names in re.findall(r"^(?:>>> )?from (crossarc\.[\w.]+) import ([\w, ]+)$", text, flags=re.MULTILINE):
        for name in names.split(", "):
            assert is_public(f"{module}.{name}"), f"{module}.{name}"


@pytest.mark.parametrize("page", USER_PAGES, ids=lambda page: page.name)
def test_pages_for_users_name_nothing_private(page: Path) -> None:
    assert not re.findall(r"crossarc\.(?:\w+\.)*_\w+", page.read_text(encoding="utf-8").replace("crossarc.__", ""))


def test_modules_of_the_reference_need_no_import() -> None:
    """`import crossarc` is enough for all that is public, in whichever module it is."""
    program = f"import crossarc; [getattr(crossarc, name) for name in {sorted(FIRST)}]; print(*dir(crossarc))"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert shown == sorted(crossarc.__all__)


def test_nothing_else_shows() -> None:
    import crossarc.messages  # noqa: PLC0415 - a module that is imported becomes an attribute

    assert dir(crossarc) == sorted(crossarc.__all__)
    assert {*crossarc._PLACES, "__version__"} == {*crossarc.__all__}
    for module in (crossarc.synthetic, crossarc.transforms):
        assert dir(module) == sorted(module.__all__)
