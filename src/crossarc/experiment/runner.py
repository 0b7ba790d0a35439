"""Making runs in parallel: a process for each, so that what goes wrong with one does not harm the others."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from crossarc.experiment import single_run
from crossarc.experiment.grid import Run
from crossarc.experiment.results import Result, ResultFolder
from crossarc.experiment.worker import GRACE, Worker

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
    with _Workers(folder, jobs) as workers:
        for run, exit_code in workers.made(runs):
            done(run, _result(run, results, exit_code))


class _Workers:
    """Processes, each with a thread that starts it and waits for it: an interruption, which the main thread hears,
    never finds a process half started."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self._folder = folder
        self._pool = ThreadPoolExecutor(jobs, initializer=_leave_ctrl_c_to_others)
        self._lock = threading.Lock()
        self._working: set[Worker] = set()
        self._ended = False

    def made(self, runs: Sequence[Run]) -> Iterator[tuple[Run, int]]:
        """The runs as they end, with the exit codes of their processes."""
        of = {self._pool.submit(self._make, run): run for run in runs}
        for future in as_completed(of):
            yield of[future], future.result()

    def _make(self, run: Run) -> int:
        with self._lock:
            if self._ended:
                raise CancelledError
            worker = Worker(run, self._folder)
            self._working.add(worker)
        try:
            return worker.wait()
        finally:
            with self._lock:
                self._working.remove(worker)

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing is under way any more, whatever was."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._ended = True
            left = list(self._working)
        for worker in left:
            worker.end()
        deadline = time.monotonic() + GRACE
        for worker in left:
            worker.see_ended(deadline)
        self._pool.shutdown()


def _leave_ctrl_c_to_others() -> None:
    """Ctrl-C is for the main thread: this one, and what it starts, has the signal blocked for good."""
    if hasattr(signal, "pthread_sigmask"):  # Windows has none
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _result(run: Run, results: ResultFolder, exit_code: int | None) -> Result:
    """What the run has left; if it was killed, or met a bug, that is its result."""
    result = results.get(run.key)
    if result is not None and not exit_code:
        return result
    failed = Result(run.key, failure=f"its process ended with {_end(exit_code)}", build=single_run.build())
    results.put(failed, None)
    return failed


def _end(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        return f"signal {-exit_code}"
    if exit_code is not None and 128 < exit_code < 256:  # it was heard, and obeyed
        return f"signal {exit_code - 128}"
    return f"exit code {exit_code}"
