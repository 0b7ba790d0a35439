"""Where everything in a drawing is: words, arcs, labels. What writes drawings (svg, tikz) only writes it down.

Words stand in a row, arcs above it and, if a diagram asks for it, below. An arc rises from its head, runs level, and
comes down on its dependent; its label is on its level part, where no other arc rises through. So that it has room,
words are moved apart; nothing else has to be, since no two arcs share a stretch of a level (levels.py) and each word
has a place of its own for every arc that ends there (side.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from crossarc.arguments import require_kind
from crossarc.drawing.colours import THICK
from crossarc.drawing.diagram import Diagram, DrawnNode, Edge, Span
from crossarc.drawing.side import LABEL_SIZE, PORT_GAP, ArcSide, Lengths, middles_of
from crossarc.drawing.text_width import text_width

# Sizes of letters and distances, in pixels.
WORD_SIZE, NOTE_SIZE = 16, 11
ARROW = 7
_MARGIN = 12
_WORD_GAP = 14  # between words, at least
_FIRST_LEVEL, _LEVEL = 22, 19  # from the words to the lowest arc, from arc to arc
_LABEL_RISE, _LABEL_HEIGHT = 4, 10  # from the line to the label's foot; of its letters
_WORD_LINE, _NOTE_LINE, _SPAN_LINE = 22, 15, 26
_REACH = 3  # from the words to the arcs' ends


@dataclass(frozen=True)
class PlacedNode:
    node: DrawnNode
    x: float  # its middle
    width: float


@dataclass(frozen=True)
class PlacedSpan:
    """A bracket, and the foot of the form beneath it."""

    span: Span
    left: float
    right: float
    y: float
    text_y: float

    @property
    def x(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True)
class PlacedEdge:
    """An arc's ends (`start` is the head's), its height, and the middle of its label's foot."""

    edge: Edge
    level: int
    start: float
    end: float
    foot: float  # where it ends
    y: float  # of its level part
    label_x: float
    label_y: float
    crosses: bool  # another arc on its side of the words


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        is_beside = self.right <= other.left or other.right <= self.left
        return not (is_beside or self.bottom <= other.top or other.bottom <= self.top)


@dataclass(frozen=True)
class Layout:
    """A drawing; edges are in the order of the diagram's."""

    diagram: Diagram
    width: float
    height: float
    word_y: float  # the words' foot
    nodes: tuple[PlacedNode, ...]
    edges: tuple[PlacedEdge, ...]
    spans: tuple[PlacedSpan, ...]

    def note_y(self, row: int) -> float:
        return self.word_y + (row + 1) * _NOTE_LINE + 2

    def drawing_order(self) -> list[int]:
        """The numbers of the edges; what stands out is drawn last, over what it crosses."""
        edges = self.edges
        return sorted(range(len(edges)), key=lambda number: (edges[number].edge.tone in THICK, edges[number].level))

    def label_boxes(self) -> list[Box]:
        """What labels cover, as far as the width of a text can be told without a font."""
        return [_box(own.label_x, own.label_y, own.edge.label, LABEL_SIZE) for own in self.edges if own.edge.label]

    def text_boxes(self) -> list[Box]:
        """What words, notes and the forms of multiword tokens cover."""
        boxes = []
        for own in self.nodes:
            boxes.append(_box(own.x, self.word_y, own.node.form, WORD_SIZE))
            notes = enumerate(own.node.notes)
            boxes += [_box(own.x, self.note_y(row), note, NOTE_SIZE) for row, note in notes if note]
        return boxes + [_box(own.x, own.text_y, own.span.form, NOTE_SIZE) for own in self.spans]


def _box(x: float, y: float, text: str, size: float) -> Box:
    half = text_width(text, size) / 2
    return Box(x - half, y - size * 0.8, x + half, y + size * 0.25)


@dataclass(frozen=True)
class _Rows:
    """The heights of the parts that lie one beneath the other."""

    top: float  # of the words, where arcs above end
    bottom: float  # of all that stands beneath words, where arcs below end
    spans: float
    height: float

    @classmethod
    def of(cls, diagram: Diagram, above: int, below: int) -> _Rows:
        top = _MARGIN + _arcs_height(above)
        notes = max((len(node.notes) for node in diagram.nodes), default=0)
        spans = top + _WORD_LINE + notes * _NOTE_LINE + _REACH
        bottom = spans + (_SPAN_LINE if diagram.spans else _REACH)
        return cls(top, bottom, spans, bottom + _arcs_height(below) + _MARGIN)


def _arcs_height(levels: int) -> float:
    return _FIRST_LEVEL + levels * _LEVEL if levels else 0


