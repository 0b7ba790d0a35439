"""Properties of dependency trees, written down as the papers define them and with no eye to speed.

A tree over the words 1..n is a list `heads` with the head of word i in `heads[i - 1]`; 0 is the artificial
root, which may have any number of dependents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from random import Random

Arc = tuple[int, int]
"""Head and dependent."""


def is_tree(heads: Sequence[int]) -> bool:
    """Does every word lead to 0?"""
    for word in range(1, len(heads) + 1):
        node = word
        for _ in heads:
            if node != 0:
                node = heads[node - 1]
        if node != 0:
            return False
    return True


def arcs(heads: Sequence[int]) -> list[Arc]:
    return [(head, dependent) for dependent, head in enumerate(heads, start=1)]


def descendants(heads: Sequence[int], node: int) -> set[int]:
    """The node itself and everything below it (2010, §2.1: its projection)."""
    below = {node}
    for head, dependent in arcs(heads):
        if head == node:
            below |= descendants(heads, dependent)
    return below


def nonprojective_arcs(heads: Sequence[int]) -> list[Arc]:
    """Arcs with a word strictly between their ends that does not descend from the head."""
    return [
        (head, dependent)
        for head, dependent in arcs(heads)
        if not set(range(min(head, dependent) + 1, max(head, dependent))) <= descendants(heads, head)
    ]


def is_projective(heads: Sequence[int]) -> bool:
    """Is the projection of every word an interval? (2010, Definition 3)"""
    return gap_degree(heads) == 0


def cross(a: Arc, b: Arc) -> bool:
    """2010, §2.3: the ends of the two arcs alternate."""
    (i, k), (j, m) = sorted([sorted(a), sorted(b)])
    return i < j < k < m


def crossing_pairs(heads: Sequence[int]) -> list[tuple[Arc, Arc]]:
    """Pairs of arcs between words that cross; arcs from the artificial root do not count."""
    between_words = [arc for arc in arcs(heads) if arc[0] != 0]
    return [(a, b) for a, b in combinations(between_words, 2) if cross(a, b)]


def is_planar(heads: Sequence[int]) -> bool:
    return not crossing_pairs(heads)


def planes(heads: Sequence[int]) -> int:
    """The least m such that the tree is m-planar (2010, Definition 5): 1 if nothing crosses."""
    neighbours: dict[Arc, list[Arc]] = {arc: [] for arc in arcs(heads)}
    for a, b in crossing_pairs(heads):
        neighbours[a].append(b)
        neighbours[b].append(a)
    most = 1
    seen: set[Arc] = set()
    for arc in neighbours:
        if arc not in seen:
            component = _component(neighbours, arc)
            seen |= set(component)
            colours = 1
            while not _colourable(neighbours, component, colours, {}):
                colours += 1
            most = max(most, colours)
    return most


def _component(neighbours: dict[Arc, list[Arc]], start: Arc) -> list[Arc]:
    found = [start]
    for arc in found:  # grows as we go
        found += [other for other in neighbours[arc] if other not in found]
    return found


def _colourable(neighbours: dict[Arc, list[Arc]], left: list[Arc], colours: int, chosen: dict[Arc, int]) -> bool:
    """Is there any way to colour the arcs that are left?"""
    if not left:
        return True
    first, *rest = left
    return any(
        _colourable(neighbours, rest, colours, {**chosen, first: colour})
        for colour in range(colours)
        if all(chosen.get(other) != colour for other in neighbours[first])
    )


def is_well_nested(heads: Sequence[int]) -> bool:
    """No two disjoint subtrees interleave: never a < b < c < d with a, c in one and b, d in the other."""
    words = range(1, len(heads) + 1)
    for u, v in combinations(words, 2):
        one, other = descendants(heads, u), descendants(heads, v)
        if one & other:
            continue
        for (a, c), (b, d) in product(combinations(sorted(one), 2), combinations(sorted(other), 2)):
            if a < b < c < d or b < a < d < c:
                return False
    return True


def gap_degree(heads: Sequence[int]) -> int:
    """The largest number of gaps in the projection of any word."""
    most = 0
    for word in range(1, len(heads) + 1):
        projection = sorted(descendants(heads, word))
        most = max(most, sum(right > left + 1 for left, right in pairwise(projection)))
    return most


def all_trees(n: int) -> Iterator[list[int]]:
    """Every tree over n words, with any number of roots under 0."""
    for heads in product(range(n + 1), repeat=n):
        if is_tree(heads):
            yield list(heads)


def random_tree(n: int, rng: Random) -> list[int]:
    """A tree over n words, all equally likely: heads are drawn until they make a tree."""
    while True:
        heads = [rng.randint(0, n) for _ in range(n)]
        if is_tree(heads):
            return heads
