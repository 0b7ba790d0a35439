"""Transition systems by their definitions, slowly, and exhaustive search over them.

Written from the papers' figures and independent of the core: a configuration is a tuple of tuples, arcs are a
frozenset of (head, dependent), and a loss is the minimum over everything that can still be reached.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Table = NDArray[Any]


class State(NamedTuple):
    stack: tuple[int, ...]  # top last; Covington: first list
    other: tuple[int, ...]  # 2-planar: inactive stack; Covington: second list
    buffer: tuple[int, ...]
    arcs: frozenset[tuple[int, int]]  # (head, dependent)
    plane: int = 0
    switched: bool = False
    planes: frozenset[tuple[int, int]] = frozenset()  # (dependent, plane) of the arcs built


def head_of(state: State, word: int) -> int | None:
    return next((h for h, d in state.arcs if d == word), None)


def reaches(arcs: frozenset[tuple[int, int]], start: int, goal: int) -> bool:
    """Is there a directed path?"""
    return start == goal or any(h == start and reaches(arcs, d, goal) for h, d in arcs)


Moves = dict[str, State]


def arc_eager_root_last(s: State) -> Moves:
    moves: Moves = {}
    first = s.buffer[0]
    if first != 0:
        moves["SHIFT"] = s._replace(stack=(*s.stack, first), buffer=s.buffer[1:])
    if s.stack:
        top = s.stack[-1]
        if first != 0:
            moves["RIGHT-ARC"] = s._replace(stack=(*s.stack, first), buffer=s.buffer[1:], arcs=s.arcs | {(top, first)})
        if head_of(s, top) is None:
            moves["LEFT-ARC"] = s._replace(stack=s.stack[:-1], arcs=s.arcs | {(first, top)})
        else:
            moves["REDUCE"] = s._replace(stack=s.stack[:-1])
    return moves


def arc_eager_root_first(s: State) -> Moves:
    moves: Moves = {}
    first, top = s.buffer[0], s.stack[-1]
    moves["SHIFT"] = s._replace(stack=(*s.stack, first), buffer=s.buffer[1:])
    moves["RIGHT-ARC"] = s._replace(stack=(*s.stack, first), buffer=s.buffer[1:], arcs=s.arcs | {(top, first)})
    if top != 0:
        if head_of(s, top) is None:
            moves["LEFT-ARC"] = s._replace(stack=s.stack[:-1], arcs=s.arcs | {(first, top)})
        else:
            moves["REDUCE"] = s._replace(stack=s.stack[:-1])
    return moves


def arc_hybrid(s: State) -> Moves:
    moves: Moves = {}
    first = s.buffer[0]
    if first != 0:
        moves["SHIFT"] = s._replace(stack=(*s.stack, first), buffer=s.buffer[1:])
    if s.stack:
        moves["LEFT-ARC"] = s._replace(stack=s.stack[:-1], arcs=s.arcs | {(first, s.stack[-1])})
    if len(s.stack) > 1:
        moves["RIGHT-ARC"] = s._replace(stack=s.stack[:-1], arcs=s.arcs | {(s.stack[-2], s.stack[-1])})
    return moves


def arc_hybrid_swap(s: State) -> Moves:
    moves = arc_hybrid(s)
    if s.stack and s.buffer[0] != 0 and s.stack[-1] < s.buffer[0]:
        moves["SWAP"] = s._replace(stack=s.stack[:-1], buffer=(s.buffer[0], s.stack[-1], *s.buffer[1:]))
    return moves


def arc_standard(s: State) -> Moves:
    moves: Moves = {}
    first = s.buffer[0]
    if first != 0:
        moves["SHIFT"] = s._replace(stack=(*s.stack, first), buffer=s.buffer[1:])
    if s.stack:
        top = s.stack[-1]
        moves["LEFT-ARC"] = s._replace(stack=s.stack[:-1], arcs=s.arcs | {(first, top)})
        if first != 0:
            moves["RIGHT-ARC"] = s._replace(
                stack=s.stack[:-1], buffer=(top, *s.buffer[1:]), arcs=s.arcs | {(top, first)}
            )
    return moves


BUFFER_TRANSITIONS = {
    "lba": "LEFT-BUFFER-ARC",
    "rba": "RIGHT-BUFFER-ARC",
    "lnba": "LEFT-NONPROJ-BUFFER-ARC",
    "rnba": "RIGHT-NONPROJ-BUFFER-ARC",
}


def with_buffer_transitions(base: Callable[[State], Moves], kinds: Sequence[str], s: State) -> Moves:
    """2012 buffer §3.1, §4.1: arcs to the second of the buffer, which remove the dependent; note 1: the constraints."""
    moves = base(s)
    if len(s.buffer) < 2:
        return moves
    j, k = s.buffer[:2]
    top = s.stack[-1] if s.stack else None
    without_k = s._replace(buffer=(j, *s.buffer[2:]))
    arcs = {
        "lba": (k, j, s._replace(buffer=s.buffer[1:])),
        "rba": (j, k, without_k),
        "lnba": (k, top, s._replace(stack=s.stack[:-1])),
        "rnba": (top, k, without_k),
    }
    for kind in kinds:
        head, dependent, to = arcs[kind]
        if head is None or dependent in (None, 0) or head_of(s, dependent) is not None:
            continue
        if not reaches(s.arcs, dependent, head):
            built = {"arcs": s.arcs | {(head, dependent)}, "planes": s.planes | {(dependent, s.plane)}}
            moves[BUFFER_TRANSITIONS[kind]] = to._replace(**built, switched=False)
    return moves


def two_arcs(s: State, i: int, j: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """The arcs between i and j that keep single heads and make no cycle."""
    if head_of(s, i) is None and not reaches(s.arcs, i, j):
        yield "LEFT-ARC", (j, i)
    if head_of(s, j) is None and not reaches(s.arcs, j, i):
        yield "RIGHT-ARC", (i, j)


def planar(s: State) -> Moves:
    j = s.buffer[0]
    moves = {"SHIFT": s._replace(stack=(*s.stack, j), buffer=s.buffer[1:])}
    if s.stack:
        moves["REDUCE"] = s._replace(stack=s.stack[:-1])
        for name, arc in two_arcs(s, s.stack[-1], j):
            moves[name] = s._replace(arcs=s.arcs | {arc}, planes=s.planes | {(arc[1], s.plane)})
    return moves


def two_planar(s: State) -> Moves:
    moves = {name: to._replace(switched=False) for name, to in planar(s).items()}
    moves["SHIFT"] = moves["SHIFT"]._replace(other=(*s.other, s.buffer[0]))
    if not s.switched:
        moves["SWITCH"] = s._replace(stack=s.other, other=s.stack, plane=1 - s.plane, switched=True)
    return moves


def covington(s: State) -> Moves:
    j = s.buffer[0]
    moves = {"SHIFT": s._replace(stack=(*s.stack, *s.other, j), other=(), buffer=s.buffer[1:])}
    if s.stack:
        i = s.stack[-1]
        moved = s._replace(stack=s.stack[:-1], other=(i, *s.other))
        moves["NO-ARC"] = moved
        for name, arc in two_arcs(s, i, j):
            moves[name] = moved._replace(arcs=s.arcs | {arc})
    return moves


def linked(arcs: frozenset[tuple[int, int]], start: int, goal: int, before: int | None = None) -> bool:
    """Is there a path of links?"""
    others = (h + d - start for h, d in arcs if start in (h, d))
    return start == goal or any(linked(arcs, other, goal, start) for other in others if other != before)


def undirected_planar(s: State) -> Moves:
    j = s.buffer[0]
    moves = {"SHIFT": s._replace(stack=(*s.stack, j), buffer=s.buffer[1:])}
    if s.stack:
        i = s.stack[-1]
        moves["REDUCE"] = s._replace(stack=s.stack[:-1])
        if not linked(s.arcs, i, j):
            moves["LEFT-ARC"] = s._replace(arcs=s.arcs | {(j, i)})
            moves["RIGHT-ARC"] = s._replace(arcs=s.arcs | {(i, j)})
    return moves


def start(name: str, n: int) -> State:
    words = tuple(range(1, n + 1))
    if name.endswith("/first"):
        return State((0,), (), words, frozenset())
    return State((), (), (*words, 0) if name.startswith("arc-") else words, frozenset())


def finished(name: str, s: State) -> bool:
    if name.startswith("arc-") and not name.endswith("/first"):
        return not s.stack and s.buffer == (0,)
    return not s.buffer


MOVES: dict[str, Callable[[State], Moves]] = {
    "arc-standard": arc_standard,
    "arc-eager": arc_eager_root_last,
    "arc-eager/first": arc_eager_root_first,
    "arc-hybrid": arc_hybrid,
    "arc-hybrid-swap": arc_hybrid_swap,
    "planar": planar,
    "2-planar": two_planar,
    "covington": covington,
}


def definition_of(name: str) -> Callable[[State], Moves]:
    """The moves of a system, such as "2-planar", "arc-eager/first" or "arc-eager+lba+rnba/first"."""
    system, slash, root = name.partition("/")
    base, *kinds = system.split("+")
    own = MOVES[base + slash + root]
    return partial(with_buffer_transitions, own, kinds) if kinds else own


def heads(s: State, n: int) -> tuple[int, ...]:
    return tuple(head_of(s, w) or 0 for w in range(1, n + 1))


def moves(name: str, s: State) -> Moves:
    return {} if finished(name, s) else definition_of(name)(s)


def builds(name: str, tree: tuple[int, ...]) -> bool:
    """Whether some derivation builds the tree. No transition takes an arc back, so that none may build a wrong one."""
    wanted = {(head, word) for word, head in enumerate(tree, start=1)}
    todo = [start(name, len(tree))]
    seen = set(todo)
    while todo:
        state = todo.pop()
        if finished(name, state):
            if heads(state, len(tree)) == tree:
                return True
            continue
        for following in moves(name, state).values():
            if following.arcs <= wanted and following not in seen:
                seen.add(following)
                todo.append(following)
    return False


class StateGraph:
    """Every state that can be reached from a sentence's start or another origin, and what it can come to."""

    def __init__(self, name: str, n: int, origin: State | None = None) -> None:
        self.name, self.n = name, n
        self.states = [start(name, n) if origin is None else origin]
        self.successors: list[dict[str, int]] = []
        self.found_by: list[tuple[int, str]] = [(-1, "")]  # a predecessor and the transition from it
        index = {self.states[0]: 0}
        for k, state in enumerate(self.states):
            to: dict[str, int] = {}
            for transition, following in moves(name, state).items():
                if following not in index:
                    index[following] = len(self.states)
                    self.states.append(following)
                    self.found_by.append((k, transition))
                to[transition] = index[following]
            self.successors.append(to)

    def reachable_trees(self) -> set[tuple[int, ...]]:
        ends = (s for s, to in zip(self.states, self.successors, strict=True) if not to)
        return {heads(s, self.n) for s in ends}

    def losses(self, gold: Sequence[tuple[int, ...]], planes: Sequence[list[int | None]] | None = None) -> Table:
        """The fewest wrong heads that can be reached: one row a state, one column a gold tree.

        With planes, an arc that a transition builds counts only if it is built on the plane of its word. Arcs
        of words whose plane is None count as lost, except for arcs from 0, which no transition builds. Heads of -1 are
        not known: whatever a word gets is right.
        """
        columns = np.array(gold, dtype=np.int8).reshape(len(gold), self.n)
        wanted = None
        if planes is not None:
            wanted = np.array([[-2 if p is None else p for p in row] for row in planes], dtype=np.int8)
        table = np.full((len(self.states), len(gold)), -1, dtype=np.int8)
        for k in self._ends_first():
            following = list(self.successors[k].values())
            if following:
                table[k] = table[following].min(axis=0)
            else:
                table[k] = self._wrong(self.states[k], columns, wanted).sum(axis=1)
        return table

    def _wrong(self, state: State, columns: Table, wanted: Table | None) -> Table:
        wrong = np.array(heads(state, self.n), dtype=np.int8) != columns
        if wanted is not None:
            built = dict(state.planes)
            built_planes = np.array([built.get(w, -1) for w in range(1, self.n + 1)], dtype=np.int8)
            wrong |= (columns != 0) & (built_planes != wanted)
        return wrong & (columns >= 0)

    def _ends_first(self) -> Iterator[int]:
        """The states in an order in which all successors of a state come before it."""
        done = [False] * len(self.states)
        todo = [0]
        while todo:
            k = todo[-1]
            waiting = [to for to in self.successors[k].values() if not done[to]]
            if waiting:
                todo.extend(waiting)
                continue
            todo.pop()
            if not done[k]:
                done[k] = True
                yield k


