"""What the command line says on standard error."""

from __future__ import annotations

import sys

from crossarc.treebank import Treebank


def complain(message: str) -> None:
    """One line on standard error, whatever the message holds."""
    print("crossarc: " + " ".join(message.splitlines()), file=sys.stderr)


def tell_skipped(treebank: Treebank) -> None:
    """Say what lenient reading left out: how much, and the first of it."""
    problems = treebank.problems
    if problems:
        sentences = f"{len(problems):,} broken sentence{'s' * (len(problems) != 1)}"
        complain(f"warning: left out {sentences}, the first: {problems[0]}")
