"""Treebanks of heads and labels, and back."""

from __future__ import annotations

import crossarc

LabelledTree = tuple[list[int], list[str]]


def treebank_of(forest: list[LabelledTree]) -> crossarc.Treebank:
    text = ""
    for heads, labels in forest:
        rows = enumerate(zip(heads, labels, strict=True), start=1)
        text += "".join(f"{i}\tw\t_\t_\t_\t_\t{head}\t{label}\t_\t_\n" for i, (head, label) in rows) + "\n"
    return crossarc.Treebank.from_conllu(text, format="conllu")


def forest_of(treebank: crossarc.Treebank) -> list[LabelledTree]:
    return [(sentence.heads.tolist(), sentence.deprels) for sentence in treebank]
