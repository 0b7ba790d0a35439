"""How far training is: told to a function, or shown as a bar on a terminal or in a notebook."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from crossarc.arguments import wrong_kind
from crossarc.parser.epoch import Epoch

Steps = Callable[[int, int, int], None]
"""Called with the epoch, the sentences of it that are done, and how many there are."""

Report = Callable[[Epoch | str], object]
"""Called with what `crossarc train` shows line by line: an `Epoch` after each epoch, and messages before the first."""

_LOGGER = logging.getLogger("crossarc.training")
_BETWEEN_UPDATES = 0.1  # seconds


@contextmanager
def followed(progress: bool | Report | None, epochs: int) -> Iterator[tuple[Report, Steps | None]]:
    """Whom training reports to, and who is told of its steps.

    `progress` is a function, True for lines and a bar on standard error, False for nothing; None is a bar in a notebook
    and nothing elsewhere. All lines go to the logger `crossarc.training` as well.
    """
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise wrong_kind("progress", "a function, True, False or None", progress)
    is_wanted = progress is None or progress is True
    if is_wanted and in_notebook():
        with _notebook_bar(epochs) as (report, steps):
            yield _logged(report), steps
    elif progress is True:
        with terminal_bar(epochs) as steps:
            yield _logged(lambda line: print(line, file=sys.stderr)), steps
    else:
        yield _logged(progress if callable(progress) else lambda line: None), None


def _logged(report: Report) -> Report:
    def both(line: Epoch | str) -> None:
        _LOGGER.info("%s", line)
        report(line)

    return both


@contextmanager
def terminal_bar(epochs: int) -> Iterator[Steps | None]:
    """A bar on standard error, with the time that is left, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("training", total=None)

        def show(epoch: int, done: int, sentences: int) -> None:
            bar.update(
                task,
                description=f"epoch {epoch} of {epochs}",
                total=sentences * epochs,
                completed=sentences * (epoch - 1) + done,
            )

        yield show


def in_notebook() -> bool:
    """Whether this runs in a kernel of Jupyter, whose output can be HTML."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return hasattr(shell, "kernel")


@contextmanager
def _notebook_bar(epochs: int) -> Iterator[tuple[Report, Steps]]:
    """A bar below the cell, with the last line beside it. It needs nothing but IPython, which is there."""
    from importlib import import_module  # noqa: PLC0415

    made = import_module("IPython.display")

    place: Any = made.display(made.HTML(_bar_html(0, 1, "training")), display_id=True)
    last, share, shown_at = "training", 0.0, 0.0

    def show(is_urgent: bool) -> None:
        nonlocal shown_at
        if is_urgent or time.monotonic() - shown_at > _BETWEEN_UPDATES:
            place.update(made.HTML(_bar_html(share, 1, last)))
            shown_at = time.monotonic()

    def report(line: Epoch | str) -> None:
        nonlocal last
        last = str(line)
        show(True)

    def steps(epoch: int, done: int, sentences: int) -> None:
        nonlocal share
        share = (epoch - 1 + done / max(1, sentences)) / epochs
        show(False)

    yield report, steps
    share = 1.0  # training may have stopped early
    show(True)


def _bar_html(value: float, most: float, text: str) -> str:
    return f'<progress value="{value:.3f}" max="{most:g}"></progress> <code>{escape(text)}</code>'
