"""What an experiment leaves: tables in Markdown, the scores of every run in CSV, a picture."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from crossarc.evaluation import METRICS
from crossarc.experiment import single_run
from crossarc.experiment.declaration import Experiment
from crossarc.experiment.extra_scores import EXTRA_SCORES, score_of
from crossarc.experiment.plot import svg
from crossarc.experiment.scoreboard import Scoreboard
from crossarc.experiment.table import BuiltTable, build_table
from crossarc.files import writing

_HEAD = ("treebank", "training_sentences", "nonprojective_percent", "parser", "seed", "status", "reason", "dev_las")
_MARK = "<!-- Written by crossarc experiment, with the files of the same name beside it. -->"


def tables(board: Scoreboard) -> list[BuiltTable]:
    return [build_table(table, board) for table in board.experiment.tables]


def markdown(board: Scoreboard, built: list[BuiltTable], picture: str | None, arguments: Sequence[str]) -> str:
    """The page of an experiment, with the command that makes it: `arguments` are those that change the tables."""
    experiment = board.experiment
    parts = [f"# {experiment.title}"]
    if experiment.paper:
        parts.append(f"{experiment.paper}.")
    if experiment.finding:
        parts.append(f"The paper's finding: {experiment.finding}")
    parts += [table.markdown() for table in built]
    if picture is not None:
        parts.append(f"![What parsers gain, treebank by treebank]({experiment.name}.svg)")
        parts.append("Filled dots are significant at the .05 level.")
    parts += [_method(board, arguments), _MARK]
    return "\n\n".join(parts) + "\n"


def _method(board: Scoreboard, arguments: Sequence[str]) -> str:
    experiment = board.experiment
    text = f"`{shlex.join(['crossarc', 'experiment', experiment.path, '--treebanks', 'FOLDER', *arguments])}`"
    text += f"; the scores of all runs are in [{experiment.name}.csv]({experiment.name}.csv)."
    if not experiment.parsers:
        return text.partition(";")[0]
    seeds = f"Scores are means over the seeds {', '.join(map(str, board.seeds))}. " if len(board.seeds) > 1 else ""
    text += (
        f" {seeds}On one treebank a difference is called significant if both a paired bootstrap and stratified "
        f"shuffling over its sentences find it so ({board.samples:,} samples); over several "
        "treebanks, if a test that flips the signs of the treebanks' differences does."
    )
    others = board.builds - {single_run.build()}
    if others:
        text += " Some results were made with another build of crossarc than these tables."
    return text


def raw_scores(board: Scoreboard) -> str:
    """A line for each run, failed ones included.

    Beside the scores of `evaluate` there are those that a table asks for; so are times, and without them runs that are
    made again give the same file.
    """
    scores = [score for score in METRICS if any(board.predicts(parser, score) for parser in board.parsers)]
    used = [score for score in EXTRA_SCORES if any(score in table.scores for table in board.experiment.tables)]
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow([*_HEAD, *scores, *used])
    for treebank in board.treebanks:
        for parser in board.parsers:
            for seed, result in zip(board.seeds, board.results(parser, treebank), strict=True):
                size = [treebank.name, treebank.sentences, f"{treebank.nonprojective:.2f}", parser, seed]
                if result is None or result.failure is not None:
                    status = ["not run", ""] if result is None else ["failed", result.failure]
                    writer.writerow([*size, *status, "", *("" for _ in (*scores, *used))])
                    continue
                values = [score_of(result, name) if board.predicts(parser, name) else None for name in (*scores, *used)]
                writer.writerow([*size, "done", "", _number(result.dev.get("las")), *map(_number, values)])
    return output.getvalue()


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def foreign_files(experiment: Experiment, folder: Path) -> list[Path]:
    """Files that stand where a report would be written and were not written by one.

    Its page says that it was; the scores begin as they always do, and the picture is one that the page shows.
    """
    files = report_files(experiment, folder)
    page = files["md"].read_bytes() if files["md"].is_file() else b""

    def is_own(suffix: str, path: Path) -> bool:
        if suffix == "csv":
            return path.is_file() and path.read_bytes().startswith(",".join(_HEAD).encode("utf-8"))
        return suffix == "md" or f"]({path.name})".encode() in page

    has_own_page = page.rstrip().endswith(_MARK.encode("utf-8"))
    return [path for suffix, path in files.items() if path.exists() and not (has_own_page and is_own(suffix, path))]


def report_files(experiment: Experiment, folder: Path) -> dict[str, Path]:
    """The page, the scores, if there are parsers, and the picture."""
    suffixes = ("md", "csv", "svg") if experiment.parsers else ("md", "svg")
    return {suffix: folder / f"{experiment.name}.{suffix}" for suffix in suffixes}


def write_report(board: Scoreboard, folder: Path, arguments: Sequence[str] = ()) -> list[Path]:
    """Write the page, the scores and the picture; each file is there whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = svg(board)
    contents: dict[str, Any] = {
        "md": markdown(board, tables(board), picture, arguments),
        "csv": raw_scores(board),
        "svg": picture,
    }
    written = []
    for suffix, path in report_files(board.experiment, folder).items():
        content = contents[suffix]
        if content is not None:
            with writing(path) as file:
                file.write(content.encode("utf-8"))
            written.append(path)
    return written
