"""What lies on what in a drawing, found by comparing everything with everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from crossarc.drawing.layout import Box, Layout, PlacedEdge

_HALF_LINE = 1.0  # of the thickest lines


def overlaps(layout: Layout) -> list[str]:
    """What is wrong with a drawing, in words; nothing, if all can be told apart."""
    return [*_texts(layout), *_labels_on_lines(layout), *_shared_lines(layout), *_outside(layout)]


def common(some: Sequence[Box], others: Sequence[Box]) -> npt.NDArray[np.bool_]:
    """Which boxes have an area in common: [one of the first, one of the second]."""
    a, b = (np.array([(o.left, o.top, o.right, o.bottom) for o in own]).reshape(-1, 4).T for own in (some, others))
    return (a[0][:, None] < b[2]) & (b[0] < a[2][:, None]) & (a[1][:, None] < b[3]) & (b[1] < a[3][:, None])


def _texts(layout: Layout) -> Iterator[str]:
    boxes = [*layout.label_boxes(), *layout.text_boxes()]
    for a, b in np.argwhere(np.triu(common(boxes, boxes), 1)):
        yield f"{boxes[a]} is on {boxes[b]}"


def _labels_on_lines(layout: Layout) -> Iterator[str]:
    labels, drawn = layout.label_boxes(), [line for own in layout.edges for line in lines(own)]
    for label, line in np.argwhere(common(labels, drawn)):
        yield f"the label {labels[label]} is on the line {drawn[line]}"


def _shared_lines(layout: Layout) -> Iterator[str]:
    """Lines of two arcs may cross, but not run along each other."""
    drawn = [line for own in layout.edges for line in lines(own)]
    for is_upright in (True, False):
        alike = [line for line in drawn if (line.bottom - line.top > line.right - line.left) == is_upright]
        for a, b in np.argwhere(np.triu(common(alike, alike), 1)):
            yield f"{alike[a]} runs along {alike[b]}"


def _outside(layout: Layout) -> Iterator[str]:
    for box in [*layout.label_boxes(), *layout.text_boxes(), *(line for own in layout.edges for line in lines(own))]:
        if box.left < 0 or box.right > layout.width or box.top < 0 or box.bottom > layout.height:
            yield f"{box} is not on the page"


def lines(own: PlacedEdge) -> list[Box]:
    """The lines of an arc, with their thickness; corners as if they were not rounded."""
    top, bottom = sorted((own.y, own.foot))
    upright = [Box(x - _HALF_LINE, top, x + _HALF_LINE, bottom) for x in {own.start, own.end}]
    if own.edge.head is None:
        return upright
    left, right = sorted((own.start, own.end))
    return [*upright, Box(left, own.y - _HALF_LINE, right, own.y + _HALF_LINE)]


def crossings(layout: Layout) -> int:
    """How often a line of an arc crosses that of another."""
    drawn = [(number, line) for number, own in enumerate(layout.edges) for line in lines(own)]
    of, boxes = np.array([number for number, _ in drawn]), [line for _, line in drawn]
    return int((np.triu(common(boxes, boxes), 1) & (of[:, None] != of)).sum())
