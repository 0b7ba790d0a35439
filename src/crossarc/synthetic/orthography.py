"""What one language is written with: its quotation marks and abbreviations."""

from __future__ import annotations

from dataclasses import dataclass

from crossarc.synthetic.chance import Draw
from crossarc.synthetic.lexicon import InventedLexicon

QUOTES = (("„", "“"), ("«", "»"), ("“", "”"), ("»", "«"), ('"', '"'))


@dataclass(frozen=True)
class Orthography:
    opening: str
    closing: str
    titles: tuple[str, ...]
    """Before names, as in "Dr. Smith"."""
    units: tuple[str, ...]
    """After figures, as in "5 min."."""
    and_so_on: str


def orthography(language: int, lexicon: InventedLexicon) -> Orthography:
    """That of the language of that number, from a stream of its own: words do not depend on how they are written."""
    draw = Draw(13, language)
    phonology = lexicon.morphology.phonology
    used: set[str] = set()

    def abbreviation(words: tuple[str, ...]) -> str:
        """Letters that no word is made of; or one of the words: a dot behind it may then be a full stop."""
        while True:
            ambiguous = draw.chance(0.5 * lexicon.morphology.ambiguity)
            letters = draw.pick(words) if ambiguous else draw.pick(phonology.onsets) + draw.pick(phonology.codas)
            if letters not in used:
                used.add(letters)
                return letters + "."

    particles = lexicon.function.particles  # which often end a sentence
    opening, closing = draw.pick(QUOTES)
    return Orthography(
        opening,
        closing,
        titles=tuple(abbreviation(particles) for _ in range(4)),
        units=tuple(abbreviation(particles) for _ in range(4)),
        and_so_on=abbreviation(lexicon.function.degree),
    )
