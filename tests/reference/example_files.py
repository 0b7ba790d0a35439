"""The files that the pages of the documentation show and describe."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def write_example_files(folder: Path) -> None:
    page = (DOCS / "evaluate.md").read_text(encoding="utf-8")
    match = re.search(r"```\n((?:\d+\t.*\n)+)```", page)
    assert match is not None
    gold = match[1] + "\n"
    files = {
        "gold": gold,
        "predicted": _with_errors(gold),
        "cut": "".join(_with_errors(gold).splitlines(keepends=True)[:8]).replace("today", "today.") + "\n",
        "other": gold.replace("today", "tomorrow"),
        "hearing": "".join(line for line in gold.splitlines(keepends=True) if "PUNCT" not in line),
        "broken": gold + gold.replace("4\taux:pass", "5\taux:pass").replace("7\tcase", "3\tcase"),
    }
    assert len({*files.values()}) == len(files)
    for name, text in files.items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    model = re.search(r"```xml\n(.*?)```", (DOCS / "features.md").read_text(encoding="utf-8"), re.DOTALL)
    assert model is not None
    (folder / "small.xml").write_text(model[1], encoding="utf-8")


def _with_errors(gold: str) -> str:
    """Two errors in the tree, one of them in a subtype alone, and one in the tags."""
    return (
        gold.replace("nsubj:pass", "nsubj")
        .replace("2\tnmod", "4\tobl")
        .replace("today\tNOUN\tNN\tNumber=Sing", "today\tADV\tRB\t_")
    )
