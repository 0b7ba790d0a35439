"""The view Measure in a browser: what it shows is what `analyze` and `evaluate` say."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from reference.accessibility import violations
from reference.browser import eventually, watched_page

import crossarc

CELLS = """() => [...document.querySelectorAll('#results table')].map((table) =>
  [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent)))"""


def goto(page: Any, site: str, **state: str) -> None:
    page.goto("about:blank")
    page.goto(f"{site}/#measure?{urlencode(state)}")
    eventually(page, "document.querySelectorAll('#results table').length > 0")


def test_an_analysis(chromium: Any, site: str, folder: Path) -> None:
    expected = crossarc.analyze(folder / "gold.conllu").tables()
    with watched_page(chromium, site=site) as page:
        goto(page, site, treebank="gold.conllu")
        shown = page.evaluate(CELLS)
        assert len(shown) == len(expected)
        for own, table in zip(shown, expected, strict=True):
            assert [row[1:] for row in own] == [row[1:] for row in table.to_dict()["rows"]]
        assert page.locator("#results .plot svg rect").count() > 10
        page.locator("select[name=treebank]").select_option("predicted.conllu")
        eventually(page, "document.querySelector('#told').textContent === 'predicted.conllu.'")


def test_an_evaluation(chromium: Any, site: str, folder: Path) -> None:
    own = crossarc.evaluate(folder / "gold.conllu", folder / "predicted.conllu")
    expected = [
        *own.tables(),
        *(own.by(kind).table() for kind in ("label", "length", "sentence-length", "nonprojectivity")),
    ]
    with watched_page(chromium, site=site) as page:
        goto(page, site, treebank="gold.conllu")
        page.locator("select[name=against]").select_option("predicted.conllu")
        eventually(page, "document.querySelector('#results h3')?.textContent === 'How good the trees are'")
        shown = page.evaluate(CELLS)
        for cells, table in zip(shown, expected, strict=False):
            assert cells == table.to_dict()["rows"]
        page.reload()
        eventually(page, "document.querySelector('#results h3')?.textContent === 'How good the trees are'")


def test_other_words_are_told(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site, refused=True) as page:
        goto(page, site, treebank="gold.conllu")
        page.locator("select[name=against]").select_option("hostile.conllu")
        eventually(page, "!document.querySelector('#failure').hidden")
        assert "sentences, but" in page.locator("#failure").text_content()


def test_hostile_and_by_keyboard(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site) as page:
        goto(page, site, treebank="hostile.conllu", against="hostile.conllu")
        assert page.evaluate("document.querySelectorAll('img, main script, [onload], [onerror]').length") == 0
        for _ in range(12):
            page.keyboard.press("Tab")
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        assert page.evaluate("document.activeElement.closest('#results') !== null")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1300])
def test_for_everybody(chromium: Any, site: str, width: int, scheme: str) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with watched_page(chromium, site=site, **options) as page:
        goto(page, site, treebank="gold.conllu", against="predicted.conllu")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
