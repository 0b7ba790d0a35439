"""Pictures as SVG text: what all of them share."""

from __future__ import annotations

import html
from collections.abc import Iterable

_KINDS = {"#222": "word", "#666": "note"}


def picture(width: float, height: float, shapes: Iterable[str]) -> str:
    """A whole picture on a white ground."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" font-family="Helvetica, Arial, sans-serif" font-size="12">',
            f'<rect class="ground" width="{width}" height="{height}" fill="white"/>',
            *shapes,
            "</svg>\n",
        ]
    )


def text(x: float, y: float, words: str, *, anchor: str = "start", fill: str = "#222", weight: str = "normal") -> str:
    attributes = f'text-anchor="{anchor}" fill="{fill}" font-weight="{weight}"'
    if fill in _KINDS:  # by which the page gives them colours of its own in the dark
        attributes = f'class="{_KINDS[fill]}" {attributes}'
    return f'<text x="{x:.1f}" y="{y:.1f}" {attributes}>{html.escape(words)}</text>'


def short(label: str) -> str:
    """The end of a long label."""
    return label if len(label) <= 30 else "…" + label[-29:]
