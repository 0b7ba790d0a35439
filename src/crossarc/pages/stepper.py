"""The page of `crossarc trace --html`: a derivation, a step at a time.

All arcs that are ever built are laid out here, once, beside those of the gold tree; the page's scripts only show which
of them are there at a step. Stacks and buffer are written as changes from step to step, so that a page grows with the
number of steps, and not with its square.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from crossarc.drawing import Diagram, lay_out, svg_of
from crossarc.drawing.colours import Tone
from crossarc.drawing.diagram import Edge, edge, row_of, with_edges
from crossarc.pages.shell import json_block, page, static
from crossarc.shown_text import shown
from crossarc.tracing import Derivation, Step, StepChoice
from crossarc.transition_systems import Configuration
from crossarc.treebank import Sentence

MOST_STEPS = 20_000
_Pair = tuple[int, int]
_MEANINGS = {
    Tone.second: "second plane",
    Tone.beside: "an arc of the tree that this oracle gives up",
    Tone.predicted: "built, but not in the tree",
}


def stepper_page(derivation: Derivation, sentence: Sentence, gold: Sentence | None) -> Iterator[str]:
    """The page, in pieces; `gold` has the tree that the derivation aims at, if there is one."""
    data, diagram = stepper_data(derivation, sentence, gold)
    text = sentence.text or " ".join(data["forms"][1:])
    title = f"{derivation.system.name}: {shown(text, 120)}"
    return page(title, _body(derivation, text, diagram, data), styles=["stepper.css"], script="stepper.js")


def stepper_data(
    derivation: Derivation, sentence: Sentence, gold: Sentence | None, scores: Mapping[str, float] | None = None
) -> tuple[dict[str, Any], Diagram]:
    """What scripts show step by step, and the drawing of all arcs that are ever there.

    Of a derivation that has not ended, the choices after the last step are told as well, with their `scores`.
    """
    row = row_of(sentence)
    arcs = _Arcs(derivation, row, gold)
    steps = list(_steps(derivation, arcs, scores))
    assert arcs.last is not None
    data: dict[str, Any] = {
        "forms": ["ROOT", *(shown(form) for form in sentence.forms)],
        "lists": _lists(derivation),
        "steps": steps,
        "isFinished": arcs.last.finished,
        "firstWrong": next((number for number, own in enumerate(steps) if own["isWrong"]), None),
        "hasCosts": derivation.oracle is not None,
        "hasScores": derivation.model is not None or scores is not None,
        "gold": None if gold is None else _tree(gold),
        "ending": arcs.ending() if arcs.last.finished else {"arcs": [], "moved": [], "wrong": None},
        "places": list(row.places),
    }
    diagram = arcs.diagram()
    data["legend"] = [[tone, told] for tone, told in _MEANINGS.items() if tone in {own.tone for own in diagram.edges}]
    return data, diagram


def _tree(gold: Sentence) -> list[list[Any]]:
    return [[head, shown(label)] for head, label in zip(gold.heads.tolist(), gold.deprels, strict=True)]


class _Arcs:
    """All arcs that the page ever shows, each with its number in the drawing."""

    def __init__(self, derivation: Derivation, row: Diagram, gold: Sentence | None) -> None:
        self._derivation = derivation
        self._row = row
        self._is_directed = derivation.system._core.is_directed
        self._edges: list[Edge] = []
        self._numbers: dict[_Pair, int] = {}
        self._has_gold = gold is not None
        self.last: Configuration | None = None
        if gold is not None:
            planes = (derivation.oracle.planes if derivation.oracle is not None else None) or [0] * len(gold)
            tones = {0: Tone.plain, 1: Tone.second, None: Tone.beside}
            for word, (head, label) in enumerate(zip(gold.heads.tolist(), gold.deprels, strict=True), start=1):
                self._add(head, word, label, tones[planes[word - 1]] if head > 0 else Tone.plain, is_below=False)

    def _key(self, head: int, dependent: int) -> _Pair:
        return (head, dependent) if self._is_directed else (min(head, dependent), max(head, dependent))

    def _add(self, head: int, dependent: int, label: str, tone: Tone, is_below: bool) -> int:
        number = self._numbers[self._key(head, dependent)] = len(self._edges)
        if dependent == 0:  # a link has no direction
            head, dependent = dependent, head
        has_arrow = self._is_directed or not is_below or head == 0
        added = edge(self._row, head, dependent, label, tone=tone, is_below=is_below, has_arrow=has_arrow)
        self._edges.append(added)
        return number

    def number(self, arc: _Pair, label: str | None) -> int:
        """The number of an arc that a step builds; one that is not in the gold tree is drawn below the words."""
        found = self._numbers.get(self._key(*arc))
        if found is not None:
            return found
        tone = Tone.predicted if self._has_gold else Tone.plain
        return self._add(*arc, label or "", tone, is_below=self._has_gold)

    def ending(self) -> dict[str, Any]:
        """What there is to say after the last step: the arcs of the tree in the end, and what the parser changed."""
        model = self._derivation.model
        assert self.last is not None
        built = self.last.heads
        heads = built if model is None else model.heads
        labels = [None] * len(heads) if model is None else model.deprels
        are_arcs = [
            self.number((head, word), label)
            for word, (head, label) in enumerate(zip(heads, labels, strict=True), start=1)
        ]
        moved = [[word, own] for word, (was, own) in enumerate(zip(built, heads, strict=True), start=1) if was != own]
        gold = self._derivation.gold
        return {"arcs": are_arcs, "moved": moved, "wrong": None if gold is None else self._derivation.wrong(built)}

    def diagram(self) -> Diagram:
        return with_edges(self._row, self._edges)


def _lists(derivation: Derivation) -> list[dict[str, str]]:
    """The lists of a configuration, from left to right, and on which side of them the next node is, if any is."""
    system = derivation.system
    buffer = {"key": "buffer", "title": "buffer", "next": "left"}
    if "covington" in system.name:
        first = {"key": "stack", "title": "λ1", "next": "right"}
        return [first, {"key": "second", "title": "λ2", "next": "none"}, buffer]
    if "SWITCH" in system.transitions:
        of_planes = [{"key": f"plane{n}", "title": f"stack of plane {n + 1}", "next": "right"} for n in (0, 1)]
        return [*of_planes, buffer]
    return [{"key": "stack", "title": "stack", "next": "right"}, buffer]


def _contents(c: Configuration, keys: Sequence[str]) -> dict[str, list[int]]:
    of_planes = [c.stack, c.inactive_stack] if c.active_plane == 0 else [c.inactive_stack, c.stack]
    found = {
        "plane0": of_planes[0],
        "plane1": of_planes[1],
        "stack": c.stack,
        "second": c.second_list,
        "buffer": c.buffer,
    }
    return {key: found[key] for key in keys}


def change(old: Sequence[int], new: Sequence[int]) -> list[int]:
    """How a list has changed: how many of the first ones stay, how many of the last ones, and what is between them.

    >>> change([1, 2, 3, 4], [1, 5, 4]), change([1, 2], [1, 2])
    ([1, 1, 5], [2, 0])
    """
    shorter = min(len(old), len(new))
    first = next((place for place in range(shorter) if old[place] != new[place]), shorter)
    rest = shorter - first
    last = next((back for back in range(rest) if old[-1 - back] != new[-1 - back]), rest)
    return [first, last, *new[first : len(new) - last]]


def _steps(derivation: Derivation, arcs: _Arcs, scores: Mapping[str, float] | None = None) -> Iterator[dict[str, Any]]:
    """Each step with the configuration that it led to, and the choices there are in that."""
    keys = [own["key"] for own in _lists(derivation)]
    before: Step | None = None
    written: dict[str, Any] = {}
    contents: dict[str, list[int]] = {key: [] for key in keys}
    for number, step in enumerate(derivation.steps()):
        if number > MOST_STEPS:
            raise ValueError(
                f"the derivation has more than {MOST_STEPS:,} steps, too many for a page: --json has them all"
            )
        if before is not None:
            written["choices"] = [_choice(own) for own in derivation.choices(before.configuration, step)]
            yield written
        c = step.configuration
        old, contents = contents, _contents(c, keys)
        changes = {key: change(old[key], contents[key]) for key in keys if old[key] != contents[key]}
        written = {
            "transition": step.transition,
            "isWrong": step.is_wrong,
            "label": step.label and shown(step.label),
            "arc": None if step.arc is None else arcs.number(step.arc, step.label),
            "ends": step.arc,
            "lists": changes,
            "active": f"plane{c.active_plane}",
            "loss": step.loss,
        }
        before = step
    assert before is not None
    arcs.last = before.configuration
    open_choices = [] if before.configuration.finished else derivation.open_choices(before.configuration, scores)
    yield written | {"choices": [_choice(own) for own in open_choices]}


def _choice(own: StepChoice) -> dict[str, Any]:
    if own.reason is not None:
        return {"transition": own.transition, "reason": own.reason}
    told: dict[str, Any] = {"transition": own.transition, "cost": own.cost, "ends": own.arc}
    if own.score is not None:
        told["score"] = own.score if math.isfinite(own.score) else None
    return told


def _body(derivation: Derivation, text: str, diagram: Diagram, data: dict[str, Any]) -> Iterator[str]:
    layout = lay_out(diagram)
    direction = "rtl" if layout.diagram.is_right_to_left else "ltr"
    drawing = svg_of(layout, is_part_of_page=True, numbered=True)
    skeleton = static("stepper.html")
    for key, value in {
        "SYSTEM": escape(derivation.system.name),
        "TEXT": f'<bdi dir="{direction}">{escape(shown(text, 2000))}</bdi>',
        "ABOUT": escape(_about(derivation)),
        "DIRECTION": direction,
        "LAST": str(len(data["steps"]) - 1),
    }.items():
        skeleton = skeleton.replace(f"{{{{{key}}}}}", value)
    before, after = skeleton.split("{{DRAWING}}")
    yield from (before, drawing, after, json_block("derivation", data), "\n")


def _about(derivation: Derivation) -> str:
    """Whose derivation it is, and what costs mean."""
    options = "".join(f", {name} {value}" for name, value in derivation.system.options.items())
    who = "a model's derivation" if derivation.model is not None else "an oracle's derivation"
    parts = [f"{who} with {derivation.system.name}{options}"]
    if derivation.oracle is None or derivation.gold is None:
        return parts[0] + "; there is no gold tree, so that nothing is known of costs"
    parts.append(f"costs are those of the {derivation.oracle.name} oracle")
    if not derivation.system.covers(derivation.gold):
        parts.append("the system cannot build all of this tree")
    if derivation.model is not None and derivation.model.encoding is not None:
        parts.append("the model aims at a tree with lifted arcs, which is the one that is drawn")
    return "; ".join(parts)
