"""`crossarc experiment`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from crossarc.cli.messages import complain
from crossarc.cli.options import Quiet, number, refuse_lossy_output
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

_SAMPLES = 10_000


def experiment(
    declaration: Annotated[str, typer.Argument(metavar="FILE.toml", help="What to run and which tables to make.")],
    treebanks: Annotated[
        Path,
        typer.Option("--treebanks", "-t", metavar="FOLDER", help="Where to look for files named train, dev and test."),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Write tables, scores and a picture; otherwise show tables."
        ),
    ] = None,
    results_folder: Annotated[
        Path,
        typer.Option("--results", metavar="FOLDER", help="Where results are kept; what is there is not run again."),
    ] = Path("results"),
    jobs: Annotated[int, number("jobs", "How many runs at a time; 0 is one per core.", "-j")] = 0,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="parser=PATTERN, treebank=PATTERN or seed=NUMBER; may be given several times."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="OPTION=VALUE", help="An option of training for all parsers, as in TOML."),
    ] = None,
    listing: Annotated[
        bool, typer.Option("--list", "--dry-run", help="Show which runs there are and which are done; run nothing.")
    ] = False,
    tables_only: Annotated[
        bool, typer.Option("--tables-only", help="Make tables of what is done; run nothing.")
    ] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Repeat runs that have failed.")] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Repeat runs whose results another build of crossarc has made.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Let --output replace files that no experiment has written.")
    ] = False,
    samples: Annotated[int, number("samples", "For tests of significance.")] = _SAMPLES,
    quiet: Quiet = False,
) -> None:
    """Run a grid of parsers on the treebanks of a folder and make tables. What is done is never run again.

    It can be interrupted at any time, and goes on where it was with the same command.
    """
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
        _run(todo, results_folder, jobs or os.cpu_count() or 1, quiet)
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
                print(note + "\n")
    if board.failed:
        complain(f"{board.failed:,} of {len(runs):,} runs have failed; --retry repeats them")
        raise typer.Exit(1)


def _prepare(declared: Experiment, output: Path, force: bool) -> None:
    output.mkdir(parents=True, exist_ok=True)
    foreign = foreign_files(declared, output)
    if foreign and not force:
        raise typer.BadParameter(
            f"{foreign[0]} was not written by an experiment: --force replaces it", param_hint="--output"
        )
    for path in report_files(declared, output).values():
        refuse_lossy_output(path, [declared.path])
        require_writable(path)


def _list(plan: Plan) -> None:
    for state, runs in (("done", plan.done), ("failed", plan.failed), ("to do", plan.missing)):
        for run in runs:
            print(f"{state}\t{run.key}\t{run.treebank.name}\t{run.parser}\t{run.seed}")
    complain(f"{len(plan.done):,} runs are done, {len(plan.failed):,} have failed, {len(plan.missing):,} are to do")


def _run(runs: Sequence[Run], folder: Path, jobs: int, quiet: bool) -> None:
    if not runs:
        return
    finished = 0
    with _progress(runs, quiet) as show:

        def done(run: Run, result: Result) -> None:
            nonlocal finished
            finished += 1
            show(run, result)

        try:
            make_runs(runs, folder, jobs=min(jobs, len(runs)), done=done)
        except KeyboardInterrupt:
            complain(f"{finished:,} of {len(runs):,} runs were made; the same command goes on from there")
            raise


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
