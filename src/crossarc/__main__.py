"""`crossarc`, and `python -m crossarc`: the command line, which can be interrupted even while it is being imported."""

from __future__ import annotations

import os
import signal
from types import FrameType


def main() -> None:
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    from crossarc.cli import main as run  # noqa: PLC0415

    signal.signal(signal.SIGINT, before)
    try:
        run()
    except KeyboardInterrupt:  # before or after the command itself, which hears it in its own way
        _end(signal.SIGINT, None)


def _end(number: int, frame: FrameType | None) -> None:
    """Nothing has begun that could be left half-done."""
    os._exit(128 + number)


if __name__ == "__main__":
    main()
