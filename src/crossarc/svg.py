"""Pictures as SVG text: what all of them share."""

from __future__ import annotations

import html
from collections.abc import Iterable

from crossarc.drawing.colours import GROUND, IS_DARK, SHADES, Tone

WORD, NOTE, AXIS, GRID = "#222", "#666", "#888", "#bbb"
_IN_THE_DARK = {
    "white": GROUND.dark,
    WORD: SHADES[Tone.word].dark,
    NOTE: SHADES[Tone.note].dark,
    AXIS: "#7d8288",
    GRID: "#454a50",
    # Of bars, points and lines those that would hardly be seen.
    "#7c1d3f": "#d0679a",
    "#6b6b6b": "#a9adb2",
    "#0067a5": "#7cc0f4",
    "#b54000": "#ff9d5c",
    "#3d7a1f": "#8fd06c",
    "#8a3f8f": "#dc9be0",
    "#7a5c00": "#e0c060",
    "#5f5f5f": "#a9adb2",
}


def picture(width: float, height: float, shapes: Iterable[str]) -> str:
    """A whole picture, on a white ground, or on a dark one where the reader's screen is dark."""
    drawn = "\n".join([f'<rect width="{width}" height="{height}" fill="white"/>', *shapes])
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="crossarc-plot" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="Helvetica, Arial, sans-serif" font-size="12">',
            f"<style>{dark_rules(drawn)}</style>",
            drawn,
            "</svg>\n",
        ]
    )


def dark_rules(drawn: str | None = None) -> str:
    """The style sheet that gives each colour of a plot, or of all, another where the reader's screen is dark."""
    rules = [
        f'.crossarc-plot [{name}="{light}"] {{ {name}: {dark} }}'
        for light, dark in _IN_THE_DARK.items()
        for name in ("fill", "stroke", "color")
        if drawn is None or f' {name}="{light}"' in drawn
    ]
    return f"@media {IS_DARK} {{\n" + "\n".join(rules) + "\n}"


def text(x: float, y: float, words: str, *, anchor: str = "start", fill: str = WORD, weight: str = "normal") -> str:
    attributes = f'text-anchor="{anchor}" fill="{fill}" font-weight="{weight}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {attributes}>{html.escape(words)}</text>'


def short(label: str) -> str:
    """The end of a long label."""
    return label if len(label) <= 30 else "…" + label[-29:]
