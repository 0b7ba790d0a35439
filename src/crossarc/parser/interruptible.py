"""Long work in libraries that hear no signals, done so that Ctrl-C is heard all the same."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")

_LOOK = 0.1  # seconds between two looks: Windows hears nothing while it waits


def interruptibly(work: Callable[[], Result]) -> Result:
    """What `work` returns or raises. It runs in a thread of its own, while this one waits and hears signals.

    A thread cannot be stopped: after an interruption it goes on in the background until it is done or the process ends,
    which does not wait for it. What it has come to is lost.
    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # all of them: they are raised where they are waited for
            outcome.set_exception(error)

    Thread(target=run, daemon=True).start()
    while not outcome.done():
        wait([outcome], timeout=_LOOK)
    return outcome.result()
