"""Undirected systems by their definition (2012 undirected §3), slowly, and exhaustive search over them.

Written from the paper and independent of the core, as `transition_search.py` is. A link is (left, right, leftward,
plane); `leftward` is False throughout with naive reconstruction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

Link = tuple[int, int, bool, int]


class State(NamedTuple):
    stack: tuple[int, ...]  # top last; Covington: first list
    other: tuple[int, ...]  # 2-planar: inactive stack; Covington: second list
    buffer: tuple[int, ...]
    links: frozenset[Link] = frozenset()
    plane: int = 0
    switched: bool = False


Moves = dict[str, State]


def start(name: str, n: int) -> State:
    return State((0,), (0,) if "2-planar" in name else (), tuple(range(1, n + 1)))


def are_connected(links: frozenset[Link], x: int, y: int) -> bool:
    found, todo = {x}, [x]
    while todo:
        z = todo.pop()
        near = {b for a, b, *_ in links if a == z} | {a for a, b, *_ in links if b == z}
        todo += near - found
        found |= near
    return y in found


def new_links(s: State, is_naive: bool) -> Iterator[tuple[str, Link]]:
    """Between the top and the first of the buffer, if they close no cycle."""
    if not s.stack or are_connected(s.links, s.stack[-1], s.buffer[0]):
        return
    ends = (s.stack[-1], s.buffer[0])
    if is_naive:
        yield "ARC", (*ends, False, s.plane)
    else:
        yield "LEFT-ARC", (*ends, True, s.plane)
        yield "RIGHT-ARC", (*ends, False, s.plane)


def planar(s: State, is_naive: bool) -> Moves:
    moves = {"SHIFT": s._replace(stack=(*s.stack, s.buffer[0]), buffer=s.buffer[1:])}
    if s.stack:
        moves["REDUCE"] = s._replace(stack=s.stack[:-1])
    for name, link in new_links(s, is_naive):
        moves[name] = s._replace(links=s.links | {link})
    return moves


def two_planar(s: State, is_naive: bool) -> Moves:
    moves = {name: to._replace(switched=False) for name, to in planar(s, is_naive).items()}
    moves["SHIFT"] = moves["SHIFT"]._replace(other=(*s.other, s.buffer[0]))
    if not s.switched:
        moves["SWITCH"] = s._replace(stack=s.other, other=s.stack, plane=1 - s.plane, switched=True)
    return moves


def covington(s: State, is_naive: bool) -> Moves:
    moves = {"SHIFT": s._replace(stack=(*s.stack, *s.other, s.buffer[0]), other=(), buffer=s.buffer[1:])}
    if s.stack:
        moves["NO-ARC"] = s._replace(stack=s.stack[:-1], other=(s.stack[-1], *s.other))
    for name, link in new_links(s, is_naive):
        moves[name] = moves["NO-ARC"]._replace(links=s.links | {link})
    return moves


BASES: dict[str, Callable[[State, bool], Moves]] = {
    "undirected-planar": planar,
    "undirected-2-planar": two_planar,
    "undirected-covington": covington,
}


def moves(name: str, s: State, is_naive: bool) -> Moves:
    return BASES[name](s, is_naive) if s.buffer else {}


class LinkSearch:
    """The fewest gold links that are missing in the end, and implied roots that are none, from a state on."""

    def __init__(self, name: str, tree: Sequence[int], planes: Sequence[int | None], is_naive: bool) -> None:
        self._name, self._is_naive = name, is_naive
        arcs = [(head, word, plane) for word, (head, plane) in enumerate(zip(tree, planes, strict=True), start=1)]
        self._wanted = frozenset(
            (min(head, word), max(head, word), word < head and not is_naive, plane)
            for head, word, plane in arcs
            if plane is not None
        )
        self._never = sum(plane is None and head != 0 for head, _, plane in arcs)
        self._implied = [word for head, word, plane in arcs if plane is None and head == 0]
        self.loss = cache(self._loss)

    def _loss(self, s: State) -> int:
        following = moves(self._name, s, self._is_naive)
        if not following:
            return self._never + len(self._wanted - s.links) + self._roots_lost(s.links)
        return min(map(self.loss, following.values()))

    def _roots_lost(self, links: frozenset[Link]) -> int:
        """Words whose arcs from 0 are implied, but that are connected with it, or with each other."""
        lost = 0
        for word in self._implied:
            if are_connected(links, 0, word):
                lost += 1
            links |= {(0, word, False, 0)}
        return lost
