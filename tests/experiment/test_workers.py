"""Processes that make runs: whatever ends them, and whenever, is told, and harms no other run."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from processes import wait_until, worked

from crossarc.experiment import Result, ResultFolder, Run, find_treebanks, make_runs, plan, worker

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux to find processes")

LIMIT = 120  # seconds for runs of which each takes less than one


def runs_of(treebanks: Path, count: int) -> list[Run]:
    files = find_treebanks(treebanks, ["Free"])[0]
    return [Run(f"parser {seed}", files, seed, {"system": "arc-eager", "epochs": 1}) for seed in range(count)]


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def made(runs: list[Run], folder: Path) -> dict[str, Result]:
    """Make runs in another thread, which may hang."""
    told: dict[str, Result] = {}
    arguments = {"jobs": 2, "done": lambda run, result: told.update({run.parser: result})}
    thread = threading.Thread(target=make_runs, args=(runs, folder), kwargs=arguments, daemon=True)
    thread.start()
    thread.join(LIMIT)
    assert not thread.is_alive(), f"of {len(runs)} runs only {sorted(told)} have ended"
    return told


class Killer:
    """Kills the process of every second run, some seconds after it was started."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, delays: list[float]) -> None:
        self.victims: dict[str, float] = {}
        start = worker.Worker.__init__

        def started(started: worker.Worker, run: Run, folder: Path) -> None:
            start(started, run, folder)
            number = int(run.parser.split()[1])
            if number % 2 == 0:
                delay = self.victims[run.parser] = delays[number // 2 % len(delays)]
                if delay:
                    threading.Timer(delay, started._process.kill).start()
                else:
                    started._process.kill()

        monkeypatch.setattr(worker.Worker, "__init__", started)


def test_killed_while_starting(treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(1)
    delays = [0, 0.001, 0.01, *(draw.uniform(0, 0.8) for _ in range(7))]
    killer = Killer(monkeypatch, delays)
    runs = runs_of(treebanks, 20)
    told = made(runs, tmp_path)
    assert set(told) == {run.parser for run in runs}
    assert len(killer.victims) == 10
    for parser, result in told.items():
        if parser not in killer.victims:
            assert result.failure is None
        elif result.failure is not None:  # or it was done before
            assert result.failure == "its process ended with signal 9"
    assert told["parser 0"].failure is not None
    failed = plan(runs, ResultFolder(tmp_path)).failed
    assert {run.parser for run in failed} == {parser for parser, result in told.items() if result.failure}


def test_killed_with_much_to_be_told(treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a killed process was to be told may not fit into a pipe: who writes it must not wait for ever."""
    Killer(monkeypatch, [0])
    first, second = runs_of(treebanks, 2)
    long = replace(first, parser=first.parser + " x" * 1_000_000)
    told = made([long, second], tmp_path)
    assert told[long.parser].failure == "its process ended with signal 9"
    assert told["parser 1"].failure is None


def test_one_that_is_asked_to_end(treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wait = worker.Worker.wait

    def ended(waiting: worker.Worker) -> int:
        threading.Timer(1.5, waiting._process.terminate).start()
        return wait(waiting)

    monkeypatch.setattr(worker.Worker, "wait", ended)
    endless = {"system": "arc-eager", "epochs": 1_000_000, "patience": 1_000_000}
    told = made([replace(runs_of(treebanks, 1)[0], declared=endless)], tmp_path)
    assert told["parser 0"].failure == "its process ended with signal 15"


def test_a_process_that_meets_a_bug(treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_PROGRAM", "1 / 0")
    runs = runs_of(treebanks, 1)
    assert made(runs, tmp_path)["parser 0"].failure == "its process ended with exit code 1"
    assert plan(runs, ResultFolder(tmp_path)).failed == runs


def test_modules_of_the_folder_it_is_started_in_are_not_taken(
    treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    assert made(runs_of(treebanks, 2), tmp_path / "results")["parser 0"].failure is None


def test_files_that_change_meanwhile(treebanks: Path, tmp_path: Path) -> None:
    copy = tmp_path / "treebanks" / "Free"
    copy.mkdir(parents=True)
    for path in (treebanks / "Free").iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    changed, same = runs_of(tmp_path / "treebanks", 2)
    assert changed.key != same.key
    (copy / "train.conllu").write_bytes((copy / "dev.conllu").read_bytes())
    told = made([changed], tmp_path / "results")
    assert told["parser 0"].failure == "its files were changed while the experiment ran"
    (copy / "train.conllu").unlink()
    told = made([same], tmp_path / "results")
    assert told["parser 1"].failure.endswith("No such file or directory: '" + str(copy / "train.conllu") + "'")


PROGRAM = """
import sys
from pathlib import Path
from crossarc.experiment import Run, find_treebanks, make_runs

files = find_treebanks(Path(sys.argv[1]), ["Free"])[0]
endless = {"system": "arc-eager", "epochs": 1_000_000, "patience": 1_000_000}
make_runs([Run("p", files, seed, endless) for seed in (1, 2)], Path(sys.argv[2]), jobs=2, done=print)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("later", [0.0, 0.1, 0.6])
def test_nothing_outlives_the_one_that_started_it(
    how: signal.Signals, later: float, treebanks: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-c", PROGRAM, str(treebanks), str(tmp_path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    wait_until(lambda: len(children(process.pid)) == 2)
    workers = children(process.pid)
    for own in workers:
        wait_until(lambda own=own: worked(own) >= later)  # starting, or training
    process.send_signal(how)
    process.communicate(timeout=30)
    assert process.returncode == -how
    wait_until(lambda: not any(is_running(pid) for pid in workers), 2 * worker.GRACE + 10)
    assert list(tmp_path.iterdir()) == []


def is_running(process: int) -> bool:
    try:
        return "python" in Path(f"/proc/{process}/comm").read_text()
    except OSError:
        return False
