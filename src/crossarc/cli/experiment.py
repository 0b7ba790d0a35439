"""`crossarc experiment`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from crossarc.choices import OptionError, has_no_effect
from crossarc.cli.messages import complain
from crossarc.cli.notes import show_note
from crossarc.cli.options import Quiet, refuse_lossy_output
from crossarc.cli.parameters import Argument, Option
from crossarc.experiment import (
    Choice,
    Experiment,
    Plan,
    Result,
    ResultFolder,
    Run,
    Scoreboard,
    check_options,
    find_treebanks,
    make_runs,
    named,
    read_experiment,
    runs_of,
)
from crossarc.experiment import plan as planned
from crossarc.experiment.report import foreign_files, report_files, tables, write_report
from crossarc.experiment.runner import Done
from crossarc.files import require_writable
from crossarc.messages import counted

_SAMPLES = 10_000


def experiment(
    declaration: Annotated[str, Argument("what to run and which tables to make", "FILE.toml")],
    treebanks: Annotated[
        Path, Option("--treebanks", "-t", metavar="FOLDER", help="has files named train, dev and test; required")
    ],
    output: Annotated[
        Path | None,
        Option("--output", "-o", metavar="FOLDER", help="write tables, scores, a picture", told="show tables"),
    ] = None,
    results_folder: Annotated[
        Path, Option("--results", metavar="FOLDER", help="where results are kept and found again")
    ] = Path("results"),
    jobs: Annotated[int, Option("--jobs", "-j", metavar="N", help="runs at a time; 0 is one per core", told="0")] = 0,
    cluster: Annotated[
        str | None, Option("--cluster", metavar="ADDRESS", help="on a Ray cluster; local starts one")
    ] = None,
    only: Annotated[
        list[str] | None,
        Option("--only", metavar="WHAT=X", help="parser=, treebank=PATTERN, seed=N; repeatable", told="all"),
    ] = None,
    settings: Annotated[
        list[str] | None,
        Option("--set", metavar="OPTION=X", help="option of all parsers, as in TOML; repeatable"),
    ] = None,
    listing: Annotated[bool, Option("--list", "--dry-run", help="show runs and which are done; run nothing")] = False,
    tables_only: Annotated[bool, Option("--tables-only", help="make tables of what is done; run nothing")] = False,
    retry: Annotated[bool, Option("--retry", help="repeat runs that have failed")] = False,
    fresh: Annotated[bool, Option("--fresh", help="repeat runs of another build of crossarc")] = False,
    force: Annotated[bool, Option("--force", help="let --output replace files of others")] = False,
    samples: Annotated[int, Option("--samples", metavar="N", help="for tests of significance")] = _SAMPLES,
    quiet: Quiet = False,
) -> None:
    """Run a grid of parsers on the treebanks of a folder and make tables. What is done is never run again.

    It can be interrupted at any time, and goes on where it was with the same command.
    """
    _refuse_idle(force=force and output is None, retry=retry and tables_only)
    choice = Choice.from_texts(only or [])
    declared = read_experiment(declaration, settings or [])
    everything = find_treebanks(treebanks)
    found = choice.of_treebanks(named(everything, declared.treebanks, treebanks))
    parsers, seeds = choice.of_parsers(declared.parsers), choice.of_seeds(declared.seeds)
    if len(found) < len(everything) and not quiet:
        others = ", ".join(treebank.name for treebank in everything if treebank not in found)
        complain(f"left out, since they were not asked for: {others}")
    check_options(declared, parsers)
    runs = runs_of(declared, found, parsers, seeds)
    results = ResultFolder(results_folder)
    plan = planned(runs, results, fresh=fresh)
    if listing:
        _list(plan)
        return
    if output is not None:
        _prepare(declared, output, force)  # before the work, in case that it cannot be
    if not tables_only:
        results_folder.mkdir(parents=True, exist_ok=True)
        todo = [*plan.missing, *(plan.failed if retry else [])]
        _run(todo, results_folder, jobs, cluster, quiet)
    board = Scoreboard(declared, found, parsers, seeds, results, samples=samples)
    if output is not None:
        arguments = [part for own in (only or []) for part in ("--only", own)]
        arguments += [part for own in (settings or []) for part in ("--set", own)]
        arguments += [] if samples == _SAMPLES else ["--samples", str(samples)]
        for path in write_report(board, output, arguments):
            if not quiet:
                complain(f"wrote {path}")
    else:
        for table in tables(board):
            table.table.show()
            for note in table.notes:
                show_note(note)
                print()
    if board.failed:
        complain(f"{board.failed:,} of {counted(len(runs), 'run')} failed; --retry repeats them")
        raise SystemExit(1)


def _refuse_idle(*, force: bool, retry: bool) -> None:
    """Options that have nothing to work on. One that says how to run may be there though nothing is run."""
    if force:
        raise OptionError("force", has_no_effect("there is no --output"))
    if retry:
        raise OptionError("retry", has_no_effect("--tables-only runs nothing"))


def _prepare(declared: Experiment, output: Path, force: bool) -> None:
    output.mkdir(parents=True, exist_ok=True)
    foreign = foreign_files(declared, output)
    if foreign and not force:
        raise OptionError("output", f"{foreign[0]} was not written by an experiment: --force replaces it")
    for path in report_files(declared, output).values():
        refuse_lossy_output(path, [declared.path])
        require_writable(path)


def _list(plan: Plan) -> None:
    for state, runs in (("done", plan.done), ("failed", plan.failed), ("to do", plan.missing)):
        for run in runs:
            print(f"{state}\t{run.key}\t{run.treebank.name}\t{run.parser}\t{run.seed}")
    complain(f"runs: {len(plan.done):,} done, {len(plan.failed):,} failed, {len(plan.missing):,} to do")


def _run(runs: Sequence[Run], folder: Path, jobs: int, cluster: str | None, quiet: bool) -> None:
    if not runs:
        return
    finished = 0
    with _progress(runs, quiet) as show:

        def done(run: Run, result: Result) -> None:
            nonlocal finished
            finished += 1
            show(run, result)

        try:
            if cluster is None:
                make_runs(runs, folder, jobs=min(jobs or os.cpu_count() or 1, len(runs)), done=done)
            else:
                _run_on_cluster(runs, folder, jobs, cluster, done)
        except KeyboardInterrupt:
            complain(f"{finished:,} of {counted(len(runs), 'run')} made; the same command goes on from there")
            raise


def _run_on_cluster(runs: Sequence[Run], folder: Path, jobs: int, cluster: str, done: Done) -> None:
    from crossarc.scale.ray import connected, cores  # noqa: PLC0415 (an extra)

    with connected(cluster):
        from crossarc.experiment.cluster import make_runs_on_cluster  # noqa: PLC0415

        make_runs_on_cluster(runs, folder, workers=min(jobs or cores(), len(runs)), done=done)


@contextmanager
def _progress(runs: Sequence[Run], quiet: bool) -> Iterator[Done]:
    """A bar on a terminal, with the time that is left; a line for each run elsewhere."""
    count = 0

    def tell(run: Run, result: Result) -> None:
        nonlocal count
        count += 1
        if result.failure is not None:
            complain(f"{run} failed: {result.failure}")
        elif not quiet and not sys.stderr.isatty():
            las = result.scores.get("las") or 0.0
            complain(f"{count:,} of {len(runs):,}: {run}: LAS {las:.2f}, {result.seconds:.0f} s")

    if quiet or not sys.stderr.isatty():
        yield tell
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("runs", total=len(runs))

        def advance(run: Run, result: Result) -> None:
            tell(run, result)
            bar.update(task, advance=1, description=run.treebank.name)

        yield advance
