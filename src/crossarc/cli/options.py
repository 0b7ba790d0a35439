"""Options that several commands share, so that they have one name and one meaning everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from crossarc.cli.messages import silence_warnings
from crossarc.cli.parameters import Option, UsageError
from crossarc.files import is_standard_output, same_file

Json = Annotated[bool, Option("--json", help="print one JSON object")]
Lenient = Annotated[bool, Option("--lenient", help="skip sentences with errors, and count them")]


class TreebankFormat(StrEnum):
    conllu = "conllu"
    conllx = "conllx"


Format = Annotated[
    TreebankFormat | None,
    Option("--format", help="conllu or conllx", metavar="NAME", told="detected from name and content"),
]


class InputFormat(StrEnum):
    conllu = "conllu"
    conllx = "conllx"
    text = "text"
    lines = "lines"
    tokens = "tokens"


TextFormat = Annotated[
    InputFormat | None,
    Option(
        "--format",
        help="conllu, conllx, text, lines or tokens",
        metavar="NAME",
        told="*.txt: text",
    ),
]
Seed = Annotated[int, Option("--seed", help="the same seed gives the same result", metavar="N")]


def _keep_quiet(wanted: bool) -> None:
    if wanted:
        silence_warnings()


Quiet = Annotated[bool, Option("--quiet", "-q", help="print only errors on standard error", then=_keep_quiet)]
Threads = Annotated[
    int, Option("--threads", help="threads; 0: one per core. Results are the same", metavar="N", told="0")
]


class PunctuationSense(StrEnum):
    ud = "ud"
    conllx = "conllx"


Punctuation = Annotated[
    PunctuationSense | None,
    Option("--punctuation", help="by UPOS (ud) or characters (conllx)", metavar="HOW", told="by format"),
]


def refuse_lossy_output(output: str | Path, inputs: Iterable[str | Path | None], *, json_wanted: bool = False) -> None:
    """What is written must not take the place of what is read, nor stand in the midst of the JSON that is printed."""
    if json_wanted and is_standard_output(output):
        raise UsageError("--json: the output needs a file (-o FILE), since JSON goes to standard output")
    for given in inputs:
        if given is not None and same_file(output, given):
            told = "standard output" if str(output) == "-" else output
            raise UsageError(f"{told} is an input as well: it would be lost")


def refuse_second_stdin(paths: Sequence[str]) -> None:
    """Standard input can be read once."""
    if list(paths).count("-") > 1:
        raise UsageError("only one file can be standard input")
