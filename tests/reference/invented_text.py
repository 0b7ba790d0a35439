"""A treebank of an invented language with all that a tokenizer has to learn: punctuation that touches words,
abbreviations, numbers, contractions, words with spaces inside, paragraphs."""

from __future__ import annotations

import random

_NOUNS = ["haus", "baum", "weg", "stein", "fluss", "berg", "licht", "wolke", "vogel", "garten"]
_VERBS = ["sieht", "findet", "kennt", "sucht", "trägt", "malt", "hört"]
_NAMES = ["Ana", "Bo", "Nova Terra", "Cara"]
_CONTRACTIONS = {"zum": ("zu", "dem"), "im": ("in", "dem"), "vom": ("von", "dem")}

Token = tuple[str, tuple[str, ...], bool]  # form, words of a multiword token, whether a space follows


def _sentence(draw: random.Random) -> list[Token]:
    tokens: list[Token] = []
    if draw.random() < 0.3:
        tokens.append((draw.choice(["Dr.", "Hr."]), (), True))
    tokens.append((draw.choice(_NAMES), (), True))
    tokens.append((draw.choice(_VERBS), (), True))
    if draw.random() < 0.5:
        tokens.append((f"{draw.randint(1, 99)}.{draw.randint(0, 9)}", (), True))
    tokens.append((draw.choice(_NOUNS), (), draw.random() < 0.5))
    if not tokens[-1][2]:
        tokens.append((",", (), True))
    form = draw.choice(sorted(_CONTRACTIONS))
    tokens.append((form, _CONTRACTIONS[form], True))
    noun = draw.choice(_NOUNS)
    if draw.random() < 0.5:  # a suffix that stands for a word
        tokens.append((f"{noun}-lo", (noun, "lo"), False))
    else:
        tokens.append((noun, (), False))
    tokens.append((draw.choice([".", ".", "?", "!"]), (), True))
    return tokens


def invented_treebank(sentences: int, seed: int = 1) -> str:
    """CoNLL-U without trees."""
    draw = random.Random(seed)
    lines = []
    for number in range(sentences):
        tokens = _sentence(draw)
        if number % 7 == 0:
            lines.append("# newpar")
        lines.append("# text = " + "".join(form + " " * space for form, _, space in tokens).strip())
        word = 1
        for form, words, space in tokens:
            misc = "_" if space else "SpaceAfter=No"
            last = word + len(words) - 1
            lines.append(f"{word}-{last}" if words else f"{word}")
            lines[-1] += f"\t{form}" + "\t_" * 7 + f"\t{misc}"
            lines += [f"{word + k}\t{part}" + "\t_" * 8 for k, part in enumerate(words)]
            word += max(len(words), 1)
        lines.append("")
    return "\n".join(lines) + "\n"


def bare_treebank(sentences: int, seed: int = 1) -> str:
    """CoNLL-U of a language without punctuation and capitals, whose sentences can be told by their words alone."""
    draw = random.Random(seed)
    lines = []
    for _ in range(sentences):
        words = [draw.choice(["nu", "ak"]), *draw.choices(_NOUNS, k=draw.randint(0, 6)), draw.choice(_VERBS)]
        lines.append("# text = " + " ".join(words))
        lines += [f"{number}\t{word}" + "\t_" * 8 for number, word in enumerate(words, 1)]
        lines.append("")
    return "\n".join(lines) + "\n"
