"""What `crossarc parse` and `crossarc tag` share: options, and what is told of what was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from crossarc.annotator import Annotator
from crossarc.cli.messages import complain
from crossarc.cli.parameters import Option
from crossarc.files import told_of_file
from crossarc.files.errors import MissingFileError
from crossarc.messages import counted, warn
from crossarc.model_file import ModelError, is_model
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


def require_inputs(paths: Sequence[str], command: str) -> None:
    """That all inputs are there, before anything of one is written."""
    for path in paths:
        if path == "-":
            continue
        try:
            with told_of_file(path, is_input=True):
                Path(path).stat()
        except MissingFileError as error:
            meant = ""
            if " " in path:
                meant = f" (is it text? echo {path!r} | crossarc {command} MODEL --format text)"
            elif len(paths) > 1 and path == paths[-1]:
                meant = f" (did you mean -o {path}?)"
            told = str(error.strerror).partition(" (")[0] + meant if meant else error.strerror
            raise MissingFileError(error.errno, told, error.filename) from None


@contextmanager
def hinting_at_order(model: str, inputs: Sequence[str], command: str) -> Iterator[None]:
    """Where the model is none, an input may be it: the arguments have another order."""
    try:
        yield
    except ModelError as error:
        found = next((path for path in inputs if Path(path).is_file() and is_model(path)), None)
        if found is None:
            raise
        raise ModelError(f"{error}; the model comes first: crossarc {command} {found} {model}") from None


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
