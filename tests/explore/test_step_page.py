"""The view Step in a browser: whoever chooses, costs are the oracle's and scores the model's."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from reference.accessibility import violations
from reference.browser import eventually, watched_page
from reference.hostile import HOSTILE

import crossarc
from crossarc import System, Treebank
from crossarc.shown_text import shown

ROWS = """() => [...document.querySelectorAll('#choices tbody tr')].map((row) =>
  [...row.children].map((cell) => cell.textContent.replace('taken', '').trim()))"""
SYSTEMS = ("arc-eager", "2-planar", "covington", "undirected-planar")


def goto(page: Any, site: str, **state: str) -> None:
    page.goto("about:blank")
    page.goto(f"{site}/#step?{urlencode(state)}")
    eventually(page, "document.querySelector('#status')?.textContent.startsWith('Step ')")


def is_at(page: Any, step: int, last: int) -> None:
    eventually(page, f"document.querySelector('#status')?.textContent.startsWith('Step {step} of {last}: ')")


def path_of(page: Any) -> list[str]:
    return str(page.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('path') ?? ''")).split()


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_oracle_goes_on(chromium: Any, site: str, folder: Path, system: str) -> None:
    sentence = crossarc.read(folder / "gold.conllu")[4]
    expected = crossarc.trace(sentence, system)
    with watched_page(chromium, site=site) as page:
        goto(page, site, treebank="gold.conllu", sentence="5", system=system)
        press(page, "Oracle: one step")
        is_at(page, 1, 1)
        assert path_of(page) == expected.transitions[:1]
        press(page, "Oracle: to the end")
        is_at(page, len(expected.transitions), len(expected.transitions))
        assert path_of(page) == expected.transitions
        assert page.locator("#ending").is_visible()
        press(page, "Undo")
        is_at(page, len(expected.transitions) - 1, len(expected.transitions) - 1)
        page.reload()
        is_at(page, len(expected.transitions) - 1, len(expected.transitions) - 1)
        assert path_of(page) == expected.transitions[:-1]


def test_one_chooses_oneself(chromium: Any, site: str, folder: Path) -> None:
    """The costs of all choices along a way that no oracle takes, and a choice in the midst of it."""
    sentence = crossarc.read(folder / "gold.conllu")[0]
    system = System("2-planar")
    oracle = system.oracle("dynamic", sentence, regularize=True)
    with watched_page(chromium, site=site) as page:
        goto(page, site, treebank="gold.conllu", sentence="1", system="2-planar")
        c, path = system.start(len(sentence)), []
        for step in range(6):
            costs = oracle.costs(c)
            told = {row[0]: row[2] for row in page.evaluate(ROWS) if not row[1].startswith("not legal")}
            assert told == {name: str(cost) for name, cost in costs.items()}
            chosen = max(costs, key=lambda name: (costs[name], name))
            page.locator("#choices button", has_text=chosen).first.click()
            path.append(chosen)
            is_at(page, step + 1, step + 1)
            assert path_of(page) == path
            c = system.apply(c, chosen)
        page.locator("#first").click()
        is_at(page, 0, 6)
        page.locator("#mistake").click()
        page.locator("#first").click()
        page.locator("#next").click()
        is_at(page, 1, 6)
        page.locator("#choices button", has_text="SHIFT").click()
        is_at(page, 2, 2)
        assert path_of(page) == [path[0], "SHIFT"]


@pytest.mark.parametrize("model", ["planes", "whole"])
def test_a_model_goes_on(chromium: Any, site: str, folder: Path, model: str) -> None:
    treebank = crossarc.read(folder / "gold.conllu")
    parser = crossarc.load(folder / model)
    steps = parser.derivation(treebank, 2).steps
    with watched_page(chromium, site=site) as page:
        goto(page, site, treebank="gold.conllu", sentence="3")
        assert page.get_by_role("button", name="Model: one step").is_disabled()
        page.locator("select[name=model]").select_option(model)
        eventually(page, "document.querySelector('#choices thead').textContent.includes('score')")
        assert page.locator("select[name=system]").input_value() == parser.system
        told = {row[0]: row[-1] for row in page.evaluate(ROWS) if not row[1].startswith("not legal")}
        assert told == {name: f"{score:.2f}" for name, score in steps[0].scores.items()}
        press(page, "Model: one step")
        is_at(page, 1, 1)
        press(page, "Model: to the end")
        is_at(page, len(steps), len(steps))
        assert path_of(page) == [step.transition for step in steps]
        page.locator("select[name=model]").select_option("")
        is_at(page, 0, 0)


def test_other_sentences_systems_and_oracles(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site) as page:
        goto(page, site)
        page.locator("input[name=sentence]").fill("7")
        page.locator("input[name=sentence]").press("Enter")
        page.locator("select[name=system]").select_option("arc-eager")
        page.locator("select[name=oracle]").select_option("exact")
        eventually(page, "document.querySelector('#step-about').textContent.includes('exact oracle')")
        assert "sentence=7" in page.evaluate("location.hash")
        page.locator("select[name=treebank]").select_option("predicted.conllu")
        eventually(page, "location.hash.includes('predicted.conllu')")


def test_from_parse_to_step(chromium: Any, site: str, folder: Path) -> None:
    sentence = crossarc.read(folder / "gold.conllu")[1]
    with watched_page(chromium, site=site) as page:
        page.goto(f"{site}/#parse?{urlencode({'input': 'conllu', 'model': '', 'data': sentence.to_conllu()})}")
        page.get_by_role("link", name="Step through it").click()
        is_at(page, 0, 0)
        assert page.locator("#step-text").text_content() == sentence.text
        assert page.locator("select[name=treebank]").input_value() == ""
        press(page, "Oracle: to the end")
        eventually(page, "!document.querySelector('#ending').hidden")


def test_without_a_tree(chromium: Any, site: str) -> None:
    data = "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    with watched_page(chromium, site=site) as page:
        goto(page, site, data=data)
        assert "no gold tree" in page.locator("#step-about").text_content()
        assert page.get_by_role("button", name="Oracle: one step").is_disabled()
        page.locator("#choices button").first.click()
        is_at(page, 1, 1)


def test_by_keyboard_alone(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site) as page:
        goto(page, site, treebank="gold.conllu", sentence="2", system="2-planar")
        page.get_by_role("button", name="Oracle: to the end").press("Enter")
        eventually(page, "!document.querySelector('#ending').hidden")
        last = len(path_of(page))
        for key, step in [("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1), ("End", last), ("Home", 0)]:
            page.keyboard.press(key)
            is_at(page, step, last)
        page.locator("#choices button").first.focus()
        page.keyboard.press("Enter")
        is_at(page, 1, 1)
        eventually(page, "document.activeElement.closest('#choices') !== null")
        page.locator("input[name=sentence]").focus()
        page.keyboard.press("Home")  # which moves in the number, and not in the derivation
        is_at(page, 1, 1)


def test_addresses_that_are_wrong(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site, refused=True) as page:
        for state, told in (
            ({"path": "FLY"}, "no transition 'FLY'"),
            ({"path": "LEFT-ARC", "system": "2-planar"}, "LEFT-ARC is not legal here"),
            ({"treebank": "gold.conllu", "sentence": "100000"}, "sentence is a number from 1 to 200"),
        ):
            page.goto("about:blank")
            page.goto(f"{site}/#step?{urlencode(state)}")
            eventually(page, "!document.querySelector('#failure').hidden")
            assert told in page.locator("#failure").text_content()


def test_hostile(chromium: Any, site: str) -> None:
    with watched_page(chromium, site=site) as page:
        for place in range(6):
            goto(page, site, treebank="hostile.conllu", sentence=str(place + 1), model="planes")
            press(page, "Model: to the end")
            eventually(page, "!document.querySelector('#ending').hidden")
            assert page.evaluate("document.querySelectorAll('img, main script, [onload], [onerror]').length") == 0
            assert page.locator("#step-text").text_content() == shown(Treebank.from_conllu(HOSTILE)[place].text, 2000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1300])
def test_for_everybody(chromium: Any, site: str, width: int, scheme: str) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with watched_page(chromium, site=site, **options) as page:
        goto(page, site, treebank="gold.conllu", sentence="2", model="planes")
        press(page, "Model: to the end")
        eventually(page, "!document.querySelector('#ending').hidden")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
