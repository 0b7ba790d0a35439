"""The view Parse in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from reference.accessibility import violations
from reference.browser import eventually, watched_page
from reference.hostile import HOSTILE
from serve.running import running

import crossarc

TOLD = "document.querySelector('#told')?.textContent.includes('sentence')"
FORMS = """() => [...document.querySelectorAll('article')].map((own) =>
  [...own.querySelector('.of-model table').querySelectorAll('tbody tr')].map((row) => row.children[1].textContent))"""


def parse(page: Any, text: str, kind: str = "text", **chosen: str) -> None:
    page.locator("select[name=input]").select_option(kind)
    for name, value in chosen.items():
        page.locator(f"select[name={name}]").select_option(value)
    page.locator("#data").fill(text)
    page.evaluate("document.querySelector('#told').textContent = ''")
    page.get_by_role("button", name="Parse", exact=True).click()
    eventually(page, TOLD)


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    gold = crossarc.read(folder / "gold.conllu")
    return " ".join(sentence.text for sentence in gold[:3])


def test_text(chromium: Any, site: str, text: str, folder: Path) -> None:
    parsed = crossarc.load(folder / "whole").parse_text(text, confidence=True)
    with watched_page(chromium, site=site) as page:
        page.goto(f"{site}/#parse")
        parse(page, text)
        assert page.locator("#told").text_content() == f"{len(parsed)} sentence{'s' * (len(parsed) != 1)}."
        assert page.evaluate(FORMS) == [sentence.forms for sentence in parsed]
        arcs = page.evaluate(
            "[...document.querySelectorAll('article .of-model svg')].map((own) => own.querySelectorAll('.arc').length)"
        )
        assert arcs == [len(sentence) for sentence in parsed]
        confidences = page.evaluate(
            "[...document.querySelectorAll('tbody tr td:last-child')].map((own) => own.textContent)"
        )
        assert all(0 <= float(own) <= 1 for own in confidences)
        assert page.locator(".arc.unsure").count() == sum(float(own) < 0.8 for own in confidences)
        page.reload()  # the address has it all
        eventually(page, TOLD)
        assert page.evaluate(FORMS) == [sentence.forms for sentence in parsed]
        page.goto(f"{site}/#parse?input=text&model=whole&data=" + "x" * 10)
        eventually(page, "document.querySelectorAll('article').length === 1")


def test_two_models(chromium: Any, site: str, text: str, folder: Path) -> None:
    with watched_page(chromium, site=site) as page:
        page.goto(f"{site}/#parse")
        parse(page, text, second="planes")
        first = page.locator("article").first
        assert first.locator("h4").all_text_contents() == ["whole", "planes"]
        assert first.locator("svg").count() == 3
        whole, planes = (crossarc.load(folder / name) for name in ("whole", "planes"))
        own = whole.parse_text(text)[0]
        other = planes.parse(whole.parse_text(text))[0]
        pairs = zip(own.heads, own.deprels, other.heads, other.deprels, strict=True)
        differing = sum((head, label) != (second, its) for head, label, second, its in pairs)
        assert f"{differing} of {len(own)} arcs differ." in first.text_content() or differing == 0
        parse(page, text, second="whole")
        assert page.locator("article").first.locator("svg").count() == 1


@pytest.mark.parametrize("may_copy", [True, False])
def test_copying(chromium: Any, site: str, folder: Path, may_copy: bool) -> None:
    gold = crossarc.read(folder / "gold.conllu")[0]
    permissions = ["clipboard-read", "clipboard-write"] if may_copy else []
    with watched_page(chromium, site=site, permissions=permissions) as page:
        if not may_copy:
            page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        page.goto(f"{site}/#parse")
        page.locator("input[name=planes]").check()
        parse(page, gold.to_conllu(), "conllu", model="")
        for name, expected in (
            ("SVG", gold.to_svg(planes=True)),
            ("TikZ", gold.to_tikz(planes=True)),
            ("CoNLL-U", gold.to_conllu()),
        ):
            page.get_by_role("button", name=f"Copy {name}").click()
            told = f"{name} is copied." if may_copy else f"{name} is here, to be copied by hand."
            eventually(page, f"document.querySelector('.copying [role=status]').textContent === '{told}'")
            script = (
                "navigator.clipboard.readText()" if may_copy else "document.querySelector('.copying textarea').value"
            )
            assert page.evaluate(script).replace("\r\n", "\n") == expected


def test_by_keyboard_alone(chromium: Any, site: str, text: str) -> None:
    with watched_page(chromium, site=site) as page:
        page.goto(f"{site}/#parse")
        eventually(page, "document.querySelector('#data') !== null")
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id") == "data":
                break
        page.keyboard.type(text[:40])
        page.keyboard.press("Control+Enter")
        eventually(page, TOLD)
        reached = []
        for _ in range(14):
            page.keyboard.press("Tab")
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            reached.append(page.evaluate("document.activeElement.name || document.activeElement.textContent"))
        assert reached[:5] == ["input", "model", "second", "planes", "Parse"]
        assert {"Copy SVG", "Copy TikZ", "Copy CoNLL-U", "Words and arcs as a table"} <= set(reached)


def test_what_is_wrong_is_told(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site, refused=True) as page:
        page.goto(f"{site}/#parse")
        page.locator("select[name=input]").select_option("conllu")
        page.locator("#data").fill("1\tx\n\n")
        page.get_by_role("button", name="Parse", exact=True).click()
        eventually(page, "!document.querySelector('#failure').hidden")
        assert "Cannot read input data: line 1:" in page.locator("#failure").text_content()
        assert page.locator("#told").text_content() == ""
        parse(page, "a b", "words")
        assert page.locator("#failure").is_hidden()


def test_hostile(chromium: Any, site: str) -> None:
    """Markup in every column is text, with a model and without one, and beside another."""
    with watched_page(chromium, site=site) as page:
        page.goto(f"{site}/#parse")
        for model, second in (("", ""), ("planes", "whole")):
            parse(page, HOSTILE, "conllu", model=model, second=second)
            page.evaluate("document.querySelectorAll('details').forEach((own) => { own.open = true; })")
            assert page.locator("article").count() == 25
            assert page.evaluate("document.querySelectorAll('img, article script, [onload], [onerror]').length") == 0
            assert "<img/src=x/onerror=alert(1)>" in page.locator("article").first.text_content()
            page.wait_for_timeout(200)


def test_without_models(chromium: Any, folder: Path) -> None:
    with running("--no-browser", command="explore") as own, watched_page(chromium, site=own.url) as page:
        page.goto(own.url)
        parse(page, crossarc.read(folder / "gold.conllu")[0].to_conllu(), "conllu")
        assert page.locator("article svg").count() == 1
        assert page.locator("select[name=input] option").all_text_contents() == ["CoNLL-U"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1300])
def test_for_everybody(chromium: Any, site: str, text: str, width: int, scheme: str) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with watched_page(chromium, site=site, **options) as page:
        page.goto(f"{site}/#parse")
        parse(page, text, second="planes")
        page.evaluate("document.querySelectorAll('details').forEach((own) => { own.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
