"""What `crossarc parse` and `crossarc tag` share: options, and what is told of what was done."""

from __future__ import annotations

from typing import Annotated

from crossarc.annotator import Annotator
from crossarc.cli.messages import complain
from crossarc.cli.parameters import Option
from crossarc.messages import counted, warn
from crossarc.scale.account import Account
from crossarc.stages import redo_names

OutputFile = Annotated[str, Option("--output", "-o", help="where to write", metavar="FILE", told="standard output")]
LeaveBroken = Annotated[bool, Option("--lenient", help="copy sentences with errors, and count them")]
JsonAccount = Annotated[bool, Option("--json", help="print one JSON object on what was done; with -o")]
Offsets = Annotated[bool, Option("--offsets", help="text: write TokenRange=start:end into MISC")]
Redo = Annotated[
    str | None,
    Option(
        "--redo",
        help="predict tags, lemmas even where the input has them",
        metavar="NAMES",
        suggested=lambda: [*(again := redo_names()), ",".join(again)],
    ),
]


def redone(names: str | None, annotator: Annotator) -> frozenset[str]:
    """What `--redo` says, checked."""
    return annotator.checked_redo([] if names is None else [name.strip() for name in names.split(",")])


def tell(account: Account, quiet: bool) -> None:
    """On standard error: what was wrong, and how much was done how fast."""
    tell_problems(account)
    if not quiet:
        speed = account.words / account.seconds
        done = f"{account.done} {counted(account.sentences, 'sentence')}, {counted(account.words, 'word')}"
        complain(f"{done}, {speed:,.0f} words/s")


def tell_problems(account: Account) -> None:
    for line in account.problems():
        complain(f"warning: {line}")
    for line in account.warnings():
        warn(line)
