"""Being asked to end, by Ctrl-C or by a signal: at any moment but while something must not be left half-done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupted(KeyboardInterrupt):
    """A signal that asks to end."""

    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__()
        self.number = number


def signal_of(interruption: KeyboardInterrupt) -> int:
    return interruption.number if isinstance(interruption, Interrupted) else int(signal.SIGINT)


def exit_code(interruption: KeyboardInterrupt) -> int:
    """130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP, as shells have it."""
    return 128 + signal_of(interruption)


class _Waiting:
    """What a signal finds: how many sections must not be interrupted just now, and the signal that came meanwhile."""

    sections = 0
    signal: int | None = None


@contextmanager
def heard_signals() -> Iterator[None]:
    """SIGINT, SIGTERM and SIGHUP raise `Interrupted` while this lasts; one that is ignored, as by nohup, stays so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = (signal.SIG_DFL, signal.default_int_handler)
    before = {number: handler for number in _SIGNALS if (handler := signal.getsignal(number)) in usual}
    for number in before:
        signal.signal(number, _hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _hear(number: int, frame: FrameType | None) -> None:
    if _Waiting.sections:
        _Waiting.signal = number
    else:
        raise Interrupted(number)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """What is done here is done to its end: a signal that `heard_signals` hears meanwhile is raised afterwards."""
    if threading.current_thread() is not threading.main_thread():  # others are told of no signals
        yield
        return
    _Waiting.sections += 1
    try:
        yield
    finally:
        _Waiting.sections -= 1
        if not _Waiting.sections and (number := _Waiting.signal) is not None:
            _Waiting.signal = None
            raise Interrupted(number)
