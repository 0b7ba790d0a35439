"""Sentences between and below tables: a line each in a pipe or a file, broken between words on a terminal."""

from __future__ import annotations

import sys
import textwrap

from crossarc.cli.help import terminal_width

_ITEM = "- "


def show_note(text: str) -> None:
    """Print sentences; what begins with a dash is an item of a list, and stays in line below itself."""
    if sys.stdout.isatty():
        below = " " * len(_ITEM) if text.startswith(_ITEM) else ""
        text = textwrap.fill(
            text, terminal_width(), subsequent_indent=below, break_long_words=False, break_on_hyphens=False
        )
    print(text)
