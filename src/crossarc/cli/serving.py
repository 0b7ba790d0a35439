"""Running the service, for `crossarc serve` and `crossarc explore`."""

from __future__ import annotations

import ctypes
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from crossarc.cli.messages import complain
from crossarc.errors import MissingPackageError

_MOST_MILLISECONDS = 2**31 - 1  # that a socket's option holds
_MMAP_THRESHOLD = -3, 1 << 20  # for mallopt: what it is called there, and bytes
_SWITCH_INTERVAL = 0.0005  # seconds; Python's 5 ms would keep workers waiting for its lock longer than they need it


def require_serving(command: str) -> None:
    """Say what is missing, if something is, before anything is read."""
    try:
        import prometheus_client  # noqa: F401, PLC0415
        import python_multipart  # noqa: F401, PLC0415
        import starlette  # noqa: F401, PLC0415
        import uvicorn  # noqa: F401, PLC0415
    except ImportError:
        raise MissingPackageError.of_extra("serve", f"crossarc {command} needs starlette and uvicorn") from None


def run_service(
    app: Any, host: str, port: int, quiet: bool, seconds: float, then: Callable[[str], None] | None = None
) -> None:
    """Listens until a signal ends it; `then` is called with the address once clients can connect.

    Clients that take nothing of their answer for so many seconds are cut off.
    """
    import uvicorn  # noqa: PLC0415

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends answers at once (TCP_NODELAY) only where the protocol is named: else each takes 40 ms longer.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":  # connections inherit it
            milliseconds = min(int(1000 * seconds), _MOST_MILLISECONDS)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
        try:
            listening.bind((host, port))
            listening.listen(2048)  # from now on clients wait and are not refused
        except OSError as error:
            raise OSError(error.errno, f"cannot listen there: {error.strerror}", f"{host}:{port}") from None
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}"
        if not quiet:
            complain(f"listening at {address} (Ctrl-C ends)")
        if then is not None:
            then(address)
        _give_large_blocks_back()
        sys.setswitchinterval(_SWITCH_INTERVAL)
        config = uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # nothing here asks who a client is
            timeout_keep_alive=75,
            lifespan="on",
        )
        uvicorn.Server(config).run(sockets=[listening])


def _give_large_blocks_back() -> None:
    """Has memory of large requests given back at once: glibc learns to keep it, up to hundreds of megabytes."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(*_MMAP_THRESHOLD)
