"""Sentences of CoNLL-U text with features taken apart, for tests of what writes them."""

from __future__ import annotations

from dataclasses import dataclass

from reference import conllu_format


@dataclass
class Word:
    id: int
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: dict[str, str]
    head: int
    deprel: str
    deps: str
    misc: str


@dataclass
class Sentence:
    comments: dict[str, str]
    words: list[Word]
    multiword: list[tuple[int, int, str, str]]
    """First and last word, form and MISC."""

    @property
    def heads(self) -> list[int]:
        return [word.head for word in self.words]

    @property
    def text(self) -> str:
        """The text that the tokens spell."""
        spans = {first: (last, form, misc) for first, last, form, misc in self.multiword}
        text = ""
        inside = 0
        for word in self.words:
            if word.id in spans:
                inside, form, misc = spans[word.id]
            elif word.id <= inside:
                continue
            else:
                form, misc = word.form, word.misc
            text += form + ("" if "SpaceAfter=No" in misc else " ")
        return text.rstrip()


def read(text: str) -> list[Sentence]:
    assert text.endswith("\n\n") or not text
    return [_sentence(sentence) for sentence in conllu_format.read(text.encode())]


def _sentence(rows: conllu_format.Sentence) -> Sentence:
    assert all(all(row) for row in rows.words), "no column is empty"
    comments = dict(comment[2:].split(" = ", 1) for comment in rows.comments)
    ranges = [(*map(int, row[0].split("-")), row[1], row[9]) for row in rows.others]
    words = [Word(int(row[0]), *row[1:5], _features(row[5]), int(row[6]), *row[7:]) for row in rows.words]
    return Sentence(comments, words, ranges)


def _features(text: str) -> dict[str, str]:
    return {} if text == "_" else dict(pair.split("=") for pair in text.split("|"))
