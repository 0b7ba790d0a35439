"""Sentences of an invented language whose endings tell the tags.

Nouns have two cases and numbers, adjectives agree with them and verbs with the first; one word is a noun or a verb.
"""

from __future__ import annotations

import random

from crossarc import Treebank

_CASES = {("Nom", "Sing"): "a", ("Nom", "Plur"): "ai", ("Acc", "Sing"): "um", ("Acc", "Plur"): "uos"}
_NUMBERS = {"Sing": "et", "Plur": "unt"}
_ONSETS, _VOWELS = ("b", "d", "gr", "k", "l", "m", "p", "st", "tr", "v"), "aeiou"


def stem(random_: random.Random) -> str:
    return "".join(random_.choice(_ONSETS) + random_.choice(_VOWELS) for _ in range(2)) + random_.choice("lnrs")


def treebank(sentences: int, seed: int = 1, *, with_xpos: bool = True) -> Treebank:
    random_ = random.Random(seed)
    return Treebank.from_conllu("".join(_sentence(random_, with_xpos) for _ in range(sentences)))


def _sentence(random_: random.Random, with_xpos: bool) -> str:
    number = random_.choice(["Sing", "Plur"])
    words = [*_phrase(random_, "Nom", number)]
    if random_.random() < 0.2:
        words.append(("par", "pare", "VERB", "V", f"Number={number}"))
    else:
        verb = stem(random_)
        words.append((verb + _NUMBERS[number], verb + "e", "VERB", "V", f"Number={number}"))
    if random_.random() < 0.2:
        words.append(("par", "par", "NOUN", "N", "Case=Acc|Number=Sing"))
    else:
        words += _phrase(random_, "Acc", random_.choice(["Sing", "Plur"]))
    words.append((".", ".", "PUNCT", ".", "_"))
    first = words[0]
    words[0] = (first[0].capitalize(), *first[1:])
    verb_place = next(place for place, word in enumerate(words, 1) if word[2] == "VERB")
    lines = [
        "\t".join(
            [
                str(place),
                form,
                lemma,
                upos,
                xpos if with_xpos else "_",
                feats,
                "0" if place == verb_place else str(verb_place),
                "root" if place == verb_place else "dep",
                "_",
                "_",
            ]
        )
        for place, (form, lemma, upos, xpos, feats) in enumerate(words, 1)
    ]
    return "\n".join(lines) + "\n\n"


def _phrase(random_: random.Random, case: str, number: str) -> list[tuple[str, str, str, str, str]]:
    noun, adjective = stem(random_), stem(random_)
    feats = f"Case={case}|Number={number}"
    words = [(noun + _CASES[case, number], noun, "NOUN", "N", feats)]
    if random_.random() < 0.5:
        words.insert(0, (adjective + "i" + _CASES[case, number], adjective + "i", "ADJ", "A", feats))
    return words
