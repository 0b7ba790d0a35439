"""Constructions with crossing arcs: a clause that has what it takes, and what moves in it.

Each builds a clause of the given mode, or returns None where nothing would tell what the moved phrase belongs
to. Whether the tree is of the kind that is wanted is decided when the whole sentence is in order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from crossarc.synthetic.chance import Wheel
from crossarc.synthetic.clauses import Clause, Clauses, Mode, Order, Role, Wish
from crossarc.synthetic.kinds import Kind
from crossarc.synthetic.lexicon import Frame
from crossarc.synthetic.movement import climb, cluster, extrapose, front, scramble
from crossarc.synthetic.phrases import Modifier
from crossarc.synthetic.word import Node, take

Construction: TypeAlias = Callable[[Clauses, Mode, int], "Clause | None"]

EXTRAPOSED: Wheel[Modifier] = Wheel.of({"relative": 5, "adposition": 3, "clause": 2})
SPLIT: Wheel[Modifier] = Wheel.of({"adjective": 5, "determiner": 2, "genitive": 2})
TOPIC: Wheel[Modifier] = Wheel.of({"plain": 3, "determiner": 3, "adjective": 2, "genitive": 1})
EXTRACTED: Wheel[Role] = Wheel.of({"object": 5, "oblique": 2, "indirect": 1, "subject": 1})
SITES: Wheel[Role] = Wheel.of({"subject": 4, "object": 4, "indirect": 1.5, "oblique": 1})
CONTROL: Wheel[Frame] = Wheel.of({"subject-control": 3, "object-control": 2})
EMBEDDED: Wheel[Frame] = Wheel.of(
    {"transitive": 5, "ditransitive": 2, "dative": 2, "prepositional": 2, "transitive-prepositional": 1}
)
PAIRS: Wheel[tuple[Frame, Role, Role]] = Wheel.of(
    {
        ("ditransitive", "indirect", "object"): 3,
        ("transitive", "subject", "object"): 3,
        ("ditransitive", "subject", "object"): 1,
        ("transitive-prepositional", "object", "oblique"): 1,
        ("dative", "subject", "object"): 1,
    }
)


def unclear(clauses: Clauses, noun: Node, clause: Clause) -> bool:
    """Does agreement fail to tell which noun a relative clause belongs to?

    Such sentences are ambiguous, as they are in life: the language's `ambiguity` says how many of them pass.
    """
    same = sum(
        other is not noun and other.gender == noun.gender and other.number == noun.number
        for other in clause.arguments.values()
    )
    return same > 0 and not clauses.draw.chance(0.5 * clauses.lexicon.morphology.ambiguity)


def extraposition(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """A relative clause, a complement or an adpositional phrase leaves its noun for the end of the clause."""
    role = SITES.spin(clauses.draw)
    modifier = EXTRAPOSED.spin(clauses.draw)
    clause = clauses.clause(mode, depth, Wish(nouns={role: modifier}, active=True))
    noun = clause.arguments[role]
    if modifier == "relative" and unclear(clauses, noun, clause):
        return None
    extrapose(noun.after[-1], clause)
    return clause


def crossed_extraposition(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """Two nouns lose their modifiers to the end of the clause, in the order of the nouns."""
    return _double_extraposition(clauses, mode, depth, crossed=True)


def nested_extraposition(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """Two nouns lose their modifiers to the end of the clause, the last noun first."""
    return _double_extraposition(clauses, mode, depth, crossed=False)


def _double_extraposition(clauses: Clauses, mode: Mode, depth: int, crossed: bool) -> Clause | None:
    draw = clauses.draw
    frame, one, other = PAIRS.spin(draw)
    modifiers: dict[Role, Modifier] = {one: EXTRAPOSED.spin(draw), other: EXTRAPOSED.spin(draw)}
    order: Order | None = "first" if mode == "main" and draw.chance(0.4) else None
    clause = clauses.clause(mode, depth, Wish(frame, order, modifiers, active=True))
    nouns = _in_order(clause, [clause.arguments[one], clause.arguments[other]])
    if any(noun.after[-1].deprel == "acl:relcl" and unclear(clauses, noun, clause) for noun in nouns):
        return None
    for noun in nouns if crossed else reversed(nouns):
        extrapose(noun.after[-1], clause)
    return clause


def split_phrase(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """Hyperbaton: a modifier leaves its noun for the beginning of the clause."""
    draw = clauses.draw
    role = SITES.spin(draw)
    modifier = SPLIT.spin(draw)
    order: Order | None = "first" if mode == "main" else None
    clause = clauses.clause(mode, depth, Wish(order=order, nouns={role: modifier}, active=True))
    nouns = sum(word.upos == "NOUN" for word in clause.arguments.values())
    if modifier == "genitive" and nouns > 1:
        return None  # a genitive agrees with nothing
    front(_modifier(clause.arguments[role], modifier), clause)
    return clause


def interlaced_phrases(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """The adjectives of two nouns begin the clause, in the order of the nouns (a golden line)."""
    return _double_split(clauses, mode, depth, crossed=True)


def mirrored_phrases(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """The adjectives of two nouns begin the clause, the last noun's first (a silver line)."""
    return _double_split(clauses, mode, depth, crossed=False)


