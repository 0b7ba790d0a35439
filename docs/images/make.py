"""Makes the pictures of this folder that the pages on `draw`, `trace` and systems show: python docs/images/make.py.

The page of `trace` is photographed where Playwright and chromium are installed. The drawings are the same wherever they
are made, and a test compares them (tests/drawing/test_pictures.py).
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

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


def photograph(path: Path) -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    sentence = gallia()
    derivation = Derivation.of(System("2-planar"), sentence[0])
    with TemporaryDirectory() as folder, sync_playwright() as started:
        page_file = Path(folder) / "page.html"
        page_file.write_text("".join(stepper_page(derivation, sentence[0], sentence[0])), encoding="utf-8")
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--headless"])
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(f"{page_file.as_uri()}#step={STEP}")
        page.screenshot(path=path)
        browser.close()


def main() -> None:
    for name, text in drawings().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    if Path(CHROMIUM).exists():
        photograph(FOLDER / "stepper.png")
    print(f"made with crossarc {crossarc.__version__}")


if __name__ == "__main__":
    main()
