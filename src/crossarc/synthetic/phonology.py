"""The shapes of invented words: syllables of one language, and words that are never made twice."""

from __future__ import annotations

from crossarc.synthetic.chance import Draw

ONSETS: list[str] = [*"ptkbdgmnslrvfzhjšž", "tr", "kl", "br", "st", "gr", "sk", "pl", "dr", "fl", "kv"]
NUCLEI: list[str] = [*"aeiouaeioõ", "ai", "ei"]
CODAS: list[str] = [*"nrlskmtdvš", "nd", "rk", "lt", "st"]
VOWELS = "aeiouë"
ENDING_CODAS = ("", "n", "s", "m", "r", "t", "l")


class Phonology:
    """Makes the stems, function words and endings of one language."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.onsets = draw.shuffled(ONSETS)[:20]
        self.nuclei = draw.shuffled(NUCLEI)[:8]
        self.codas = draw.shuffled(CODAS)[:10]
        self.used: set[str] = set()

    def stem(self, syllables: int, suffix: str = "") -> str:
        """A new stem that ends in a consonant, so that any ending can follow."""
        draw = self.draw
        while True:
            open_syllables = "".join(draw.pick(self.onsets) + draw.pick(self.nuclei) for _ in range(syllables - 1))
            stem = open_syllables + draw.pick(self.onsets) + draw.pick(self.nuclei) + draw.pick(self.codas)
            if suffix:
                stem += suffix
            if stem not in self.used:
                self.used.add(stem)
                return stem
            syllables = min(syllables + draw.below(2), 6)  # the short ones run out

    def function_word(self) -> str:
        """A new word of one syllable."""
        draw = self.draw
        while True:
            word = draw.pick(self.onsets) + draw.pick(self.nuclei)
            if draw.chance(0.4):
                word += draw.pick(self.codas)
            if word not in self.used:
                self.used.add(word)
                return word

    def endings(self) -> list[str]:
        """All endings, in an order of its own for each paradigm."""
        return self.draw.shuffled(vowel + coda for vowel in VOWELS for coda in ENDING_CODAS)
