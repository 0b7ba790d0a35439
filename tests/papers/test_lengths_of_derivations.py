"""How long derivations can be: the papers' bounds for every system, exhaustively for a few words, at random for more.

2010 §4.3 and §5.1, 2012 buffer §3.2 and §4.2 (with buffer transitions none is longer), 2015 §2.2, 2018 2-planar §4.
With 0 as a node, the undirected systems (2012 undirected §4.1) have one more to reduce and to link.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from reference.longest_derivations import LONGEST, LONGEST_FOUND

import crossarc

BUFFER_TRANSITIONS = ("lba", "rba", "lnba", "rnba", "lba+rba", "lnba+rnba", "lba+rba+lnba+rnba")
BASES = ("arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar")
SYSTEMS: list[tuple[str, dict[str, str]]] = [(name, {}) for name in crossarc.system_names()]
SYSTEMS += [(f"{base}+{kinds}", {}) for base in BASES for kinds in BUFFER_TRANSITIONS]
SYSTEMS += [(f"arc-eager{kinds}", {"root": "first"}) for kinds in ("", "+lba+rba", "+lnba+rnba")]
SYSTEMS += [(name, {"reconstruction": "naive"}) for name in crossarc.system_names() if name.startswith("undirected")]
SYSTEMS += [(name, {"root_links": "trusted"}) for name in crossarc.system_names() if name.startswith("undirected")]


def bound_of(name: str, bounds: dict[str, Callable[[int], int]], **options: str) -> Callable[[int], int]:
    base = name.partition("+")[0]
    return bounds.get(f"{base}/{options.get('root', '')}", bounds[base])


def longest_derivation(system: crossarc.System, n: int) -> int:
    """Of all that there are."""
    longest: dict[crossarc.Configuration, int] = {}
    todo = [system.start(n)]
    while todo:
        c = todo[-1]
        following = [system.apply(c, transition) for transition in system.legal(c)]
        missing = [d for d in following if d not in longest]
        if missing:
            todo += missing
            continue
        longest[c] = max((1 + longest[d] for d in following), default=0)
        todo.pop()
    return longest[system.start(n)]


@pytest.mark.parametrize(("name", "options"), SYSTEMS)
def test_no_derivation_is_longer(name: str, options: dict[str, str]) -> None:
    """Exhaustively; and the longest that there is has the same length with buffer transitions as without."""
    system = crossarc.System(name, **options)
    bound, found = bound_of(name, LONGEST, **options), bound_of(name, LONGEST_FOUND, **options)
    for n in range(3 if name == "undirected-2-planar" else 4):
        longest = longest_derivation(system, n)
        assert longest <= bound(n)
        assert n == 0 or longest == found(n)


@pytest.mark.parametrize(("name", "options"), SYSTEMS)
def test_random_derivations_are_no_longer(name: str, options: dict[str, str]) -> None:
    """Any, and such as put SHIFT and what takes words from the buffer off as long as they can."""
    random, system = Random(1), crossarc.System(name, **options)
    bound = bound_of(name, LONGEST, **options)
    for n in (5, 8, 13, 30):
        for late in (False, True, True, True):
            c, length = system.start(n), 0
            while not c.finished:
                choices = system.legal(c)
                slow = [t for t in choices if t not in ("SHIFT", "LEFT-BUFFER-ARC") and not t.startswith("RIGHT-NON")]
                c, length = system.apply(c, random.choice(slow if late and slow else choices)), length + 1
            assert length <= bound(n)
