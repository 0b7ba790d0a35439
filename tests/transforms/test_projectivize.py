"""Projective trees with the most arcs in common, against a search of all projective trees."""

from __future__ import annotations

import random

import numpy as np
from reference import trees

import crossarc
from crossarc import _core


def projectivized(forest: list[list[int]], threads: int = 1) -> list[list[int]]:
    offsets = np.cumsum([0, *map(len, forest)], dtype=np.int64)
    heads = np.array([head for tree in forest for head in tree], np.int32)
    return [part.tolist() for part in np.split(_core.projectivize(heads, offsets, threads), offsets[1:-1])]


def overlap(a: list[int], b: list[int]) -> int:
    return sum(x == y for x, y in zip(a, b, strict=True))


def lifted(tree: list[int], other: list[int]) -> int:
    """Words of another head that hang from an ancestor (other than the root) less those that have become roots."""
    changed = [(w, h) for w, (h, g) in enumerate(zip(other, tree, strict=True), start=1) if h != g]
    return sum(h != 0 and w in trees.descendants(tree, h) for w, h in changed) - sum(h == 0 for _, h in changed)


def test_no_projective_tree_is_closer() -> None:
    rng = random.Random(1)
    for n in (1, 2, 3, 4, 5, 6):
        everything = [list(tree) for tree in trees.all_trees(n)]
        projective = [tree for tree in everything if trees.is_projective(tree)]
        chosen = everything if n < 5 else rng.sample(everything, 60)
        for tree, found in zip(chosen, projectivized(chosen, threads=2), strict=True):
            assert trees.is_projective(found)
            best = max((overlap(tree, other), lifted(tree, other)) for other in projective)
            assert (overlap(tree, found), lifted(tree, found)) == best


def test_long_sentences_are_lifted() -> None:
    tree = [0, 1, 1, 2, *range(4, 1200)]  # a chain whose third arc crosses the second
    (found,) = projectivized([tree])
    assert trees.is_projective(found[:50])
    assert overlap(tree, found) == len(tree) - 1


def test_projective_trees_stay_as_they_are() -> None:
    treebank = crossarc.synthetic.generate(60, crossing="projective")
    assert crossarc.transforms.projectivize(treebank) == treebank


def test_labels_and_roots_stay() -> None:
    treebank = crossarc.synthetic.generate(60, crossing="any", rate=1.0)
    flat = crossarc.transforms.projectivize(treebank, threads=2)
    assert crossarc.analyze(flat).nonprojective == 0
    assert crossarc.analyze(flat).several_roots == 0
    assert flat.column("deprel") == treebank.column("deprel")
    assert crossarc.evaluate(treebank, flat).uas > 85
