"""How far training is: told to a function, or shown as a bar on a terminal or in a notebook."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator, Sequence
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
_BLOCKS = "▁▂▃▄▅▆▇█"


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
        with terminal_bar(epochs) as bar:

            def tell(line: Epoch | str) -> None:
                print(line, file=sys.stderr)
                if bar is not None and isinstance(line, Epoch):
                    bar.reached(line)

            yield _logged(tell), bar
    else:
        yield _logged(progress if callable(progress) else lambda line: None), None


def _logged(report: Report) -> Report:
    def both(line: Epoch | str) -> None:
        _LOGGER.info("%s", line)
        report(line)

    return both


class TerminalBar:
    """A bar with the time that is left, and the curve of LAS on the development data. It is called as `Steps` are."""

    def __init__(self, bar: Any, epochs: int, shows_curve: bool) -> None:
        self._bar, self._epochs, self._shows_curve = bar, epochs, shows_curve
        self._task = bar.add_task("training", total=None)
        self._scores: list[float] = []

    def __call__(self, epoch: int, done: int, sentences: int) -> None:
        completed = sentences * (epoch - 1) + done
        self._bar.update(self._task, description=self._told(epoch), total=sentences * self._epochs, completed=completed)

    def reached(self, epoch: Epoch) -> None:
        """What came of an epoch, for the curve."""
        if epoch.las is not None:
            self._scores.append(epoch.las)

    def _told(self, epoch: int) -> str:
        told = f"epoch {epoch} of {self._epochs}"
        if not self._scores or not self._shows_curve:
            return told
        return f"{told}, LAS {curve(self._scores)} {self._scores[-1]:.2f}"


def curve(scores: Sequence[float], most: int = 20) -> str:
    """The last scores as blocks, from the least of them to the highest.

    >>> curve([70.1, 78.2, 80.0, 79.9])
    '▁▆█▇'
    """
    shown = scores[-most:]
    least, highest = min(shown), max(shown)
    scale = (len(_BLOCKS) - 1) / (highest - least) if highest > least else 0
    return "".join(_BLOCKS[int((score - least) * scale)] for score in shown)


@contextmanager
def terminal_bar(epochs: int) -> Iterator[TerminalBar | None]:
    """A bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True)
    with Progress(console=console, transient=True) as bar:
        yield TerminalBar(bar, epochs, shows_curve=console.encoding.startswith("utf"))


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
