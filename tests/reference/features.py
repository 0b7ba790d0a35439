"""Feature values as strings, looked up one by one: slow and obvious."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from crossarc.transition_systems import Configuration
from crossarc.treebank import Sentence

Value = tuple[str, object] | None
"""What an atom sees, with the kind of thing that it is; None where there is no feature."""

STEPS = re.compile(r"h|[lr][2']?|[LR][123S]")


class Link(NamedTuple):
    """An arc, or a link of an undirected system, from the node at hand to another."""

    to: int
    label: int
    direction: str


class Features:
    """Of the configurations of a sentence, whose arc or link between the nodes a < b has the label `label(a, b)`."""

    def __init__(self, sentence: Sentence, label: Callable[[int, int], int] = lambda a, b: 0) -> None:
        self.words = list(sentence)
        self.label = label

    def template(self, c: Configuration, template: str) -> tuple[Value, ...] | None:
        values = tuple(self.atom(c, atom) for atom in template.split("+"))
        return None if None in values else values

    def atom(self, c: Configuration, atom: str) -> Value:
        address, _, what = atom.partition(".")
        node, last = self.node(c, address.rstrip("?"))
        if node is None:
            return ("missing", "") if address.endswith("?") else None
        value = ("link", last[1:]) if what == "d" and last is not None else self.seen(c, node, what)
        return ("lacking", node == 0) if value is None and address.endswith("?") else value

    def seen(self, c: Configuration, node: int, what: str) -> Value:  # noqa: PLR0911 (one for each kind)
        left, right = self.children(c, node)
        side = left if what.endswith("l") else right
        if what == "d":
            head = head_of(c, node)
            return ("headless", "") if head is None else ("label", self.label(*sorted((node, head))))
        if what in ("vl", "vr"):
            return ("valency", min(len(side), 3))
        if what in ("nl", "nr"):
            return ("number", len(side))
        if what in ("sl", "sr"):
            return ("labels", frozenset(child.label % 32 for child in side if not child.direction))
        if what in ("ll", "lr"):
            return ("exact labels", frozenset(child[1:] for child in side))
        if what in ("far", "dist", "tie", "link"):
            return self.seen_from(c, c.buffer[0], node, what) if c.buffer else None
        return self.seen_of_word(node, what)

    def seen_from(self, c: Configuration, first: int, node: int, what: str) -> Value:
        distance = abs(first - node)
        if what == "dist":
            return ("distance", distance)
        if what == "far":
            return ("far", distance if distance <= 5 else "near" if distance <= 10 else "far")
        if what == "link":
            direct: list[object] = [link[1:] for link in self.links(c, node) if link.to == first]
        else:
            direct = ["dependent"] * (head_of(c, node) == first) + ["head"] * (head_of(c, first) == node)
        return (what, direct[0] if direct else "others" if first in connected(c, node) else "none")

    def seen_of_word(self, node: int, what: str) -> Value:
        if node == 0:
            return None if what.startswith("f:") else ("root", "")
        word = self.words[node - 1]
        column = {"l": word.lemma, "p": word.upos, "x": word.xpos, "m": str(word.feats)}.get(what, word.form)
        if column == "_" and what in "lpxm":
            return ("lacking", "")
        if what.startswith("f:"):
            named = dict(pair.partition("=")[::2] for pair in str(word.feats).split("|") if "=" in pair)
            value = named.get(what[2:])
            return None if value is None else ("value", value)
        if what[0] in "az" and what[1:2] == ":":
            size = int(what[2:])
            return ("value", column[:size] if what[0] == "a" else column[-size:])
        return ("value", column)

    def node(self, c: Configuration, address: str) -> tuple[int | None, Link | None]:
        """The node at an address, and the link that the way to it ends with."""
        if address[:2] in ("CL", "CR", "UL", "UR"):
            node = self.between(c, address[:2])
        else:
            nodes = {"S": c.stack[::-1], "T": c.inactive_stack[::-1], "B": c.buffer}[address[0]]
            depth = int(address[1])
            node = nodes[depth] if depth < len(nodes) else None
        last = None
        for step in STEPS.findall(address[2:]):
            if node is None:
                return None, None
            last = self.along_links(c, node, step) if step[0] in "LR" else None
            node = self.along_arcs(c, node, step) if step[0] not in "LR" else None if last is None else last.to
        return node, last

    def along_arcs(self, c: Configuration, node: int, step: str) -> int | None:
        if step == "h":
            return head_of(c, node)
        left, right = self.children(c, node)
        outermost = left if step[0] == "l" else right[::-1]
        index = {"": 0, "2": 1, "'": len(outermost) - 1}[step[1:]]
        return outermost[index].to if 0 <= index < len(outermost) else None

    def along_links(self, c: Configuration, node: int, step: str) -> Link | None:
        sign = -1 if step[0] == "L" else 1

        def beyond(x: int) -> list[Link]:
            """The links of x on the step's side, from the nearest on."""
            return sorted((k for k in self.links(c, x) if (k.to - x) * sign > 0), key=lambda k: abs(k.to - x))

        if step[1] != "S":
            links = beyond(node)
            return links[int(step[1]) - 1] if int(step[1]) <= len(links) else None
        common = [k.to for k in self.links(c, node) if (k.to - node) * sign < 0]
        siblings = [k for x in common for k in beyond(x) if (k.to - node) * sign > 0]
        return min(siblings, key=lambda k: abs(k.to - node), default=None)

    def between(self, c: Configuration, which: str) -> int | None:
        if not c.stack or not c.buffer:
            return None
        low, high = sorted((c.stack[-1], c.buffer[0]))

        def ties(x: int) -> list[int]:
            if which[0] == "U":
                return [k.to for k in self.links(c, x)]
            return [head for head, dependent in c.arcs if dependent == x]

        free = [x for x in range(low + 1, high) if not any(low <= y <= high for y in ties(x))]
        return None if not free else free[0] if which[1] == "L" else free[-1]

    def children(self, c: Configuration, node: int) -> tuple[list[Link], list[Link]]:
        """From left to right, to the left and to the right; in undirected systems the nodes linked to a node."""
        dependents = [dependent for head, dependent in c.arcs if head == node]
        children = [Link(child, self.label(*sorted((node, child))), "") for child in dependents] + self.links(c, node)
        return sorted(k for k in children if k.to < node), sorted(k for k in children if k.to > node)

    def links(self, c: Configuration, node: int) -> list[Link]:
        return [
            Link(right if node == left else left, self.label(left, right), "left" if leftward else "right")
            for left, right, leftward in c.links
            if node in (left, right)
        ]


def head_of(c: Configuration, node: int) -> int | None:
    return next((head for head, dependent in c.arcs if dependent == node), None)


def connected(c: Configuration, node: int) -> set[int]:
    """The nodes that arcs connect with a node, in whatever direction."""
    arcs = c.arcs + [(left, right) for left, right, _ in c.links]
    reached, new = set[int](), {node}
    while new:
        reached |= new
        new = {b for arc in arcs for a, b in (arc, arc[::-1]) if a in reached} - reached
    return reached
