"""Processor time of commands that do nothing: what people wait for before anything happens.

    python benchmarks/startup.py [--times 15]

The least of several runs, in seconds of user and system time, beside Python itself and what the command line could have
been made with. Other programs on the machine make it longer, but not shorter.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

from crossarc.cli import COMMANDS
from crossarc.tables import Table

IMPORTS = ("argparse", "rich.console, rich.table", "typer", "typer, rich.console, rich.table", "pydantic", "numpy")


def seconds(command: list[str], times: int) -> list[float]:
    taken = []
    for _ in range(times):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
        taken.append(usage.ru_utime + usage.ru_stime)
    return taken


def is_there(modules: str) -> bool:
    command = [sys.executable, "-c", f"import {modules}"]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--times", type=int, default=15)
    times = options.parse_args().times
    commands = {"python -c pass": [sys.executable, "-c", "pass"]}
    commands |= {f"import {own}": [sys.executable, "-c", f"import {own}"] for own in IMPORTS if is_there(own)}
    words = [["--version"], ["--help"], *([name, "--help"] for name in COMMANDS), ["systems"]]
    commands |= {f"crossarc {' '.join(own)}": [sys.executable, "-m", "crossarc", *own] for own in words}
    table = Table(["command", "least", "median"], right_from=1)
    for name, command in commands.items():
        taken = seconds(command, times)
        table.add(name, f"{min(taken):.3f}", f"{statistics.median(taken):.3f}")
    table.show()


if __name__ == "__main__":
    main()
