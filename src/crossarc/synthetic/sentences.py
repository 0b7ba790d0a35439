"""Whole sentences: clause types, coordination, embedding of a construction, punctuation."""

from __future__ import annotations

from dataclasses import dataclass

from crossarc.synthetic.chance import Wheel
from crossarc.synthetic.clauses import Clause, Clauses, Mode, Role, Wish
from crossarc.synthetic.constructions import CONSTRUCTIONS, Construction, question_phrase
from crossarc.synthetic.kinds import Kind, kind_of
from crossarc.synthetic.word import Node, linearise, punctuation

QUESTIONED: Wheel[Role] = Wheel.of({"subject": 4, "object": 5, "indirect": 1, "oblique": 2})
ATTEMPTS = 40
"""How often a construction is tried before another one gets its turn."""


@dataclass
class InventedSentence:
    words: list[Node]
    kind: Kind
    movement: str
    """The construction that makes arcs cross; empty in projective sentences."""


class Sentences:
    """Makes sentences whose trees are of the kind that is asked for."""

    def __init__(self, clauses: Clauses, max_words: int) -> None:
        self.clauses = clauses
        self.draw = clauses.draw
        self.max_words = max_words
        self.wheels = {kind: Wheel.of(weights) for kind, weights in CONSTRUCTIONS.items()}

    def sentence(self, kind: Kind) -> InventedSentence:
        if kind == "projective":
            while True:
                words = self._finished(*self._plain(), punctuated=not self.draw.chance(0.15))
                if words is not None and kind_of(_heads(words)) == kind:
                    return InventedSentence(words, kind, "")
        while True:
            construction = self.wheels[kind].spin(self.draw)
            for _ in range(ATTEMPTS):
                built = self._with(construction, kind)
                if built is None:
                    continue
                # A root that is covered by an arc cannot have the full stop without a crossing.
                punctuated = kind != "planar" and not self.draw.chance(0.15)
                words = self._finished(*built, punctuated=punctuated)
                if words is not None and kind_of(_heads(words)) == kind:
                    return InventedSentence(words, kind, construction.__name__.replace("_", " "))

    def _plain(self) -> tuple[Node, str]:
        """A sentence in base order."""
        draw = self.draw
        clauses = self.clauses
        kind = draw.random()
        if kind < 0.84:
            head = clauses.clause("main", 0).head
            if draw.chance(0.1):
                self._coordinate(head, clauses.clause("main", 1))
            if draw.chance(0.03):
                self._address(head)
            return head, "!" if draw.chance(0.03) else "."
        if kind < 0.89:
            head = clauses.clause("main", 0, Wish(order="first")).head
            form = clauses.lexicon.function.polar
            head.before.insert(0, Node(form, form, "PART", "Q", "_", "advmod", head))
            return head, "?"
        if kind < 0.96:
            role = QUESTIONED.spin(draw)
            return clauses.clause("main", 0, Wish(gap=role, filler=question_phrase(clauses))).head, "?"
        head = clauses.clause("imperative", 0).head
        if draw.chance(0.3):
            self._address(head)
        return head, "!"

    def _coordinate(self, head: Node, clause: Clause) -> None:
        conjunct = clause.head.under(head, "conj")
        form = self.draw.pick(self.clauses.lexicon.function.conjunctions)
        conjunct.before.insert(0, Node(form, form, "CCONJ", "Conj", "_", "cc", conjunct))
        conjunct.set_off = True
        head.after.append(conjunct)

    def _address(self, head: Node) -> None:
        """Somebody is called, or something exclaimed, before the sentence begins."""
        if self.draw.chance(0.5):
            form = self.draw.pick(self.clauses.lexicon.function.interjections)
            word = Node(form, form, "INTJ", "Ij", "_", "discourse", head)
        else:
            word = self.clauses.name("Nom").under(head, "vocative")
        word.set_off = True
        head.before.insert(0, word)

    def _with(self, construction: Construction, kind: Kind) -> tuple[Node, str] | None:
        """A sentence with the construction in its main clause, or deeper."""
        draw = self.draw
        clauses = self.clauses
        place = 1.0 if kind == "planar" else draw.random()
        if place < 0.12:
            failed = False

            def complement(mode: Mode, depth: int) -> Clause:
                nonlocal failed
                made = construction(clauses, mode, depth)
                failed = made is None
                return made or clauses.clause(mode, depth)

            head = clauses.clause("main", 0, Wish("clausal", complement=complement)).head
            return None if failed else (head, ".")
        if place < 0.2:
            below = construction(clauses, "main", 0)
            if below is None:
                return None
            head = clauses.clause("main", 1).head
            self._coordinate(head, below)
            return head, "?" if below.asking else "."
        clause = construction(clauses, "main", 0)
        if clause is None:
            return None
        return clause.head, "?" if clause.asking else "."

    def _finished(self, head: Node, mark: str, punctuated: bool) -> list[Node] | None:
        """The words in order, or None if they are too many."""
        head.under(head, "root")
        head.head = None
        if punctuated:
            head.after.append(punctuation(mark, "Stop", head))
        words = linearise(head, punctuated)
        return words if len(words) <= self.max_words else None


def _heads(words: list[Node]) -> list[int]:
    return [word.head.index if word.head else 0 for word in words]
