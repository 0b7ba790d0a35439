"""A process that makes one run: what starts it, and what it does.

A plain process with two streams, not one of `multiprocessing`: that keeps the end of the pipe that its child reads from
open while it writes to it, and so waits for ever if the child has been killed.

The run comes as a line of JSON on standard input, which stays open for as long as the result is wanted. At its end
whoever wanted the result has lost interest or was killed, and the process ends, too.
"""

from __future__ import annotations

import _thread
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from crossarc.experiment import single_run
from crossarc.experiment.grid import Run
from crossarc.experiment.results import Result, ResultFolder
from crossarc.experiment.treebanks import TreebankFiles
from crossarc.interruption import exit_code, heard_signals
from crossarc.messages import are_silenced

GRACE = 5.0  # seconds that one has to end in after it was told to

# A fresh interpreter that looks for modules where this one does, and not where it happens to be started.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from crossarc.experiment.worker import main; sys.exit(main())"


class Worker:
    """The process, seen from the one that starts it."""

    def __init__(self, run: Run, folder: Path) -> None:
        """Start it. It inherits which signals the calling thread has blocked."""
        self._request = _request(run, folder)
        command = [sys.executable, "-c", _PROGRAM, *sys.path]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0)

    def wait(self) -> int:
        """Hand the run over and wait for the end; returns the exit code, negative for a signal."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # it has been killed, or ended: its exit code tells
            self._process.stdin.write(self._request)
        return self._process.wait()

    def end(self) -> None:
        """Tell it to end. Another thread may be waiting for it."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def see_ended(self, deadline: float) -> None:
        """Wait for the end, and bring it about when the time has come."""
        try:
            self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _request(run: Run, folder: Path) -> bytes:
    files = run.treebank
    treebank = {"name": files.name, "train": str(files.train), "test": str(files.test)}
    if files.dev is not None:
        treebank["dev"] = str(files.dev)
    about = {"parser": run.parser, "treebank": treebank, "seed": run.seed, "declared": dict(run.declared)}
    asked = {"run": about, "key": run.key, "folder": str(folder), "quiet": are_silenced()}
    return json.dumps(asked).encode("ascii") + b"\n"


def main() -> int:
    """The process itself."""
    try:
        return _main()
    except KeyboardInterrupt as interruption:
        return exit_code(interruption)
    except OSError:  # the result cannot be written: whoever wanted it tries to write that, and tells
        return 1


def _main() -> int:
    from crossarc.cli.messages import shown_warnings, silence_warnings  # noqa: PLC0415 (it is part of a command here)

    signal.signal(signal.SIGINT, signal.default_int_handler)  # it may have been ignored, but is how to end softly
    line = sys.stdin.buffer.readline()
    if not line.endswith(b"\n"):
        return 1
    threading.Thread(target=_end_with, args=(sys.stdin.fileno(),), daemon=True).start()
    asked = json.loads(line)
    with heard_signals(), shown_warnings():
        if asked["quiet"]:
            silence_warnings()
        _make(asked)
    return 0


def _make(asked: dict[str, Any]) -> None:
    about, results = asked["run"], ResultFolder(Path(asked["folder"]))
    files = {part: Path(path) for part, path in about["treebank"].items() if part != "name"}
    run = Run(about["parser"], TreebankFiles(about["treebank"]["name"], **files), about["seed"], about["declared"])
    try:
        failure = None if run.key == asked["key"] else "its files were changed while the experiment ran"
    except (OSError, ValueError) as error:
        failure = single_run.one_line(error)
    if failure is None:
        single_run.make(run, results)
    else:
        results.put(Result(asked["key"], failure=failure, build=single_run.build()), None)


def _end_with(stream: int) -> None:
    """At the end of the stream end this process: as by Ctrl-C, or, where that is not heard in time, at once."""
    with suppress(OSError):
        while os.read(stream, 1):
            pass
    _thread.interrupt_main()
    time.sleep(GRACE)
    os._exit(1)
