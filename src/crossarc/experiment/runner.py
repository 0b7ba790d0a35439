"""Making runs in parallel: a process for each, so that what goes wrong with one does not harm the others."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from crossarc.experiment import single_run
from crossarc.experiment.grid import Run
from crossarc.experiment.results import Result, ResultFolder

Done = Callable[[Run, Result], None]
"""Called after each run."""


@dataclass(frozen=True)
class Plan:
    """Runs by what is to be done about them. Runs that are the same are made once."""

    done: Sequence[Run]
    failed: Sequence[Run]
    missing: Sequence[Run]


def plan(runs: Sequence[Run], results: ResultFolder, *, fresh: bool = False) -> Plan:
    """What there is already. With `fresh`, results of other builds of crossarc do not count."""
    done: list[Run] = []
    failed: list[Run] = []
    missing: list[Run] = []
    for run in {run.key: run for run in runs}.values():
        result = results.get(run.key)
        if result is None or (fresh and result.build != single_run.build()):
            missing.append(run)
        else:
            (done if result.failure is None else failed).append(run)
    return Plan(done, failed, missing)


def make_runs(runs: Sequence[Run], folder: Path, *, jobs: int, done: Done) -> None:
    """Make runs, `jobs` at a time. An interruption ends those that are under way; what was done stays done.

    With one job there is no process but this one.
    """
    results = ResultFolder(folder)
    if jobs == 1:
        for run in runs:
            single_run.make(run, results)
            done(run, _result(run, results, None))
        return
    waiting = list(reversed(runs))
    working: dict[Any, tuple[BaseProcess, Run]] = {}  # by what tells that a process has ended
    try:
        while waiting or working:
            while waiting and len(working) < jobs:
                process, run = _started(waiting.pop(), folder)
                working[process.sentinel] = process, run
            for sentinel in multiprocessing.connection.wait(list(working)):
                process, run = working.pop(sentinel)
                process.join()
                done(run, _result(run, results, process.exitcode))
    finally:
        for process, _ in working.values():
            process.terminate()
        for process, _ in working.values():
            process.join()


def _started(run: Run, folder: Path) -> tuple[BaseProcess, Run]:
    # A fresh interpreter: the one that is here may have threads, which a copy of it would not.
    process = multiprocessing.get_context("spawn").Process(target=_work, args=(run, folder), daemon=True)
    # Ctrl-C is for this process alone: what it starts has the signal blocked for good, and here it only comes later.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return process, run


def _work(run: Run, folder: Path) -> None:
    single_run.make(run, ResultFolder(folder))


def _result(run: Run, results: ResultFolder, exit_code: int | None) -> Result:
    """What the run has left; if it was killed, or met a bug, that is its result."""
    result = results.get(run.key)
    if result is not None and not exit_code:
        return result
    how = f"signal {-exit_code}" if exit_code and exit_code < 0 else f"exit code {exit_code}"
    failed = Result(run.key, failure=f"its process ended with {how}", build=single_run.build())
    results.put(failed, None)
    return failed
