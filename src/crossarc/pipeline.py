"""Reading and writing while something else computes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_MOMENT = 0.002  # seconds: after them there is a look for new items


class Background(Generic[Item, Result]):
    """Computes in threads of its own, and hands each item on with what was computed of it, in order.

    The thread that puts items in also uses the results, so that files are read and written, Ctrl-C is heard and errors
    are told where they would be without threads. At most `ahead` items wait, so memory is bounded. For `compute` to run
    at the same time it must release the GIL, as the core does. What has not begun when the `with` block is left by an
    error is not computed, and what has is not waited for.

    >>> with Background(len, lambda item, length: print(item, length)) as background:
    ...     for item in ("a", "bcd"):
    ...         background.put(item)
    a 1
    bcd 3
    """

    def __init__(
        self,
        compute: Callable[[Item], Result],
        use: Callable[[Item, Result], object],
        *,
        workers: int = 1,
        ahead: int = 3,
    ) -> None:
        self._compute = compute
        self._use = use
        self._ahead = ahead
        self._waiting: deque[tuple[Item, Future[Result]]] = deque()
        self._pool = ThreadPoolExecutor(workers)

    def put(self, item: Item) -> None:
        """Have an item computed; what is done by now is used."""
        self._waiting.append((item, self._pool.submit(self._compute, item)))
        self._use_done()
        while len(self._waiting) > self._ahead:
            self._use_first()

    def idle(self) -> bool:
        """For who has no item at the moment: use what is done, after a moment at most. Whether anything is left."""
        if self._waiting:
            wait([self._waiting[0][1]], _MOMENT)
            self._use_done()
        return bool(self._waiting)

    def finish(self) -> None:
        """Wait for all that is left, and use it."""
        while self._waiting:
            self._use_first()

    def _use_done(self) -> None:
        while self._waiting and self._waiting[0][1].done():
            self._use_first()

    def _use_first(self) -> None:
        item, result = self._waiting.popleft()
        self._use(item, result.result())

    def __enter__(self) -> Background[Item, Result]:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if error is None:
                self.finish()
        finally:
            self._pool.shutdown(wait=False, cancel_futures=True)
