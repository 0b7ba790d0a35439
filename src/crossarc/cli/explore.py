"""`crossarc explore`."""

from __future__ import annotations

import threading
from typing import Annotated

from crossarc.cli.messages import tell_skipped
from crossarc.cli.options import Format, Lenient, Quiet, Threads, refuse_second_stdin
from crossarc.cli.parameters import Argument, Option
from crossarc.cli.serving import require_serving, run_service
from crossarc.model_file import is_model
from crossarc.treebank import read


def explore(
    files: Annotated[list[str] | None, Argument("treebanks, and models from `crossarc train`", "FILE")] = None,
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

    It runs on this machine alone, and loads nothing from elsewhere. What of the files is a model is told by their
    content; NAME=FILE names one. Ctrl-C ends it.
    """
    require_serving("explore")
    from crossarc.explore.treebanks import Treebanks, short_names  # noqa: PLC0415
    from crossarc.serve import Limits, Models  # noqa: PLC0415
    from crossarc.serve.app import application  # noqa: PLC0415

    given = list(dict.fromkeys(files or []))
    refuse_second_stdin(given)
    models = [path for path in given if is_model(path) or ("=" in path and is_model(path.rpartition("=")[2]))]
    paths = [path for path in given if path not in models]
    loaded = Models.load(models)
    treebanks = {}
    for name, path in zip(short_names(paths), paths, strict=True):
        treebanks[name] = read(path, format=format and format.value, lenient=lenient)
        tell_skipped(treebanks[name], quiet)
    app = application(loaded, Limits(workers=threads), treebanks=Treebanks(treebanks))
    run_service(app, host, port, quiet, _open if browser else None)


def _open(address: str) -> None:
    """In a thread: some browsers run in this terminal, and the page waits for the service meanwhile."""
    import webbrowser  # noqa: PLC0415

    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
