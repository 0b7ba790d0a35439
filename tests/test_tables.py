"""Tables as Markdown and on a terminal."""

from __future__ import annotations

import io

import pytest

from crossarc.tables import Table


def table() -> Table:
    made = Table(["label", "n", "%"], title="[b]Title[/b]")
    made.add("[/b]", 1200, 33.333)
    made.add("a|b", 7, None)
    return made


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
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    table().show()
    assert "[/b]" in terminal.getvalue()
    assert "a|b" in terminal.getvalue()
    assert "Title[/b]" in terminal.getvalue()
