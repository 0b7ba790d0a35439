"""A word of a sentence, and its place in the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crossarc.errors import ArgumentTypeError
from crossarc.other_names import HintsAtNames
from crossarc.treebank.assignment import never_changes
from crossarc.treebank.columns import COLUMNS
from crossarc.treebank.feats import Feats
from crossarc.treebank.printable import escaped
from crossarc.treebank.text_ranges import text_range

if TYPE_CHECKING:
    from crossarc.treebank.sentence import Sentence

_FORM, _LEMMA, _UPOS, _XPOS, _FEATS, _DEPREL, _DEPS, _MISC = 1, 2, 3, 4, 5, 7, 8, 9
_CONFIDENCE = "Confidence="


@never_changes
class Word(HintsAtNames):
    """A syntactic word: its columns, and the words around it in the tree.

    `head` is the word that it depends on, and None for a root and where the file has `_`; `head_id` is the number in
    the file: 0 for a root, -1 for `_`. Whatever is asked for is made at that moment. Over many words the arrays and
    columns of sentences and treebanks are the fast way (`heads`, `codes`, `forms` …).

    >>> from crossarc import Treebank
    >>> rows = ["1 Good good ADJ _ Degree=Pos 2 amod _ _", "2 morning morning NOUN _ _ 0 root _ _"]
    >>> good, morning = Treebank.from_conllu("\\n".join(rows).replace(" ", "\\t") + "\\n\\n")[0]
    >>> good.head, good.feats["Degree"], morning.children, morning.head
    (<Word 2 morning: NOUN, root>, 'Pos', [<Word 1 Good: ADJ, amod of 2 morning>], None)
    """

    __slots__ = ("_place", "sentence")

    sentence: Sentence
    """The sentence that it is in."""

    def __init__(self, sentence: Sentence, place: int) -> None:
        self.sentence = sentence
        self._place = place

    # Columns

    @property
    def id(self) -> int:
        """Its number in the sentence, from 1."""
        return self._place + 1

    @property
    def form(self) -> str:
        return self.sentence._fields(_FORM)[self._place]

    @property
    def lemma(self) -> str:
        return self.sentence._fields(_LEMMA)[self._place]

    @property
    def upos(self) -> str:
        return self.sentence._fields(_UPOS)[self._place]

    @property
    def xpos(self) -> str:
        return self.sentence._fields(_XPOS)[self._place]

    @property
    def feats(self) -> Feats:
        """Its features by name: `word.feats["Case"]`, `word.feats.get("Case")`; `str(word.feats)` is the column."""
        return Feats(self.sentence._fields(_FEATS)[self._place])

    @property
    def deprel(self) -> str:
        return self.sentence._fields(_DEPREL)[self._place]

    @property
    def deps(self) -> str:
        return self.sentence._fields(_DEPS)[self._place]

    @property
    def misc(self) -> str:
        return self.sentence._fields(_MISC)[self._place]

    @property
    def start(self) -> int | None:
        """The character of the text that it begins with, counted from 0, if MISC tells (`TokenRange=start:end`).

        Of the words of a multiword token only the token has one.
        """
        return None if (found := text_range(self.misc)) is None else found[0]

    @property
    def end(self) -> int | None:
        """The character of the text behind it, if MISC tells."""
        return None if (found := text_range(self.misc)) is None else found[1]

    @property
    def confidence(self) -> float | None:
        """How likely its arc and label are right, if MISC tells (`Confidence=0.95`): `parse(…, confidence=True)`."""
        given = next((entry for entry in self.misc.split("|") if entry.startswith(_CONFIDENCE)), "")
        try:
            return float(given.removeprefix(_CONFIDENCE))
        except ValueError:
            return None

    # The tree

    @property
    def head_id(self) -> int:
        """The number of its head: 0 for a root, -1 where the file has `_`."""
        return self.sentence._head_ids()[self._place]

    @property
    def head(self) -> Word | None:
        """The word that it depends on; None for a root, and where the file has `_`."""
        head = self.sentence._head_ids()[self._place]
        return Word(self.sentence, head - 1) if head > 0 else None

    @property
    def is_root(self) -> bool:
        """It depends on no word, but on the artificial root, 0."""
        return self.head_id == 0

    @property
    def is_nonprojective(self) -> bool:
        """Some word between it and its head does not descend from that head."""
        return self.sentence._nonprojective()[self._place]

    @property
    def children(self) -> list[Word]:
        """The words that depend on it, from left to right."""
        return [Word(self.sentence, place) for place in self.sentence._children()[self._place]]

    @property
    def subtree(self) -> list[Word]:
        """The word itself and all that descend from it, from left to right."""
        children = self.sentence._children()
        found = [self._place]
        for place in found:
            found += children[place]
        return [Word(self.sentence, place) for place in sorted(found)]

    # As an object

    def to_dict(self) -> dict[str, Any]:
        """The ten columns by name, as they are written; `id` and `head` are numbers."""
        return {
            "id": self.id,
            "form": self.form,
            "lemma": self.lemma,
            "upos": self.upos,
            "xpos": self.xpos,
            "feats": str(self.feats),
            "head": self.head_id,
            "deprel": self.deprel,
            "deps": self.deps,
            "misc": self.misc,
        }

    def __eq__(self, other: object) -> bool:
        """The same columns, in whichever sentence."""
        if not isinstance(other, Word):
            return NotImplemented
        if self._place != other._place:
            return False
        return self.sentence is other.sentence or self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self._place, self.form))

    def __copy__(self) -> Word:
        return self

    def __deepcopy__(self, memo: object) -> Word:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Word, (self.sentence, self._place)

    def __str__(self) -> str:
        return self.form

    def __format__(self, spec: str) -> str:
        return format(self.form, spec)  # for tables: f"{word:15}"

    if not TYPE_CHECKING:  # who has columns by key elsewhere is told how they are had here

        def __getitem__(self, name: Any) -> Any:
            known = [own for own in COLUMNS if own == str(name).lower()]
            used = f"word.{known[0]}" if known else "word.form, word.upos and so on"
            raise ArgumentTypeError(f"word[{name!r}]: columns are attributes; use {used}")

    def __repr__(self) -> str:
        head = self.head
        arc = f", {self.deprel} of {head.id} {head.form}" if head is not None else ", root" if self.is_root else ""
        return escaped(f"<Word {self.id} {self.form}: {self.upos}{arc}>")
