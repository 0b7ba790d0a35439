"""`crossarc demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crossarc import synthetic
from crossarc.analysis import analyze, recommend, tables
from crossarc.cli.messages import complain
from crossarc.cli.options import Quiet, Seed
from crossarc.treebank import Sentence, Treebank
from crossarc.treebank.files import writing


def demo(
    sentences: Annotated[int, typer.Option("--sentences", min=20, help="The size of the treebank to make.")] = 2000,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FOLDER", help="Keep the treebank there: train, dev and test.")
    ] = None,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> None:
    """Make a small treebank of an invented, freely ordered language and show what its crossing arcs ask of a parser."""
    parts = synthetic.splits(sentences, sentences // 5, sentences // 5, seed=seed, crossing="any", rate=0.4)
    if save is not None:
        _save(parts, save, quiet)
    treebank = Treebank.from_conllu(parts["train"], path="demo")
    example = _example(treebank)
    print(f"A treebank of {len(treebank):,} sentences of an invented language with free word order. One of them:\n")
    print(example.text)
    print(example.draw() + "\n")
    print("Arcs marked with × are non-projective: a word between their ends does not descend from their head.")
    print("Projective parsers cannot build such a tree; how many trees each transition system can build:\n")
    analysis = analyze(treebank)
    _, crossings, *_, coverage = tables([analysis])
    crossings.show()
    coverage.show()
    for line in recommend(analysis)[:2]:
        print(f"- {line}")


def _example(treebank: Treebank) -> Sentence:
    """A short sentence that is long enough to be one, whose arcs cross and that two planes can hold."""
    wanted = (s for s in treebank if s.metadata.get("crossing") == "2-planar" and 7 <= len(s) <= 9)
    return next(wanted, treebank[0])


def _save(parts: dict[str, str], folder: Path, quiet: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in parts.items():
        with writing(folder / f"{name}.conllu") as file:
            file.write(text.encode("utf-8"))
        if not quiet:
            complain(f"wrote {folder / name}.conllu")
