"""Other trees written into CoNLL-U line by line, in a slow and obvious way."""

from __future__ import annotations


def rewritten(text: str, heads: list[int], labels: list[str], confidences: list[float] | None = None) -> str:
    """The text with other trees for all words of its sentences, which must all be well-formed and end their lines."""
    trees = iter(zip(heads, labels, confidences or [None] * len(heads), strict=True))
    lines = text.split("\n")
    for number, line in enumerate(lines):
        row = line.removesuffix("\r").split("\t")
        if row[0].isdigit():
            lines[number] = line.replace("\t".join(row), "\t".join(rewritten_row(row, *next(trees))))
    return "\n".join(lines)


def rewritten_row(row: list[str], head: int, label: str, confidence: float | None) -> list[str]:
    row = row.copy()
    arc = ["_" if head == -1 else str(head), label]
    is_same = row[6].isdigit() == (head >= 0) and (head == -1 or int(row[6]) == head) and row[7] == label
    if not is_same:
        row[6:8] = arc
        if ":".join(arc) not in row[8].split("|"):
            row[8] = "_"
    entries = row[9].split("|")
    others = [entry for entry in entries if not entry.startswith("Confidence=") and entry != "_"]
    if confidence is not None:
        row[9] = "|".join([*others, f"Confidence={confidence:.2f}"])
    elif len(others) < len(entries) and row[9] != "_":
        row[9] = "|".join(others) or "_"
    return row
