"""The page of `crossarc draw --html`: drawings, one beneath the other; wide ones are scrolled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from crossarc.drawing.colours import Tone
from crossarc.drawing.layout import Layout
from crossarc.drawing.svg import svg_of
from crossarc.pages.shell import page
from crossarc.shown_text import shown

_MEANINGS = {
    Tone.nonprojective: "non-projective arc",
    Tone.second: "second plane",
    Tone.neither: "on neither of two planes",
    Tone.agreed: "in both trees",
    Tone.gold: "in the first tree alone",
    Tone.predicted: "in the second tree alone",
    Tone.beside: "of DEPS, to and from empty nodes",
}


def drawings_page(title: str, layouts: Iterable[Layout], notes: Iterable[str] | None = None) -> Iterator[str]:
    """The page in pieces; notes are beside the names of the sentences."""
    return page(title, _body(title, list(layouts), notes), styles=["drawings.css"])


def legend(tones: Iterable[Tone]) -> str:
    """What colours mean, of those that are there."""
    present = set(tones)
    items = "".join(f'<li class="{tone}">{told}</li>' for tone, told in _MEANINGS.items() if tone in present)
    return f'<ul class="legend">{items}</ul>\n' if items else ""


def _body(title: str, layouts: list[Layout], notes: Iterable[str] | None) -> Iterator[str]:
    yield f"<main>\n<h1>{escape(shown(title, 200))}</h1>\n"
    edges = (edge for own in layouts for edge in own.diagram.edges)
    yield legend(tone for edge in edges for tone in (edge.tone, edge.label_tone) if tone is not None)
    for number, (own, note) in enumerate(zip(layouts, notes or [""] * len(layouts), strict=True), start=1):
        yield _figure(own, number, note)
    yield "</main>\n"


def _figure(own: Layout, number: int, note: str) -> str:
    diagram = own.diagram
    name = shown(diagram.name or f"sentence {number}", 200)
    direction = "rtl" if diagram.is_right_to_left else "ltr"
    told = f'<span class="note">{escape(note)}</span>' if note else ""
    # Who scrolls with the keyboard must be able to get there.
    return (
        f'<figure>\n<figcaption><span class="name">{escape(name)}</span>{told}'
        f'<br><bdi dir="{direction}">{escape(shown(diagram.text, 2000))}</bdi></figcaption>\n'
        f'<div class="drawing" tabindex="0" role="region" aria-label="tree {number}" dir="{direction}">\n'
        f"{svg_of(own, is_part_of_page=True)}</div>\n</figure>\n"
    )
