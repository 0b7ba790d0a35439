"""The scores straight from their definitions, word by word, for treebanks with the same words."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

CONTENT = set(
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl amod "  # noqa: SIM905
    "conj fixed flat compound list parataxis orphan goeswith reparandum root dep".split()
)


@dataclass
class Tree:
    heads: list[int]
    labels: list[str]
    forms: list[str]
    tags: list[str]
    lemmas: list[str] | None = None
    xpos: list[str] | None = None
    feats: list[str] | None = None


def ancestors(heads: Sequence[int], word: int) -> list[int]:
    found = []
    while word != 0:
        word = heads[word - 1]
        found.append(word)
    return found


def is_nonprojective(heads: Sequence[int], word: int) -> bool:
    head = heads[word - 1]
    between = range(min(head, word) + 1, max(head, word))
    return any(head not in ancestors(heads, other) for other in between)


def is_punctuation(tree: Tree, word: int, sense: str) -> bool:
    if sense == "ud":
        return tree.tags[word - 1] == "PUNCT"
    return all(unicodedata.category(character)[0] == "P" for character in tree.forms[word - 1])


def share(right: list[bool]) -> float | None:
    return 100 * (sum(right) / len(right)) if right else None


def scores(gold: list[Tree], predicted: list[Tree], sense: str) -> dict[str, float | None]:
    words = [(g, p, w) for g, p in zip(gold, predicted, strict=True) for w in range(1, len(g.heads) + 1)]
    known = sense != "ud" or any(tag != "_" for tree in gold for tag in tree.tags)
    no_punct = [word for word in words if not is_punctuation(word[0], word[2], sense)]

    def head(g: Tree, p: Tree, w: int) -> bool:
        return g.heads[w - 1] == p.heads[w - 1]

    def label(g: Tree, p: Tree, w: int) -> bool:
        return g.labels[w - 1] == p.labels[w - 1]

    def universal_label(g: Tree, p: Tree, w: int) -> bool:
        return g.labels[w - 1].split(":")[0] == p.labels[w - 1].split(":")[0]

    def content(tree: Tree, w: int) -> bool:
        return tree.labels[w - 1].split(":")[0] in CONTENT

    in_gold = [word for word in words if content(word[0], word[2])]
    in_predicted = [word for word in words if content(word[1], word[2])]
    clas_right = sum(head(*word) and universal_label(*word) for word in in_gold)
    clas_possible = len(in_gold) + len(in_predicted)
    gold_nonproj = [is_nonprojective(g.heads, w) for g, _, w in words]
    predicted_nonproj = [is_nonprojective(p.heads, w) for _, p, w in words]

    def right_share(right: Callable[[Tree, Tree, int], bool], chosen: list[bool]) -> float | None:
        return share([right(*word) for word, is_chosen in zip(words, chosen, strict=True) if is_chosen])

    def arc(g: Tree, p: Tree, w: int) -> bool:
        return head(g, p, w) and label(g, p, w)

    gold_proj, predicted_proj = ([not n for n in flags] for flags in (gold_nonproj, predicted_nonproj))
    return {
        "uas": share([head(*word) for word in words]),
        "las": share([arc(*word) for word in words]),
        "las_ud": share([head(*word) and universal_label(*word) for word in words]),
        "la": share([label(*word) for word in words]),
        "clas": 100 * (2 * clas_right / clas_possible) if clas_possible else 0.0,
        "uas_no_punct": (share([head(*word) for word in no_punct]) or 0.0) if known else None,
        "las_no_punct": (share([arc(*word) for word in no_punct]) or 0.0) if known else None,
        "nonproj_precision": right_share(head, predicted_nonproj),
        "nonproj_recall": right_share(head, gold_nonproj),
        "proj_precision": right_share(head, predicted_proj),
        "proj_recall": right_share(head, gold_proj),
        "nonproj_labelled_precision": right_share(arc, predicted_nonproj),
        "nonproj_labelled_recall": right_share(arc, gold_nonproj),
        "proj_labelled_precision": right_share(arc, predicted_proj),
        "proj_labelled_recall": right_share(arc, gold_proj),
        "exact_match": share(
            [g.heads == p.heads and g.labels == p.labels for g, p in zip(gold, predicted, strict=True)]
        ),
    }
