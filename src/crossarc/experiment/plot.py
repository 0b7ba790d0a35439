"""A picture of an experiment as SVG: what each parser gains over the one it is compared with, treebank by treebank."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import NamedTuple

from crossarc.experiment.declaration import TableDeclaration
from crossarc.experiment.extra_scores import TIMES
from crossarc.experiment.scoreboard import Scoreboard
from crossarc.experiment.significance import Gain
from crossarc.experiment.table import score_title
from crossarc.svg import AXIS, NOTE, picture, short, text

COLOURS = ("#3b6ea5", "#cc5c30", "#5b8c3a", "#7c1d3f", "#e0a030", "#6b6b6b", "#8a63a8", "#2a9d8f")
WIDTH, LABEL, ROW, MARGIN = 900, 230, 20, 16


class Dot(NamedTuple):
    treebank: str
    parser: str
    baseline: str
    gain: Gain


def svg(board: Scoreboard) -> str | None:
    """A panel for each table with comparisons, its treebanks from the most projective on; None if there is nothing."""
    scored = [table for table in board.experiment.tables if table.scores[0] not in TIMES]  # less is more there
    panels = [(table, dots) for table in scored if (dots := list(_dots(table, board)))]
    if not panels:
        return None
    shapes: list[str] = []
    top = 0.0
    for table, dots in panels:
        shapes += _panel(table, dots, top)
        top += _height(dots)
    return picture(WIDTH, round(top + MARGIN), shapes)


def _dots(table: TableDeclaration, board: Scoreboard) -> Iterator[Dot]:
    pairs = [(parser, table.baseline(parser)) for parser in board.experiment.shown(table) if board.is_known(parser)]
    treebanks = [treebank for treebank in board.treebanks if table.shows(treebank.name)]
    for treebank in sorted(treebanks, key=lambda own: own.nonprojective):
        for parser, baseline in pairs:
            gain = None if baseline is None else board.gain(parser, baseline, treebank, table.scores[0])
            if baseline is not None and gain is not None:
                yield Dot(treebank.name, parser, baseline, gain)


def _height(dots: list[Dot]) -> float:
    rows, keys = (len({getattr(dot, name) for dot in dots}) for name in ("treebank", "parser"))
    return 80 + ROW * (rows + keys)


def _panel(table: TableDeclaration, dots: list[Dot], top: float) -> Iterator[str]:
    treebanks = list(dict.fromkeys(dot.treebank for dot in dots))
    parsers = {dot.parser: dot.baseline for dot in dots}
    colours = {parser: COLOURS[number % len(COLOURS)] for number, parser in enumerate(parsers)}
    yield text(MARGIN, top + 24, f"{table.title}: gain in {score_title(table.scores[0])}", weight="bold")
    for number, (parser, baseline) in enumerate(parsers.items()):
        y = top + 44 + ROW * number
        yield f'<circle cx="{LABEL}" cy="{y - 4}" r="5" fill="{colours[parser]}"/>'
        yield text(LABEL + 12, y, f"{parser} over {baseline}")
    first = top + 56 + ROW * len(parsers)
    low, high = min(0.0, *(dot.gain.difference for dot in dots)), max(0.0, *(dot.gain.difference for dot in dots))
    scale = (WIDTH - LABEL - 4 * MARGIN) / (high - low or 1.0)

    def across(value: float) -> float:
        return LABEL + MARGIN + (value - low) * scale

    bottom = first + ROW * len(treebanks)
    yield f'<line x1="{across(0):.1f}" y1="{first - 8}" x2="{across(0):.1f}" y2="{bottom}" stroke="{AXIS}"/>'
    for value in sorted({low, 0.0, high}):
        yield text(across(value), bottom + 12, f"{value:+.1f}" if value else "0", anchor="middle", fill=NOTE)
    for row, treebank in enumerate(treebanks):
        yield text(MARGIN, first + ROW * row + 8, short(treebank))
    for dot in dots:
        y = first + ROW * treebanks.index(dot.treebank) + 4
        colour = colours[dot.parser]
        fill = colour if dot.gain.level is not None else "white"  # hollow: may be chance
        name = html.escape(f"{dot.parser} on {dot.treebank}: {dot.gain.difference:+.2f}")
        yield (
            f'<circle cx="{across(dot.gain.difference):.1f}" cy="{y}" r="5" fill="{fill}" stroke="{colour}" '
            f'stroke-width="1.5"><title>{name}</title></circle>'
        )
