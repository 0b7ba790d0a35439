"""Computing in the background: the order, the bounds and the errors of doing it here."""

from __future__ import annotations

import threading

import pytest

from crossarc.pipeline import Background


@pytest.mark.parametrize("workers", [1, 3])
def test_order_and_bound(workers: int) -> None:
    used: list[int] = []

    def slow(number: int) -> int:
        sum(range(20_000 * (number % 3)))  # some are done before others that were put in first
        return -number

    def use(number: int, result: int) -> None:
        assert result == -number
        used.append(number)

    with Background(slow, use, workers=workers, ahead=2) as background:
        for number in range(50):
            background.put(number)
            assert number + 1 - len(used) <= 2
    assert used == list(range(50))


def test_results_are_computed_while_the_next_item_is_fetched() -> None:
    """Both sides wait for each other: only if they run at the same time do they meet."""
    meeting = threading.Barrier(2, timeout=10)

    def compute(item: int) -> int:
        if item == 1:
            meeting.wait()
        return item

    used: list[int] = []
    with Background(compute, lambda _, result: used.append(result)) as background:
        background.put(1)
        meeting.wait()
        background.put(2)
    assert used == [1, 2]


def test_results_are_used_while_there_is_no_next_item() -> None:
    used: list[int] = []
    may_go_on = threading.Event()

    def compute(item: int) -> int:
        assert may_go_on.wait(60)
        return item

    with Background(compute, lambda _, result: used.append(result)) as background:
        assert not background.idle()
        background.put(1)
        background.put(2)
        for _ in range(3):
            assert background.idle()  # so that there is a look for the next item in between
        may_go_on.set()
        while background.idle():
            pass
        assert used == [1, 2]


def test_errors_come_where_they_would_without_a_thread() -> None:
    def broken(number: int) -> int:
        if number == 2:
            raise ValueError("two")
        return number

    used: list[int] = []

    def put_all() -> None:
        with Background(broken, lambda _, result: used.append(result), ahead=1) as background:
            for number in range(5):
                background.put(number)

    with pytest.raises(ValueError, match="two"):
        put_all()
    assert used == [0, 1]


def test_what_is_not_wanted_any_more_is_not_computed() -> None:
    computed: list[int] = []
    may_go_on, has_ended = threading.Event(), threading.Event()

    def slow(number: int) -> None:
        assert may_go_on.wait(60)
        computed.append(number)
        has_ended.set()

    def put_some() -> None:
        with Background(slow, lambda *_: None, ahead=100) as background:
            for number in range(100):
                background.put(number)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put_some()
    may_go_on.set()
    assert has_ended.wait(60)  # what had begun is done
    assert computed == [0]
