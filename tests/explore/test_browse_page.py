"""The view Browse in a browser: filters, pages, sentences, differences."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from reference.accessibility import violations
from reference.browser import eventually, watched_page

import crossarc
from crossarc.drawing.differences import wrong_arcs
from crossarc.queries import Query

NUMBERS = "() => [...document.querySelectorAll('#sentences tbody button')].map((own) => Number(own.textContent))"


def goto(page: Any, site: str, **state: str) -> None:
    page.goto("about:blank")
    page.goto(f"{site}/#browse?{urlencode(state)}")
    eventually(page, "document.querySelector('#told')?.textContent.includes('sentences')")


def counted(page: Any, number: int) -> None:
    eventually(page, f"document.querySelector('#told').textContent.startsWith('{number:,} of ')")


def expected(folder: Path, where: str) -> list[int]:
    gold = crossarc.read(folder / "gold.conllu")
    return [int(place) + 1 for place in np.flatnonzero(Query.parse(where).sentences(gold))]


@pytest.mark.parametrize(
    ("chosen", "where"),
    [
        ({"tree": "nonprojective"}, "nonprojective"),
        ({"tree": "ill-nested"}, "ill-nested"),
        ({"least": "10", "most": "14"}, "length>=10 length<=14"),
        ({"planes": "3"}, "planes>=3"),
        ({"gaps": "1"}, "gaps>=1"),
        ({"upos": "VERB", "deprel": "root"}, "upos=VERB deprel=root"),
        ({"deprel": "obj", "head": "VERB"}, "deprel=obj head.upos=VERB"),
        ({"text": "A"}, "text~a"),
        ({"form": 'no "such\\ word'}, "length=0"),
        ({"where": "nonprojective-arc distance>5"}, "nonprojective-arc distance>5"),
    ],
    ids=str,
)
def test_filters(chromium: Any, site: str, folder: Path, chosen: dict[str, str], where: str) -> None:
    places = expected(folder, where)
    with watched_page(chromium, site=site) as page:
        goto(page, site)
        for name, value in chosen.items():
            control = page.locator(f"main [name={name}]")
            if name == "tree":
                control.select_option(value)
            else:
                control.fill(value)
        counted(page, len(places))
        assert page.evaluate(NUMBERS) == places[:50]
        page.reload()  # the address has it all
        eventually(page, "document.querySelector('#told')?.textContent.includes('sentences')")
        assert page.evaluate(NUMBERS) == places[:50]


def test_pages_and_sentences(chromium: Any, site: str, folder: Path) -> None:
    gold = crossarc.read(folder / "gold.conllu")
    with watched_page(chromium, site=site) as page:
        goto(page, site)
        counted(page, 200)
        assert page.locator("#earlier").is_disabled()
        for first in (51, 101, 151):
            page.locator("#later").click()
            eventually(page, f"document.querySelector('#sentences tbody button').textContent === '{first}'")
        assert page.locator("#later").is_disabled()
        page.locator("#earlier").click()
        eventually(page, "document.querySelector('#sentences tbody button').textContent === '101'")

        def shows(number: int) -> None:
            eventually(page, f"document.querySelector('#shown h3')?.textContent.startsWith('{number}. ')")
            assert page.locator("#shown h3").text_content() == f"{number}. {gold[number - 1].text}"
            assert page.locator("#shown svg .arc").count() == len(gold[number - 1])
            assert page.locator("#sentences [aria-current]").text_content() == str(number)

        page.get_by_role("button", name="Sentence 150", exact=True).click()
        shows(150)
        page.locator("#after").click()
        shows(151)
        page.locator("#before").click()
        shows(150)
        page.locator("input[name=planes-below]").check()
        page.reload()
        eventually(page, "document.querySelector('#shown h3') !== null")
        shows(150)
        page.get_by_role("link", name="Step through it").click()
        eventually(page, "document.querySelector('#step-text')?.textContent.length > 0")
        assert page.locator("#step-text").text_content() == gold[149].text


def test_differences(chromium: Any, site: str, folder: Path) -> None:
    gold, predicted = (crossarc.read(folder / f"{name}.conllu") for name in ("gold", "predicted"))
    wrong = wrong_arcs(gold, predicted)
    with watched_page(chromium, site=site) as page:
        goto(page, site)
        page.locator("select[name=against]").select_option("predicted.conllu")
        counted(page, int((wrong > 0).sum()))
        page.locator("input[name=worst]").check()
        order = np.argsort(-wrong, kind="stable")[:50] + 1
        eventually(page, f"document.querySelector('#sentences tbody button').textContent === '{order[0]}'")
        assert page.evaluate(NUMBERS) == order.tolist()
        page.locator("#sentences tbody button").first.click()
        eventually(page, "document.querySelector('#shown svg') !== null")
        told = f"{wrong.max()} of {len(gold[int(order[0]) - 1])} arcs differ."
        assert told in page.locator("#shown").text_content()
        for name in ("SVG", "TikZ"):
            page.get_by_role("button", name=f"Copy {name}").click()
            eventually(page, f"document.querySelector('#shown [role=status]').textContent.startsWith('{name} is')")


def test_what_is_wrong_is_told(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site, refused=True) as page:
        goto(page, site)
        page.locator("input[name=where]").fill("lenght>3")
        eventually(page, "!document.querySelector('#failure').hidden")
        assert "did you mean 'length'" in page.locator("#failure").text_content()
        page.locator("input[name=where]").fill("length>3")
        eventually(page, "document.querySelector('#failure').hidden")
        page.locator("select[name=against]").select_option("hostile.conllu")
        eventually(page, "!document.querySelector('#failure').hidden")
        assert "sentences, but" in page.locator("#failure").text_content()


def test_by_keyboard_alone(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site) as page:
        goto(page, site)
        for _ in range(30):
            page.keyboard.press("Tab")
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            if page.evaluate("document.activeElement.closest('#sentences') !== null"):
                break
        page.keyboard.press("Enter")
        eventually(page, "document.querySelector('#shown h3')?.textContent.startsWith('1. ')")
        page.locator("#after").focus()
        page.keyboard.press("Enter")
        eventually(page, "document.querySelector('#shown h3')?.textContent.startsWith('2. ')")


def test_hostile(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site) as page:
        goto(page, site, treebank="hostile.conllu")
        for number in range(1, 8):
            page.get_by_role("button", name=f"Sentence {number}", exact=True).click()
            eventually(page, f"document.querySelector('#shown h3')?.textContent.startsWith('{number}. ')")
            assert page.evaluate("document.querySelectorAll('img, main script, [onload], [onerror]').length") == 0
        assert re.search(r"<img/src=x/onerror=alert\(1\)>", page.locator("#sentences").text_content())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1300])
def test_for_everybody(chromium: Any, site: str, width: int, scheme: str) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with watched_page(chromium, site=site, **options) as page:
        goto(page, site, treebank="gold.conllu", against="predicted.conllu", sentence="3")
        eventually(page, "document.querySelector('#shown svg') !== null")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
