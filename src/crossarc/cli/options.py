"""Options that several commands share, so that they have one name and one meaning everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from crossarc.choices import Limits, OptionError, range_problem
from crossarc.cli.messages import silence_warnings
from crossarc.files import is_standard_output, same_file

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="Leave out broken sentences, and say how many, instead of stopping.")
]


class TreebankFormat(StrEnum):
    conllu = "conllu"
    conllx = "conllx"


Format = Annotated[
    TreebankFormat | None,
    typer.Option("--format", help="The input's format; told by name and content if not given."),
]


class InputFormat(StrEnum):
    conllu = "conllu"
    conllx = "conllx"
    text = "text"
    lines = "lines"
    tokens = "tokens"


TextFormat = Annotated[
    InputFormat | None,
    typer.Option(
        "--format",
        help="The input's format: conllu, conllx; text (paragraphs with blank lines between them), lines (a sentence a "
        "line), tokens (words with spaces between them, a sentence a line, or a word a line). If not given, text for "
        "*.txt, and for others a treebank, whose format name and content tell.",
    ),
]

BufferArcs = Annotated[
    str | None,
    typer.Option(
        "--buffer-arcs",
        help="+lba, +rba with the static oracle: arcs of length one only (short, the default), or any.",
    ),
]
Planes = Annotated[
    str | None,
    typer.Option(
        "--planes",
        help="2-planar: which plane an arc is on where there is a choice: the active one (active, the default), or the "
        "first one for the first, the shortest or the projective ones of those that cross.",
    ),
]


def number(name: str, help: str, *short: str, panel: str | None = None, limits: Limits | None = None) -> Any:
    """An option that is a number, with the range that it has everywhere, unless it has limits of its own."""

    def checked(value: Any) -> Any:
        problem = None if value is None else range_problem(name, value, limits)
        if problem is not None:
            raise OptionError(name, problem)
        return value

    return typer.Option(f"--{name.replace('_', '-')}", *short, callback=checked, help=help, rich_help_panel=panel)


Seed = Annotated[int, number("seed", "Same seed, same result.")]


def _keep_quiet(wanted: bool) -> bool:
    if wanted:
        silence_warnings()
    return wanted


Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", callback=_keep_quiet, help="Say nothing on standard error but errors."),
]
Threads = Annotated[int, number("threads", "How many threads to use; 0 is one per core. The result is the same.")]


class PunctuationSense(StrEnum):
    ud = "ud"
    conllx = "conllx"


Punctuation = Annotated[
    PunctuationSense | None,
    typer.Option(
        "--punctuation",
        help="What punctuation is: what is tagged PUNCT in GOLD (ud), or words of punctuation characters only "
        "(conllx). If not given, GOLD's format tells.",
    ),
]


def refuse_lossy_output(output: str | Path, inputs: Iterable[str | Path | None], *, json_wanted: bool = False) -> None:
    """What is written must not take the place of what is read, nor stand in the midst of the JSON that is printed."""
    if json_wanted and is_standard_output(output):
        raise typer.BadParameter("the output needs a file (-o FILE): JSON goes to standard output", param_hint="--json")
    for given in inputs:
        if given is not None and same_file(output, given):
            told = "standard output" if str(output) == "-" else output
            raise typer.BadParameter(f"{told} is an input as well: it would be lost")


def refuse_second_stdin(paths: Sequence[str]) -> None:
    """Standard input can be read once."""
    if list(paths).count("-") > 1:
        raise typer.BadParameter("only one file can be standard input")
