"""Tagging as docs/tagging.md tells it, slowly: the bytes of a model (core/tagging), features one by one, and a choice.

Nothing is found out in advance, all weights are looked up one at a time, and scores are sums over all features.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tests.reference.stored_weights import StoredWeights

MASK = 2**64 - 1
Tag = tuple[str, str, str]
NOTHING: Tag = ("", "", "")


def mixed(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def hash_of(string: str) -> int:
    value = 0xCBF29CE484222325
    for byte in string.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return mixed(value)


def feature(number: int, *seen: int) -> int:
    whole = seen[0]
    for other in seen[1:]:
        rotated = ((other << 27) | (other >> 37)) & MASK
        whole = (whole + rotated * 0xD6E8FEB86659FD93) & MASK
    return mixed((whole + number * 0x9E3779B97F4A7C15) & MASK)


def lower(text: str) -> str:
    return "".join("i" if c == "İ" else c.lower() for c in text)


def is_upper(character: str) -> bool:
    return lower(character) != character


def shape(form: str) -> str:
    result = ""
    for c in form[:100]:
        kind = c
        if ord(c) >= 0x80 or c.isalpha():
            kind = "X" if is_upper(c) else "x"
        elif c.isdigit():
            kind = "9"
        if len(result) < 12 and not result.endswith(kind * 2):
            result += kind
    return result


def pieces(listed: str) -> list[str]:
    return listed.removesuffix("|").split("|") if listed else []


class Reader:
    def __init__(self, stored: bytes) -> None:
        self.stored, self.at = stored, 0

    def numbers(self, kind: str, count: int) -> tuple[int, ...]:
        form = struct.Struct(f"<{count}{kind}")
        self.at += form.size
        return form.unpack_from(self.stored, self.at - form.size)

    def number(self, kind: str) -> int:
        return self.numbers(kind, 1)[0]

    def string(self) -> str:
        size = self.number("I")
        self.at += size
        return self.stored[self.at - size : self.at].decode()

    def pairs(self) -> list[tuple[int, int]]:
        flat = self.numbers("I", 2 * self.number("Q"))
        return list(zip(flat[::2], flat[1::2], strict=True))


@dataclass
class Form:
    """What features see of a form."""

    text: str
    lower: str = ""
    ambiguity: int = 1
    likeliest: Tag = NOTHING
    is_known: bool = True
    candidates: list[tuple[int, int]] = field(default_factory=list)  # tags and evidence

    def hashes(self) -> tuple[int, int, int, int, int]:
        if not self.lower:  # before and behind the sentence
            return (1, 1, 1, 1, 1)
        return (
            hash_of(self.text),
            hash_of(self.lower),
            hash_of(self.lower[-3:]),
            hash_of(shape(self.text)),
            self.ambiguity,
        )


class SlowTagger:
    def __init__(self, stored: bytes) -> None:
        self.weights = StoredWeights(stored)
        reader = Reader(self.weights.rest)
        strings = [[reader.string() for _ in range(reader.number("Q"))] for _ in range(3)]
        entries = [reader.numbers("I", 4) for _ in range(reader.number("Q"))]
        self.tags: list[Tag] = [(strings[0][u], strings[1][x], strings[2][f]) for u, x, f, _ in entries]
        self.counts = [entry[3] for entry in entries]
        self.parts = self._parts()
        self.dictionary: dict[str, list[tuple[int, int]]] = {}
        for _ in range(reader.number("Q")):
            form = reader.string()
            self.dictionary[form] = reader.pairs()  # with a bit beside the count if a lexicon has it, too
        keys = reader.numbers("Q", reader.number("Q"))
        firsts = reader.numbers("I", reader.number("Q"))
        counts = reader.pairs()
        self.endings = {key: counts[firsts[k] : firsts[k + 1]] for k, key in enumerate(keys)}
        assert reader.at == len(self.weights.rest)

    def _parts(self) -> list[set[int]]:
        numbers: dict[str, int] = {}
        count = 32

        def named(name: str) -> int:
            nonlocal count
            if name not in numbers:
                numbers[name] = count
                count += 1
            return numbers[name]

        seen: dict[str, int] = {}
        for (_, xpos, _), own in zip(self.tags, self.counts, strict=True):
            seen[xpos] = seen.get(xpos, 0) + own
        parts = []
        for (upos, xpos, feats), own in zip(self.tags, self.counts, strict=True):
            of_tag = {named("u|" + upos)}
            if own >= 10:
                of_tag.add(count)
                count += 1
            if seen[xpos] >= 10:
                of_tag.add(named("x|" + xpos))
            if "|" in xpos:
                of_tag |= {named("p|" + piece) for piece in pieces(xpos)}
            of_tag |= {named("f|" + piece) for piece in pieces(feats)}
            parts.append(of_tag)
        return parts

    # Forms

    def guesses(self, form: str) -> list[tuple[int, float]]:
        kind = is_upper(form[0]) + 2 * any(c in "0123456789" for c in form)
        low = lower(form)
        probabilities: dict[int, float] = {}
        for length in range(min(7, len(low)) + 1):
            counts = self.endings.get(feature(0, hash_of(low[len(low) - length :]), kind))
            if not counts:
                continue
            total = sum(count for _, count in counts)
            probabilities = {tag: p * (0.5 / (total + 0.5)) for tag, p in probabilities.items()}
            for tag, count in counts:
                probabilities[tag] = probabilities.get(tag, 0.0) + count / (total + 0.5)
        rounded = [(tag, float(np.float32(p))) for tag, p in probabilities.items()]
        best = sorted(rounded, key=lambda guess: (-guess[1], guess[0]))[:24]
        least = np.float32(0.0003) * np.float32(best[0][1]) if best else 0
        return [guess for k, guess in enumerate(best) if k == 0 or guess[1] >= least]

    def in_lexicon(self, text: str) -> set[int]:
        return {tag for tag, stored in self.dictionary.get(text, []) if stored == 0 or stored >= 0x80000000}

    def form(self, text: str) -> Form:
        found = Form(text, lower(text), 0)
        listed = [(tag, stored & 0x7FFFFFFF) for tag, stored in self.dictionary.get(text, [])]
        in_lexicon = self.in_lexicon(text)
        total = sum(count for _, count in listed)
        found.is_known = total > 0
        most = 0
        for tag, count in listed:
            if count and count * 200 >= total:
                often = count - 1 if count <= 2 else 2 if count <= 5 else 3
                share = 0 if count * 10 >= total * 7 else 1 if count * 10 >= total * 2 else 2
                found.candidates.append((tag, 16 + often * 3 + share))
                if count * 20 >= total:
                    found.ambiguity += self.whole(self.tags[tag])
                if count > most:
                    most, found.likeliest = count, self.tags[tag]
            elif tag in in_lexicon:
                found.candidates.append((tag, 28))
        if not found.candidates and found.lower != text:
            found.candidates = [(tag, 29) for tag, _ in self.dictionary.get(found.lower, [])]
            in_lexicon = self.in_lexicon(found.lower)
        if total < 8:
            self._guess(found, text, total, in_lexicon)
        found.candidates = found.candidates or [(0, 1)]
        found.ambiguity &= MASK
        return found

    def _guess(self, found: Form, text: str, total: int, in_lexicon: set[int]) -> None:
        guesses = self.guesses(text)
        if in_lexicon:
            guesses = [guess for guess in guesses if guess[0] in dict(found.candidates)]
        if total == 0 and guesses:
            found.likeliest = self.tags[guesses[0][0]]
        elif total == 0 and in_lexicon:
            found.likeliest = self.tags[found.candidates[0][0]]
            found.ambiguity += sum(hash_of(self.tags[tag][0]) for tag, _ in found.candidates)
        for tag, probability in guesses:
            if total == 0 and np.float32(probability) >= np.float32(0.3) * np.float32(guesses[0][1]):
                found.ambiguity += hash_of(self.tags[tag][0])
            bits = -math.log2(probability)
            evidence = 11 + min(max(int(bits / 2), 0), 4) if total else 1 + min(max(int(bits), 0), 9)
            if tag not in dict(found.candidates):
                found.candidates.append((tag, evidence))
            elif total == 0:
                found.candidates = [
                    (own, evidence if own == tag and before == 28 else before) for own, before in found.candidates
                ]

    # Features

    def whole(self, tag: Tag) -> int:
        return feature(0, *map(hash_of, tag))

    def form_features(self, form: Form) -> list[int]:
        own, low, ending, shaped, ambiguity = form.hashes()
        keys = [feature(1, 0), feature(4, shaped), feature(5, ambiguity), feature(6, ending, shaped)]
        if form.is_known:
            keys += [feature(2, own), feature(3, low)]
        keys += [feature(16 + n, hash_of(form.lower[-n:])) for n in range(1, 7) if n <= len(form.lower)]
        keys += [feature(32 + n, hash_of(form.lower[:n])) for n in range(1, 5) if n <= len(form.lower)]
        return keys

    def context_features(self, forms: Sequence[Form], last: Tag, second_last: Tag) -> list[int]:
        before_2, before, own, after, after_2 = (form.hashes() for form in forms)
        form, low, ending, shaped, ambiguity = range(5)
        tag, tag_2 = self.whole(last), self.whole(second_last)
        upos, upos_2 = hash_of(last[0]), hash_of(second_last[0])
        following, following_2 = forms[3].likeliest, forms[4].likeliest
        seen = [
            (before[form],),
            (after[form],),
            (before_2[form],),
            (after_2[form],),
            (before[ending],),
            (after[ending],),
            (before[low], own[low]),
            (own[low], after[low]),
            (before[low], after[low]),
            (own[shaped], before[shaped]),
            (tag,),
            (tag_2,),
            (tag_2, tag),
            (upos,),
            (upos_2, upos),
            None,
            (tag, own[low]),
            (tag, own[ending]),
            (tag, own[ambiguity]),
            (after[ambiguity],),
            (after[ambiguity], after_2[ambiguity]),
            (tag, after[ambiguity]),
            (own[ambiguity], after[ambiguity]),
            (self.whole(following),),
            (self.whole(following), self.whole(following_2)),
            (hash_of(following[0]),),
        ]
        keys = [feature(48 + n, *values) for n, values in enumerate(seen) if values is not None]
        keys += [feature(63, hash_of(piece)) for piece in pieces(last[2])[:8]]
        keys += [feature(74, hash_of(piece)) for piece in pieces(following[2])[:8]]
        return keys

    # Tagging

    def tag(self, words: Sequence[str], given: Sequence[Tag | None] | None = None) -> list[Tag]:
        """The best tag of each word after those before it. Words whose tags are given keep them."""
        nowhere = Form("")
        forms = [nowhere, nowhere, *(self.form(word) for word in words), nowhere, nowhere]
        chosen: list[Tag] = [NOTHING, NOTHING]
        for place in range(len(words)):
            known = given[place] if given else None
            if known is not None:
                chosen.append(known)
                continue
            own = forms[place + 2]
            keys = self.form_features(own)
            keys += self.context_features(forms[place : place + 5], chosen[-1], chosen[-2])
            scores = self.weights.scores(keys)[1]
            evidence = self.weights.scores(self.form_features(own))[1]

            def score(candidate: tuple[int, int], by_all: dict = scores, by_form: dict = evidence) -> int:
                tag, spoken = candidate
                return sum(by_all[0, part] for part in self.parts[tag]) + by_form[0, spoken]

            chosen.append(self.tags[max(own.candidates, key=score)[0]])
        return chosen[2:]
