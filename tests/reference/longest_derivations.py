"""Lengths of the longest derivations of n words: what the papers prove, and what there is."""

from __future__ import annotations

from collections.abc import Callable

LONGEST: dict[str, Callable[[int], int]] = {  # by the base, whatever buffer transitions it has
    "arc-standard": lambda n: 2 * n,
    "arc-eager": lambda n: 2 * n,
    "arc-hybrid": lambda n: 2 * n,
    "arc-hybrid-swap": lambda n: 2 * n + n * (n - 1),
    "planar": lambda n: 3 * n,
    "2-planar": lambda n: 8 * n,  # REDUCE on each stack, SWITCH before every other transition
    "covington": lambda n: n * (n + 1) // 2,
    "undirected-planar": lambda n: 3 * n + 1,
    "undirected-2-planar": lambda n: 8 * n + 4,
    "undirected-covington": lambda n: n * (n + 3) // 2,
}

LONGEST_FOUND = LONGEST | {  # for one word or more, by exhaustive search for three
    "arc-eager/first": lambda n: 2 * n - 1,  # the last word to be shifted stays
    "planar": lambda n: 3 * n - 2,  # and has no link to another
    "2-planar": lambda n: 8 * n - 6,
    "undirected-planar": lambda n: 3 * n,  # here it has one to the root
    "undirected-2-planar": lambda n: 8 * n,
}
