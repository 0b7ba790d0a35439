"""A plain reader of CoNLL-U, for tests of what writes it."""

from __future__ import annotations

from dataclasses import dataclass


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
    sentences = []
    assert text.endswith("\n\n") or not text
    for block in text.split("\n\n")[:-1]:
        sentence = Sentence({}, [], [])
        for line in block.split("\n"):
            if line.startswith("#"):
                key, _, value = line[2:].partition(" = ")
                sentence.comments[key] = value
                continue
            columns = line.split("\t")
            assert len(columns) == 10, line
            assert all(columns), line
            if "-" in columns[0]:
                first, last = columns[0].split("-")
                sentence.multiword.append((int(first), int(last), columns[1], columns[9]))
                continue
            feats = dict(pair.split("=") for pair in columns[5].split("|")) if columns[5] != "_" else {}
            number, form, lemma, upos, xpos = columns[:5]
            head, deprel, deps, misc = columns[6:]
            sentence.words.append(Word(int(number), form, lemma, upos, xpos, feats, int(head), deprel, deps, misc))
        sentences.append(sentence)
    return sentences
