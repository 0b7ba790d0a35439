"""The arc that a transition builds, by the papers' figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

Arc = tuple[int, int]
"""Head and dependent; ARC, which has no direction, builds one from the top of the stack."""


class Nodes(Protocol):
    """What a configuration has of nodes; the top of the stack is last."""

    @property
    def stack(self) -> list[int]: ...
    @property
    def buffer(self) -> list[int]: ...


def arc_of(system: str, c: Nodes, transition: str) -> Arc | None:
    """None if the transition builds no arc, or has no nodes to link."""
    top, below = (c.stack[-k] if len(c.stack) >= k else -1 for k in (1, 2))
    first, second = (c.buffer[k] if len(c.buffer) > k else -1 for k in (0, 1))
    arcs = {
        "LEFT-ARC": (first, top),
        "RIGHT-ARC": (below, top) if system.startswith("arc-hybrid") else (top, first),
        "ARC": (top, first),
        "LEFT-BUFFER-ARC": (second, first),
        "RIGHT-BUFFER-ARC": (first, second),
        "LEFT-NONPROJ-BUFFER-ARC": (second, top),
        "RIGHT-NONPROJ-BUFFER-ARC": (top, second),
    }
    return arcs.get(transition)


def arc_transitions(transitions: Sequence[str]) -> list[str]:
    """Those that build arcs, each of which has labels of its own."""
    return [name for name in transitions if name.endswith("ARC") and name != "NO-ARC"]
