"""Computing in the background: the order, the bounds and the errors of doing it here."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from crossarc.pipeline import in_background


@pytest.mark.parametrize("workers", [1, 3])
def test_order_and_bound(workers: int) -> None:
    fetched, used = [], []

    def numbers() -> Iterator[int]:
        for number in range(50):
            fetched.append(number)
            yield number

    def slow(number: int) -> int:
        time.sleep(0.001 * (number % 3))
        return -number

    for number, result in in_background(slow, numbers(), workers=workers, ahead=2):
        used.append(number)
        assert result == -number
        assert len(fetched) - len(used) <= 2
    assert used == fetched == list(range(50))


def test_results_are_handed_on_while_the_next_item_is_fetched() -> None:
    """Both sides wait for each other: only if they run at the same time do they meet."""
    meeting = threading.Barrier(2, timeout=10)

    def items() -> Iterator[int]:
        yield 1
        meeting.wait()
        yield 2

    def compute(item: int) -> int:
        if item == 1:
            meeting.wait()
        return item

    assert [result for _, result in in_background(compute, items())] == [1, 2]


def test_errors_come_where_they_would_without_a_thread() -> None:
    def broken(number: int) -> int:
        if number == 2:
            raise ValueError("two")
        return number

    results = in_background(broken, range(5), ahead=1)
    assert [next(results), next(results)] == [(0, 0), (1, 1)]
    with pytest.raises(ValueError, match="two"):
        next(results)

    def items() -> Iterator[int]:
        yield 1
        raise OSError("cannot be read")

    with pytest.raises(OSError, match="cannot be read"):
        list(in_background(broken, items()))


def test_what_is_not_wanted_any_more_is_not_computed() -> None:
    computed: list[int] = []
    results = in_background(computed.append, range(1000), ahead=2)
    next(results)
    results.close()
    so_far = len(computed)
    time.sleep(0.05)
    assert len(computed) <= so_far + 1 <= 5
