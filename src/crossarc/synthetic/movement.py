"""The movements that make arcs cross: each takes a phrase from beside its head and places it elsewhere.

Heads never change; only the order of words does.
"""

from __future__ import annotations

from crossarc.synthetic.chance import Draw
from crossarc.synthetic.clauses import Clause
from crossarc.synthetic.word import Node, take


def extrapose(word: Node, clause: Clause) -> None:
    """To the end of the clause: "a man came *who* ..."."""
    take(word)
    clause.head.after.append(word)


def front(word: Node, clause: Clause) -> None:
    """To the beginning of the clause, behind its marker."""
    take(word)
    before = clause.head.before
    marked = bool(before) and before[0].deprel == "mark"
    before.insert(int(marked), word)


def scramble(word: Node, clause: Clause, draw: Draw) -> None:
    """From an infinitive into the midst of the arguments of the verb above it."""
    take(word)
    field = _midfield(clause)
    start = 1 if field and (field[0].deprel == "mark" or _relative(field[0])) else 0
    field.insert(start + draw.below(max(1, len(field) - start)), word)


def climb(clitic: Node, clause: Clause) -> None:
    """A pronoun goes where those of the verb above stand: first in its field, as Wackernagel found."""
    take(clitic)
    head = clause.head
    if clause.final:
        head.before.insert(min(1, len(head.before)), clitic)
        return
    for place, word in enumerate(head.before):
        if word.deprel == "aux":
            head.before.insert(place + 1, clitic)
            return
    head.after.insert(0, clitic)


def cluster(clause: Clause) -> None:
    """Verbs in a row behind all their arguments in a row: "dat Jan Piet de boeken zag lezen" of Dutch."""
    verb = clause.head
    below = clause.below
    while below is not None:
        infinitive = below.head
        arguments = [word for word in infinitive.before if word.deprel not in ("mark", "compound:prt")]
        for word in arguments:
            verb.before.append(take(word))
        take(infinitive)
        clause.head.after.insert(0, infinitive)
        clause, below = below, below.below


def _midfield(clause: Clause) -> list[Node]:
    """Where a finite verb's arguments stand."""
    head = clause.head
    if clause.final or any(word.deprel == "aux" for word in head.before):
        return head.before
    return head.after


def _relative(word: Node) -> bool:
    return "PronType=Rel" in word.feats
