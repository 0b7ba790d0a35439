"""Text in, trees out: a paragraph that nobody has annotated, and how well it goes with all of them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len

from crossarc import _core
from crossarc.demonstration.scores import TITLES, f1_scores
from crossarc.drawing import draw_tree
from crossarc.parser import Parser
from crossarc.tables import Table
from crossarc.tokenizer import restore
from crossarc.treebank import Sentence, Treebank

_WIDTH = 78  # of the text, which is in lines that may end anywhere
_SENTENCES, _WORDS = 2, 22  # of the passage that is shown, at most


class _Passage(NamedTuple):
    text: str
    parsed: Treebank
    scores: dict[str, float]


def show_text_to_trees(parser: Parser, gold: Treebank) -> None:
    """A passage of a treebank's text as it goes in, what comes out, and the scores for the whole text."""
    passage = _chosen(parser, gold)
    print("Raw text of the test part goes in, without any annotation:\n")
    print(textwrap.indent(textwrap.fill(passage.text, _WIDTH, break_on_hyphens=False), "  "))
    print("\nSentences, words, lemmas, tags and trees come out:\n")
    for number, sentence in enumerate(passage.parsed, start=1):
        _show(number, sentence)
    print(textwrap.fill(_verdict(passage.scores), _WIDTH))
    print("Arcs marked with × are non-projective: a word between their ends does not")
    print("descend from their head.\n")
    _show_scores(parser, gold)


def _chosen(parser: Parser, gold: Treebank) -> _Passage:
    """Two sentences that show much, among them those that go best, and the shortest of these."""
    passages = list(_passages(gold))
    interest = [_shows(passage) for passage in passages]
    found = []
    for own, shown in zip(passages, interest, strict=True):
        if shown == max(interest):
            text = restore(own).rstrip("\n")
            parsed = parser.parse_text(text, offsets=False)
            found.append((_Passage(text, parsed, f1_scores(own, parsed)), own.word_count))
    return min(found, key=lambda item: (-sum(item[0].scores.values()), item[1]))[0]


def _passages(treebank: Treebank) -> Iterator[Treebank]:
    """Two sentences of a paragraph, or where a paragraph has only one, that."""
    begins = [place for place, sentence in enumerate(treebank) if "newpar id" in sentence.metadata]
    for first, end in pairwise([*begins, len(treebank)]):
        for place in range(first, max(first + 1, end - _SENTENCES + 1)):
            yield treebank[place : min(end, place + _SENTENCES)]


def _shows(passage: Treebank) -> tuple[bool, ...]:
    """Whether it is short but not too short, has arcs that cross others, and contractions; the first weighs most."""
    return (
        len(passage) == _SENTENCES and passage.word_count <= _WORDS,
        bool(_core.nonprojective_arcs(passage.heads, passage.offsets).any()),
        any(sentence.multiword_tokens for sentence in passage),
    )


def _show(number: int, sentence: Sentence) -> None:
    print(textwrap.fill(f"{number}. {sentence.text}", _WIDTH, subsequent_indent="   ", break_on_hyphens=False))
    for token in sentence.multiword_tokens:
        first, last = map(int, token.id.split("-"))
        print(f"   {token.form} = {' + '.join(sentence.forms[first - 1 : last])}")
    notes = _side_by_side(sentence.lemmas, sentence.upos, [*map(_values, sentence.feats)], sentence.deprels)
    print(f"\n{draw_tree(sentence.forms, sentence.heads, notes)}\n")


def _values(feats: str) -> str:
    """Features in short: "Case=Nom|Poss=Yes" as "Nom Poss"."""
    pairs = (pair.split("=") for pair in feats.split("|") if "=" in pair)
    return " ".join(name if value == "Yes" else value for name, value in pairs)


def _side_by_side(*columns: list[str]) -> list[str]:
    widths = [max(map(cell_len, column)) for column in columns]
    padded = (
        [text + " " * (width - cell_len(text)) for text in column]
        for column, width in zip(columns, [*widths[:-1], 0], strict=True)
    )
    return ["  ".join(row) for row in zip(*padded, strict=True)]


def _verdict(scores: dict[str, float]) -> str:
    wrong = [f"{TITLES[name]} {score:.2f}" for name, score in scores.items() if score < 100]
    return f"The treebank is different: {', '.join(wrong)} (F1)." if wrong else "The treebank has the same."


def _show_scores(parser: Parser, gold: Treebank) -> None:
    given = {
        "raw text": parser.parse_text(restore(gold), offsets=False),
        "gold words": parser.parse(gold, redo=["tags", "lemmas"]),
        "+ gold tags": parser.parse(gold),
    }
    table = Table(
        ["given", *TITLES.values()], title="One model from text to trees: F1 on the test part, by what it is given"
    )
    for name, parsed in given.items():
        table.add(name, *f1_scores(gold, parsed).values())
    table.show()
