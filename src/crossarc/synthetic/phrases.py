"""Noun phrases, adpositional phrases, pronouns and modifiers, in their base order."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crossarc.synthetic.chance import Draw
from crossarc.synthetic.lexicon import Adposition, InventedLexicon, Noun, Pronoun
from crossarc.synthetic.word import Node

Modifier: TypeAlias = Literal["plain", "adjective", "determiner", "genitive", "adposition", "relative", "clause"]
"""What a noun phrase must have, where a construction needs it; `plain` has only adjectives after its noun."""


class Phrases:
    """Builds phrases; a subclass knows clauses."""

    def __init__(self, lexicon: InventedLexicon, draw: Draw) -> None:
        self.lexicon = lexicon
        self.draw = draw

    def relative_clause(self, noun: Node, depth: int) -> Node:
        raise NotImplementedError

    def noun_clause(self, depth: int) -> Node:
        raise NotImplementedError

    def noun_phrase(self, case: str, depth: int, wish: Modifier | None = None) -> Node:
        """A noun phrase in that case; the caller makes it a dependent of something."""
        draw = self.draw
        if wish is None:
            kind = draw.random()
            if kind < 0.17:
                return self.pronoun(self.lexicon.pronouns.spin(draw), case)
            if kind < 0.28:
                return self.name(case)
        if wish == "adposition":
            noun = self.lexicon.relational.spin(draw)
        elif wish == "clause":
            noun = self.lexicon.clausal.spin(draw)
        else:
            noun = self.lexicon.nouns.spin(draw)
        head = self.noun(noun, case, "Plur" if draw.chance(0.33) else "Sing")
        self._modify_before(head, depth, wish)
        if wish != "plain":
            self._modify_after(head, noun, depth, wish)
        return head

    def _modify_before(self, head: Node, depth: int, wish: Modifier | None) -> None:
        draw = self.draw
        if wish == "determiner":
            head.before.append(self.determiner(head, demonstrative=True))
        elif draw.chance(0.55):
            head.before.append(self.determiner(head))
        if head.number == "Plur" and draw.chance(0.12):
            rank = draw.below(9)
            numeral = self.lexicon.function.numerals[rank]
            head.before.append(Node(numeral, numeral, "NUM", "Num", "NumForm=Word|NumType=Card", "nummod", head))
        if wish == "adjective" or draw.chance(0.26 if depth < 2 else 0.12):
            for _ in range(2 if draw.chance(0.1) else 1):
                adjective = self.adjective(head, depth)
                after = adjective.lemma in self.lexicon.postnominal
                (head.after if after else head.before).append(adjective)

    def _modify_after(self, head: Node, noun: Noun, depth: int, wish: Modifier | None) -> None:
        draw = self.draw
        shallow = 1.0 if depth == 0 else 0.55 if depth == 1 else 0.2
        if wish == "genitive" or (wish is None and draw.chance(0.17 * shallow)):
            genitive = self.noun_phrase("Gen", depth + 2, "plain").under(head, "nmod")
            if draw.chance(0.35):
                head.before.insert(0, genitive)
            else:
                head.after.append(genitive)
        if wish == "adposition" or (wish is None and draw.chance((0.4 if noun.selects else 0.13) * shallow)):
            adposition = noun.selects or self.lexicon.adnominal.spin(draw)
            head.after.append(self.adpositional_phrase(adposition, depth + 1).under(head, "nmod"))
        if wish == "clause" or (wish is None and noun.clausal and draw.chance(0.3 * shallow)):
            head.after.append(self.noun_clause(depth + 1).under(head, "acl"))
        elif wish == "relative" or (wish is None and draw.chance(0.12 * shallow)):
            head.after.append(self.relative_clause(head, depth + 1).under(head, "acl:relcl"))
        elif wish is None and draw.chance(0.1 * shallow):
            conjunct = self.noun_phrase(head.case, depth + 2, "plain").under(head, "conj")
            conjunction = self.lexicon.function.conjunctions[0]
            conjunct.before.insert(0, Node(conjunction, conjunction, "CCONJ", "Conj", "_", "cc", conjunct))
            head.after.append(conjunct)
            head.number = "Plur"  # for agreement from now on: its own form and modifiers are made
            head.gender = head.gender if conjunct.gender == head.gender else "Masc"
        elif wish is None and draw.chance(0.02 * shallow):
            name = self.name(head.case).under(head, "appos")
            name.set_off = True
            head.after.append(name)

    def noun(self, noun: Noun, case: str, number: str) -> Node:
        word = Node(
            noun.stem + noun.endings[case, number],
            noun.lemma,
            "NOUN",
            "N",
            f"Case={case}|Gender={noun.gender}|Number={number}",
        )
        word.case, word.gender, word.number = case, noun.gender, number
        return word

    def name(self, case: str) -> Node:
        draw = self.draw
        word = self.noun(self.lexicon.names.spin(draw), case, "Sing")
        word.upos, word.xpos = "PROPN", "Np"
        if draw.chance(0.2):
            last = self.noun(self.lexicon.names.spin(draw), case, "Sing").under(word, "flat")
            last.upos, last.xpos = "PROPN", "Np"
            word.after.append(last)
        return word

    def pronoun(self, pronoun: Pronoun, case: str) -> Node:
        gender = f"Gender={pronoun.gender}|" if pronoun.gender else ""
        word = Node(
            pronoun.forms[case],
            pronoun.forms["Nom"],
            "PRON",
            "Pp",
            f"Case={case}|{gender}Number={pronoun.number}|Person={pronoun.person}|PronType=Prs",
        )
        word.case, word.gender, word.number, word.person = (
            case,
            pronoun.gender or "Masc",
            pronoun.number,
            pronoun.person,
        )
        return word

    def determiner(self, noun: Node, demonstrative: bool = False, interrogative: bool = False) -> Node:
        """An article, a demonstrative, a quantifier or a possessive that agrees with its noun."""
        function = self.lexicon.function
        agreement = (noun.gender, noun.case, noun.number)
        ending = self.lexicon.morphology.agreeing[agreement]
        features = f"Gender={noun.gender}|Number={noun.number}"
        kind = 1.0 if interrogative else 0.65 if demonstrative else self.draw.random()
        definite = ""
        if kind < 0.62:
            stem, pronoun_type, definite = function.definite, "Art", "Definite=Def|"
        elif kind < 0.8:
            stem, pronoun_type = function.demonstrative, "Dem"
        elif kind < 0.9:
            stem, pronoun_type = function.universal, "Tot"
        elif interrogative:
            stem, pronoun_type = function.interrogative, "Int"
        else:
            stem, pronoun_type = self.draw.pick(function.possessive), "Prs"
        lemma = stem + self.lexicon.morphology.agreeing["Masc", "Nom", "Sing"]
        poss = "|Poss=Yes" if pronoun_type == "Prs" else ""
        feats = f"Case={noun.case}|{definite}{features}{poss}|PronType={pronoun_type}"
        word = Node(stem + ending, lemma, "DET", "Art" if definite else "Det", feats, "det", noun)
        word.ending = ending if definite else ""
        return word

    def adjective(self, noun: Node, depth: int, degree: str = "") -> Node:
        """An adjective that agrees with its noun."""
        draw = self.draw
        morphology = self.lexicon.morphology
        stem = self.lexicon.adjectives.spin(draw)
        if not degree:
            kind = draw.random()
            degree = "Pos" if kind < 0.9 else "Sup"
        suffix = {"Pos": "", "Cmp": morphology.comparative, "Sup": morphology.superlative}[degree]
        form = stem + suffix + morphology.agreeing[noun.gender, noun.case, noun.number]
        lemma = stem + morphology.agreeing["Masc", "Nom", "Sing"]
        feats = f"Case={noun.case}|Degree={degree}|Gender={noun.gender}|Number={noun.number}"
        word = Node(form, lemma, "ADJ", "A", feats, "amod", noun)
        if draw.chance(0.1):
            adverb = draw.pick(self.lexicon.function.degree)
            word.before.append(Node(adverb, adverb, "ADV", "Deg", "_", "advmod", word))
        return word

    def adpositional_phrase(
        self, adposition: Adposition, depth: int, wish: Modifier | None = None, noun: Node | None = None
    ) -> Node:
        """A noun phrase with its adposition, as `case`, before everything else."""
        phrase = noun or self.noun_phrase(adposition.case, depth, wish)
        phrase.before.insert(0, Node(adposition.form, adposition.form, "ADP", "Pr", "_", "case", phrase))
        return phrase

    def focus(self, phrase: Node) -> None:
        """Puts a word like "only" before a phrase; it looks like the adverb of a verb."""
        form = self.draw.pick(self.lexicon.function.focus)
        phrase.before.insert(0, Node(form, form, "ADV", "Adv", "_", "advmod:emph", phrase))

    def than_phrase(self, adjective: Node, depth: int) -> Node:
        """What a comparative compares with."""
        than = self.lexicon.function.than
        phrase = self.noun_phrase("Nom", depth + 1, "plain").under(adjective, "obl")
        phrase.before.insert(0, Node(than, than, "SCONJ", "Than", "_", "case", phrase))
        return phrase

    def adverb(self) -> Node:
        form = self.lexicon.adverbs.spin(self.draw)
        return Node(form, form, "ADV", "Adv", "_", "advmod")

    def wh_pronoun(self, case: str, gender: str, number: str, kind: Literal["Int", "Rel"]) -> Node:
        """An interrogative or relative pronoun; the relative one agrees with its antecedent."""
        function = self.lexicon.function
        stem = function.interrogative if kind == "Int" else function.relative
        agreeing = self.lexicon.morphology.agreeing
        word = Node(
            stem + agreeing[gender, case, number],
            stem + agreeing["Masc", "Nom", "Sing"],
            "PRON",
            "Pw",
            f"Case={case}|Gender={gender}|Number={number}|PronType={kind}",
        )
        word.case, word.gender, word.number = case, gender, number
        return word
