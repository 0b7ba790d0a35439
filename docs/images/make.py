"""Makes the pictures of this folder that the pages on `draw` and `trace` show: python docs/images/make.py.

The page of `trace` is photographed where Playwright and chromium are installed. The drawings are the same wherever they
are made, and a test compares them (tests/drawing/test_pictures.py).
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import crossarc
from crossarc import System, Treebank
from crossarc.pages.stepper import stepper_page
from crossarc.tracing import Derivation

FOLDER = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
STEP, SIZE = 10, {"width": 1100, "height": 760}


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


def drawings() -> dict[str, str]:
    gold, predicted = hearing()
    return {
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
