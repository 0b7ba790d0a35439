"""What the command line says on standard error."""

from __future__ import annotations

import sys

from crossarc.treebank import Treebank


def complain(message: str) -> None:
    """One line on standard error, whatever the message holds."""
    line = " ".join(message.splitlines())
    print("crossarc: " + "".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)


def tell_skipped(treebank: Treebank, quiet: bool) -> None:
    """Say what lenient reading left out: how much, and the first of it."""
    problems = treebank.problems
    if problems and not quiet:
        sentences = f"{len(problems):,} broken sentence{'s' * (len(problems) != 1)}"
        complain(f"warning: left out {sentences}, the first: {problems[0]}")
