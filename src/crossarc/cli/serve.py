"""`crossarc serve`."""

from __future__ import annotations

from typing import Annotated

from crossarc.cli.options import Quiet, Threads
from crossarc.cli.parameters import Argument, Option
from crossarc.cli.serving import require_serving, run_service

_LIMITS = "Limits"


def serve(
    models: Annotated[list[str], Argument("models from `crossarc train`, or NAME=FILE", "MODEL")],
    host: Annotated[str, Option("--host", help="address to listen at", metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[int, Option("--port", help="0 takes a free one", metavar="N", limits=(0, 65535))] = 8001,
    max_bytes: Annotated[
        int, Option("--max-bytes", help="of a request", metavar="N", limits=(1, 2**40), panel=_LIMITS)
    ] = 4_000_000,
    max_words: Annotated[
        int, Option("--max-words", help="of a sentence", metavar="N", limits=(1, 2**31 - 1), panel=_LIMITS)
    ] = 2_000,
    max_seconds: Annotated[
        float, Option("--max-seconds", help="of work on a request", metavar="S", limits=(0.01, 1e6), panel=_LIMITS)
    ] = 60.0,
    max_waiting: Annotated[
        int, Option("--max-waiting", help="requests at a time", metavar="N", limits=(1, 1_000_000), panel=_LIMITS)
    ] = 100,
    threads: Threads = 0,
    allow_origin: Annotated[
        list[str] | None, Option("--allow-origin", help="a site whose pages may call (CORS)", metavar="URL")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Answer requests as UDPipe's service does: /models and /process.

    The address / shows the page of `crossarc explore`. Beside them there are /health, /metrics (for Prometheus) and
    /openapi.json. Ctrl-C and SIGTERM end the service when all that it has accepted is answered.
    """
    require_serving("serve")
    from crossarc.serve import Limits, Models  # noqa: PLC0415
    from crossarc.serve.app import application  # noqa: PLC0415

    limits = Limits(max_bytes, max_words, max_seconds, max_waiting, threads)
    app = application(Models.load(models), limits, origins=allow_origin or ())
    run_service(app, host, port, quiet, limits.seconds)
