"""`crossarc serve`."""

from __future__ import annotations

import socket
from typing import Annotated

import typer

from crossarc.cli.messages import complain
from crossarc.cli.options import Quiet, number


def serve(
    models: Annotated[list[str], typer.Argument(metavar="MODEL…", help="Models from `crossarc train`, or NAME=FILE.")],
    host: Annotated[str, typer.Option("--host", help="The address to listen at; 0.0.0.0 is all.")] = "127.0.0.1",
    port: Annotated[int, number("port", "The port; 0 takes a free one.", limits=(0, 65535))] = 8001,
    max_bytes: Annotated[int, number("max_bytes", "Largest request.", limits=(1, 2**40))] = 4_000_000,
    max_words: Annotated[int, number("max_words", "Longest sentence.", limits=(1, 2**31 - 1))] = 2_000,
    max_seconds: Annotated[float, number("max_seconds", "Longest work on a request.", limits=(0.01, 1e6))] = 60.0,
    max_waiting: Annotated[int, number("max_waiting", "Most requests at a time.", limits=(1, 1_000_000))] = 100,
    threads: Annotated[int, number("threads", "Requests worked on at a time; 0 is one per core.")] = 0,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option("--allow-origin", metavar="URL", help="Another site whose pages may call the service (CORS)."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Answer requests as UDPipe's service does: /models and /process.

    Beside them there are /health, /metrics (for Prometheus) and /openapi.json. Ctrl-C and SIGTERM end the service when
    all that it has accepted is answered.
    """
    try:
        import uvicorn  # noqa: PLC0415

        from crossarc.serve.app import application  # noqa: PLC0415
    except ImportError:
        raise ModuleNotFoundError("crossarc serve needs: pip install 'crossarc[serve]'") from None
    from crossarc.serve import Limits, Models  # noqa: PLC0415

    limits = Limits(max_bytes, max_words, max_seconds, max_waiting, threads)
    app = application(Models.load(models), limits, origins=allow_origin or ())
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen(2048)  # from now on clients wait and are not refused
        except OSError as error:
            raise OSError(error.errno, f"cannot listen there: {error.strerror}", f"{host}:{port}") from None
        shown = f"[{host}]" if ":" in host else host
        if not quiet:
            complain(f"listening at http://{shown}:{listening.getsockname()[1]} (Ctrl-C ends)")
        config = uvicorn.Config(
            app, log_level="error", access_log=False, server_header=False, timeout_keep_alive=75, lifespan="on"
        )
        uvicorn.Server(config).run(sockets=[listening])
