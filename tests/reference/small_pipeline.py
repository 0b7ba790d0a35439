"""A small model with all stages, and treebanks with gaps for it to fill."""

from __future__ import annotations

from functools import cache

import crossarc
from crossarc import Parser, Treebank, synthetic


@cache
def model() -> Parser:
    return crossarc.train(synthetic.generate(150, seed=1), stages=None, epochs=2, threads=1)


@cache
def treebank() -> Treebank:
    return synthetic.generate(40, seed=5)


def without(treebank: Treebank, *columns: int) -> Treebank:
    """With `_` in some columns, by their numbers."""
    return Treebank.from_conllu(blanked(treebank.to_conllu(), *columns))


def blanked(text: str, *columns: int) -> str:
    lines = [line.split("\t") for line in text.split("\n")]
    for row in lines:
        if len(row) == 10:
            for column in columns:
                row[column] = "_"
    return "\n".join("\t".join(row) for row in lines)
