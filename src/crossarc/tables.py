"""Tables of results: for a terminal, and as Markdown everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from crossarc.shown_text import shown

Cell = str | int | float | None


@dataclass
class Table:
    """A header and rows. Numbers are aligned to the right; floats are shown with two decimals, None as a dash.

    `right_from`: the column from which on all columns hold numbers, whatever is written beside them.
    """

    header: Sequence[str]
    rows: list[Sequence[Cell]] = field(default_factory=list)
    title: str = ""
    right_from: int | None = None

    def add(self, *cells: Cell) -> None:
        self.rows.append(cells)

    def markdown(self) -> str:
        """The table in GitHub's Markdown, with columns padded so that it reads well as plain text."""
        cells = [_texts(self.header), *map(_texts, self.rows)]
        texts = [[text.replace("|", "\\|") for text in row] for row in cells]
        right = self._right_aligned()
        widths = [max(3, *(len(row[column]) for row in texts)) for column in range(len(self.header))]
        rule = ["-" * (width - 1) + ":" if r else "-" * width for width, r in zip(widths, right, strict=True)]
        lines = [_line(texts[0], widths, right), "| " + " | ".join(rule) + " |"]
        lines += [_line(row, widths, right) for row in texts[1:]]
        return (f"**{self.title}**\n\n" if self.title else "") + "\n".join(lines)

    def html(self) -> str:
        """The table for a notebook."""
        right = ["right" if is_right else "left" for is_right in self._right_aligned()]
        rows = [("th", _texts(self.header)), *(("td", _texts(row)) for row in self.rows)]
        lines = [
            "<tr>"
            + "".join(
                f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>'
                for side, cell in zip(right, cells, strict=True)
            )
            + "</tr>"
            for tag, cells in rows
        ]
        title = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        return f"<table>{title}{''.join(lines)}</table>"

    def to_dict(self) -> dict[str, Any]:
        """Title, header, rows of texts, and which columns are numbers."""
        return {
            "title": self.title or "",
            "header": _texts(self.header),
            "rows": [_texts(row) for row in self.rows],
            "numbers": self._right_aligned(),
        }

    def _repr_html_(self) -> str:
        return self.html()

    def _right_aligned(self) -> list[bool]:
        if self.right_from is not None:
            return [column >= self.right_from for column in range(len(self.header))]
        return [any(isinstance(row[column], (int, float)) for row in self.rows) for column in range(len(self.header))]

    def show(self) -> None:
        """Print the table: drawn on a terminal, as Markdown in a pipe or a file."""
        if not sys.stdout.isatty():
            print(self.markdown() + "\n")
            return
        import rich.box  # noqa: PLC0415
        import rich.console  # noqa: PLC0415
        import rich.table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415 (plain: what looks like markup in a label is none)

        from crossarc.table_layout import fitting  # noqa: PLC0415

        console, right = rich.console.Console(), self._right_aligned()
        texts = [_texts(self.header), *map(_texts, self.rows)]
        for number, (columns, (header, *rows)) in enumerate(fitting(texts, console.width)):
            title = Text(self.title, style="bold") if self.title and not number else None
            drawn = rich.table.Table(title=title, box=rich.box.SIMPLE_HEAD, title_justify="left")
            for column, name in zip(columns, header, strict=True):
                # Folded, should a single word be wider than the terminal: nothing is ever cut.
                drawn.add_column(Text(name), justify="right" if right[column] else "left", overflow="fold")
            for row in rows:
                drawn.add_row(*map(Text, row))
            console.print(drawn)


def _texts(cells: Sequence[Cell]) -> list[str]:
    return [_text(cell) for cell in cells]


def _text(cell: Cell) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.2f}"
    return f"{cell:,}" if isinstance(cell, int) else shown(cell, None)


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (c.rjust(w) if r else c.ljust(w) for c, w, r in zip(cells, widths, right, strict=True))
    return "| " + " | ".join(padded) + " |"
