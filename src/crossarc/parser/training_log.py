"""What happens in a training run, in a file that grows line by line: others can look at it while the run goes on.

Each line is a JSON object with an `event`: `begin`, `epochs` (how many there are to be at most), `epoch`, `end`.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import crossarc
from crossarc.files.errors import told_of_file
from crossarc.messages import warn
from crossarc.parser.epoch import Epoch

ENDING = ".jsonl"
_LONGEST = 10_000_000  # bytes that are read of a file: over 40,000 epochs
_NEEDED = {"number", "seconds", "words_per_second"}


class TrainingLog:
    """Writes the lines, each at once and whole. What was in the file before is lost."""

    def __init__(self, path: Path, model: str, system: str, learner: str) -> None:
        self._path = path
        self._has_ended = False
        with told_of_file(path):
            self._file: IO[bytes] | None = path.open("wb", buffering=0)
            self._write("begin", crossarc=crossarc.__version__, model=model, system=system, learner=learner)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end("finished" if kind is None else "interrupted" if kind is KeyboardInterrupt else "failed")

    def epochs(self, most: int) -> None:
        self._write("epochs", count=most)

    def epoch(self, own: Epoch) -> None:
        self._write("epoch", **own.to_dict())

    def end(self, how: str) -> None:
        """How the run ended; what is said first counts."""
        if not self._has_ended:
            self._write("end", how=how)
        self._has_ended = True
        if self._file is not None:
            self._file.close()
        self._file = None

    def _write(self, event: str, **values: Any) -> None:
        """A disk that is full is no reason to lose what was learnt in hours."""
        if self._file is None:
            return
        try:
            self._file.write(json.dumps({"event": event} | values).encode() + b"\n")
        except OSError as error:
            warn(f"{self._path}: nothing more is written there: {error.strerror}")
            self._file = None


@dataclass
class LoggedRun:
    """What such a file tells so far. `ended` is None while the run goes on, or if it was killed."""

    system: str = ""
    learner: str = ""
    most_epochs: int | None = None
    epochs: list[Epoch] = field(default_factory=list)
    ended: str | None = None


def read_log(path: Path) -> LoggedRun:
    """A ValueError says which line is none of a log. The last line may be half written: it is read the next time."""
    with told_of_file(path), path.open("rb") as file:
        content = file.read(_LONGEST)
    lines = content.split(b"\n")[:-1]
    run = LoggedRun()
    for number, line in enumerate(lines, 1):
        try:
            _take(run, json.loads(line), is_first=number == 1)
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ValueError(f"line {number} is not from `crossarc train --log`") from None
    return run


def _take(run: LoggedRun, told: dict[str, Any], *, is_first: bool) -> None:
    event = told["event"]
    if (event == "begin") != is_first:
        raise ValueError("a log begins once")
    if event == "begin":
        run.system, run.learner = str(told["system"]), str(told["learner"])
    elif event == "epochs":
        run.most_epochs = _count(told["count"])
    elif event == "epoch":
        run.epochs.append(_epoch(told))
    elif event == "end":
        run.ended = str(told["how"])


def _epoch(told: dict[str, Any]) -> Epoch:
    known = {own.name for own in fields(Epoch)}
    values = {name: value for name, value in told.items() if name in known}
    for name, value in values.items():
        is_number = type(value) in (int, float) and 0 <= value < math.inf
        if (name == "is_best" and type(value) is bool) or (value is None and name not in _NEEDED):
            continue
        if not is_number or name == "is_best":
            raise ValueError(f"{name} is no number")
    _count(told["number"])
    return Epoch(**values)


def _count(value: Any) -> int:
    if type(value) is not int or not 0 < value < 10**9:
        raise ValueError("it is no number of epochs")
    return value
