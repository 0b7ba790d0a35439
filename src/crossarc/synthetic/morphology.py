"""Paradigms: what ending goes with which features, and which cells look the same.

Syncretism is what makes case a clue rather than an answer. The merged cells are those that merge in natural
languages (the nominative and accusative of neuters, the dative and instrumental plural and so on);
`ambiguity` says how readily they do.
"""

from __future__ import annotations

from typing import TypeAlias

from crossarc.synthetic.chance import Draw
from crossarc.synthetic.phonology import Phonology

GENDERS = ("Masc", "Fem", "Neut")
NUMBERS = ("Sing", "Plur")
CASES = ("Nom", "Acc", "Gen", "Dat", "Ins")
PERSONS = (1, 2, 3)
TENSES = ("Pres", "Past")

Nominal: TypeAlias = dict[tuple[str, str], str]
"""Endings by case and number."""
Agreeing: TypeAlias = dict[tuple[str, str, str], str]
"""Endings by gender, case and number."""


class Morphology:
    """The paradigms of one language."""

    def __init__(self, phonology: Phonology, draw: Draw, ambiguity: float) -> None:
        self.phonology = phonology
        self.draw = draw
        self.ambiguity = ambiguity
        self.declensions = {gender: [self._declension(gender) for _ in range(2)] for gender in GENDERS}
        self.agreeing = self._agreeing()
        endings = iter(phonology.endings())
        self.finite = {
            (tense, person, number): next(endings) for tense in TENSES for person in PERSONS for number in NUMBERS
        }
        self.infinitive = next(endings)
        self.imperative = next(endings)
        self.participle = {voice: draw.pick(phonology.onsets) for voice in ("Act", "Pass")}
        if self.participle["Act"] == self.participle["Pass"]:
            self.participle["Pass"] += "r"
        self.comparative, self.superlative = (next(endings) + draw.pick("tdk") for _ in range(2))

    def _declension(self, gender: str) -> Nominal:
        endings = iter(self.phonology.endings())
        table = {(case, number): next(endings) for number in NUMBERS for case in CASES}
        if gender == "Masc" and self.draw.chance(0.5):
            table["Nom", "Sing"] = ""
        nominative_is_accusative = 2.0 if gender == "Neut" else 0.4
        self._merge(table, ("Nom", "Sing"), ("Acc", "Sing"), nominative_is_accusative)
        self._merge(table, ("Nom", "Plur"), ("Acc", "Plur"), nominative_is_accusative + 0.3)
        self._merge(table, ("Gen", "Sing"), ("Dat", "Sing"), 0.5)
        self._merge(table, ("Dat", "Plur"), ("Ins", "Plur"), 1.0)
        self._merge(table, ("Nom", "Plur"), ("Gen", "Sing"), 0.5)
        return table

    def _merge(self, table: Nominal, kept: tuple[str, str], lost: tuple[str, str], readiness: float) -> None:
        if self.draw.chance(readiness * self.ambiguity):
            table[lost] = table[kept]

    def _agreeing(self) -> Agreeing:
        endings = iter(self.phonology.endings())
        table: Agreeing = {}
        for gender in GENDERS:
            for case in CASES:
                table[gender, case, "Sing"] = next(endings)
        for case in CASES:
            for gender in GENDERS:  # the plural shows gender in the nominative and accusative only
                if case in ("Nom", "Acc") or gender == "Masc":
                    table[gender, case, "Plur"] = next(endings)
                else:
                    table[gender, case, "Plur"] = table["Masc", case, "Plur"]
        self._merge_agreeing(table)
        return table

    def _merge_agreeing(self, table: Agreeing) -> None:
        for number in NUMBERS:
            if self.draw.chance(2 * self.ambiguity):
                table["Neut", "Acc", number] = table["Neut", "Nom", number]
        for case in ("Gen", "Dat", "Ins"):
            if self.draw.chance(self.ambiguity):
                table["Neut", case, "Sing"] = table["Masc", case, "Sing"]
        for gender in ("Masc", "Fem"):
            if self.draw.chance(0.6 * self.ambiguity):
                table[gender, "Acc", "Plur"] = table[gender, "Nom", "Plur"]
        if self.draw.chance(self.ambiguity):
            table["Fem", "Dat", "Sing"] = table["Fem", "Gen", "Sing"]