def layouts_of(given: Layout | Sequence[Layout]) -> list[Layout]:
    """One layout or several."""
    several = given if isinstance(given, list | tuple) else [given]
    accepted = "what lay_out(diagram_of(sentence)) gives, or several of that"
    return [require_kind(one, Layout, "layouts", accepted) for one in several]


def lay_out(diagram: Diagram) -> Layout:
    """The places of all parts of a diagram."""
    require_kind(diagram, Diagram, "diagram", "what diagram_of(sentence) gives")
    above, below = (
        ArcSide({number: own for number, own in enumerate(diagram.edges) if own.is_below == is_below})
        for is_below in (False, True)
    )
    widths = _slot_widths(diagram, above, below)
    gaps = np.full(max(len(widths) - 1, 0), float(_WORD_GAP))
    above.make_room(widths, gaps)
    below.make_room(widths, gaps)
    _make_room_for_spans(diagram, widths, gaps)
    middles = middles_of(widths, gaps, _MARGIN)
    width = float(2 * _MARGIN + widths.sum() + gaps.sum())

    def mirrored(x: float) -> float:
        return width - x if diagram.is_right_to_left else x

    rows = _Rows.of(diagram, above.highest, below.highest)
    edges = _placed_edges(above, middles, mirrored, rows.top, -1) | _placed_edges(
        below, middles, mirrored, rows.bottom, 1
    )
    slots = zip(diagram.nodes, middles.tolist(), widths.tolist(), strict=True)
    return Layout(
        diagram=diagram,
        width=width,
        height=rows.height,
        word_y=rows.top + _REACH + WORD_SIZE * 0.85,
        nodes=tuple(PlacedNode(node, mirrored(x), own) for node, x, own in slots),
        edges=tuple(edges[number] for number in range(len(diagram.edges))),
        spans=tuple(_placed_span(span, middles, widths, mirrored, rows.spans) for span in diagram.spans),
    )


def _slot_widths(diagram: Diagram, *sides: ArcSide) -> Lengths:
    """The room that each word needs for itself, its notes, its arcs' ends, and the label of an arc from the root."""
    widths = np.zeros(len(diagram.nodes))
    for place, node in enumerate(diagram.nodes):
        texts = [text_width(node.form, WORD_SIZE), *(text_width(note, NOTE_SIZE) for note in node.notes)]
        ports = max(side.port_counts.get(place, 1) for side in sides)
        widths[place] = max(*texts, (ports - 1) * PORT_GAP + ARROW)
    for side in sides:
        for place, width in side.root_widths().items():
            widths[place] = max(widths[place], width)
    return widths


def _make_room_for_spans(diagram: Diagram, widths: Lengths, gaps: Lengths) -> None:
    for span in diagram.spans:
        missing = text_width(span.form, NOTE_SIZE) - widths[span.first : span.last + 1].sum()
        missing -= gaps[span.first : span.last].sum()
        if missing > 0 and span.first < span.last:
            gaps[span.first : span.last] += missing / (span.last - span.first)
        elif missing > 0:
            widths[span.first] += missing


def _placed_edges(
    side: ArcSide, middles: Lengths, mirrored: Callable[[float], float], foot: float, direction: int
) -> dict[int, PlacedEdge]:
    """By their numbers. The direction is that in which they are higher: -1 above the words, 1 below."""
    placed = {}
    for arc, (number, edge) in enumerate(zip(side.numbers, side.edges, strict=True)):
        level = int(side.level[arc])
        left, right = map(mirrored, side.ends(arc, middles))
        goes_left = edge.head is not None and edge.head > edge.dependent
        y = foot + direction * (_FIRST_LEVEL + (level - 1) * _LEVEL)
        placed[number] = PlacedEdge(
            edge=edge,
            level=level,
            start=right if goes_left else left,
            end=left if goes_left else right,
            foot=foot,
            y=y,
            label_x=mirrored(side.label_place(arc, middles)),
            label_y=y + _LABEL_RISE + _LABEL_HEIGHT - 2 if direction > 0 else y - _LABEL_RISE,
            crosses=side.crosses(arc),
        )
    return placed


def _placed_span(
    span: Span, middles: Lengths, widths: Lengths, mirrored: Callable[[float], float], y: float
) -> PlacedSpan:
    ends = [(span.first, -1), (span.last, 1)]
    left, right = sorted(mirrored(float(middles[place] + sign * widths[place] / 2)) for place, sign in ends)
    return PlacedSpan(span, left, right, y + 2, y + _SPAN_LINE - 8)
