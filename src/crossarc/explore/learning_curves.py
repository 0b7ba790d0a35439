"""Learning curves in the view *Measure*: runs of `crossarc train --log`, looked at while they go on.

Only files that the command line names are read, by the names of `TrainingRuns`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from crossarc.explore.svg_parts import Part, parts_of
from crossarc.parser.epoch import Epoch
from crossarc.parser.training_log import LoggedRun, read_log
from crossarc.shown_text import shown
from crossarc.svg import GRID, picture, short, text

SCORES = {
    "las": "LAS",
    "uas": "UAS",
    "nonproj_recall": "non-projective recall",
    "nonproj_precision": "non-projective precision",
}
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 900, 330, 52, 240, 44, 42
_LINES = 6  # that differ in colour and dashes
_MOST_ROWS = 200
_MOST_POINTS = 2_000
_DASHES = ("none", "7 4", "2 3", "10 3 2 3", "4 2", "1 4")
_COLOURS = ("#0067a5", "#b54000", "#3d7a1f", "#8a3f8f", "#7a5c00", "#5f5f5f")
Curve = list[tuple[int, float]]


class TrainingRuns(Mapping[str, Path]):
    """The files, by names that the page shows."""

    def __init__(self, paths: Mapping[str, Path] | None = None) -> None:
        self._paths = dict(paths or {})

    def __getitem__(self, name: str) -> Path:
        return self._paths[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def curves(self, score: str) -> dict[str, Any]:
        """All runs as they are now: one plot, and a table for each."""
        read = {name: _read(path) for name, path in self.items()}
        known = {name: run for name, run in read.items() if isinstance(run, LoggedRun)}
        points = {name: _points(run, score) for name, run in known.items()}
        # Those that ended have no more epochs to come, however many there might have been.
        most = max((run.most_epochs or 1 for run in known.values() if run.ended is None), default=1)
        return {
            "runs": [
                {"name": shown(name, 100), "problem": shown(run, 300)} if isinstance(run, str) else _told(name, run)
                for name, run in read.items()
            ],
            "plot": _plot(points, most, SCORES[score]) if any(points.values()) else None,
        }


def _read(path: Path) -> LoggedRun | str:
    """The run, or why there is none."""
    try:
        return read_log(path)
    except OSError as error:
        return f"it cannot be read: {error.strerror}"
    except ValueError as error:
        return str(error)


def _points(run: LoggedRun, score: str) -> Curve:
    found = ((epoch.number, getattr(epoch, score)) for epoch in run.epochs)
    return [(number, value) for number, value in found if value is not None][-_MOST_POINTS:]


def _told(name: str, run: LoggedRun) -> dict[str, Any]:
    done = run.epochs[-1].number if run.epochs else 0
    return {
        "name": shown(name, 100),
        "about": shown(f"{run.system}, {run.learner}", 200),
        "done": done,
        "most": run.most_epochs,
        "ended": None if run.ended is None else shown(run.ended, 40),
        "scored": any(epoch.las is not None for epoch in run.epochs),
        "rows": [_row(epoch) for epoch in run.epochs[-_MOST_ROWS:]],
        "cut": max(0, len(run.epochs) - _MOST_ROWS),
    }


def _row(epoch: Epoch) -> list[str]:
    scores = ["" if (value := getattr(epoch, score)) is None else f"{value:.2f}" for score in SCORES]
    is_best = epoch.las is not None and epoch.is_best
    return [str(epoch.number), *scores, f"{epoch.seconds:.1f}", f"{epoch.words_per_second:,.0f}", "×" * is_best]


def _plot(curves: Mapping[str, Curve], most: int, title: str) -> Part:
    """Lines from the first epoch to the last that there may be; the scale of the scores holds all of them."""
    values = [value for curve in curves.values() for _, value in curve]
    least, highest = _bounds(min(values), max(values))
    last = max(most, *(number for curve in curves.values() for number, _ in curve), 2)

    def place(number: int, value: float) -> tuple[float, float]:
        across = (number - 1) / (last - 1)
        up = (value - least) / (highest - least)
        return _LEFT + across * (_WIDTH - _LEFT - _RIGHT), _HEIGHT - _BOTTOM - up * (_HEIGHT - _TOP - _BOTTOM)

    shapes = [text(16, 22, f"{title} on the development data, by epoch", weight="bold")]
    for step in range(5):
        value = least + (highest - least) * step / 4
        _, y = place(1, value)
        shapes.append(f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}" stroke="{GRID}"/>')
        shapes.append(text(_LEFT - 6, y + 4, f"{value:g}", anchor="end"))
    shapes += (
        text(place(number, least)[0], _HEIGHT - _BOTTOM + 18, str(number), anchor="middle")
        for number in sorted({1 + round((last - 1) * step / 8) for step in range(9)})
    )
    shapes.append(text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 6, "epoch", anchor="middle"))
    for order, (name, curve) in enumerate(curves.items()):
        shapes += _line(order, name, [place(*point) for point in curve], curve)
    return parts_of(picture(_WIDTH, max(_HEIGHT, _TOP + 22 * len(curves)), shapes))


def _bounds(least: float, highest: float) -> tuple[float, float]:
    """Round numbers around the scores, which are percentages.

    >>> _bounds(81.3, 84.1), _bounds(50.0, 50.0), _bounds(3.0, 97.0), _bounds(99.5, 100.0)
    ((80.0, 88.0), (49.6, 51.2), (0.0, 100.0), (98.4, 100.0))
    """
    for step in (0.4, 0.8, 2, 4, 10):
        low = min((least // step) * step, 100 - 4 * step)
        if low + 4 * step >= highest:
            return round(low, 1), round(low + 4 * step, 1)
    return 0.0, 100.0


def _line(order: int, name: str, places: Curve | list[tuple[float, float]], curve: Curve) -> Iterator[str]:
    colour, dashes = _COLOURS[order % _LINES], _DASHES[order % _LINES]
    look = f'stroke="{colour}" color="{colour}"'
    told = f"{curve[-1][1]:.2f}" if curve else "no score"
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    yield f'<g {look}><polyline points="{path}" fill="none" stroke-width="2" stroke-dasharray="{dashes}"/>'
    for x, y in places if len(places) <= 60 else places[-1:]:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="currentColor"/>'
    y = _TOP + 22 * order
    x = _WIDTH - _RIGHT + 14
    yield f'<line x1="{x}" y1="{y}" x2="{x + 24}" y2="{y}" stroke-width="2" stroke-dasharray="{dashes}"/></g>'
    yield text(x + 30, y + 4, f"{short(shown(name, 60))[-24:]} {told}")
