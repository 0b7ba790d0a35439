"""What the command line says on standard error."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from crossarc.messages import CrossarcWarning, counted

if TYPE_CHECKING:
    from crossarc.treebank import Treebank


def complain(message: str) -> None:
    """One line on standard error, whatever the message holds."""
    line = " ".join(message.splitlines())
    print("crossarc: " + printable(line), file=sys.stderr)


def printable(text: str) -> str:
    """What comes from strangers, without what a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in text)


@contextmanager
def shown_warnings() -> Iterator[None]:
    """Warnings of crossarc are lines on standard error while this lasts; others are shown as ever."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", CrossarcWarning)
        others = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
            if issubclass(category, CrossarcWarning):
                complain(f"warning: {message}")
            else:
                others(message, category, *place, **more)

        warnings.showwarning = show
        yield


def silence_warnings() -> None:
    """From now on, until `shown_warnings` ends."""
    warnings.simplefilter("ignore", CrossarcWarning)


def tell_skipped(treebank: Treebank, quiet: bool) -> None:
    """Say what lenient reading left out: how much, and the first of it."""
    problems = treebank.problems
    if problems and not quiet:
        complain(f"warning: left out {broken_sentences(len(problems))}, the first: {problems[0]}")


def broken_sentences(number: int) -> str:
    return counted(number, "broken sentence")
