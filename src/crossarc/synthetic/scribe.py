"""Writes sentences out: with abbreviations, figures, hyphens, quotation marks and contractions to be told apart.

The grammar has built the tree, and its kind stays. What is added here is a leaf, or a short phrase, beside its head,
which no arc can cross; marks around a whole sentence hang from a root that has a full stop, and so no arc covers it.
"""

from __future__ import annotations

from crossarc.synthetic.chance import Draw, Wheel
from crossarc.synthetic.contractions import contract_clitics
from crossarc.synthetic.lexicon import InventedLexicon
from crossarc.synthetic.orthography import Orthography
from crossarc.synthetic.word import Node, numbered, punctuation

FIGURES: Wheel[str] = Wheel.of({"whole": 5, "decimal": 3, "thousands": 2})


class Scribe:
    """Draws from a stream of its own, so that it makes no difference to which sentences there are."""

    def __init__(
        self, orthography: Orthography, lexicon: InventedLexicon, draw: Draw, *, multiword: float, max_words: int
    ) -> None:
        self.orthography = orthography
        self.lexicon = lexicon
        self.draw = draw
        self.multiword = multiword
        self.max_words = max_words

    def write_out(self, words: list[Node]) -> list[Node]:
        """The words in order as they are written; they are changed, and some come in beside them."""
        self._vary_commas(words)
        room = self.max_words - len(words)
        written: list[Node] = []
        for place, word in enumerate(words):
            following = words[place + 1] if place + 1 < len(words) else None
            spelt = self._spelt(word, following, words, room)
            room -= len(spelt) - 1
            written += spelt
        written = self._ended(written, room)
        contract_clitics(written, self.draw, self.multiword)
        return numbered(written)

    def _spelt(self, word: Node, following: Node | None, words: list[Node], room: int) -> list[Node]:
        """What is written for a word: itself, perhaps in another form, and up to two more if there is room."""
        kind = self.draw.random()
        if word.upos == "PROPN" and word.deprel != "flat":
            return self._name(word, kind, room, has_last_name=following is not None and following.deprel == "flat")
        if word.upos == "NOUN":
            return self._noun(word, kind, room, words)
        if word.upos == "NUM":
            return self._numeral(word, kind, room)
        if word.upos == "VERB" and kind < 0.03 and room > 1 and (following is None or following.upos != "PRON"):
            return [word, *self._measure(word)]
        return [word]

    def _name(self, name: Node, kind: float, room: int, has_last_name: bool) -> list[Node]:
        if has_last_name and kind < 0.35:
            self._initial(name)
        elif not has_last_name and kind < 0.12 and room > 0:
            return [self._title(name), name]
        elif not has_last_name and kind < 0.18 and room > 1:
            return self._quoted(name)
        return [name]

    def _noun(self, noun: Node, kind: float, room: int, words: list[Node]) -> list[Node]:
        if kind < 0.03:
            self._compound(noun)
        elif kind < 0.045 and room > 1:
            return self._quoted(noun)
        elif kind < 0.06 and room > 0:
            return [self._ordinal(noun), noun]
        elif kind < 0.1 and room > 0 and _may_go_on(noun, words):
            return [noun, self._and_so_on(noun)]
        return [noun]

    def _numeral(self, numeral: Node, kind: float, room: int) -> list[Node]:
        if kind < 0.12 and room > 1:
            return self._range(numeral)
        if kind < 0.6:
            self._in_figures(numeral, self._figure())
        return [numeral]

    # Abbreviations

    def _initial(self, name: Node) -> None:
        name.form = name.lemma = name.form[0] + "."
        name.feats = "Abbr=Yes|" + name.feats

    def _title(self, name: Node) -> Node:
        return self._abbreviation(self.draw.pick(self.orthography.titles), "nmod", name)

    def _and_so_on(self, noun: Node) -> Node:
        return self._abbreviation(self.orthography.and_so_on, "conj", noun)

    def _abbreviation(self, form: str, deprel: str, head: Node) -> Node:
        return Node(form, form, "NOUN", "Abbr", "Abbr=Yes", deprel, head)

    # Figures

    def _figure(self) -> str:
        draw = self.draw
        kind = FIGURES.spin(draw)
        if kind == "whole":
            return str(2 + draw.below(98))
        if kind == "decimal":
            return f"{1 + draw.below(30)},{1 + draw.below(9)}"
        return f"{1 + draw.below(90)}.{draw.below(10)}00"

    def _in_figures(self, numeral: Node, figure: str) -> None:
        numeral.form = numeral.lemma = figure
        numeral.feats = numeral.feats.replace("NumForm=Word", "NumForm=Digit")

    def _range(self, numeral: Node) -> list[Node]:
        """ "3-5": three words, unlike a compound with a hyphen."""
        least = 2 + self.draw.below(40)
        self._in_figures(numeral, str(least))
        form = str(least + 1 + self.draw.below(9))
        most = Node(form, form, "NUM", "Num", numeral.feats, "nmod", numeral)
        hyphen = Node("-", "-", "SYM", "Sym", "_", "case", most)
        hyphen.touches = "both"
        return [numeral, hyphen, most]

    def _ordinal(self, noun: Node) -> Node:
        """Figures with a dot, which is no full stop."""
        form = f"{1 + self.draw.below(40)}."
        case, gender, number = noun.feats.split("|")  # the noun's own, and not those that a verb agrees with
        feats = f"{case}|{gender}|{number}|NumForm=Digit|NumType=Ord"
        return Node(form, form, "ADJ", "Ord", feats, "amod", noun)

    def _measure(self, verb: Node) -> list[Node]:
        """ "for 3,5 min." """
        unit = self._abbreviation(self.draw.pick(self.orthography.units), "obl", verb)
        form = self._figure()
        return [Node(form, form, "NUM", "Num", "NumForm=Digit|NumType=Card", "nummod", unit), unit]

    # Hyphens and marks

    def _compound(self, noun: Node) -> None:
        first = self.lexicon.nouns.spin(self.draw).stem
        noun.form, noun.lemma = f"{first}-{noun.form}", f"{first}-{noun.lemma}"

    def _quoted(self, word: Node) -> list[Node]:
        marks = self.orthography
        return [
            punctuation(marks.opening, "Quote", word, "right"),
            word,
            punctuation(marks.closing, "Quote", word),
        ]

    def _vary_commas(self, words: list[Node]) -> None:
        """Semicolons before some coordinated clauses, dashes around some clauses and names that are set off."""
        chosen: dict[Node, str] = {}
        for word in words:
            if word.xpos == "Comma":
                owner = word.head
                assert owner is not None
                if owner not in chosen:
                    chosen[owner] = self._mark_around(owner)
                word.form = word.lemma = chosen[owner]
                if word.form == "–":
                    word.xpos, word.touches = "Dash", ""
                elif word.form == ";":
                    word.xpos = "Semicolon"

    def _mark_around(self, owner: Node) -> str:
        kind = self.draw.random()
        if owner.deprel == "conj":
            return ";" if kind < 0.3 else ","
        return "–" if owner.deprel in ("acl:relcl", "advcl", "appos") and kind < 0.08 else ","

    def _ended(self, words: list[Node], room: int) -> list[Node]:
        """A full stop is not written behind that of an abbreviation; whole sentences may be quoted, or trail off."""
        kind = self.draw.random()
        stop = words[-1]
        if stop.xpos != "Stop":
            return words
        if stop.form == "." and words[-2].form.endswith("."):
            return words[:-1]
        if stop.form == "." and kind < 0.03:
            stop.form = stop.lemma = "..."
        elif kind < 0.09 and room > 1:
            root = stop.head
            assert root is not None
            opening, *_, closing = self._quoted(root)
            return [opening, *words, closing]
        return words


def _may_go_on(noun: Node, words: list[Node]) -> bool:
    """Whether "and so on" may follow: not where it would change agreement, nor in a coordination."""
    is_single = not any(word.head is noun and word.deprel == "conj" for word in words)
    return is_single and noun.deprel in ("obj", "obl", "obl:arg", "nmod")
