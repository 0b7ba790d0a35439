"""How many roots trees have, and whether a parser that learns from them may give a sentence several."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from crossarc.treebank import Treebank

SEVERAL_FROM = 0.01
"""The share of sentences with several roots from which on they are no slips, but how the treebank is annotated.

Universal Dependencies has none at all. Of what else was at hand, the least was 1.7% (Danish, CoNLL-X).
"""


def root_counts(treebank: Treebank) -> npt.NDArray[np.int64]:
    """Of each sentence, how many words hang from 0."""
    up_to = np.concatenate([[0], np.cumsum(treebank.heads == 0)])
    counts: npt.NDArray[np.int64] = np.diff(up_to[treebank.offsets])
    return counts


def share_with_several(treebank: Treebank) -> float:
    """How many of the sentences have several roots, from 0 to 1."""
    return float(np.mean(root_counts(treebank) > 1)) if len(treebank) else 0.0


def told(share: float, *, multi_root: bool) -> str | None:
    """What to say of a parser that learns from such trees; nothing if every sentence has one root."""
    if share == 0:
        return None
    sentences = f"{shown(share)} of the training sentences have several roots"
    follows = "may give several, too" if multi_root else "gives each sentence one"
    is_usual = multi_root == (share >= SEVERAL_FROM)
    return f"{sentences}: the parser {follows}" + ("" if is_usual else ", as it was told to")


def shown(share: float) -> str:
    """
    >>> shown(0.998), shown(0.0001)
    ('99.8%', 'less than 0.1%')
    """
    return f"{100 * share:.1f}%" if share >= 0.001 else "less than 0.1%"
