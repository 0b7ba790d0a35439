"""What becomes of non-projective arcs in five parsers that are given gold words and tags."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np

from crossarc import _core
from crossarc.analysis.coverage import coverage
from crossarc.evaluation import Evaluation, evaluate
from crossarc.tables import Table
from crossarc.treebank import Sentence, Treebank

_WIDTH = 79  # of lines
PROJECTIVE = "arc-eager (projective)"
PSEUDO_PROJECTIVE = "arc-eager (pseudo-head)"
PARSERS: dict[str, dict[str, Any]] = {
    PROJECTIVE: {"system": "arc-eager", "nonprojective": "projectivize"},
    PSEUDO_PROJECTIVE: {"system": "arc-eager", "nonprojective": "pseudo-head"},
    "arc-hybrid-swap": {"system": "arc-hybrid-swap"},
    "2-planar": {"system": "2-planar"},
    "covington": {"system": "covington"},
}


@dataclass(frozen=True)
class ParserResult:
    name: str
    parsed: Treebank
    scores: Evaluation

    @classmethod
    def of(cls, name: str, gold: Treebank, parsed: Treebank) -> ParserResult:
        return cls(name, parsed, evaluate(gold, parsed))


def show_scores(results: list[ParserResult], gold: Treebank) -> None:
    covered = coverage(gold)
    header = [
        "parser",
        "trees it can build %",
        "UAS",
        "LAS with subtypes",
        "non-projective arcs: recall %",
        "precision %",
    ]
    table = Table(header, title="Parsers alone, given gold words and tags")
    for result in results:
        system = PARSERS[result.name]["system"]
        # Pseudo-projective labels carry what the system itself cannot build; how much, they do not say beforehand.
        share = None if result.name == PSEUDO_PROJECTIVE else covered[system]
        scores = result.scores
        table.add(result.name, share, scores.uas, scores.las, scores.nonproj_recall, scores.nonproj_precision)
    table.show()


def show_sentence(results: list[ParserResult], gold: Treebank) -> None:
    """A short test sentence that the projective parser gets wrong, and as few of the others as possible."""
    wrong = {result.name: _wrong_heads(gold, result.parsed) for result in results}
    nonprojective = _core.nonprojective_arcs(gold.heads, gold.offsets)
    has_nonprojective = np.add.reduceat(nonprojective, gold.offsets[:-1]) > 0
    fitting = np.flatnonzero(has_nonprojective & (gold.lengths >= 6) & (gold.lengths <= 11) & (wrong[PROJECTIVE] > 0))
    mistakes = sum(wrong.values())
    candidates: list[int] = fitting.tolist() or list(range(len(gold)))
    chosen = min(candidates, key=lambda index: (mistakes[index], gold.lengths[index]))
    right = [name for name in wrong if not wrong[name][chosen]]
    sentence: Sentence = gold[chosen]
    print(_filled(f"A test sentence: {sentence.text}") + "\n")
    _draw("The right tree" + (f", and that of {_listed(right)}" if right else ""), sentence)
    for result in results:
        name = result.name
        if name == PROJECTIVE or (name not in right and len(right) >= len(results) - 2):
            count = int(wrong[name][chosen])
            _draw(f"That of {name}, with {count} wrong head{'s' * (count != 1)}", result.parsed[chosen])


def _wrong_heads(gold: Treebank, parsed: Treebank) -> Any:
    """How many there are in each sentence."""
    return np.add.reduceat(gold.heads != parsed.heads, gold.offsets[:-1])


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _draw(title: str, sentence: Sentence) -> None:
    print(_filled(f"{title}:") + f"\n\n{sentence.draw()}\n")


def _filled(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_on_hyphens=False)