def _double_split(clauses: Clauses, mode: Mode, depth: int, crossed: bool) -> Clause | None:
    draw = clauses.draw
    frame, one, other = PAIRS.spin(draw)
    order: Order | None = None
    if mode == "main":
        order = "first" if draw.chance(0.5) else "final"
    nouns: dict[Role, Modifier] = {one: "adjective", other: "adjective"}
    clause = clauses.clause(mode, depth, Wish(frame, order, nouns, active=True))
    ordered = _in_order(clause, [clause.arguments[one], clause.arguments[other]])
    adjectives = [take(_modifier(noun, "adjective")) for noun in ordered]
    if not crossed:
        adjectives.reverse()
    before = clause.head.before
    place = int(bool(before) and before[0].deprel == "mark")
    if mode == "main" and order == "first" and draw.chance(0.7):
        # The verb comes first, then the adjectives: "V a b A B".
        clause.head.after[:0] = adjectives
    else:
        before[place:place] = adjectives
    return clause


def long_fronting(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """A question word or a topic of a clause below comes first of all."""
    return _long_fronting(clauses, depth, {})


def fronting_with_extraposition(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """Long fronting over a noun whose modifier has gone to the end."""
    modifier = EXTRAPOSED.spin(clauses.draw)
    clause = _long_fronting(clauses, depth, {"subject": modifier})
    noun = clause.arguments["subject"]
    if modifier == "relative" and unclear(clauses, noun, clause):
        return None
    extrapose(noun.after[-1], clause)
    return clause


def _long_fronting(clauses: Clauses, depth: int, nouns: dict[Role, Modifier]) -> Clause:
    draw = clauses.draw
    frame: Frame = "clausal" if draw.chance(0.55) else CONTROL.spin(draw)
    role: Role = EXTRACTED.spin(draw)
    while frame != "clausal" and role == "subject":
        role = EXTRACTED.spin(draw)
    asking = draw.chance(0.5)
    filler = question_phrase(clauses) if asking else _topic(clauses)
    clause = clauses.clause("main", depth, Wish(frame, "first", nouns, below=Wish(gap=role, filler=filler)))
    clause.asking = asking
    assert clause.below is not None
    clause.head.before.insert(0, take(clause.below.arguments[role]))
    return clause


def _topic(clauses: Clauses) -> Callable[[str], Node]:
    modifier = TOPIC.spin(clauses.draw)
    return lambda case: clauses.noun_phrase(case, 1, modifier)


def question_phrase(clauses: Clauses) -> Callable[[str], Node]:
    """A question word alone, or with a noun."""

    def make(case: str) -> Node:
        draw = clauses.draw
        if draw.chance(0.6):
            return clauses.wh_pronoun(case, draw.pick(("Masc", "Neut")), "Sing", "Int")
        noun = clauses.noun(clauses.lexicon.nouns.spin(draw), case, "Plur" if draw.chance(0.3) else "Sing")
        noun.before.append(clauses.determiner(noun, interrogative=True))
        return noun

    return make


def long_relativisation(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """A relative pronoun belongs to a clause inside the relative clause."""
    draw = clauses.draw
    role: Role = "subject" if draw.chance(0.5) else "object"
    clause = clauses.clause(mode, depth, Wish(nouns={role: "plain"}, active=True))
    noun = clause.arguments[role]
    frame: Frame = "clausal" if draw.chance(0.4) else CONTROL.spin(draw)
    gap: Role = EXTRACTED.spin(draw)
    while frame != "clausal" and gap == "subject":
        gap = EXTRACTED.spin(draw)
    below = Wish(gap=gap, filler=lambda case: clauses.wh_pronoun(case, noun.gender, noun.number, "Rel"))
    relative = clauses.clause("relative", depth + 1, Wish(frame, nouns={"subject": "plain"}, below=below))
    assert relative.below is not None
    relative.head.before.insert(0, take(relative.below.arguments[gap]))
    relative.head.set_off = True
    noun.after.append(relative.head.under(noun, "acl:relcl"))
    return clause


def clitic_climbing(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """The pronoun of an infinitive stands with the pronouns of the finite verb."""
    draw = clauses.draw
    frame: Frame = draw.pick(("transitive", "transitive", "dative", "ditransitive"))
    clause = clauses.clause(mode, depth, Wish(CONTROL.spin(draw), below=Wish(frame, clitic=True)))
    assert clause.below is not None
    climb(clause.below.arguments["object"], clause)
    return clause


def long_scrambling(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """An argument of an infinitive stands among those of the finite verb."""
    draw = clauses.draw
    frame = EMBEDDED.spin(draw)
    clause = clauses.clause(mode, depth, Wish(CONTROL.spin(draw), below=Wish(frame)))
    assert clause.below is not None
    arguments = list(clause.below.arguments.values())
    if not arguments:
        return None
    scramble(draw.pick(arguments), clause, draw)
    return clause


def cross_serial(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """A verb cluster of two verbs, whose arguments precede it in the order of the verbs."""
    draw = clauses.draw
    below = Wish(EMBEDDED.spin(draw), bare=True)
    order: Order | None = "final" if mode == "main" else None
    clause = clauses.clause(mode, depth, Wish(CONTROL.spin(draw), order, {"subject": "plain"}, below=below))
    cluster(clause)
    return clause


def long_cross_serial(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """A verb cluster of three verbs."""
    draw = clauses.draw
    lowest = Wish(EMBEDDED.spin(draw), bare=True)
    below = Wish("object-control", bare=True, below=lowest)
    order: Order | None = "final" if mode == "main" else None
    wish = Wish(CONTROL.spin(draw), order, {"subject": "plain"}, below=below, bare=True)
    clause = clauses.clause(mode, depth, wish)
    cluster(clause)
    return clause


def comparative(clauses: Clauses, mode: Mode, depth: int) -> Clause | None:
    """What a comparative compares with comes after the noun, or at the end of the clause."""
    draw = clauses.draw
    role = SITES.spin(draw)
    clause = clauses.clause(mode, depth, Wish(nouns={role: "plain"}, active=True))
    noun = clause.arguments[role]
    adjective = clauses.adjective(noun, depth, "Cmp")
    noun.before.append(adjective)
    than = clauses.than_phrase(adjective, depth)
    (noun if draw.chance(0.5) else clause.head).after.append(than)
    return clause


def _in_order(clause: Clause, nouns: list[Node]) -> list[Node]:
    """Nouns in the order in which they stand in the clause."""
    return [word for word in (*clause.head.before, *clause.head.after) if word in nouns]


def _modifier(noun: Node, modifier: Modifier) -> Node:
    """The modifier that the noun was made with."""
    deprel: Literal["amod", "det", "nmod"] = (
        "amod" if modifier == "adjective" else "det" if modifier == "determiner" else "nmod"
    )
    return next(word for word in (*noun.before, *noun.after) if word.deprel == deprel)


CONSTRUCTIONS: dict[Kind, dict[Construction, float]] = {
    "planar": {extraposition: 5, long_fronting: 4, split_phrase: 4, comparative: 2},
    "2-planar": {
        extraposition: 6,
        long_fronting: 4,
        split_phrase: 4,
        clitic_climbing: 3,
        long_scrambling: 3,
        cross_serial: 3,
        long_relativisation: 2,
        comparative: 2,
        nested_extraposition: 1,
        mirrored_phrases: 1,
    },
    "ill-nested": {crossed_extraposition: 4, interlaced_phrases: 3, fronting_with_extraposition: 3},
    "beyond": {long_cross_serial: 4, crossed_extraposition: 3, interlaced_phrases: 2},
}
"""Which constructions make trees of a kind, and how often each is used for it."""
