"""Trees drawn as text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from reference.conllu_strategies import heads

from crossarc.drawing import draw_tree
from crossarc.drawing import text as drawing


def test_crossing_arcs_cross() -> None:
    assert draw_tree(["a", "b", "c", "d"], [3, 4, 0, 3]).split("\n") == [
        " ╭─▸ a",
        "╭┼─▸ b ×",
        "│╰┬● c",
        "╰─┴▸ d",
    ]


def test_words_without_a_head_have_no_mark() -> None:
    assert draw_tree(["a", "b"], [0, -1]).split("\n") == ["● a", "  b"]


@given(st.integers(1, 12).flatmap(heads))
def test_lines_never_end_in_nothing(tree: list[int]) -> None:
    """Wherever a line leaves a cell, one of the next cell takes it up."""
    lines = draw_tree(["w"] * len(tree), tree).split("\n")
    sides = [
        [drawing._LINES.index(c) if c in drawing._LINES else None for c in line.split("w")[0][:-1]] for line in lines
    ]
    assert [next(c for c in line if c in "▸●") == "●" for line in lines] == [head == 0 for head in tree]
    width = max(map(len, lines))
    for row, cells in enumerate(sides):
        for column, cell in enumerate(cells[:width]):
            if cell is None:
                continue
            below = sides[row + 1][column] if row + 1 < len(sides) else 0
            right = cells[column + 1] if column + 1 < len(cells) else None
            assert bool(cell & drawing._DOWN) == bool((below or 0) & drawing._UP)
            if right is not None:
                assert bool(cell & drawing._RIGHT) == bool(right & drawing._LEFT)
