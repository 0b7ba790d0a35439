"""Work on requests, in slices: so that a huge request does not keep small ones waiting.

A request is cut into pieces of some sentences each. A piece is worked on by one of the workers, and then its request
stands at the end of the queue again. So a small request waits for one piece of each of the others at most. What a
request may take in all is limited, and the core ends a piece that takes longer.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from crossarc import _core
from crossarc.serve.limits import Limits, Refusal

Piece = TypeVar("Piece")
Result = TypeVar("Result")
IsGone = Callable[[], Awaitable[bool]]
_BETWEEN_LOOKS = 0.5  # seconds, after which there is a look whether the client is still there


class Workers:
    """A pool of threads, and a queue of requests before it. Belongs to one event loop."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        count = limits.workers or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="crossarc")
        self._turns = asyncio.Semaphore(count)  # first come, first served
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

    async def run(
        self, pieces: Iterator[Piece], work: Callable[[Piece], Result], is_gone: IsGone
    ) -> AsyncIterator[Result]:
        """What is made of each piece, in order. Pieces are made by a worker as well: that can take long, too."""
        left = self._limits.seconds
        looked = time.monotonic()
        loop = asyncio.get_running_loop()
        end = object()

        def one() -> tuple[object, float]:
            began = time.monotonic()
            _core.set_deadline(max(left, 0.001))
            try:
                piece = next(pieces, end)
                return (end if piece is end else work(piece)), time.monotonic() - began  # type: ignore[arg-type]
            except TimeoutError:
                raise Refusal(408, f"The request takes over {self._limits.seconds:g} seconds.") from None
            finally:
                _core.set_deadline(None)

        while True:
            async with self._turns:
                result, seconds = await loop.run_in_executor(self._pool, one)
            if result is end:
                return
            left -= seconds
            yield result  # type: ignore[misc]
            if left <= 0:
                raise Refusal(408, f"The request takes over {self._limits.seconds:g} seconds.")
            if time.monotonic() - looked > _BETWEEN_LOOKS:
                looked = time.monotonic()
                if await is_gone():
                    raise asyncio.CancelledError

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
