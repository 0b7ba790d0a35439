"""Work shared between threads whose result does not depend on how many there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
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
    with _single_torch_thread:
        if threads == 1:
            yield map
        else:
            count = threads if most is None else min(threads, most)
            with ThreadPoolExecutor(count, initializer=torch.set_num_threads, initargs=(1,)) as pool:
                yield pool.map


class _SingleTorchThread:
    """While any thread is within, PyTorch has one thread for each of ours; then as many as before."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._within = 0
        self._before = 1

    def __enter__(self) -> None:
        with self._lock:
            if not self._within:
                self._before = torch.get_num_threads()
            self._within += 1
            torch.set_num_threads(1)  # each thread has a number of its own

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._within -= 1
            if not self._within:
                torch.set_num_threads(self._before)


_single_torch_thread = _SingleTorchThread()
