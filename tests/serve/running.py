"""A service in a process of its own, as a user starts it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Service(NamedTuple):
    url: str
    process: subprocess.Popen[str]


@contextmanager
def running(*arguments: str, command: str = "serve") -> Iterator[Service]:
    command_line = [sys.executable, "-m", "crossarc", command, *arguments, "--port", "0"]
    with subprocess.Popen(command_line, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://\S+", line)
        assert found, line + process.stderr.read()
        try:
            yield Service(found[0], process)
        finally:
            process.terminate()
            process.wait(120)
