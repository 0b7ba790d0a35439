"""How far training is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from crossarc.parser.training import Progress


@contextmanager
def progress_of_training(epochs: int, quiet: bool) -> Iterator[Progress | None]:
    """A bar on a terminal, with the time that is left; nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("training", total=None)

        def show(epoch: int, done: int, sentences: int) -> None:
            bar.update(
                task,
                description=f"epoch {epoch} of {epochs}",
                total=sentences * epochs,
                completed=sentences * (epoch - 1) + done,
            )

        yield show
