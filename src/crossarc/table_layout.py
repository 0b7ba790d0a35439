"""How a table fits on a terminal without anything of it being cut: lines are broken, and then columns share it out.

Headings and names are broken where they have spaces, slashes, hyphens and the like. What is then still too wide becomes
several tables, one below the other, each with the first column and as many of the others as fit.
"""

from __future__ import annotations

import re

from rich.cells import cell_len

Texts = list[list[str]]  # rows of cells, the heading first

_PIECES = re.compile(r"[^\s/_.-]+(?:[/_.-]+|\s+|$)|[/_.-]+|\s+")
_LEAST = 10  # what is shorter is not broken
_AROUND = 3  # what a column takes beside its text: a space on both sides, and one to the next column


def fitting(texts: Texts, width: int) -> list[tuple[list[int], Texts]]:
    """The tables to draw, each at most `width` wide where that can be: which columns they have, and their texts."""
    everything = list(range(len(texts[0])))
    if _width(texts) <= width:
        return [(everything, texts)]
    narrow = [[_broken(heading, _LEAST) for heading in texts[0]], *texts[1:]]
    if _width(narrow) <= width:
        return [(everything, narrow)]
    longest = max(2 * _LEAST, width // 3)
    narrow = [narrow[0], *([_broken(cell, longest) for cell in row] for row in texts[1:])]
    return [(part, [[row[column] for column in part] for row in narrow]) for part in _parts(narrow, width)]


def _parts(texts: Texts, width: int) -> list[list[int]]:
    """The columns, shared out to tables that are narrow enough: to each the first, and at least one other."""
    first, *others = (column + _AROUND for column in _widths(texts))
    parts = [[0]]
    room = width - 1 - first
    for column, needed in enumerate(others, start=1):
        if needed > room and len(parts[-1]) > 1:
            parts.append([0])
            room = width - 1 - first
        parts[-1].append(column)
        room -= needed
    return parts


def _width(texts: Texts) -> int:
    return 1 + sum(width + _AROUND for width in _widths(texts))


def _widths(texts: Texts) -> list[int]:
    columns = range(len(texts[0]))
    return [max(_text_width(row[column]) for row in texts) for column in columns]


def _text_width(text: str) -> int:
    return max((cell_len(line) for line in text.split("\n")), default=0)


def _broken(text: str, width: int) -> str:
    """A text in lines of at most that width, if it can be broken so.

    >>> _broken("Ancient-Greek-AGDT/train.conllu", 20).split("\\n")
    ['Ancient-Greek-AGDT/', 'train.conllu']
    >>> _broken("95 % interval", 8).split("\\n")
    ['95 %', 'interval']
    """
    lines = [""]
    for piece in _PIECES.findall(text):
        if lines[-1] and cell_len((lines[-1] + piece).rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)
