"""Making runs on a Ray cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from crossarc.experiment import single_run
from crossarc.experiment.grid import Run
from crossarc.experiment.results import Result, ResultFolder
from crossarc.experiment.runner import Done
from crossarc.experiment.treebanks import TreebankFiles
from crossarc.scale.corpus import absolute
from crossarc.scale.ray_pool import Call, Lost, RayPool


class RunMaker:
    """A worker: treebanks and the folder of results are on a file system that all machines see."""

    def lives(self) -> bool:
        return True

    def make(self, run: Run, folder: Path) -> None:
        single_run.make(run, ResultFolder(folder))


def make_runs_on_cluster(runs: Sequence[Run], folder: Path, *, workers: int, done: Done) -> None:
    """Make runs on a cluster that is connected to. A run that kills every worker has failed, the others go on."""
    results = ResultFolder(folder)
    with RayPool(RunMaker, (), workers=workers) as pool:
        for run in runs:
            pool.put(Call("make", (_found_everywhere(run), absolute(folder)), run))
        while pool.unfinished:
            call, answer = pool.take()
            run = call.key
            result = None if isinstance(answer, Lost) else results.get(run.key)
            if result is None:
                failure = "its result is not in the folder: do all machines see it?"
                if isinstance(answer, Lost):
                    failure = f"{answer.deaths} workers died over it"
                result = Result(run.key, failure=failure, build=single_run.build())
                results.put(result, None)
            done(run, result)


def _found_everywhere(run: Run) -> Run:
    files = run.treebank
    dev = None if files.dev is None else absolute(files.dev)
    return replace(run, treebank=TreebankFiles(files.name, absolute(files.train), absolute(files.test), dev))
