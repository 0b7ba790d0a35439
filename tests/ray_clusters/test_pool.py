"""Workers that die: what they were doing is done again, and nothing twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

ray = pytest.importorskip("ray")

from crossarc.scale.ray import ClusterError, connected  # noqa: E402
from crossarc.scale.ray_pool import Call, Lost, RayPool  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    with connected("local"):
        yield


class Squares:
    """Dies the first time that it is asked for a number in a list, and always over 13."""

    def __init__(self, folder: str, deadly: list[int]) -> None:
        self._folder = Path(folder)
        self._deadly = deadly

    def lives(self) -> bool:
        return True

    def square(self, number: int) -> int:
        mark = self._folder / str(number)
        if number == 13 or (number in self._deadly and not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if number < 0:
            raise ValueError("no number of ours")
        return number * number


def squared(folder: Path, numbers: list[int], deadly: list[int]) -> dict[int, object]:
    results: dict[int, object] = {}
    with RayPool(Squares, (str(folder), deadly), workers=2) as pool:
        for number in numbers:
            pool.put(Call("square", (number,), number))
        while pool.unfinished:
            call, result = pool.take()
            assert call.key not in results
            results[call.key] = result
    return results


def test_all_calls_are_answered_though_workers_die(tmp_path: Path) -> None:
    numbers = [*range(10), *range(20, 30)]
    assert squared(tmp_path, numbers, [0, 3, 4, 25, 29]) == {number: number**2 for number in numbers}


def test_a_call_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    found = squared(tmp_path, [12, 13, 14], [])
    lost = found.pop(13)
    assert isinstance(lost, Lost)
    assert 6 <= lost.deaths <= 15  # more than six, since there is little to compare with
    assert found == {12: 144, 14: 196}


def test_errors_of_workers_are_raised(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no number of ours"):
        squared(tmp_path, [1, -1], [])


class NeverLives:
    def __init__(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def lives(self) -> bool:
        return True


def test_workers_that_never_live_are_given_up() -> None:
    with RayPool(NeverLives, (), workers=1) as pool, pytest.raises(ClusterError, match="no worker can be started"):
        pool.put(Call("lives", ()))
        pool.take()
