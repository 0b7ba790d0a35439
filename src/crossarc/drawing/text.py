"""A sentence's tree as text: a word a line, its arcs to the left, crossing where they cross."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from rich.cells import cell_len

from crossarc import _core
from crossarc.shown_text import shown
from crossarc.whole_numbers import whole_numbers

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
# The line that connects the sides of a cell, by the sum of the sides.
_LINES = " ╵╷│╴╯╮┤╶╰╭├─┴┬┼"


def draw_tree(forms: Sequence[str], heads: npt.ArrayLike, notes: Sequence[str] | None = None) -> str:
    """Draw a tree. An arc runs from its head to the word with the arrow; the word with the dot is the root.

    `notes` stand behind the words, such as labels; arcs that are non-projective are marked with a cross.

    >>> print(draw_tree(["What", "did", "you", "say"], [4, 4, 4, 0], ["obj", "aux", "nsubj", "root"]))
    ╭──▸ What  obj
    │╭─▸ did   aux
    ││╭▸ you   nsubj
    ╰┴┴● say   root
    """
    nodes = whole_numbers(heads, "heads", least=-1, most=len(forms))
    if nodes.size != len(forms) or (notes is not None and len(notes) != len(forms)):
        raise ValueError(f"there are {len(forms)} words, but {nodes.size} heads{_and_notes(notes)}")
    nonprojective = _core.nonprojective_arcs(nodes, np.array([0, nodes.size], np.int64))
    columns = _columns(nodes.tolist())
    width = max(columns.values(), default=0)
    grid = np.zeros((nodes.size, width), np.uint8)
    for word, column in columns.items():
        _add_arc(grid, min(word, nodes[word - 1]) - 1, max(word, nodes[word - 1]) - 1, width - column)
    names = [shown(form, None) for form in forms]
    form_width = max(map(cell_len, names), default=0)
    lines = []
    for row, form in enumerate(names):
        end = "▸" if nodes[row] > 0 else "●" if nodes[row] == 0 else " "
        note = f"{form}{' ' * (form_width - cell_len(form))}  {shown(notes[row], None)}" if notes else form
        mark = " ×" if nonprojective[row] else ""
        lines.append("".join(_LINES[sides] for sides in grid[row]) + f"{end} {note}{mark}".rstrip())
    return "\n".join(lines)


def _and_notes(notes: Sequence[str] | None) -> str:
    return "" if notes is None else f" and {len(notes)} notes"


def _columns(heads: list[int]) -> dict[int, int]:
    """The column of each arc, by its dependent; 1 is next to the words. Shorter arcs are drawn nearer to them."""
    arcs = sorted(
        ((min(word, head), max(word, head), word) for word, head in enumerate(heads, start=1) if head > 0),
        key=lambda arc: (arc[1] - arc[0], arc[0]),
    )
    columns: dict[int, int] = {}
    placed: list[tuple[int, int, int]] = []
    for low, high, word in arcs:
        taken = {column for other_low, other_high, column in placed if other_low <= high and low <= other_high}
        columns[word] = next(column for column in range(1, len(arcs) + 1) if column not in taken)
        placed.append((low, high, columns[word]))
    return columns


def _add_arc(grid: npt.NDArray[np.uint8], top: int, bottom: int, column: int) -> None:
    grid[top, column] |= _DOWN | _RIGHT
    grid[bottom, column] |= _UP | _RIGHT
    grid[top + 1 : bottom, column] |= _UP | _DOWN
    for row in (top, bottom):
        grid[row, column + 1 :] |= _LEFT | _RIGHT
