"""The page of `crossarc trace --html` in a browser: every button, every key, every system."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reference.accessibility import violations
from reference.browser import browser, eventually, watched_page
from reference.hostile import HOSTILE

import crossarc
from crossarc import System, Treebank, synthetic
from crossarc.pages import stepper
from crossarc.pages.stepper import change, stepper_page
from crossarc.tracing import Derivation
from crossarc.treebank.words import sentence_of_words

GALLIA = sentence_of_words(["Gallia", "est", "omnis", "divisa", "in", "partes", "tres"]).with_trees(
    [4, 4, 1, 0, 6, 4, 6], ["nsubj:pass", "aux:pass", "det", "root", "case", "obl", "nummod"]
)
SYSTEMS = [name for name in crossarc.system_names() if name != "graph"]
DATA = re.compile(r'<script type="application/json" id="derivation">(.*?)</script>', re.DOTALL)
LISTS = """() => Object.fromEntries([...document.querySelectorAll('.list')].map((list) =>
  [list.querySelector('h3').textContent, [...list.querySelectorAll('li bdi')].map((own) => own.textContent)]))"""
ROWS = """() => [...document.querySelectorAll('#choices tbody tr')].map((row) =>
  [...row.children].map((cell) => cell.textContent.trim()))"""
BUILT = """() => [...document.querySelectorAll('.arc.built title, .arc.implied title')].map((own) => own.textContent)"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as own:
        yield own


def derivation_of(treebank: Treebank, system: str, oracle: str | None = None) -> Derivation:
    return Derivation.of(System(system), treebank.heads.tolist(), oracle=oracle)


def written(path: Path, treebank: Treebank, system: str = "2-planar", oracle: str | None = None) -> str:
    pieces = stepper_page(derivation_of(treebank, system, oracle), treebank[0], treebank[0])
    path.write_text("".join(pieces), encoding="utf-8")
    return path.as_uri()


def status(page: Any) -> str:
    return str(page.locator("#status").text_content())


