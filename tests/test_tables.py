"""Tables as Markdown and on a terminal."""

from __future__ import annotations

import io
import re

import pytest

from crossarc.tables import Table


def table() -> Table:
    made = Table(["label", "n", "%"], title="[b]Title[/b]")
    made.add("[/b]", 1200, 33.333)
    made.add("a|b", 7, None)
    return made


def drawn(made: Table, width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a terminal of that width shows."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", terminal)
        patch.setenv("COLUMNS", str(width))
        patch.setenv("TERM", "xterm")
        made.show()
    return re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue())


def test_markdown_is_aligned_and_escaped() -> None:
    assert table().markdown().split("\n") == [
        "**[b]Title[/b]**",
        "",
        "| label |     n |     % |",
        "| ----- | ----: | ----: |",
        "| [/b]  | 1,200 | 33.33 |",
        "| a\\|b  |     7 |     – |",
    ]


def test_markup_in_data_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = drawn(table(), 80, monkeypatch)
    assert "[/b]" in shown
    assert "a|b" in shown
    assert "Title[/b]" in shown


NAMES = [f"Ancient-Greek-with-a-long-name-{number}/train.conllu" for number in ("one", "two", "three")]


@pytest.mark.parametrize("width", [50, 80, 120])
def test_nothing_is_cut_on_a_narrow_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = Table(["treebank", *(f"words per sentence {n}" for n in range(6))], title="By treebank")
    columns = Table(["system", *NAMES])
    for name in NAMES:
        rows.add(name, *(f"{number:,} (12.34%)" for number in range(10_000, 10_006)))
    columns.add("undirected-2-planar", 12.345, 100.0, None)
    for made in (rows, columns):
        shown = drawn(made, width, monkeypatch)
        assert "…" not in shown
        assert max(map(len, shown.splitlines())) <= width
        lines = shown.splitlines()
        for cell in [
            "12.35" if cell == 12.345 else str(cell) for row in (made.header, *made.rows) for cell in row if cell
        ]:
            pieces = [piece for piece in re.split(r"(?<=[-/.])|\s", cell) if piece]
            assert all(any(piece in line for line in lines) for piece in pieces), cell
    assert drawn(rows, width, monkeypatch).count("By treebank") == 1


def test_what_fits_is_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Table(["treebank", "non-projective sentences", "arcs"])
    made.add("Latin-Perseus", 245, 453)
    assert drawn(made, 80, monkeypatch).count("treebank") == 1
    assert "non-projective sentences" in drawn(made, 80, monkeypatch)
    narrow = drawn(made, 42, monkeypatch)  # the heading in lines
    assert narrow.count("treebank") == 1
    assert "non-projective sentences" not in narrow
