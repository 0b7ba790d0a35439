"""Public is `crossarc.__all__` and what docs/api.md lists: all of it is there, and no page uses anything else."""

from __future__ import annotations

import importlib
import re
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


def test_nothing_else_shows() -> None:
    import crossarc.messages  # noqa: PLC0415 - a module that is imported becomes an attribute

    assert dir(crossarc) == sorted(crossarc.__all__)
    assert {*crossarc._PLACES, "__version__"} == {*crossarc.__all__}
