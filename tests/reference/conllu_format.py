"""A slow, obvious reader of CoNLL-U, which the native one is tested against."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


class Broken(Exception):
    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)
        self.line = line
        self.why = why


@dataclass
class Sentence:
    line: int
    words: list[list[str]] = field(default_factory=list)
    others: list[list[str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    word_lines: list[int] = field(default_factory=list)
    range_end: int = 0
    range_line: int = 0

    @property
    def heads(self) -> list[int]:
        return [-1 if word[6] == "_" else int(word[6]) for word in self.words]


def read(data: bytes) -> list[Sentence]:
    """The sentences of a file; Broken at the first line that is wrong."""
    sentences: list[Sentence] = []
    current: Sentence | None = None
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    for number, raw in enumerate(lines, start=1):
        try:
            line = raw.decode("utf-8").removesuffix("\r")
        except UnicodeDecodeError:
            raise Broken(number, "invalid UTF-8") from None
        if line.strip(" ") == "":
            if current is not None and (current.words or current.others):
                sentences.append(finish(current))
            current = None
            continue
        current = current or Sentence(number)
        if line.startswith("#"):
            current.comments.append(line)
        else:
            read_row(current, number, line.split("\t"))
    if current is not None and (current.words or current.others):
        sentences.append(finish(current))
    return sentences


def read_row(sentence: Sentence, number: int, row: list[str]) -> None:
    if len(row) != 10:
        raise Broken(number, "expected 10 columns")
    last = len(sentence.words)
    small = r"[0-9]{1,9}"
    if re.fullmatch(small, row[0]):
        if int(row[0]) != last + 1:
            raise Broken(number, f"where {last + 1} was expected")
        if row[6] != "_" and not re.fullmatch(small, row[6]):
            raise Broken(number, "is not the number of a word")
        sentence.words.append(row)
        sentence.word_lines.append(number)
    elif match := re.fullmatch(f"({small})-({small})", row[0]):
        first, end = map(int, match.groups())
        if first != last + 1 or end <= first or first <= sentence.range_end:
            raise Broken(number, "does not precede its words")
        sentence.range_end, sentence.range_line = end, number
        sentence.others.append(row)
    elif match := re.fullmatch(f"({small})[.]({small})", row[0]):
        if int(match[1]) != last:
            raise Broken(number, "does not follow word")
        sentence.others.append(row)
    else:
        raise Broken(number, "is no number")


def finish(sentence: Sentence) -> Sentence:
    if not sentence.words:
        raise Broken(sentence.line, "a sentence without words")
    if sentence.range_end > len(sentence.words):
        raise Broken(sentence.range_line, "a multiword token reaches")
    for word, head in enumerate(sentence.heads, start=1):
        if head > len(sentence.words):
            raise Broken(sentence.word_lines[word - 1], "is outside of the sentence")
        if head == word:
            raise Broken(sentence.word_lines[word - 1], "is its own head")
    for word in range(1, len(sentence.words) + 1):
        path = [word]
        while path[-1] > 0:
            path.append(sentence.heads[path[-1] - 1])
            if path[-1] in path[:-1]:
                raise Broken(sentence.word_lines[path[-1] - 1], "form a cycle")
    return sentence
