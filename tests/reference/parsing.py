"""Parsing with scores, slowly: greedy and beam search, labels, and the single root.

A scorer says of a configuration what its transitions, the labels of an arc and a word as the root score; it is all that
learners differ in. Configurations are those of `crossarc.System` with the labels of their arcs beside them, and each
question is asked anew: nothing is copied, cached, or computed for several configurations at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite, nan
from typing import Protocol

from crossarc.transition_systems import Configuration, System
from reference.arcs import arc_of, arc_transitions

UNDER_ROOT, ELSEWHERE = 1, 2  # where training has seen a label; both may be

Pair = tuple[int, int]


@dataclass(frozen=True)
class Sight:
    """What there is to see of a configuration, or of nodes that are arranged like one."""

    stack: list[int]
    inactive_stack: list[int]
    buffer: list[int]
    arcs: list[Pair]
    links: list[tuple[int, int, bool]]
    labels: dict[Pair, int]  # of arcs and links, by their lower and higher node


@dataclass(frozen=True)
class Point:
    """A configuration with the labels of its arcs, and the steps that led to it."""

    c: Configuration
    labels: dict[Pair, int] = field(default_factory=dict)
    steps: tuple[tuple[str, int], ...] = ()

    @property
    def sight(self) -> Sight:
        return Sight(self.c.stack, self.c.inactive_stack, self.c.buffer, self.c.arcs, self.c.links, self.labels)

    def arranged(self, stack: list[int], buffer: list[int]) -> Sight:
        """The arcs as they are, but the nodes where they are wanted."""
        return Sight(stack, [], buffer + self.c.buffer, self.c.arcs, self.c.links, self.labels)


class Scorer(Protocol):
    """The higher, the better. Labels have kinds of question: one for each transition that builds arcs, in the system's
    order, and then that about words that no transition attached."""

    def transitions(self, sight: Sight) -> list[float]: ...
    def labels(self, sight: Sight, kind: int) -> list[float]: ...
    def root(self, sight: Sight) -> float: ...


@dataclass
class Tree:
    """Heads and labels of the words 1..n, and by how much the transitions and labels won; NaN: the word was moved."""

    heads: list[int]
    labels: list[int]
    transition_margins: list[float]
    label_margins: list[float]


class ReferenceParser:
    """`label_uses` says for each label where it may be used."""

    def __init__(self, system: System, scorer: Scorer, label_uses: list[int]) -> None:
        self.system, self.scorer, self.label_uses = system, scorer, label_uses
        self.kinds = {name: kind for kind, name in enumerate(arc_transitions(system.transitions))}

    # Labels

    def allowed(self, touches_root: bool) -> list[int]:
        """An arc gets a label that training has seen on arcs from 0, or on others."""
        return [k for k, use in enumerate(self.label_uses) if use & (UNDER_ROOT if touches_root else ELSEWHERE)]

    def best_label(self, scores: list[float], touches_root: bool) -> int:
        """The first of the best; 0 if there is none."""
        return max(self.allowed(touches_root), key=lambda label: scores[label], default=0)

    def label_margin(self, scores: list[float], touches_root: bool, label: int) -> float:
        others = [scores[other] for other in self.allowed(touches_root) if other != label]
        margin = scores[label] - max(others) if others else 0.0
        return margin if isfinite(margin) else 0.0

    def label_of(self, point: Point, transition: str) -> int:
        """The best label of the arc that a transition builds; 0 if it builds none."""
        arc = arc_of(self.system.name, point.c, transition)
        if arc is None:
            return 0
        return self.best_label(self.scorer.labels(point.sight, self.kinds[transition]), 0 in arc)

    # Search

    def legal(self, point: Point) -> list[str]:
        """In the order of the system's list, which decides between equal scores."""
        legal = self.system.legal(point.c)
        return [name for name in self.system.transitions if name in legal]

    def scores(self, point: Point) -> dict[str, float]:
        return dict(zip(self.system.transitions, self.scorer.transitions(point.sight), strict=True))

    def applied(self, point: Point, transition: str, label: int) -> Point:
        arc = arc_of(self.system.name, point.c, transition)
        labels = point.labels if arc is None else point.labels | {(min(arc), max(arc)): label}
        return Point(self.system.apply(point.c, transition), labels, (*point.steps, (transition, label)))

    def greedy(self, words: int) -> Point:
        point = Point(self.system.start(words))
        while not point.c.finished:
            scores = self.scores(point)
            best = max(self.legal(point), key=lambda name: scores[name])
            point = self.applied(point, best, self.label_of(point, best))
        return point

    def beam(self, words: int, width: int) -> Point:
        """The derivation whose transitions' scores have the highest sum, as far as the beam has kept it."""
        items = [BeamItem(Point(self.system.start(words)), 0.0)]
        while not all(item.point.c.finished for item in items):
            items = [self.followed(items, candidate) for candidate in self.candidates(items)[:width]]
        return items[0].point

    @property
    def waits_for_words(self) -> bool:
        """Where the root is no node, derivations of a sentence differ in length: one that has shifted a word waits for
        those that have not, so that scores are compared at the same word."""
        return not self.system.name.startswith("arc-")

    def waits(self, item: BeamItem, items: list[BeamItem]) -> bool:
        furthest_behind = max(len(other.point.c.buffer) for other in items)
        return item.point.c.finished or (self.waits_for_words and len(item.point.c.buffer) < furthest_behind)

    def candidates(self, items: list[BeamItem]) -> list[Candidate]:
        """All ways to go on, the best first. Of equals, that of the better item, then the first in the list."""
        found = []
        for number, item in enumerate(items):
            if self.waits(item, items):
                found.append(Candidate(item.score, number, len(self.system.transitions), None))
                continue
            scores = self.scores(item.point)
            for transition in self.legal(item.point):
                place = self.system.transitions.index(transition)
                found.append(Candidate(item.score + scores[transition], number, place, transition))
        return sorted(found, key=lambda own: (-own.score, own.item, own.place))

    def followed(self, items: list[BeamItem], candidate: Candidate) -> BeamItem:
        point = items[candidate.item].point
        if candidate.transition is not None:
            point = self.applied(point, candidate.transition, self.label_of(point, candidate.transition))
        return BeamItem(point, candidate.score)

    # What comes after

    def parse(self, words: int, width: int = 1, one_root: bool = True) -> Tree:
        end = self.greedy(words) if width == 1 else self.beam(words, width)
        tree = self.tree(end)
        self.measure(end, tree)
        self.finish(end, tree, one_root)
        return tree

    def tree(self, end: Point) -> Tree:
        """A word without an arc hangs from 0, and has no label yet."""
        built = {(min(arc), max(arc)) for arc in (*end.c.arcs, *(link[:2] for link in end.c.links))}
        heads = end.c.heads
        pairs = [(min(word, head), max(word, head)) for word, head in enumerate(heads, start=1)]
        labels = [end.labels[pair] if pair in built else -1 for pair in pairs]
        return Tree(heads, labels, [0.0] * len(heads), [0.0] * len(heads))

    def measure(self, end: Point, tree: Tree) -> None:
        """By how much transition and label of each arc were better than the second best; 0 if there was none."""
        point = Point(self.system.start(len(tree.heads)))
        for transition, label in end.steps:
            arc = arc_of(self.system.name, point.c, transition)
            if arc is not None and arc[1] > 0:
                scores = self.scores(point)
                others = [scores[other] for other in self.legal(point) if other != transition]
                margin = scores[transition] - max(others) if others else 0.0
                tree.transition_margins[arc[1] - 1] = margin if isfinite(margin) else 0.0
                of_labels = self.scorer.labels(point.sight, self.kinds[transition])
                tree.label_margins[arc[1] - 1] = self.label_margin(of_labels, 0 in arc, label)
            point = self.applied(point, transition, label)

    def facing_root(self, end: Point, word: int) -> Sight:
        """As if the word were alone on the stack, before nothing but the root."""
        return end.arranged([word], [])

    def facing(self, end: Point, head: int, dependent: int) -> tuple[Sight, int]:
        """As if an arc were about to link them, and the kind of its labels."""
        left, right = sorted((head, dependent))
        on_stack = self.system.name.startswith("arc-hybrid") and head < dependent
        sight = end.arranged([left, right], []) if on_stack else end.arranged([left], [right])
        return sight, self.kinds.get("RIGHT-ARC" if head < dependent else "LEFT-ARC", 0)

    def finish(self, end: Point, tree: Tree, one_root: bool) -> None:
        """Words under 0 get labels. If there is to be one root, the best scored stays, and the others hang from it."""
        roots = [word for word, head in enumerate(tree.heads, start=1) if head == 0]
        for word in roots:
            if tree.labels[word - 1] < 0:
                scores = self.scorer.labels(self.facing_root(end, word), len(self.kinds))
                self.set_label(tree, word, scores, touches_root=True)
        if not one_root or len(roots) < 2:
            return
        root = max(roots, key=lambda word: self.scorer.root(self.facing_root(end, word)))
        for word in roots:
            if word != root:
                tree.heads[word - 1] = root
                tree.transition_margins[word - 1] = nan
                sight, kind = self.facing(end, root, word)
                self.set_label(tree, word, self.scorer.labels(sight, kind), touches_root=False)

    def set_label(self, tree: Tree, word: int, scores: list[float], touches_root: bool) -> None:
        tree.labels[word - 1] = label = self.best_label(scores, touches_root)
        tree.label_margins[word - 1] = self.label_margin(scores, touches_root, label)


@dataclass(frozen=True)
class BeamItem:
    point: Point
    score: float  # of all transitions so far


@dataclass(frozen=True)
class Candidate:
    score: float
    item: int
    place: int  # of the transition in the system's list
    transition: str | None  # None: the derivation has ended, or waits
