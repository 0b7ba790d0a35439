"""What stands below tables: whole lines in a pipe, lines that fit on a terminal."""

from __future__ import annotations

import sys

import pytest

from crossarc.cli.notes import show_note
from crossarc.cli.systems import systems

TEXT = "- of all the words that there are, pseudo-projective ones and others, none is broken in two"


def test_a_line_stays_a_line_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    show_note(TEXT)
    assert capsys.readouterr().out == TEXT + "\n"


def test_lines_fit_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    show_note(TEXT)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 2
    assert all(len(line) <= 30 for line in lines)
    assert all(line.startswith("  ") for line in lines[1:])
    assert " ".join(line.strip() for line in lines) == TEXT


@pytest.mark.parametrize("width", [80, 120])
def test_systems_fit_on_a_terminal(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "dumb")  # in which no line has codes for colours
    systems()
    assert max(map(len, capsys.readouterr().out.splitlines())) <= width
