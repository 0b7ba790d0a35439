"""Ctrl-C and its like: whoever ends a command, by whatever signal, finds what could be saved saved."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_LIKE_CTRL_C = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP")
    if hasattr(signal, name)  # Windows has no SIGHUP
)


class Interrupted(KeyboardInterrupt):
    """A signal that asks to end; Ctrl-C itself is a plain KeyboardInterrupt."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    @staticmethod
    def exit_code(interruption: KeyboardInterrupt) -> int:
        """130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP, as shells have it."""
        number = interruption.number if isinstance(interruption, Interrupted) else signal.SIGINT
        return 128 + int(number)


@contextmanager
def heard_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP do what Ctrl-C does while this lasts; one that is ignored, as by nohup, stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _LIKE_CTRL_C}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is signal.SIG_DFL:
                signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise Interrupted(number)
