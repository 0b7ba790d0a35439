"""The five kinds of trees that `kind` chooses between; every tree is of exactly one kind.

This is written for speed on sentences of ordinary length; the tests hold it against a reference that follows
the definitions word by word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from crossarc.whole_numbers import whole_numbers

Kind: TypeAlias = Literal["projective", "planar", "2-planar", "ill-nested", "beyond"]

KINDS: tuple[Kind, ...] = ("projective", "planar", "2-planar", "ill-nested", "beyond")


def kind_of(heads: Sequence[int]) -> Kind:
    """The kind of a tree, given the head of every word (0 for the root).

    >>> kind_of([2, 0, 2]), kind_of([2, 0, 1]), kind_of([3, 4, 0, 3])
    ('projective', 'planar', '2-planar')
    """
    numbers = whole_numbers(heads, "heads")
    tree: list[int] = whole_numbers(numbers, "heads", most=numbers.size).tolist()
    spans = [(head, word) if head < word else (word, head) for word, head in enumerate(tree, start=1) if head]
    spans.sort()
    crossings: dict[int, list[int]] = {}
    for one, (left, right) in enumerate(spans):
        for other in range(one + 1, len(spans)):
            start, end = spans[other]
            if start >= right:
                break
            if left < start and right < end:
                crossings.setdefault(one, []).append(other)
                crossings.setdefault(other, []).append(one)
    if not crossings:
        # Without crossings, only an arc over a root keeps a tree from being projective.
        roots = [word for word, head in enumerate(tree, start=1) if not head]
        covered = any(left < root < right for root in roots for left, right in spans)
        return "planar" if covered else "projective"
    if not _two_colourable(crossings):
        return "beyond"
    return "2-planar" if _well_nested(tree) else "ill-nested"


def _two_colourable(neighbours: dict[int, list[int]]) -> bool:
    colour: dict[int, bool] = {}
    for start in neighbours:
        if start in colour:
            continue
        colour[start] = True
        queue = [start]
        for node in queue:
            for other in neighbours[node]:
                if other not in colour:
                    colour[other] = not colour[node]
                    queue.append(other)
                elif colour[other] == colour[node]:
                    return False
    return True


def _well_nested(heads: Sequence[int]) -> bool:
    """Do no two disjoint subtrees interleave?

    Subtrees are bit sets. Two disjoint ones interleave if their words take turns at least three times, and
    only subtrees with a gap can be half of such a pair.
    """
    n = len(heads)
    below = [1 << word for word in range(n + 1)]
    for word in range(1, n + 1):
        bit = 1 << word
        node = heads[word - 1]
        while node:
            below[node] |= bit
            node = heads[node - 1]
    gapped = []
    for word in range(1, n + 1):
        shape = below[word] // (below[word] & -below[word])
        if shape & (shape + 1):
            gapped.append(below[word])
    for one, a in enumerate(gapped):
        for b in gapped[one + 1 :]:
            if not a & b and _alternations(a, b) > 2:
                return False
    return True


def _alternations(a: int, b: int) -> int:
    """How often the members of two disjoint sets take turns: a b a b is 3."""
    turns = 0
    last = 0
    both = a | b
    while both:
        bit = both & -both
        owner = 1 if bit & a else 2
        if last and owner != last:
            turns += 1
        last = owner
        both ^= bit
    return turns
