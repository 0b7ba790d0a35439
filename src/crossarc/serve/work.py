"""Work on requests, in slices: so that a huge request does not keep small ones waiting.

A request is cut into pieces of some sentences each. A piece is worked on by one of the workers, and then its request
stands at the end of the queue again. Small requests that wait together go to a worker together, up to the size of a
piece. So a small request waits for one piece of each of the others at most. What a request may take in all is limited,
and the core ends a piece that takes longer.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from crossarc.serve.jobs import END, LARGE, Job, Outcome, work_on
from crossarc.serve.limits import Limits, Refusal

IsGone = Callable[[], Awaitable[bool]]
_BETWEEN_LOOKS = 0.5  # seconds, after which there is a look whether the client is still there


class _Waiting(NamedTuple):
    """A job whose next piece no worker has begun with."""

    job: Job
    outcome: asyncio.Future[Outcome]


class Workers:
    """A pool of threads, and a queue of requests before it. Belongs to one event loop."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._idle = limits.workers or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._idle, thread_name_prefix="crossarc")
        self._queue: deque[_Waiting] = deque()  # first come, first served
        self.waiting = 0

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """While a request is looked after; a `Refusal` if there are too many."""
        if self.waiting >= self._limits.waiting:
            raise Refusal(503, "Too many requests are waiting; try again later.", retry_after=1)
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1

    async def run(self, job: Job, is_gone: IsGone) -> AsyncIterator[Any]:
        """What is made of each piece, in order."""
        looked = time.monotonic()
        while not job.is_done:
            outcome = await self._by_a_worker(job)
            if isinstance(outcome, Exception):
                raise outcome
            if outcome is END:
                return
            yield outcome
            if job.is_done:
                return
            if job.left <= 0:
                raise Refusal(408, f"The request takes over {self._limits.seconds:g} seconds.")
            if time.monotonic() - looked > _BETWEEN_LOOKS:
                looked = time.monotonic()
                if await is_gone():
                    raise asyncio.CancelledError

    async def _by_a_worker(self, job: Job) -> Outcome:
        outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(job, outcome))
        self._hand_out()
        return await outcome

    def _hand_out(self) -> None:
        """Gives what waits to the workers that have nothing to do."""
        while self._idle and (together := self._next()):
            self._idle -= 1
            working = asyncio.get_running_loop().run_in_executor(self._pool, work_on, [own.job for own in together])
            working.add_done_callback(lambda found, together=together: self._worked(together, found.result()))  # type: ignore[misc]

    def _next(self) -> list[_Waiting]:
        """The first that waits, and those behind it while they are small; who has gone meanwhile is left out."""
        together: list[_Waiting] = []
        size = 0
        while self._queue and (not together or size + self._queue[0].job.size <= LARGE):
            own = self._queue.popleft()
            if not own.outcome.done():
                together.append(own)
                size += own.job.size
        return together

    def _worked(self, together: list[_Waiting], outcomes: list[Outcome]) -> None:
        self._idle += 1
        for own, outcome in zip(together, outcomes, strict=True):
            if not own.outcome.done():
                own.outcome.set_result(outcome)
        self._hand_out()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
