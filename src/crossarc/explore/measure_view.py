"""The view *Measure*: what `analyze` and `evaluate` say, as plots and tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from crossarc.analysis import Analysis, analyze, recommend, svg, tables
from crossarc.analysis.plot import coverage_svg
from crossarc.drawing.differences import require_same_words
from crossarc.evaluation import Evaluation, evaluate
from crossarc.explore.svg_parts import parts_of
from crossarc.explore.treebanks import Treebanks
from crossarc.shown_text import shown
from crossarc.tables import Table

_MOST_ROWS = 200
_LONGEST_CELL = 100
BREAKDOWNS = ("label", "length", "sentence-length", "nonprojectivity")


class MeasureView:
    """Analyses and evaluations, each made once."""

    def __init__(self, treebanks: Treebanks) -> None:
        self._treebanks = treebanks
        self._analyses: dict[str, Analysis] = {}
        self._evaluations: dict[tuple[str, str], Evaluation] = {}

    def analysis(self, names: list[str]) -> dict[str, Any]:
        """Of one treebank or several, side by side."""
        found = [self._analysis(name) for name in names]
        return {
            "plot": parts_of(svg(found)),
            "coverage": [parts_of(coverage_svg(own)) for own in found],
            "tables": [_told(table) for table in tables(found)],
            "advice": [shown(line, 500) for own in found for line in recommend(own)],
        }

    def evaluation(self, name: str, against: str) -> dict[str, Any]:
        """Of the second treebank, by the trees of the first; a `TreebankError` if it has other words."""
        key = (name, against)
        if key not in self._evaluations:
            gold, predicted = self._treebanks[name], self._treebanks[against]
            require_same_words(gold, predicted)
            self._evaluations[key] = evaluate(gold, predicted)
        own = self._evaluations[key]
        found = [*own.tables(), *(own.by(kind).table() for kind in BREAKDOWNS)]
        return {"tables": [_told(table) for table in found], "notes": [shown(note, 500) for note in own.notes()]}

    def _analysis(self, name: str) -> Analysis:
        if name not in self._analyses:
            # Under the name that the page calls it by, not the path's.
            self._analyses[name] = replace(analyze(self._treebanks[name], threads=1), name=name)
        return self._analyses[name]


def _told(table: Table) -> dict[str, Any]:
    data = table.to_dict()
    rows = [[shown(cell, _LONGEST_CELL) for cell in row] for row in data["rows"]]
    header = [shown(cell, _LONGEST_CELL) for cell in data["header"]]
    return data | {"header": header, "rows": rows[:_MOST_ROWS], "cut": max(0, len(rows) - _MOST_ROWS)}
