"""Work shared between threads whose result does not depend on how many there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol, TypeVar

import torch

Item = TypeVar("Item")
Result = TypeVar("Result")


class Map(Protocol):
    """As the built-in `map`."""

    def __call__(self, work: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result]: ...


@contextmanager
def workers(threads: int, most: int | None = None) -> Iterator[Map]:
    """A `map` that shares the items out to threads and gives the results in their order; 0 threads is one per core.

    PyTorch splits sums by the number of its own threads, which changes their last digits: within, it gets one for each
    of ours.
    """
    threads = threads or os.cpu_count() or 1
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        if threads == 1:
            yield map
        else:
            with ThreadPoolExecutor(threads if most is None else min(threads, most)) as pool:
                yield pool.map
    finally:
        torch.set_num_threads(before)
