"""What a worker does: the next piece of a request, or those of several small requests together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from crossarc import _core
from crossarc.serve.limits import Refusal

Outcome = Any
"""What is made of a piece, `END`, or the exception that ended it."""
END = object()
LARGE = 1 << 14  # the size of a piece that is worked on alone: small ones go together up to it


class Job:
    """A request whose pieces are worked on one after the other; `left` are the seconds of work that it may still take.

    Jobs of the same `kind` (None is like no other) can be worked on together: `work` is what is done with pieces, its
    results do not depend on which pieces there are besides. `size` is that of the largest piece.
    """

    def __init__(
        self,
        pieces: Iterator[Any],
        work: Callable[[Sequence[Any]], Iterable[Any]],
        *,
        seconds: float,
        size: int = LARGE,
        kind: object = None,
    ) -> None:
        self.pieces, self.work, self.size, self.kind = pieces, work, size, kind
        self.seconds = self.left = seconds
        self._ahead: object = None

    @property
    def is_done(self) -> bool:
        return self._ahead is END

    def take(self) -> object:
        """The next piece, or `END`."""
        if self._ahead is None:
            return next(self.pieces, END)
        piece, self._ahead = self._ahead, None
        return piece

    def look_ahead(self) -> None:
        """Makes the next piece, so that a request of one piece goes to a worker only once."""
        self._ahead = next(self.pieces, END)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Whatever is done in it counts, and ends when the time is over."""
        began = time.monotonic()
        _core.set_deadline(max(self.left, 0.001))
        try:
            yield
        except TimeoutError:
            raise Refusal(408, f"The request takes over {self.seconds:g} seconds.") from None
        finally:
            _core.set_deadline(None)
            self.left -= time.monotonic() - began


def work_on(jobs: Sequence[Job]) -> list[Outcome]:
    """The next piece of each job, what is alike at once. Runs in a worker's thread, and never fails."""
    steps = [_Step(job) for job in jobs]
    for step in steps:
        step.attempt(step.take)
    for alike in _alike(step for step in steps if step.is_open):
        if len(alike) == 1 or not _worked_together(alike):
            for step in alike:
                step.attempt(step.work)
    for step in steps:
        if step.is_open:
            step.attempt(step.job.look_ahead)
    return [step.outcome for step in steps]


class _Step:
    """One piece of a job, and what comes of it; `is_open` until it has failed, or there was no piece."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.piece: object = END
        self.outcome: Outcome = END
        self.is_open = True

    def attempt(self, action: Callable[[], None]) -> None:
        try:
            with self.job.timed():
                action()
        except Exception as error:
            self.outcome, self.is_open = error, False

    def take(self) -> None:
        self.piece = self.job.take()
        self.is_open = self.piece is not END

    def work(self) -> None:
        (self.outcome,) = self.job.work([self.piece])


def _alike(steps: Iterable[_Step]) -> Iterable[list[_Step]]:
    groups: dict[object, list[_Step]] = {}
    for step in steps:
        groups.setdefault(id(step) if step.job.kind is None else (step.job.kind,), []).append(step)
    return groups.values()


def _worked_together(steps: Sequence[_Step]) -> bool:
    """False if that failed: whose fault it is shows when each is on its own."""
    first = steps[0]
    try:
        with first.job.timed():
            found = first.job.work([step.piece for step in steps])
    except Exception:
        return False
    for step, outcome in zip(steps, found, strict=True):
        step.outcome = outcome
    return True
