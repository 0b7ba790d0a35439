"""Feature values as strings, looked up one by one: slow and obvious."""

from __future__ import annotations

from crossarc.systems import Configuration
from crossarc.treebank import Sentence

Value = tuple[str, str] | None
"""What an atom sees, with the kind of thing that it is; None where there is no feature."""


class Features:
    """Of the configurations of a sentence, whose arcs all have the label `label`."""

    def __init__(self, sentence: Sentence, label: str = "0") -> None:
        self.words = list(sentence)
        self.label = label

    def template(self, c: Configuration, template: str) -> tuple[Value, ...] | None:
        values = tuple(self.atom(c, atom) for atom in template.split("+"))
        return None if None in values else values

    def atom(self, c: Configuration, atom: str) -> Value:
        address, _, what = atom.partition(".")
        node = self.node(c, address.rstrip("?"))
        if node is None:
            return ("missing", "") if address.endswith("?") else None
        value = self.seen(c, node, what)
        return ("lacking", "") if value is None and address.endswith("?") else value

    def seen(self, c: Configuration, node: int, what: str) -> Value:  # noqa: PLR0911 (one for each kind)
        head_of = {dependent: head for head, dependent in c.arcs}
        left, right = self.children(c, node)
        if what == "d":
            return ("label", self.label) if node in head_of else ("headless", "")
        if what in ("vl", "vr"):
            return ("valency", str(min(len(left if what == "vl" else right), 3)))
        if what in ("sl", "sr"):
            return ("labels", self.label if (left if what == "sl" else right) else "")
        if what in ("far", "tie"):
            if not c.buffer:
                return None
            first = c.buffer[0]
            if what == "far":
                distance = abs(first - node)
                return ("far", str(distance if distance <= 5 else "near" if distance <= 10 else "far"))
            if head_of.get(node) == first:
                return ("tie", "dependent")
            if head_of.get(first) == node:
                return ("tie", "head")
            return ("tie", "linked" if first in linked(c, node) else "none")
        if node == 0:
            return ("root", "")
        word = self.words[node - 1]
        column = {"l": word.lemma, "p": word.upos, "x": word.xpos, "m": word.feats}.get(what, word.form)
        if column == "_" and what in "lpxm":
            return ("lacking", "")
        if what.startswith("f:"):
            named = dict(pair.partition("=")[::2] for pair in word.feats.split("|") if "=" in pair)
            value = named.get(what[2:])
            return None if value is None else ("value", value)
        if what[0] in "az" and what[1:2] == ":":
            size = int(what[2:])
            return ("value", column[:size] if what[0] == "a" else column[-size:])
        return ("value", column)

    def node(self, c: Configuration, address: str) -> int | None:
        if address in ("CL", "CR"):
            return self.between(c, address)
        nodes = {"S": c.stack[::-1], "T": c.inactive_stack[::-1], "B": c.buffer}[address[0]]
        depth = int(address[1])
        node = nodes[depth] if depth < len(nodes) else None
        steps = address[2:].replace("l2", "L").replace("r2", "R").replace("l'", "i").replace("r'", "j")
        for step in steps:
            if node is None:
                return None
            left, right = self.children(c, node)
            node = {
                "h": next((head for head, dependent in c.arcs if dependent == node), None),
                "l": left[0] if left else None,
                "L": left[1] if len(left) > 1 else None,
                "i": left[-1] if left else None,
                "r": right[-1] if right else None,
                "R": right[-2] if len(right) > 1 else None,
                "j": right[0] if right else None,
            }[step]
        return node

    @staticmethod
    def between(c: Configuration, which: str) -> int | None:
        if not c.stack or not c.buffer:
            return None
        low, high = sorted((c.stack[-1], c.buffer[0]))
        head_of = {dependent: head for head, dependent in c.arcs}
        free = [x for x in range(low + 1, high) if not low <= head_of.get(x, -1) <= high]
        return None if not free else free[0] if which == "CL" else free[-1]

    @staticmethod
    def children(c: Configuration, node: int) -> tuple[list[int], list[int]]:
        children = sorted(dependent for head, dependent in c.arcs if head == node)
        return [x for x in children if x < node], [x for x in children if x > node]


def linked(c: Configuration, node: int) -> set[int]:
    """The nodes that arcs connect with a node, in whatever direction."""
    reached, new = set[int](), {node}
    while new:
        reached |= new
        new = {b for arc in c.arcs for a, b in (arc, arc[::-1]) if a in reached} - reached
    return reached