def test_every_way_to_go(chromium: Any, tmp_path: Path) -> None:
    address = written(tmp_path / "x.html", GALLIA)
    last = len(list(derivation_of(GALLIA, "2-planar").steps())) - 1
    with watched_page(chromium) as page:
        page.goto(address)
        assert status(page) == f"Step 0 of {last}: the start. Loss 0."

        def is_at(step: int) -> None:
            assert status(page).startswith(f"Step {step} of {last}: ")
            assert page.evaluate("location.hash") == f"#step={step}"
            assert page.locator("#address").get_attribute("href") == f"#step={step}"
            assert page.locator("#slider").input_value() == str(step)
            assert page.locator("#history [aria-current=step]").count() == 1

        for button, step in [("next", 1), ("next", 2), ("previous", 1), ("last", last), ("next", last), ("first", 0)]:
            page.locator(f"#{button}").click(force=True)  # at the end they are said to do nothing
            is_at(step)
        page.locator("#previous").click(force=True)
        is_at(0)
        page.locator("h1").click()
        for key, step in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)]:
            page.keyboard.press(key)
            is_at(step)
        page.keyboard.press("Control+ArrowRight")
        is_at(0)
        page.locator("#slider").focus()
        for key, step in [("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)]:
            page.keyboard.press(key)
            is_at(step)
        page.locator("#slider").fill("5")
        is_at(5)
        page.locator("#history button").nth(7).click()
        is_at(7)
        page.evaluate("location.hash = '#step=3'")
        eventually(page, "document.querySelector('#status').textContent.startsWith('Step 3 ')")
        is_at(3)
        for hash_, step in [("#step=12", 12), ("#step=999999", last), ("#step=x", 0), ("#step=-1", 0), ("", 0)]:
            page.goto("about:blank")
            page.goto(address + hash_)
            is_at(step)


def test_by_keyboard_alone(chromium: Any, tmp_path: Path) -> None:
    """All that can be pressed is reached with Tab, is seen to be, and does what it does with Enter."""
    with watched_page(chromium) as page:
        page.goto(written(tmp_path / "x.html", GALLIA))
        reached = []
        for _ in range(9):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.id || document.activeElement.textContent"))
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        assert reached[:6] == ["first", "previous", "slider", "next", "last", "address"]
        page.locator("#next").focus()
        page.keyboard.press("Enter")
        page.keyboard.press(" ")
        assert status(page).startswith("Step 2 of")
        assert page.evaluate("document.activeElement.id") == "next"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_step_by_step(chromium: Any, tmp_path: Path, system: str) -> None:
    """What the page shows of each step is what the derivation has."""
    derivation = derivation_of(GALLIA, system)
    address = written(tmp_path / "x.html", GALLIA, system)
    names = ["ROOT", *GALLIA[0].forms]
    steps = list(derivation.steps())
    with watched_page(chromium) as page:
        page.goto(address)
        for number, step in enumerate(steps):
            c = step.configuration
            lists = page.evaluate(LISTS)
            buffer = [names[node] for node in c.buffer]
            stack = [names[node] for node in c.stack]
            assert lists["buffer"] == buffer
            active = next(own for title, own in lists.items() if title in ("stack", "λ1") or "(active)" in title)
            assert active == stack
            if "λ2" in lists:
                assert lists["λ2"] == [names[node] for node in c.second_list]
            if len(lists) == 3 and "λ2" not in lists:
                other = next(own for title, own in lists.items() if title.startswith("stack") and "(" not in title)
                assert other == [names[node] for node in c.inactive_stack]
            rows = page.evaluate(ROWS)
            if number + 1 < len(steps):
                following = steps[number + 1]
                assert [row[0].removesuffix(" taken") for row in rows] == list(derivation.system.transitions)
                taken = [row[0].removesuffix(" taken") for row in rows if row[0].endswith(" taken")]
                assert taken == [following.transition]
                for name, *cells in rows:
                    plain = name.removesuffix(" taken")
                    if plain in following.costs:
                        assert cells[-1] == str(following.costs[plain])
                    else:
                        assert cells[-1] == f"not legal: {derivation.system.why_not(c, plain)}"
            else:
                assert rows == []
            page.keyboard.press("ArrowRight")
        heads = steps[-1].configuration.heads
        expected = sorted(
            f"{'root' if head == 0 else names[head]} → {names[word]}" for word, head in enumerate(heads, 1)
        )
        assert sorted(own.split(":")[0] for own in page.evaluate(BUILT)) == expected


def test_arcs_appear_when_they_are_built(chromium: Any, tmp_path: Path) -> None:
    with watched_page(chromium) as page:
        page.goto(written(tmp_path / "x.html", GALLIA))
        for step in derivation_of(GALLIA, "2-planar").steps():
            names = GALLIA[0].forms
            expected = {f"{names[h - 1]} → {names[d - 1]}" for h, d in step.configuration.arcs}
            if not step.configuration.finished:
                assert {own.split(":")[0] for own in page.evaluate(BUILT)} == expected
            page.keyboard.press("ArrowRight")


def test_pointing_at_a_choice_shows_its_arc(chromium: Any, tmp_path: Path) -> None:
    with watched_page(chromium) as page:
        page.goto(written(tmp_path / "x.html", GALLIA) + "#step=1")
        row = page.locator("#choices tbody tr", has_text="LEFT-ARC")
        assert not page.locator(".preview").is_visible()
        row.hover()
        assert page.locator(".preview").is_visible()
        assert "Gallia ← est" in str(row.text_content())
        page.locator("h1").hover()
        assert not page.locator(".preview").is_visible()


@pytest.mark.parametrize("options", [{}, {"system": "2-planar"}, {"beam": 4}, {"nonprojective": "pseudo-head"}])
def test_what_a_model_did(chromium: Any, tmp_path: Path, options: dict[str, Any]) -> None:
    training = synthetic.generate(60, crossing="any", rate=0.5, seed=1)
    parser = crossarc.train(training, epochs=1, **options)
    seen_mistake = False
    with watched_page(chromium) as page:
        for sentence in synthetic.generate(6, crossing="any", rate=0.5, seed=2):
            one = Treebank.from_sentences([sentence])
            taken = parser.derivation(one)
            aim = taken.target(one)
            derivation = Derivation.of_model(taken, aim.heads.tolist())
            path = tmp_path / "x.html"
            path.write_text("".join(stepper_page(derivation, taken.sentence[0], aim[0])), encoding="utf-8")
            page.goto(path.as_uri())
            steps = list(derivation.steps())
            wrong = [number for number, step in enumerate(steps) if step.is_wrong]
            assert page.locator("#mistake").is_visible() == bool(wrong)
            if wrong:
                seen_mistake = True
                page.locator("#mistake").click()
                assert status(page).startswith(f"Step {wrong[0]} of ")
                assert "a mistake" in status(page)
                page.keyboard.press("ArrowLeft")
                row = page.locator("#choices tr.wrong")
                assert row.count() == 1
                score = steps[wrong[0]].scores[steps[wrong[0]].transition]
                assert (
                    row.locator("td").last.text_content() == f"{score:.2f}".replace("-0.00", "0.00") or abs(score) < 1
                )
            page.keyboard.press("End")
            forms = ["root", *sentence.forms]
            built = {own.split(":")[0] for own in page.evaluate(BUILT)}
            assert {f"{forms[head]} → {forms[word]}" for word, head in enumerate(taken.heads, 1)} <= built
            moved = [h != b for h, b in zip(taken.heads, steps[-1].configuration.heads, strict=True)]
            assert ("Afterwards the parser attaches" in str(page.locator("#ending").text_content())) == any(moved)
    assert seen_mistake


def test_a_model_without_a_gold_tree(chromium: Any, tmp_path: Path) -> None:
    parser = crossarc.train(synthetic.generate(30, seed=1), epochs=1)
    taken = parser.derivation(sentence_of_words(["one", "two", "three"], upos=["NOUN", "VERB", "NOUN"]))
    derivation = Derivation.of_model(taken, None)
    path = tmp_path / "x.html"
    path.write_text("".join(stepper_page(derivation, taken.sentence[0], None)), encoding="utf-8")
    with watched_page(chromium) as page:
        page.goto(path.as_uri())
        assert page.locator("#choices thead th").all_text_contents() == ["transition", "builds", "score"]
        page.keyboard.press("End")
        assert status(page).startswith("Step ")
        assert "Loss" not in status(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1300])
def test_for_everybody(chromium: Any, tmp_path: Path, scheme: str, width: int) -> None:
    address = written(tmp_path / "x.html", synthetic.generate(1, crossing="any", rate=1, seed=3))
    with watched_page(chromium, color_scheme=scheme, viewport={"width": width, "height": 800}) as page:
        for hash_ in ("", "#step=4", "#step=9999"):
            page.goto("about:blank")
            page.goto(address + hash_)
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_drawing_follows_the_words(chromium: Any, tmp_path: Path) -> None:
    long = sentence_of_words([f"word{n}" for n in range(60)]).with_trees([0, *range(1, 60)], ["dep"] * 60)
    with watched_page(chromium, viewport={"width": 500, "height": 700}) as page:
        page.goto(written(tmp_path / "x.html", long, "arc-eager"))
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        frame, word = (page.locator(own).bounding_box() for own in ("#drawing", ".word text.next >> nth=0"))
        assert frame["x"] <= word["x"] <= frame["x"] + frame["width"]
        page.locator("#drawing").focus()  # where the keys scroll
        before = status(page)
        page.keyboard.press("ArrowLeft")
        assert status(page) == before


def test_a_hostile_sentence(chromium: Any, tmp_path: Path) -> None:
    with watched_page(chromium) as page:
        for sentence in Treebank.from_conllu(HOSTILE):
            page.goto(written(tmp_path / "x.html", Treebank.from_sentences([sentence])))
            page.keyboard.press("End")
            kinds = set(
                page.evaluate("[...document.body.querySelectorAll('*')].map((own) => own.nodeName.toLowerCase())")
            )
            assert not kinds & {"img", "iframe", "object", "b", "u"}
            assert page.locator("body script").count() == 2
            attributes = page.evaluate(
                "[...document.querySelectorAll('*')].flatMap((o) => [...o.attributes].map((a) => a.name))"
            )
            assert not [name for name in attributes if name.startswith("on") or name in ("src", "style")]


def test_right_to_left(chromium: Any, tmp_path: Path) -> None:
    hebrew = sentence_of_words(["הילד", "קרא", "ספר", "(", "ישן", ")"]).with_trees([2, 0, 2, 5, 3, 5], ["x"] * 6)
    with watched_page(chromium) as page:
        page.goto(written(tmp_path / "x.html", hebrew) + "#step=3")
        boxes = [own.bounding_box()["x"] for own in page.locator(".word text").all()]
        assert boxes == sorted(boxes, reverse=True)


def test_changes_of_lists() -> None:
    for old, new in [([], [1]), ([1, 2], []), ([1, 2, 3], [2, 3]), ([1, 2, 3], [1, 3]), ([1, 1, 1], [1, 1])]:
        first, last, *between = change(old, new)
        assert old[:first] + between + old[len(old) - last :] == new


def test_a_page_grows_with_the_steps_alone() -> None:
    sizes = []
    for words in (100, 200, 400):
        chain = sentence_of_words(["w"] * words).with_trees([0, *range(1, words)], ["x"] * words)
        text = "".join(stepper_page(derivation_of(chain, "arc-eager"), chain[0], chain[0]))
        sizes.append(len(text))
        assert len(json.loads(DATA.findall(text)[0])["steps"]) == 2 * words + 1
    assert sizes[2] - sizes[1] < 2.3 * (sizes[1] - sizes[0])


def test_too_many_steps_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepper, "MOST_STEPS", 5)
    with pytest.raises(ValueError, match="more than 5 steps, too many for a page: --json has them all"):
        list(stepper_page(derivation_of(GALLIA, "2-planar"), GALLIA[0], GALLIA[0]))
