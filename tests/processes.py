"""Other processes: waiting for what they do, and not for a time in which they should have done it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_LOOK = 0.01  # seconds between two looks at something that tells nobody when it comes


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Return as soon as the condition holds; an AssertionError if it never does."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(_LOOK)


def wait_until_at_work(process: int, seconds: float, most: float = 60) -> None:
    """Until a process has worked for so many seconds more, those of the processor, on however busy a machine."""
    began = worked(process)
    wait_until(lambda: worked(process) >= began + seconds, most)


def worked(process: int) -> float:
    """Seconds of the processor that a process has had so far, all of its threads together."""
    path = Path(f"/proc/{process}/stat")
    if path.exists():
        user, system = path.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    told = subprocess.run(["ps", "-o", "time=", "-p", str(process)], capture_output=True, text=True, check=False).stdout
    seconds = 0.0
    for part in told.strip().replace("-", ":").split(":"):
        seconds = seconds * 60 + float(part or 0)
    return seconds


def running_in_group(group: int) -> list[int]:
    """The processes of a group that have not ended, where the system tells."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, own_group = path.read_text().rpartition(")")[2].split()[:3]
            if int(own_group) == group and state != "Z":
                found.append(int(path.parent.name))
    return found
