"""What the network looks at in a configuration: addresses of words, as `crossarc.Batch.nodes` takes them."""

from __future__ import annotations


def slots(system: str) -> list[str]:
    """The addresses of the 2018 2-planar paper, §4.2 (the "extended" features of Kiperwasser & Goldberg 2016).

    Three words of the (active) stack, the first of the buffer, two of the inactive stack, the outermost modifiers of
    the stacks' words on both sides, and the leftmost one of the buffer's. Systems with buffer transitions also look at
    the second word of the buffer, which they can link.

    >>> slots("arc-hybrid")
    ['S0', 'S1', 'S2', 'B0', 'S0l', 'S0r', 'S1l', 'S1r', 'S2l', 'S2r', 'B0l']
    >>> len(slots("2-planar"))
    17
    """
    base, *buffer_transitions = system.split("+")
    if base.startswith("undirected"):
        raise ValueError(f"the neural parser does not know undirected systems: {system}")
    stacks = ["S0", "S1", "S2"] + (["T0", "T1"] if base == "2-planar" else [])
    buffer = ["B0"] + (["B1"] if buffer_transitions else [])
    return stacks + buffer + [word + side for word in stacks for side in "lr"] + ["B0l"]
