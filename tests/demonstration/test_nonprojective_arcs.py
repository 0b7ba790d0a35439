"""The table of parsers, and the sentence that tells them apart."""

from __future__ import annotations

import pytest

from crossarc import Treebank, synthetic
from crossarc.demonstration.nonprojective_arcs import PARSERS, PROJECTIVE, ParserResult, show_scores, show_sentence
from crossarc.transforms import projectivize

GOLD = synthetic.generate(60, crossing="2-planar", rate=0.5)


def results(right: set[str]) -> list[ParserResult]:
    """Parsers that are always right, and others that have lifted what is not projective."""
    projective: Treebank = projectivize(GOLD)
    return [ParserResult.of(name, GOLD, GOLD if name in right else projective) for name in PARSERS]


def test_scores(capsys: pytest.CaptureFixture[str]) -> None:
    show_scores(results({"covington"}), GOLD)
    printed = capsys.readouterr().out
    assert printed.startswith("**Parsers alone, given gold words and tags**\n")
    rows = {line.split("|")[1].strip(): line.split("|")[2:-1] for line in printed.splitlines() if "|" in line}
    assert [float(cell) for cell in rows["covington"]] == [100.0] * 5
    assert float(rows[PROJECTIVE][0]) == 50
    assert float(rows[PROJECTIVE][3]) < 100


def test_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    show_sentence(results(set(PARSERS) - {PROJECTIVE}), GOLD)
    gold, _, wrong = capsys.readouterr().out.partition(f"That of {PROJECTIVE}, with ")
    assert "The right tree, and that of arc-eager (pseudo-head), arc-hybrid-swap, 2-planar" in gold
    assert "×" in gold
    assert "×" not in wrong
    assert wrong.count("●") == 1
