"""What the network looks at in a configuration: addresses of words, as `crossarc.Batch.nodes` takes them."""

from __future__ import annotations

from crossarc import _core


def slots(system: str, heads: bool = False) -> list[str]:
    """The addresses of the 2018 2-planar paper, §4.2 (the "extended" features of Kiperwasser & Goldberg 2016).

    Three words of the (active) stack, the first of the buffer, two of the inactive stack, the outermost modifiers of
    the stacks' words on both sides, and the leftmost one of the buffer's. Systems with buffer transitions also look at
    the second word of the buffer, which they can link.

    With `heads`, in systems that may leave any word behind, also the heads of the words that can be linked: without
    them a parser cannot see whether a word has its head, nor which arc it has just built. In undirected systems words
    have no heads, and modifiers are the outermost words that they are linked to: there it looks at the nearest ones.

    >>> slots("arc-hybrid")
    ['S0', 'S1', 'S2', 'B0', 'S0l', 'S0r', 'S1l', 'S1r', 'S2l', 'S2r', 'B0l']
    >>> len(slots("2-planar"))
    17
    >>> slots("2-planar", heads=True)[17:]
    ['S0h', 'T0h', 'B0h']
    >>> slots("undirected-planar", heads=True)[11:]
    ['S0L1', 'S0R1', 'B0L1']
    """
    own = _core.System(system)
    planes = own.plane_count
    stacks = ["S0", "S1", "S2"] + (["T0", "T1"] if planes == 2 else [])
    buffer = ["B0"] + (["B1"] if own.has_buffer_transitions else [])
    linked = [] if own.has_root else ["S0", *(["T0"] if planes == 2 else []), "B0"]  # at once or after a SWITCH
    built = [word + way for word in linked for way in (["h"] if own.is_directed else ["L1", "R1"])]
    built = [address for address in built if address != "B0R1"]  # no link goes beyond B0
    return stacks + buffer + [word + side for word in stacks for side in "lr"] + ["B0l"] + (built if heads else [])
