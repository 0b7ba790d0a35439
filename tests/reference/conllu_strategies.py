"""Hypothesis strategies for CoNLL-U files, well-formed and nasty."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

# Whatever a column may hold: spaces, letters of all scripts, characters that other tools take for line ends.
characters = st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"])
USUAL_FIELDS = ["_", "a", "Δύο", "a b", "NOUN", "1", "x|y"]
newline = st.sampled_from(["\n", "\n", "\r\n"])


@st.composite
def heads(draw: st.DrawFn, n: int) -> list[int]:
    """A tree: words are attached in a random order to the root or to one that is attached already."""
    order = draw(st.permutations(range(1, n + 1)))
    result = [0] * n
    for position, word in enumerate(order):
        result[word - 1] = draw(st.sampled_from([0, *order[:position]]))
    return result


@st.composite
def sentence_lines(draw: st.DrawFn) -> list[str]:
    n = draw(st.integers(1, 6))
    # Drawing each of some fifty fields would be slow: draw a few, and pick among them by a seed.
    fields = USUAL_FIELDS + draw(st.lists(st.text(characters, min_size=1, max_size=6), max_size=3))
    rng = Random(draw(st.integers(0, 1 << 32)))
    lines = ["#" + rng.choice(fields) for _ in range(draw(st.integers(0, 2)))]
    tree = draw(heads(n))
    range_end = 0
    for word in range(1, n + 1):
        if rng.random() < 0.3 and range_end < word < n:
            range_end = rng.randint(word + 1, n)
            lines.append(row(rng, fields, f"{word}-{range_end}", "_"))
        lines.append(row(rng, fields, str(word), "_" if rng.random() < 0.1 else str(tree[word - 1])))
        if rng.random() < 0.2:
            lines.append(row(rng, fields, f"{word}.1", "_"))
    return lines


def row(rng: Random, fields: list[str], identifier: str, head: str) -> str:
    columns = [rng.choice(fields) for _ in range(10)]
    columns[0], columns[6] = identifier, head
    return "\t".join(columns)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """A well-formed file with whatever its writer's habits may be."""
    end = draw(newline)
    text = "﻿" if draw(st.integers(0, 5)) == 0 else ""
    blank = st.sampled_from([end, end, " " + end])
    stray = st.sampled_from(["", "", "", end, "# a comment without a sentence" + end + end])
    for lines in draw(st.lists(sentence_lines(), max_size=4)):
        text += draw(stray)
        text += "".join(line + (draw(newline) if draw(st.integers(0, 9)) == 0 else end) for line in lines)
        text += draw(blank)
    cut = draw(st.sampled_from(["", "", "blank line", "newline"]))
    if cut:
        text = text.rstrip(" \r\n") + (end if cut == "blank line" and text.strip(" \r\n﻿") else "")
    return text.encode("utf-8")


@st.composite
def damaged_files(draw: st.DrawFn) -> bytes:
    """A file with a few bytes changed, taken out or put in."""
    data = bytearray(draw(files()))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        inserted = draw(
            st.sampled_from([b"", b"\t", b"\n", b"\n\n", b"0", b"7", b"-", b".", b"\xff", b" ", b"#", b"\r"])
        )
        data[at : at + draw(st.integers(0, 2))] = inserted
    return bytes(data)
