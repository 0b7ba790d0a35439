"""The page of `crossarc draw --html` in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reference.accessibility import violations
from reference.browser import browser, eventually, watched_page
from reference.hostile import HOSTILE

from crossarc import Treebank, synthetic
from crossarc.drawing import diagram_of, lay_out
from crossarc.pages.drawings import drawings_page
from crossarc.shown_text import shown


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as own:
        yield own


def written(treebank: Treebank, path: Path, **options: Any) -> str:
    layouts = [lay_out(diagram_of(sentence, **options)) for sentence in treebank]
    path.write_text("".join(drawings_page("<b>title</b>", layouts)), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [380, 1400])
def test_the_page(chromium: Any, tmp_path: Path, scheme: str, width: int) -> None:
    treebank = synthetic.generate(6, crossing="any", rate=0.6)
    address = written(treebank, tmp_path / "x.html", planes=True)
    with watched_page(chromium, color_scheme=scheme, viewport={"width": width, "height": 800}) as page:
        page.goto(address)
        assert page.locator("figure").count() == len(treebank)
        assert page.locator("figure svg[role=img]").count() == len(treebank)
        assert page.locator("h1").text_content() == "<b>title</b>"
        assert page.locator("figcaption .name").all_text_contents() == [own.sent_id for own in treebank]
        # A drawing that is too wide is scrolled, not the page.
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert violations(page) == []
        if width < 400:
            page.locator(".drawing").first.focus()
            page.keyboard.press("ArrowRight")
            eventually(page, "document.querySelector('.drawing').scrollLeft > 0")


def test_a_hostile_treebank(chromium: Any, tmp_path: Path) -> None:
    sentences = Treebank.from_conllu(HOSTILE)
    address = written(sentences, tmp_path / "x.html", show=["lemma", "upos", "xpos", "feats", "deps", "misc"])
    with watched_page(chromium) as page:
        page.goto(address)
        kinds = set(page.evaluate("[...document.body.querySelectorAll('*')].map((own) => own.nodeName.toLowerCase())"))
        html = {"main", "h1", "ul", "li", "figure", "figcaption", "span", "br", "bdi", "div"}
        assert kinds <= html | {"svg", "title", "rect", "g", "path", "text"}
        attributes = set(
            page.evaluate(
                "[...document.querySelectorAll('*')].flatMap((own) => [...own.attributes].map((a) => a.name))"
            )
        )
        assert not {name for name in attributes if name.startswith("on") or name in ("style", "href", "src")}
        names = page.locator("figcaption .name").all_text_contents()
        assert names == [shown(own.sent_id or f"sentence {n}", 200) for n, own in enumerate(sentences, start=1)]
