"""`crossarc explore`."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Annotated

from crossarc.cli.messages import tell_skipped
from crossarc.cli.options import Format, Lenient, Quiet, Threads, refuse_second_stdin
from crossarc.cli.parameters import Argument, Option
from crossarc.cli.serving import require_serving, run_service
from crossarc.files import opened
from crossarc.model_file import is_model
from crossarc.parser.training_log import ENDING
from crossarc.treebank import read

_THIS_MACHINE = ("127.0.0.1", "localhost")


def explore(
    files: Annotated[
        list[str] | None, Argument("treebanks, models, and logs of `crossarc train --log`", "FILE")
    ] = None,
    host: Annotated[str, Option("--host", help="address to listen at", metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[int, Option("--port", help="0 takes a free one", told="0", metavar="N", limits=(0, 65535))] = 0,
    browser: Annotated[
        bool, Option("--browser/--no-browser", help="open the page", otherwise="only print its address", told="yes")
    ] = True,
    threads: Threads = 0,
    lenient: Lenient = False,
    format: Format = None,
    quiet: Quiet = False,
) -> None:
    """Open a page to explore treebanks and parsers in: parse, step through derivations, browse, measure.

    It runs on this machine alone, and loads nothing from elsewhere. Models and treebanks are detected from the
    content of the files; NAME=FILE gives a model a name. A *.jsonl is the log of a training run, whose learning curve
    is drawn while it grows. Ctrl-C ends the program.
    """
    require_serving("explore")
    from crossarc.explore.learning_curves import TrainingRuns  # noqa: PLC0415
    from crossarc.explore.treebanks import Treebanks, short_names  # noqa: PLC0415
    from crossarc.serve import Limits, Models  # noqa: PLC0415
    from crossarc.serve.app import application  # noqa: PLC0415

    given = list(dict.fromkeys(files or []))
    refuse_second_stdin(given)
    logs = [path for path in given if path.endswith(ENDING)]
    for path in logs:
        with opened(path):  # it may be empty so far, but it must be there
            pass
    given = [path for path in given if path not in logs]
    models = [path for path in given if is_model(path) or ("=" in path and is_model(path.rpartition("=")[2]))]
    paths = [path for path in given if path not in models]
    loaded = Models.load(models)
    treebanks = {}
    for name, path in zip(short_names(paths), paths, strict=True):
        treebanks[name] = read(path, format=format and format.value, lenient=lenient)
        tell_skipped(treebanks[name], quiet)
    runs = TrainingRuns(dict(zip(short_names(logs), map(Path, logs), strict=True)))
    limits = Limits(workers=threads)
    hosts = _THIS_MACHINE if host in _THIS_MACHINE else ("*",)
    app = application(loaded, limits, treebanks=Treebanks(treebanks), runs=runs, hosts=hosts)
    run_service(app, host, port, quiet, limits.seconds, _open if browser else None)


def _open(address: str) -> None:
    """In a thread: some browsers run in this terminal, and the page waits for the service meanwhile."""
    import webbrowser  # noqa: PLC0415

    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
