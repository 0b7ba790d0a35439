"""Clauses in their base order, which is always projective: movement comes afterwards.

Main clauses have the finite verb second, sometimes first or last; the infinite parts, and separable
particles, stand at the end. Subordinate clauses are verb-final. Within these bounds the order of arguments
and adverbials is free but for a leaning: subjects before objects, pronouns early, clauses last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from crossarc.synthetic.chance import Wheel
from crossarc.synthetic.lexicon import Frame, Verb
from crossarc.synthetic.phrases import Modifier, Phrases
from crossarc.synthetic.word import Node

Mode: TypeAlias = Literal["main", "imperative", "that", "question", "adverbial", "relative", "infinitive"]
Order: TypeAlias = Literal["second", "first", "final"]
Role: TypeAlias = Literal["subject", "object", "indirect", "oblique"]

FRAMES_WITH: dict[Role, Wheel[Frame]] = {
    "subject": Wheel.of(
        {
            "intransitive": 3,
            "transitive": 5,
            "dative": 1,
            "prepositional": 2,
            "ditransitive": 1,
            "clausal": 0.5,
        }
    ),
    "object": Wheel.of({"transitive": 6, "dative": 1.5, "ditransitive": 2, "transitive-prepositional": 1.5}),
    "indirect": Wheel.of({"ditransitive": 1}),
    "oblique": Wheel.of({"prepositional": 3, "transitive-prepositional": 1}),
}
"""Frames in which there is such an argument to extract."""

RELATIVE_ROLES: Wheel[Role] = Wheel.of({"subject": 5, "object": 3.5, "indirect": 0.7, "oblique": 1})


@dataclass(frozen=True)
class Wish:
    """What a construction asks of a clause; everything else is left to the weights of the grammar."""

    frame: Frame | None = None
    order: Order | None = None
    nouns: dict[Role, Modifier] = field(default_factory=dict)
    gap: Role | None = None
    """The argument that comes first, a relative or interrogative phrase made by `filler`."""
    filler: Callable[[str], Node] | None = None
    below: Wish | None = None
    """For the clause or infinitive that the verb takes."""
    complement: Callable[[Mode, int], Clause] | None = None
    """Makes the clause that the verb takes, where a wish would not say enough."""
    bare: bool = False
    """No adverbials or auxiliaries; only what is asked for."""
    active: bool = False
    clitic: bool = False
    """The object is a pronoun."""


@dataclass(eq=False)
class Clause:
    """A finished clause: its head and the parts that movement is about."""

    head: Node
    mode: Mode
    depth: int
    arguments: dict[Role, Node] = field(default_factory=dict)
    below: Clause | None = None
    """The clause that is its complement: `ccomp` or `xcomp`."""
    final: bool = False
    """The finite verb comes last."""
    particle: Node | None = None
    asking: bool = False
    """A question, by what was moved to its beginning."""


NOTHING = Wish()


class Clauses(Phrases):
    """Builds clauses of all types."""

    def clause(self, mode: Mode, depth: int, wish: Wish = NOTHING) -> Clause:
        verbal = wish.frame or wish.gap or wish.nouns or mode in ("imperative", "infinitive")
        if not verbal and self.draw.chance(0.13):
            return self._copular(mode, depth)
        return self._verbal(mode, depth, wish)

    # Verbs and their arguments

    def _verbal(self, mode: Mode, depth: int, wish: Wish) -> Clause:
        draw = self.draw
        frame = wish.frame or self._frame(depth, wish)
        verb = self.lexicon.verbs[frame].spin(draw)
        finite = mode not in ("infinitive", "imperative")
        passive = (
            frame in ("transitive", "transitive-prepositional", "ditransitive")
            and finite
            and not wish.nouns
            and not wish.active
            and wish.gap != "object"
            and draw.chance(0.14)
        )
        subject, agreement = self._subject(mode, depth, wish)
        head = Node(verb.stem, verb.lemma, "VERB", "V")
        clause = Clause(head, mode, depth)
        middle: list[tuple[float, Node]] = []
        if subject is not None:
            subject.under(head, "nsubj:pass" if passive else "nsubj")
            clause.arguments["subject"] = subject
            if wish.gap != "subject":
                middle.append((1 + draw.random() * 1.8, subject))
        self._arguments(clause, verb, passive, wish, middle)
        last = self._complements(clause, verb, wish)
        if not wish.bare:
            self._adverbials(clause, frame, middle, last)
        auxiliaries = self._inflect(head, verb, mode, agreement=agreement, passive=passive, bare=wish.bare)
        if verb.particle and not passive:
            form = verb.particle
            clause.particle = Node(form, form, "ADP", "Prt", "_", "compound:prt", head)
        self._place(clause, middle, auxiliaries, last, wish)
        return clause

    def _frame(self, depth: int, wish: Wish) -> Frame:
        draw = self.draw
        if wish.gap is not None:
            return FRAMES_WITH[wish.gap].spin(draw)
        if wish.nouns:
            return FRAMES_WITH[list(wish.nouns)[-1]].spin(draw)
        frame = self.lexicon.frames.spin(draw)
        while depth > 1 and frame in ("clausal", "subject-control", "object-control"):
            frame = self.lexicon.frames.spin(draw)
        return frame

    def _subject(self, mode: Mode, depth: int, wish: Wish) -> tuple[Node | None, Node]:
        """The subject, if one is said, and the word that the verb agrees with."""
        draw = self.draw
        if mode in ("infinitive", "imperative"):
            return None, self.pronoun(self.lexicon.pronouns.options[0], "Nom")
        if wish.gap == "subject":
            assert wish.filler is not None
            subject = wish.filler("Nom")
            return subject, subject
        if "subject" not in wish.nouns and draw.chance(0.1):  # subject pronouns may be left out
            return None, self.pronoun(self.lexicon.pronouns.spin(draw), "Nom")
        subject = self.noun_phrase("Nom", depth, wish.nouns.get("subject"))
        return subject, subject

    def _arguments(
        self, clause: Clause, verb: Verb, passive: bool, wish: Wish, middle: list[tuple[float, Node]]
    ) -> None:
        """Objects and governed obliques, as the verb's frame has them."""
        draw = self.draw
        for role, deprel, case in _objects(verb, passive):
            if wish.gap == role:
                assert wish.filler is not None
                phrase = wish.filler(case)
            elif wish.clitic and role == "object":
                phrase = self.pronoun(self.lexicon.pronouns.spin(draw), case)
            else:
                phrase = self.noun_phrase(case, clause.depth, wish.nouns.get(role))
            clause.arguments[role] = phrase.under(clause.head, deprel)
            if wish.gap != role:
                early = 0.3 if phrase.upos == "PRON" else 2 if role == "indirect" else 2.5
                middle.append((early + draw.random() * 1.5, phrase))
        if verb.adposition is not None:
            adposition = verb.adposition
            if wish.gap == "oblique":
                assert wish.filler is not None
                phrase = self.adpositional_phrase(adposition, 0, noun=wish.filler(adposition.case))
            else:
                phrase = self.adpositional_phrase(adposition, clause.depth + 1, wish.nouns.get("oblique"))
                middle.append((3 + draw.random() * 1.5, phrase))
            clause.arguments["oblique"] = phrase.under(clause.head, "obl:arg")
        if passive and draw.chance(0.45):
            agent = self.noun_phrase("Ins", clause.depth + 1).under(clause.head, "obl:agent")
            middle.append((2 + draw.random() * 2, agent))
        if verb.reflexive:
            form = self.lexicon.function.reflexive["Acc"]
            feats = "Case=Acc|PronType=Prs|Reflex=Yes"
            middle.append((0.0, Node(form, form, "PRON", "Prf", feats, "expl:pv", clause.head)))

    def _complements(self, clause: Clause, verb: Verb, wish: Wish) -> list[Node]:
        """Clauses and infinitives that the verb takes; they come last."""
        frame = verb.frame
        below = wish.below or NOTHING
        if frame == "clausal":
            free = wish.below is None and wish.complement is None
            mode: Mode = "question" if verb.asks and free else "that"
            if wish.complement is not None:
                clause.below = wish.complement("that", clause.depth + 1)
            else:
                clause.below = self.clause(mode, clause.depth + 1, below)
            complement = clause.below.head.under(clause.head, "ccomp")
            complement.set_off = True
        elif frame in ("subject-control", "object-control"):
            clause.below = self._verbal("infinitive", clause.depth + 1, below)
            complement = clause.below.head.under(clause.head, "xcomp")
            if verb.marked:
                form = self.lexicon.function.to
                complement.before.insert(0, Node(form, form, "PART", "To", "_", "mark", complement))
        else:
            return []
        return [complement]

    def _adverbials(self, clause: Clause, frame: Frame, middle: list[tuple[float, Node]], last: list[Node]) -> None:
        draw = self.draw
        head, depth = clause.head, clause.depth
        shallow = 1.0 if depth == 0 else 0.5
        if draw.chance(0.3 * shallow):
            middle.append((draw.random() * 4, self.adverb().under(head, "advmod")))
        if draw.chance((0.45 if frame == "intransitive" else 0.3) * shallow):
            adposition = self.lexicon.adverbal.spin(draw)
            phrase = self.adpositional_phrase(adposition, depth + 1).under(head, "obl")
            middle.append((1.5 + draw.random() * 3, phrase))
        if draw.chance(0.06 * shallow):
            instrument = self.noun_phrase("Ins", depth + 1, "plain").under(head, "obl")
            middle.append((2 + draw.random() * 2, instrument))
        if draw.chance(0.06):
            form = self.lexicon.function.negation
            feats = "Polarity=Neg"
            middle.append((4.2 + draw.random(), Node(form, form, "PART", "Neg", feats, "advmod", head)))
        if depth < 2 and draw.chance(0.07 * shallow):
            adverbial = self.clause("adverbial", depth + 1).head.under(head, "advcl")
            adverbial.set_off = True
            if clause.mode == "main" and draw.chance(0.4):
                middle.append((-1.0, adverbial))
            else:
                last.append(adverbial)

    # Inflection

    def _inflect(self, head: Node, verb: Verb, mode: Mode, *, agreement: Node, passive: bool, bare: bool) -> list[Node]:
        """Gives the verb its form; returns the auxiliaries, the finite one first."""
        draw = self.draw
        morphology = self.lexicon.morphology
        function = self.lexicon.function
        if mode == "infinitive":
            head.form, head.feats, head.xpos = verb.lemma, "VerbForm=Inf", "Vi"
            return []
        if mode == "imperative":
            head.form, head.xpos = verb.stem + morphology.imperative, "Vf"
            head.feats = "Mood=Imp|Number=Sing|Person=2|VerbForm=Fin"
            return []
        kind = 0.0 if bare else draw.random()
        if passive:
            self._participle(head, verb.stem, agreement, "Pass")
            return [self._finite_auxiliary(function.passive, agreement, "aux:pass", head)]
        if kind < 0.66:
            tense = draw.pick(("Pres", "Past"))
            head.form = verb.stem + morphology.finite[tense, agreement.person, agreement.number]
            head.feats = _finite(tense, agreement)
            head.xpos = "Vf"
            return []
        if kind < 0.86:
            self._participle(head, verb.stem, agreement, "Act")
            return [self._finite_auxiliary(function.perfect, agreement, "aux", head)]
        head.form, head.feats, head.xpos = verb.lemma, "VerbForm=Inf", "Vi"
        return [self._finite_auxiliary(function.future, agreement, "aux", head)]

    def _participle(self, head: Node, stem: str, agreement: Node, voice: str) -> None:
        morphology = self.lexicon.morphology
        ending = morphology.agreeing[agreement.gender, "Nom", agreement.number]
        head.form = stem + "a" + morphology.participle[voice] + ending
        head.feats = f"Gender={agreement.gender}|Number={agreement.number}|VerbForm=Part|Voice={voice}"
        head.xpos = "Vp"

    def _finite_auxiliary(self, stem: str, agreement: Node, deprel: str, head: Node) -> Node:
        morphology = self.lexicon.morphology
        tense = self.draw.pick(("Pres", "Past"))
        form = stem + morphology.finite[tense, agreement.person, agreement.number]
        return Node(form, stem + morphology.infinitive, "AUX", "Va", _finite(tense, agreement), deprel, head)

    # Other predicates

    def _copular(self, mode: Mode, depth: int) -> Clause:
        """A noun, an adjective or an adpositional phrase as the predicate, with a copula."""
        draw = self.draw
        subject = self.noun_phrase("Nom", depth)
        kind = draw.random()
        middle: list[tuple[float, Node]] = [(1.0, subject)]
        if kind < 0.5:
            head = self.adjective(subject, depth, "Cmp" if draw.chance(0.2) else "")
            if "Degree=Cmp" in head.feats:
                head.after.append(self.than_phrase(head, depth))
        elif kind < 0.8:
            head = self.noun_phrase("Nom", depth + 1, "plain")
        else:
            head = self.adpositional_phrase(self.lexicon.adnominal.spin(draw), depth + 1, "plain")
        subject.under(head, "nsubj")
        clause = Clause(head, mode, depth, {"subject": subject})
        if draw.chance(0.3):
            middle.append((draw.random() * 3, self.adverb().under(head, "advmod")))
        copula = self._finite_auxiliary(self.lexicon.function.copula, subject, "cop", head)
        self._place(clause, middle, [copula], [], NOTHING)
        return clause

    # Order

    def _place(
        self,
        clause: Clause,
        middle: list[tuple[float, Node]],
        auxiliaries: list[Node],
        last: list[Node],
        wish: Wish,
    ) -> None:
        """Puts everything around the head of the clause."""
        draw = self.draw
        head, mode = clause.head, clause.mode
        middle.sort(key=lambda item: item[0])
        inner = [word for _, word in middle]
        for word in inner:
            if word.upos in ("NOUN", "PROPN") and draw.chance(0.06):
                self.focus(word)
        particle = [clause.particle] if clause.particle else []
        filler = [clause.arguments[wish.gap]] if wish.gap else []
        if mode in ("main", "imperative"):
            order: Order = wish.order or ("first" if mode == "imperative" else self._order())
            if order == "final":
                clause.final = True
                around = [*filler, *inner, *particle], [*auxiliaries, *last]
            else:
                if order == "second" and not filler and inner:
                    first = 0 if draw.chance(0.6) else draw.below(len(inner))
                    filler = [inner.pop(first)]
                if auxiliaries:
                    around = [*filler, *auxiliaries, *inner, *particle], last
                else:
                    around = filler, [*inner, *particle, *last]
        else:
            clause.final = True
            opening = self._marker(mode, head, bool(filler))
            around = [*opening, *filler, *inner, *particle], [*auxiliaries, *last]
        head.before[:0] = around[0]
        head.after += around[1]

    def _order(self) -> Order:
        kind = self.draw.random()
        return "second" if kind < 0.75 else "final" if kind < 0.88 else "first"

    def _marker(self, mode: Mode, head: Node, filled: bool) -> list[Node]:
        function = self.lexicon.function
        if mode in ("relative", "infinitive") or (mode == "question" and filled):
            return []
        if mode == "adverbial":
            form = self.draw.pick(function.adverbial)
        else:
            form = function.whether if mode == "question" else function.that
        return [Node(form, form, "SCONJ", "Cs", "_", "mark", head)]

    # Clauses that modify nouns

    def relative_clause(self, noun: Node, depth: int) -> Node:
        role = RELATIVE_ROLES.spin(self.draw)
        gender, number = noun.gender, noun.number
        clause = self.clause(
            "relative",
            depth,
            Wish(gap=role, filler=lambda case: self.wh_pronoun(case, gender, number, "Rel")),
        )
        clause.head.set_off = True
        return clause.head

    def noun_clause(self, depth: int) -> Node:
        if self.draw.chance(0.5):
            head = self.clause("that", depth).head
            head.set_off = True
            return head
        head = self._verbal("infinitive", depth, NOTHING).head
        form = self.lexicon.function.to
        head.before.insert(0, Node(form, form, "PART", "To", "_", "mark", head))
        return head


def _objects(verb: Verb, passive: bool) -> list[tuple[Role, str, str]]:
    """The role, label and case of every object: the label of a dative depends on the verb."""
    frame = verb.frame
    objects: list[tuple[Role, str, str]] = []
    if frame == "ditransitive":
        objects.append(("indirect", "iobj", "Dat"))
    if frame in ("transitive", "ditransitive", "transitive-prepositional") and not passive:
        objects.append(("object", "obj", "Acc"))
    elif frame == "dative":
        objects.append(("object", "obj", "Dat"))
    elif frame == "object-control":
        objects.append(("object", "obj" if verb.controller == "Acc" else "iobj", verb.controller))
    return objects


def _finite(tense: str, agreement: Node) -> str:
    return f"Mood=Ind|Number={agreement.number}|Person={agreement.person}|Tense={tense}|VerbForm=Fin"
