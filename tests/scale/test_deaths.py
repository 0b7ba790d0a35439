"""Workers that die: of what they do, or by chance."""

from __future__ import annotations

import random

import pytest

from crossarc.scale.deaths import Deaths

START = 1.0  # seconds until there is another worker


def given_up(
    seed: int, *, shards: int, workers: int, longest: float, kills: int, gap: float, deadly: frozenset[int]
) -> dict[int, int]:
    """The shards that are given up, with their deaths, in a run whose workers are killed at random moments.

    Shards take up to `longest` seconds; those that are deadly kill their worker after a third of a second.
    """
    chance = random.Random(seed)
    deaths, waiting, lost = Deaths(), [*range(shards)], {}
    free_at = [0.0] * workers
    at_work: dict[int, tuple[int, float, float]] = {}  # by worker: the shard, its begin and its end
    now, next_kill, finished = 0.0, chance.uniform(0, gap), 0

    def dies(worker: int) -> None:
        free_at[worker] = now + START
        if worker in at_work:
            shard, began, _ = at_work.pop(worker)
            if deaths.happened(shard, now - began):
                lost[shard] = deaths.given_up(shard)
            else:
                waiting.append(shard)

    while finished + len(lost) < shards:
        for worker in range(workers):
            if worker not in at_work and free_at[worker] <= now and waiting:
                shard = waiting.pop(0)
                at_work[worker] = shard, now, now + (1 / 3 if shard in deadly else chance.uniform(0.3, 1) * longest)
        ends = [(end, worker) for worker, (_, _, end) in at_work.items()]
        starts = [(free, worker) for worker, free in enumerate(free_at) if worker not in at_work and free > now]
        now, worker = min(ends + starts)
        if kills and next_kill < now:
            now, next_kill, kills = next_kill, next_kill + chance.uniform(0, gap), kills - 1
            dies(chance.randrange(workers))
        elif worker in at_work and at_work[worker][0] in deadly:
            dies(worker)
        elif worker in at_work:
            shard, began, _ = at_work.pop(worker)
            deaths.survived(shard, now - began)
            finished += 1
    return lost


@pytest.mark.parametrize(
    ("workers", "longest", "gap", "kills"), [(1, 1, 2, 50), (2, 1, 2, 50), (2, 4, 4, 50), (16, 1, 0.2, 400)]
)
def test_shards_are_not_given_up_for_deaths_at_random(workers: int, longest: float, gap: float, kills: int) -> None:
    run = {"shards": 30 * workers, "workers": workers, "longest": longest, "gap": gap, "kills": kills}
    lost = [given_up(seed, **run, deadly=frozenset()) for seed in range(40)]
    assert not any(lost)


@pytest.mark.parametrize("kills", [0, 50])
@pytest.mark.parametrize(("workers", "shards"), [(1, 1), (1, 30), (2, 30)])
def test_what_kills_workers_is_given_up_and_nothing_else(workers: int, shards: int, kills: int) -> None:
    for seed in range(20):
        run = {"shards": shards, "workers": workers, "longest": 1, "gap": 2, "kills": kills}
        lost = given_up(seed, **run, deadly=frozenset({0}))
        assert lost.keys() == {0}
        assert 6 <= lost[0] <= (10 if not kills else 50)


def test_what_has_survived_begins_anew() -> None:
    deaths = Deaths()
    for _ in range(3):
        assert not deaths.happened("call", 1)
    assert deaths["call"] == 3
    deaths.survived("call", 1)
    assert deaths["call"] == 0
