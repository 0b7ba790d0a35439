"""`crossarc analyze`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from crossarc.analysis import Analysis, recommend, svg, tables
from crossarc.analysis import analyze as measure
from crossarc.choices import OptionError
from crossarc.cli.messages import tell_skipped
from crossarc.cli.notes import show_note
from crossarc.cli.options import Format, Json, Lenient, Quiet, Threads, refuse_lossy_output, refuse_second_stdin
from crossarc.cli.parameters import Argument, Option
from crossarc.files import require_writable, writing
from crossarc.messages import counted
from crossarc.treebank import read


def analyze(
    treebanks: Annotated[
        list[str], Argument("files with trees; - is standard input, the default", "TREEBANK", or_stdin=True)
    ],
    plot: Annotated[Path | None, Option("--plot", metavar="FILE.svg", help="draw the distributions")] = None,
    json_wanted: Json = False,
    lenient: Lenient = False,
    format: Format = None,
    quiet: Quiet = False,
    threads: Threads = 0,
) -> None:
    """Show how many arcs are non-projective, which trees each transition system can build, and which parser to train.

    A sentence is not 2-planar if its arcs need more than two planes so that none cross on a plane, and so on. Arcs from
    the artificial root are not counted.
    """
    refuse_second_stdin(treebanks)
    if plot is not None:
        if plot.suffix.lower() != ".svg":
            raise OptionError("plot", f"the picture is an SVG file, whose name ends in .svg: {plot}")
        refuse_lossy_output(plot, treebanks)
        require_writable(plot)
    analyses = []
    for path in dict.fromkeys(treebanks):
        treebank = read(path, format=format and format.value, lenient=lenient)
        tell_skipped(treebank, quiet)
        analyses.append(measure(treebank, threads=threads))
    if plot is not None:
        with writing(plot) as file:
            file.write(svg(analyses).encode("utf-8"))
    if json_wanted:
        print(json.dumps({a.name: a.to_dict() | {"recommendation": recommend(a)} for a in analyses}))
    else:
        show(analyses)


def show(analyses: list[Analysis]) -> None:
    """Print tables and recommendations."""
    for table in tables(analyses):
        table.show()
    for analysis in analyses:
        if analysis.undecided:
            sentences = counted(analysis.undecided, "sentence")
            show_note(f"{analysis.label}: {sentences} may need more planes than are counted here.")
            print()
    for analysis in analyses:
        print(f"Recommendation for {analysis.name}:")
        for line in recommend(analysis):
            show_note(f"- {line}")
        print()
