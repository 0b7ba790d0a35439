"""Work shared between threads whose result does not depend on how many there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import torch

Item = TypeVar("Item")
Result = TypeVar("Result")


@contextmanager
def one_thread_an_operation() -> Iterator[None]:
    """PyTorch splits sums by the number of its threads, which changes their last digits: it gets one."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def in_order(work: Callable[[Item], Result], items: Iterable[Item], threads: int) -> Iterator[Result]:
    """What `work` makes of each item, in the order of the items; 0 threads is one per core."""
    threads = threads or os.cpu_count() or 1
    if threads == 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(work, items)