def hamming(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x != y for x, y in zip(a, b, strict=True))


def all_trees(n: int) -> Iterator[tuple[int, ...]]:
    """Every tree over the words 1..n under 0, with one or more children of 0."""
    for candidate in itertools.product(range(n + 1), repeat=n):
        if is_tree(candidate):
            yield candidate


def is_tree(candidate: tuple[int, ...]) -> bool:
    for w in range(1, len(candidate) + 1):
        seen: set[int] = set()
        x = w
        while x != 0:
            if x in seen:
                return False
            seen.add(x)
            x = candidate[x - 1]
    return True


def crossing_pairs(tree: tuple[int, ...], with_root: bool) -> list[tuple[int, int]]:
    """Pairs of words whose arcs cross."""
    arcs = [(min(h, d), max(h, d), d) for d, h in enumerate(tree, start=1) if h != 0 or with_root]
    return [(a[2], b[2]) for a, b in itertools.permutations(arcs, 2) if a[0] < b[0] < a[1] < b[1]]


def is_projective(tree: tuple[int, ...]) -> bool:
    """Every word between the ends of an arc descends from the arc's head."""

    def descends(x: int, h: int) -> bool:
        while x not in (0, h):
            x = tree[x - 1]
        return x == h

    return all(descends(x, h) for d, h in enumerate(tree, start=1) for x in range(min(h, d) + 1, max(h, d)))


def is_planar(tree: tuple[int, ...]) -> bool:
    return not crossing_pairs(tree, with_root=False)


def is_2_planar(tree: tuple[int, ...]) -> bool:
    pairs = crossing_pairs(tree, with_root=False)
    involved = sorted({w for pair in pairs for w in pair})
    for planes in itertools.product((0, 1), repeat=len(involved)):
        plane = dict(zip(involved, planes, strict=True))
        if all(plane[a] != plane[b] for a, b in pairs):
            return True
    return False


def random_tree(random: Random, n: int) -> tuple[int, ...]:
    while True:
        candidate = tuple(random.randrange(n + 1) for _ in range(n))
        if is_tree(candidate):
            return candidate
