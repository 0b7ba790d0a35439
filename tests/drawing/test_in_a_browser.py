"""Drawings as a browser shows them: how wide texts are, and that none lies on another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference.browser import browser, watched_page
from reference.geometry import common
from reference.hostile import HOSTILE
from reference.real_treebanks import treebank

from crossarc import Treebank, synthetic
from crossarc.drawing import diagram_of, lay_out, svg_of
from crossarc.drawing.layout import Box
from crossarc.drawing.text_width import text_width
from crossarc.shown_text import shown

FONTS = ("Liberation Sans", "DejaVu Sans", "Noto Sans", "Helvetica, Arial, sans-serif")
TREEBANKS = ("English-EWT", "Latin-Perseus", "Greek-GDT", "Belarusian-HSE", "Vietnamese-VTB", "Turkish-IMST")
OTHER_SCRIPTS = (
    "הילד קרא ספר المكتبة الطالب 我看见 穿红衣服的人 にほんご 한국어 हिन्दी ภาษาไทย ქართული հայերեն 👍🏽 ½ № … —"
)
MOST_TOO_NARROW = 0.03  # of an estimate, as a share of the real width
MEASURE = """([texts, family]) => {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `100px ${family}`;
  return texts.map((text) => context.measureText(text).width);
}"""
BOXES = """() => [...document.querySelectorAll("svg text")].map((own) => {
  const box = own.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
})"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as own:
        yield own


@pytest.mark.parametrize("font", FONTS)
def test_texts_are_hardly_wider_than_estimated(chromium: Any, font: str) -> None:
    words = sorted({form for name in TREEBANKS for form in treebank(name).strings("form")} | set(OTHER_SCRIPTS.split()))
    with watched_page(chromium) as page:
        family = font if "," in font else f"'{font}'"
        real = np.array(page.evaluate(MEASURE, [words, family]))
    estimated = np.array([text_width(word, 100) for word in words])
    is_wider = real > estimated * (1 + MOST_TOO_NARROW)
    assert [word for word, own in zip(words, is_wider, strict=True) if own] == []
    assert float((estimated / np.maximum(real, 1)).mean()) < 1.25  # nor are the estimates a waste of room


def overlapping(boxes: list[list[float]]) -> list[tuple[int, int]]:
    """Which texts lie on each other; letters do not fill their boxes, so a pixel on each side does not count."""
    drawn = [Box(left + 0.5, top + 2, right - 0.5, bottom - 2) for left, top, right, bottom in boxes]
    return [(int(a), int(b)) for a, b in np.argwhere(np.triu(common(drawn, drawn), 1))]


@pytest.mark.parametrize("name", ["English-EWT", "Latin-Perseus"])
@pytest.mark.parametrize("family", ["Helvetica, Arial, sans-serif", "'DejaVu Sans'"])
def test_no_text_lies_on_another(chromium: Any, name: str, family: str) -> None:
    sentences = [sentence for sentence in treebank(name) if len(sentence) <= 60][::23]
    with watched_page(chromium) as page:
        for sentence in sentences:
            for planes in (False, True):
                page.set_content(svg_of(lay_out(diagram_of(sentence, planes=planes))))
                page.add_style_tag(content=f"svg {{ font-family: {family} }}")
                assert overlapping(page.evaluate(BOXES)) == [], sentence


def test_a_drawing_is_as_large_as_it_says(chromium: Any) -> None:
    with watched_page(chromium) as page:
        for sentence in synthetic.generate(20, crossing="any", rate=0.5, seed=3):
            layout = lay_out(diagram_of(sentence))
            page.set_content(f"<body style='margin:0'>{svg_of(layout)}</body>")
            for left, top, right, bottom in page.evaluate(BOXES):
                assert left >= 0
                assert top >= 0
                assert right <= layout.width
                assert bottom <= layout.height


@pytest.mark.parametrize("options", [{}, {"show": ["lemma", "upos", "xpos", "feats", "deps", "misc"]}])
def test_nothing_in_a_treebank_is_markup(chromium: Any, options: dict[str, Any], tmp_path: Path) -> None:
    """As a picture by itself, and as part of a page."""
    with watched_page(chromium) as alone, watched_page(chromium) as page:
        for number, sentence in enumerate(Treebank.from_conllu(HOSTILE)):
            path = tmp_path / f"{number}.svg"
            path.write_text(sentence.to_svg(**options), encoding="utf-8")
            alone.goto(path.as_uri())
            page.set_content(sentence.to_svg(**options))
            for own in (alone, page):
                kinds = set(own.evaluate("[...document.querySelectorAll('svg, svg *')].map((own) => own.nodeName)"))
                assert kinds <= {"svg", "title", "style", "rect", "g", "path", "text"}
                words = own.evaluate("[...document.querySelectorAll('.word text')].map((own) => own.textContent)")
                assert words == [shown(form) for form in (*sentence.forms, sentence.empty_nodes[0].form)]
            assert alone.evaluate("document.documentElement.nodeName") == "svg"
            assert page.evaluate("document.body.children.length") == 1


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(21, 24, 28)")])
def test_drawings_are_dark_where_screens_are(chromium: Any, scheme: str, ground: str) -> None:
    sentence = synthetic.generate(1)[0]
    with watched_page(chromium, color_scheme=scheme) as page:
        page.set_content(sentence.to_svg())
        style = "getComputedStyle(document.querySelector('.ground')).fill"
        assert page.evaluate(style) == ground
        page.emulate_media(media="print", color_scheme=scheme)  # on paper, all is light
        assert page.evaluate(style) == "rgb(255, 255, 255)"
