"""Makes the pictures of this folder that the pages on `draw`, `trace` and systems show: python docs/images/make.py.

The pages of `trace` and `explore` are photographed where Playwright and chromium are installed. The drawings are the
same wherever they are made, and a test compares them (tests/drawing/test_pictures.py).
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import crossarc
from crossarc import System, Treebank
from crossarc.drawing import Diagram, lay_out
from crossarc.drawing.colours import Tone
from crossarc.drawing.diagram import DrawnNode, Edge
from crossarc.drawing.svg import svg_of
from crossarc.pages.stepper import stepper_page
from crossarc.tracing import Derivation

FOLDER = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
STEP, SIZE = 10, {"width": 1100, "height": 760}
CLASSES = {  # the smallest trees that are of each class and not of the one before
    "projective": [2, 0, 2],
    "planar": [3, 0, 2],
    "two-planar": [3, 4, 0, 3],
    "three-planes": [4, 5, 6, 0, 4, 5],
}


def gallia() -> Treebank:
    """The sentence that docs/draw.md begins with."""
    page = (FOLDER.parent / "draw.md").read_text(encoding="utf-8")
    found = re.search(r"^\$ cat gallia\.conllu\n(.*?)^\$", page, re.DOTALL | re.MULTILINE)
    assert found is not None
    return Treebank.from_conllu(found[1])


def hearing() -> tuple[Treebank, Treebank]:
    """The sentence of docs/evaluate.md, and what a parser made of it."""
    page = (FOLDER.parent / "evaluate.md").read_text(encoding="utf-8")
    found = re.search(r"```\n((?:\d+\t.*\n)+)```", page)
    assert found is not None
    gold = found[1] + "\n"
    predicted = gold.replace("nsubj:pass", "nsubj").replace("2\tnmod", "4\tobl")
    return Treebank.from_conllu(gold), Treebank.from_conllu(predicted)


def smallest(tree: list[int]) -> Treebank:
    """Words a, b, c … with these heads."""
    rows = (f"{word}\t{chr(96 + word)}\t_\t_\t_\t_\t{head}\t_\t_\t_\n" for word, head in enumerate(tree, start=1))
    return Treebank.from_conllu("".join(rows) + "\n")


def linked_nodes() -> str:
    """Which nodes transitions link: what builds an arc to the left is above, what builds one to the right below."""
    nodes = (("i'", "second of the stack"), ("i", "top of the stack"), ("j", "first of the buffer"), ("j'", "second"))
    arcs = [
        (2, 1, "LEFT-ARC", Tone.plain),
        (3, 2, "LEFT-BUFFER-ARC", Tone.second),
        (3, 1, "LEFT-NONPROJ-BUFFER-ARC", Tone.nonprojective),
        (1, 2, "RIGHT-ARC", Tone.plain),
        (0, 1, "RIGHT-ARC of arc-hybrid", Tone.plain),
        (2, 3, "RIGHT-BUFFER-ARC", Tone.second),
        (1, 3, "RIGHT-NONPROJ-BUFFER-ARC", Tone.nonprojective),
    ]
    edges = tuple(Edge(head, end, label, tone, is_below=head < end) for head, end, label, tone in arcs)
    return svg_of(lay_out(Diagram(tuple(DrawnNode(name, (told,)) for name, told in nodes), edges)))


def drawings() -> dict[str, str]:
    gold, predicted = hearing()
    return {f"tree-{name}.svg": smallest(tree)[0].to_svg() for name, tree in CLASSES.items()} | {
        "linked-nodes.svg": linked_nodes(),
        "gallia.svg": gallia()[0].to_svg(),
        "gallia-planes.svg": gallia()[0].to_svg(planes=True, show=["upos", "lemma"]),
        "differences.svg": gold[0].to_svg(against=predicted[0]),
    }


@contextmanager
def light_page() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--headless"])
        yield browser.new_page(viewport=SIZE, color_scheme="light")
        browser.close()


def photograph_trace(path: Path) -> None:
    sentence = gallia()
    derivation = Derivation.of(System("2-planar"), sentence[0])
    with TemporaryDirectory() as folder, light_page() as page:
        page_file = Path(folder) / "page.html"
        page_file.write_text("".join(stepper_page(derivation, sentence[0], sentence[0])), encoding="utf-8")
        page.goto(f"{page_file.as_uri()}#step={STEP}")
        page.screenshot(path=path)


@contextmanager
def exploring(treebank: Treebank) -> Iterator[str]:
    """The address of `crossarc explore` with a treebank."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "gallia.conllu"
        crossarc.write(treebank, file)
        command = [sys.executable, "-m", "crossarc", "explore", str(file), "--no-browser", "--port", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as service:
            assert service.stderr is not None
            found = re.search(r"http://\S+", service.stderr.readline())
            assert found is not None
            yield found[0]
            service.terminate()


def photograph_explore(path: Path) -> None:
    with exploring(gallia()) as address, light_page() as page:
        page.goto(f"{address}/#step?system=2-planar")
        page.get_by_role("button", name="Oracle: to the end").click()
        page.get_by_text("The derivation has ended").wait_for()
        page.locator("input[type=range]").fill(str(STEP))
        page.get_by_text(f"Step {STEP} of ").wait_for()
        page.mouse.move(0, 0)  # so that no button looks as if it were pointed at
        page.screenshot(path=path, full_page=True)


def main() -> None:
    for name, text in drawings().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    if Path(CHROMIUM).exists():
        photograph_trace(FOLDER / "stepper.png")
        photograph_explore(FOLDER / "explore.png")
    print(f"made with crossarc {crossarc.__version__}")


if __name__ == "__main__":
    main()
