"""Drawings as TikZ, for the LaTeX package tikz-dependency: with its commands, so that they can be changed by hand.

Heights, ends of arcs and places of labels are those of the layout; LaTeX places the words, which are narrower in its
fonts, as are the labels.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crossarc.drawing.colours import SHADES, THICK, Tone
from crossarc.drawing.layout import NOTE_SIZE, WORD_SIZE, Layout, PlacedEdge, layouts_of
from crossarc.drawing.text_width import text_width
from crossarc.shown_text import REPLACEMENT, shown

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "&": r"\symbol{38}",  # what \& means is another column
    **{character: "\\" + character for character in "#$%_{}"},
    REPLACEMENT: "?",
}
_LIGATURE = re.compile(r"(?<=[-`',?!])(?=[-`',])")  # which TeX makes of two signs, such as -- and ''
_GAP = "edge style={preaction={draw=white, -, solid, line width=.35em}}"  # in the arcs that another crosses
_SPAN_HEIGHT = 1.5  # of the bracket and the form of a multiword token, in em


def tikz_of(layouts: Layout | Sequence[Layout]) -> str:
    """One environment `dependency` for each drawing, and before them the colours and styles that they need."""
    drawings = layouts_of(layouts)
    tones = dict.fromkeys(
        tone for own in drawings for edge in own.diagram.edges for tone in (edge.tone, edge.label_tone) if tone
    )
    used = [tone for tone in Tone if tone in tones]
    return "\n".join(
        [
            r"% needs \usepackage{tikz-dependency}",
            *(rf"\definecolor{{{_colour(tone)}}}{{HTML}}{{{SHADES[tone].light[1:].upper()}}}" for tone in used),
            *(rf"\depstyle{{{_style(tone)}}}{{{_keys(tone)}}}" for tone in used),
            *map(_environment, drawings),
            "",
        ]
    )


def escaped(text: str) -> str:
    r"""The text as LaTeX prints it.

    >>> print(escaped("50% of {a_b} -- \\x"))
    50\% of \{a\_b\} -{}- \textbackslash{}x
    """
    return "".join(_SPECIAL.get(character, character) for character in _LIGATURE.sub("\0", text)).replace("\0", "{}")


def _colour(tone: Tone) -> str:
    return f"crossarc-{tone}"


def _style(tone: Tone) -> str:
    return f"{tone} arc"


def _keys(tone: Tone) -> str:
    line = [_colour(tone), *(["thick"] if tone in THICK else [])]
    line += {Tone.predicted: ["densely dashed"], Tone.beside: ["densely dotted"]}.get(tone, [])
    return f"edge style={{{', '.join(line)}}}, label style={{text={_colour(tone)}}}, rounded corners=.35em"


def _em(pixels: float) -> str:
    return f"{pixels / WORD_SIZE:.2f}em"


def _environment(layout: Layout) -> str:
    columns = list(range(len(layout.nodes)))
    if layout.diagram.is_right_to_left:
        columns.reverse()
    column_of = {place: number for number, place in enumerate(columns, start=1)}
    rows = max((len(own.node.notes) for own in layout.nodes), default=0) + 1
    of_labels = "label style={draw=none, fill=none, inner sep=.3ex, anchor=south}"
    options = f"edge slant=0pt, edge horizontal padding=0pt, {of_labels}"
    lines = [*([f"% {_comment(layout.diagram.name)}"] if layout.diagram.name else [])]
    lines += [rf"\begin{{dependency}}[{options}]", r"\begin{deptext}", _words(layout, columns)]
    for row in range(rows - 1):
        notes = [own.node.notes[row] if row < len(own.node.notes) else "" for own in layout.nodes]
        lines.append(r" \& ".join(rf"{{\scriptsize {escaped(notes[place])}}}" for place in columns) + r" \\")
    lines.append(r"\end{deptext}")
    lines += [_edge(layout, layout.edges[number], column_of) for number in layout.drawing_order()]
    for span in layout.spans:
        left, right = sorted((column_of[span.span.first], column_of[span.span.last]))
        begin, end = rf"\wordref{{{rows}}}{{{left}}}.south west", rf"\wordref{{{rows}}}{{{right}}}.south east"
        form = rf"node[pos=.25, below, font=\scriptsize] {{{escaped(span.span.form)}}}"
        lines.append(rf"\draw ([yshift=-.1em]{begin}) -- ++(0,-.2em) -| {form} ([yshift=-.1em]{end});")
    return "\n".join([*lines, r"\end{dependency}"])


def _comment(text: str) -> str:
    return shown(text, None).replace(REPLACEMENT, "?")


def _words(layout: Layout, columns: Sequence[int]) -> str:
    """The row of words, with as much between them as the layout has."""
    parts = []
    for before, place in zip([None, *columns], columns, strict=False):
        if before is not None:
            own, other = layout.nodes[place], layout.nodes[before]
            between = abs(own.x - other.x) - (_natural_width(layout, place) + _natural_width(layout, before)) / 2
            parts.append(rf" \&[{_em(between)}] ")
        form = escaped(layout.nodes[place].node.form)
        parts.append(rf"{{\textit{{{form}}}}}" if layout.nodes[place].node.is_empty else f"{{{form}}}")
    return "".join(parts) + r" \\"


def _natural_width(layout: Layout, place: int) -> float:
    node = layout.nodes[place].node
    return max(text_width(node.form, WORD_SIZE), *(text_width(note, NOTE_SIZE) for note in node.notes), 0)


def _edge(layout: Layout, own: PlacedEdge, column_of: dict[int, int]) -> str:
    edge = own.edge
    height = abs(own.y - own.foot)
    options = [_style(edge.tone)]
    of_label = [f"text={_colour(edge.label_tone)}"] if edge.label_tone is not None else []
    label, dependent = escaped(edge.label), column_of[edge.dependent]
    if edge.is_below:
        options.append("edge below")
        of_label.append("anchor=north")
        if layout.spans:
            options.append(f"edge vertical padding={_SPAN_HEIGHT}em")
    if edge.head is not None and abs(shift := own.label_x - (own.start + own.end) / 2) > 1:
        of_label.append(f"xshift={_em(shift)}")
    if of_label:
        options.append(f"label style={{{', '.join(of_label)}}}")
    if own.crosses:
        options.append(_GAP)
    if edge.head is None:
        # Below the words, the height is four times this one.
        options.append(f"edge unit distance={_em(height / 4)}" if edge.is_below else f"edge height={_em(height)}")
        return rf"\deproot[{', '.join(options)}]{{{dependent}}}{{{label}}}"
    if not edge.has_arrow:
        options.append("edge style={-}")
    starts = _port(layout, own.start, edge.head, own), _port(layout, own.end, edge.dependent, own)
    options.append(f"edge height={_em(height)}")
    options += [f"edge {end} x offset={_em(x)}" for end, x in zip(("start", "end"), starts, strict=True) if x]
    return rf"\depedge[{', '.join(options)}]{{{column_of[edge.head]}}}{{{dependent}}}{{{label}}}"


def _port(layout: Layout, x: float, place: int, own: PlacedEdge) -> float:
    """How far right of its word's middle an arc ends; an arc from the root, if there is one, ends there."""
    is_below = own.edge.is_below
    roots = (e for e in layout.edges if e.edge.head is None and e.edge.dependent == place)
    root = next((e.end for e in roots if e.edge.is_below == is_below), layout.nodes[place].x)
    return x - root
