"""Drawings as SVG. Colours are attributes, which every program knows; a style sheet turns them dark in browsers."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from crossarc.drawing.colours import DASHES, GROUND, SHADES, THICK, Tone, dark_rules
from crossarc.drawing.layout import ARROW, NOTE_SIZE, WORD_SIZE, Layout, PlacedEdge, PlacedSpan, layouts_of
from crossarc.drawing.side import LABEL_SIZE
from crossarc.shown_text import shown

FONT = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'DejaVu Sans', sans-serif"
_CORNER = 6
_THIN, _THICK, _GAP = 1.3, 2, 6  # of lines, and of the gap that an arc leaves in those that it crosses
_CAPTION = 26  # the height of a caption
_LONGEST_TITLE = 500


def svg_of(layouts: Layout | Sequence[Layout], *, is_part_of_page: bool = False, numbered: bool = False) -> str:
    """A drawing, or several one beneath the other, each with its name above it.

    As a part of an HTML page it has no style sheet of its own (`dark_rules`) and is an image to screen readers. If it
    is `numbered`, words and arcs are of the classes `word-N` and `arc-N`, from 0, for scripts to find.
    """
    drawings = layouts_of(layouts)
    has_captions = len(drawings) > 1
    width = max((own.width for own in drawings), default=0)
    parts, y = [], 0.0
    for own in drawings:
        if has_captions:
            parts.append(_caption(own, y))
            y += _CAPTION
        # What is narrower stands at the side where its script begins.
        x = width - own.width if own.diagram.is_right_to_left else 0
        parts.append(f'<g transform="translate({_n(x)} {_n(y)})">' if x or y else "<g>")
        parts += [*_drawing(own, numbered), "</g>"]
        y += own.height
    title = escape(shown("; ".join(own.diagram.text for own in drawings), _LONGEST_TITLE))
    size = f'viewBox="0 0 {_n(width)} {_n(y)}" width="{_n(width)}" height="{_n(y)}"'
    role = ' role="img"' if is_part_of_page else ' version="1.1"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="crossarc-tree" {size}{role} font-family="{FONT}">',
            f"<title>{title}</title>",
            *([] if is_part_of_page else [f'<style type="text/css">{dark_rules()}</style>']),
            f'<rect class="ground" width="{_n(width)}" height="{_n(y)}" fill="{GROUND.light}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _tone(tone: Tone) -> str:
    return f'class="{tone}" color="{SHADES[tone].light}"'


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}"{more}>{escape(text)}</text>' if text else ""


def _caption(layout: Layout, y: float) -> str:
    name = shown(layout.diagram.name)
    inside = f'<g {_tone(Tone.note)} fill="currentColor" font-size="{NOTE_SIZE}">'
    return inside + _text(12, y + _CAPTION - 6, name) + "</g>" if name else ""


def _drawing(layout: Layout, numbered: bool) -> list[str]:
    parts = [_edge(layout, number, numbered) for number in layout.drawing_order()]
    direction = ' direction="rtl" unicode-bidi="embed"' if layout.diagram.is_right_to_left else ""
    parts.append(f'<g {_tone(Tone.word)} fill="currentColor" font-size="{WORD_SIZE}" text-anchor="middle"{direction}>')
    for number, own in enumerate(layout.nodes):
        slanted = ' font-style="italic" fill-opacity="0.75"' if own.node.is_empty else ""
        parts.append(_text(own.x, layout.word_y, own.node.form, _class(f"word-{number}", numbered) + slanted))
    parts += ["</g>", f'<g {_tone(Tone.note)} fill="currentColor" font-size="{NOTE_SIZE}" text-anchor="middle">']
    for own in layout.nodes:
        parts += [_text(own.x, layout.note_y(row), note) for row, note in enumerate(own.node.notes)]
    parts += [*map(_span, layout.spans), "</g>"]
    return [part for part in parts if part]


def _class(name: str, wanted: bool) -> str:
    return f' class="{name}"' if wanted else ""


def _span(own: PlacedSpan) -> str:
    y, form = own.y, own.span.form
    bracket = f"M{_n(own.left)},{_n(y)}v4H{_n(own.right)}v-4"
    return f'<path d="{bracket}" fill="none" stroke="currentColor"/>' + _text(own.x, own.text_y, form)


def _edge(layout: Layout, number: int, numbered: bool) -> str:
    own = layout.edges[number]
    edge, line = own.edge, _line(own)
    tone, label_tone = edge.tone, edge.label_tone or edge.tone
    width = _THICK if tone in THICK else _THIN
    dashes = f' stroke-dasharray="{DASHES[tone]}"' if tone in DASHES else ""
    parts = [f'<g class="arc arc-{number}">' if numbered else '<g class="arc">']
    parts.append(f"<title>{escape(_told(layout, own))}</title>")
    if own.crosses:
        gap = f'fill="none" stroke="{GROUND.light}" stroke-width="{_GAP}"'
        parts.append(f'<path class="gap" d="{_line(own, without_ends=True)}" {gap}/>')
    parts.append(f"<g {_tone(tone)}>")
    parts.append(f'<path d="{line}" fill="none" stroke="currentColor" stroke-width="{width}"{dashes}/>')
    if edge.has_arrow:
        parts.append(f'<path d="{_arrow(own)}" fill="currentColor"/>')
    parts.append("</g>")
    attributes = f'{_tone(label_tone)} fill="currentColor" font-size="{LABEL_SIZE}" text-anchor="middle"'
    parts.append(_text(own.label_x, own.label_y, edge.label, f" {attributes}"))
    return "".join([*parts, "</g>"])


def _told(layout: Layout, own: PlacedEdge) -> str:
    """What is said of an arc to those who point at it or hear it."""
    nodes, edge = layout.diagram.nodes, own.edge
    head = "root" if edge.head is None else nodes[edge.head].form
    arrow = "→" if edge.has_arrow else "–"
    return f"{head} {arrow} {nodes[edge.dependent].form}" + (f": {edge.label}" if edge.label else "")


def _line(own: PlacedEdge, *, without_ends: bool = False) -> str:
    """The path of an arc. Without its ends it begins and ends above those of its neighbours, which it must not cut."""
    up = -1 if own.y < own.foot else 1
    reach = own.foot + up * (ARROW + 2)
    begin = reach if without_ends else own.foot
    end = reach if without_ends else own.foot + up * (ARROW - 1) * own.edge.has_arrow
    if own.edge.head is None:
        return f"M{_n(own.end)},{_n(own.y)}V{_n(end)}"
    corner = min(_CORNER, abs(own.end - own.start) / 2)
    toward = corner if own.end > own.start else -corner
    y = _n(own.y)
    return (
        f"M{_n(own.start)},{_n(begin)}V{_n(own.y - up * corner)}Q{_n(own.start)},{y} {_n(own.start + toward)},{y}"
        f"H{_n(own.end - toward)}Q{_n(own.end)},{y} {_n(own.end)},{_n(own.y - up * corner)}V{_n(end)}"
    )


def _arrow(own: PlacedEdge) -> str:
    up = -1 if own.y < own.foot else 1
    return f"M{_n(own.end)},{_n(own.foot)}l-3.2,{up * ARROW}h6.4z"
