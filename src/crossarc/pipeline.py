"""Reading and writing while something else computes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_background(
    compute: Callable[[Item], Result], items: Iterable[Item], *, workers: int = 1, ahead: int = 3
) -> Generator[tuple[Item, Result], None, None]:
    """Each item with what is computed of it, in order, while the items after it are being fetched.

    Threads of their own compute. The one that iterates gets the items and uses the results, so that files are read and
    written, Ctrl-C is heard and errors are told where they would be without threads. At most `ahead` items wait, so
    memory is bounded. For `compute` to run at the same time it must release the GIL, as the core does. Who may stop
    before the end closes the generator: what has not begun by then is not computed, and what has is not waited for.

    >>> list(in_background(len, ["a", "bcd"]))
    [('a', 1), ('bcd', 3)]
    """
    waiting: deque[tuple[Item, Future[Result]]] = deque()
    pool = ThreadPoolExecutor(workers)
    try:
        for item in items:
            waiting.append((item, pool.submit(compute, item)))
            # One that is done is handed on at once: who reads from a pipe waits for no more than need be.
            while waiting and (len(waiting) > ahead or waiting[0][1].done()):
                earliest, result = waiting.popleft()
                yield earliest, result.result()
        while waiting:
            earliest, result = waiting.popleft()
            yield earliest, result.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
