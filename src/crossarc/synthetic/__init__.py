"""Treebanks of an invented language, with a given share of non-projective trees of a given kind.

The language has case, agreement and free word order; arcs cross because phrases move, as they do in natural
languages, never because a tree is rewired. It is written with punctuation, abbreviations, figures and contractions,
in paragraphs and documents, so that a tokenizer has something to learn. `docs/synthetic.md` describes the grammar and
the options.
"""

from __future__ import annotations

from crossarc.synthetic.generate import conllu, generate, splits
from crossarc.synthetic.kinds import KINDS, kind_of

__all__ = ["KINDS", "conllu", "generate", "kind_of", "splits"]


def __dir__() -> list[str]:
    return sorted(__all__)
