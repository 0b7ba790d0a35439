"""Commands that are killed, run out of space, lose their reader or meet each other: what was there stays whole.

    python tests/robustness/faults.py --moments 500

kills `parse`, `train` and `experiment` at so many random moments, with each signal in turn, and checks after each that
the output is the old file or a new one, whole; that no temporary file is left but by SIGKILL, and that the next command
removes those; and that exit codes tell what happened. Then it tries a file system of 2 MB, closed pipes, and two
commands with one output. The tests run the same with a few moments.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import crossarc
from crossarc import synthetic

COMMAND = [sys.executable, "-m", "crossarc"]
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
OLD = b"what was there before\n"
EXPERIMENT = """
[parsers]
small = { epochs = 1 }
other = { epochs = 1, system = "arc-hybrid" }
[[table]]
title = "Scores"
"""


@dataclass
class Report:
    """How often things ended which way."""

    endings: Counter[str] = field(default_factory=Counter)

    def note(self, *what: object) -> None:
        self.endings[" ".join(map(str, what))] += 1

    def __str__(self) -> str:
        return "\n".join(f"{count:6,}  {what}" for what, count in sorted(self.endings.items()))


class Fault(AssertionError):
    """Something that was promised did not hold."""


def require(holds: bool, *what: object) -> None:
    if not holds:
        raise Fault(" ".join(map(str, what)))


def temporary_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name.startswith(".crossarc-")]


def prepare(folder: Path, sentences: int) -> None:
    """Treebanks, a model, and an experiment."""
    text = synthetic.conllu(sentences, crossing="any", rate=0.4)
    for part in ("train", "dev", "test"):
        (folder / "treebank").mkdir(exist_ok=True)
        (folder / "treebank" / f"{part}.conllu").write_text(text, encoding="utf-8")
    (folder / "large.conllu").write_text(text * 60, encoding="utf-8")
    (folder / "grid.toml").write_text(EXPERIMENT, encoding="utf-8")
    crossarc.train(folder / "treebank" / "train.conllu", epochs=1).save(folder / "model")


@dataclass(frozen=True)
class Task:
    """A command with one output: its arguments, and whether what stands there is a whole new output."""

    name: str
    arguments: tuple[str, ...]
    output: str
    is_whole: Callable[[Path], bool]

    def start(self, folder: Path) -> subprocess.Popen[bytes]:
        # A session of its own, so that whatever it has started can be found and must be gone.
        return subprocess.Popen(
            [*COMMAND, *self.arguments],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )


def tasks(folder: Path) -> list[Task]:
    """The commands, and what they leave when nothing disturbs them."""
    parse = ("parse", "model", "large.conllu", "-o", "out/parsed.conllu", "-q")
    packed = ("parse", "model", "large.conllu", "-o", "out/parsed.conllu.gz", "-q")
    train = ("train", "treebank/train.conllu", "--dev", "treebank/dev.conllu", "--epochs", "4", "-o", "out/model", "-q")
    grid = ("experiment", "grid.toml", "-t", ".", "--results", "out/results", "-o", "out", "-j", "2", "-q", "--force")
    known: dict[str, bytes] = {}

    def as_undisturbed(path: Path) -> bool:
        return path.read_bytes() == known[path.name]

    def loads(path: Path) -> bool:
        crossarc.load(path)
        return True

    made = [
        Task("parse", parse, "out/parsed.conllu", as_undisturbed),
        Task("parse to .gz", packed, "out/parsed.conllu.gz", as_undisturbed),
        Task("train", train, "out/model", loads),
        Task("experiment", grid, "out/grid.md", as_undisturbed),
    ]
    for task in made:
        clear(folder)
        process = task.start(folder)
        require(process.wait() == 0, task.name, "fails undisturbed:", process.stderr and process.stderr.read())
        known[Path(task.output).name] = (folder / task.output).read_bytes()
    clear(folder)
    return made


def clear(folder: Path) -> None:
    shutil.rmtree(folder / "out", ignore_errors=True)
    (folder / "out").mkdir()


def duration(task: Task, folder: Path) -> float:
    clear(folder)
    began = time.perf_counter()
    task.start(folder).wait()
    return time.perf_counter() - began


def kill_at_random(folder: Path, moments: int, seed: int, report: Report) -> None:
    """Every command with every signal, at moments from its start to just after its end."""
    chance = random.Random(seed)
    todo = tasks(folder)
    seconds = {task.name: duration(task, folder) for task in todo}
    for number in range(moments):
        task, number_of_signal = todo[number % len(todo)], SIGNALS[number // len(todo) % len(SIGNALS)]
        if number_of_signal != signal.SIGKILL or chance.random() < 0.5:
            clear(folder)  # otherwise what earlier ones left is still there
        output = folder / task.output
        had_old = chance.random() < 0.5
        if had_old:
            output.write_bytes(OLD)
        elif output.exists():
            output.unlink()
        process = task.start(folder)
        time.sleep(chance.uniform(0, 1.05 * seconds[task.name]))
        process.send_signal(number_of_signal)
        began = time.perf_counter()
        code = process.wait(timeout=60)
        late = time.perf_counter() - began
        told = process.stderr.read().decode("utf-8", "replace") if process.stderr else ""
        where = f"{task.name}, {number_of_signal.name}, exit code {code}: {told!r}"
        require_gone(process.pid, where)
        check_output(task, output, had_old, where)
        left = temporary_files(folder / "out")
        require(number_of_signal == signal.SIGKILL or not left, "temporary files after", where, left)
        # Python itself, interrupted before it has come to crossarc, ends with a traceback.
        is_starting = "runpy" in told or "init_import_site" in told
        is_python = number_of_signal == signal.SIGINT and is_starting and "/crossarc/" not in told
        require(code in allowed_codes(number_of_signal) or is_python, "another exit code:", where)
        require(number_of_signal == signal.SIGKILL or late < 5, f"deaf for {late:.1f} s:", where)
        state = "new" if output.exists() and output.read_bytes() != OLD else "old" if had_old else "none"
        report.note(
            f"{task.name:12} {number_of_signal.name:7} exit {code:4} output {state:4} temporary files {len(left)}"
        )
    clean_up(todo, folder)


def allowed_codes(number: signal.Signals) -> tuple[int, ...]:
    """Done before; ended in order; or ended by the signal itself, before crossarc could hear it."""
    return (0, 128 + number, -number)


def require_gone(group: int, where: str) -> None:
    """Nothing that the command has started goes on."""
    for _ in range(100):
        if not running_in_group(group):
            return
        time.sleep(0.1)
    raise Fault(f"processes are left: {where}")


def running_in_group(group: int) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, own_group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(own_group) == group and state != "Z":
            found.append(path.parent.name)
    return found


def check_output(task: Task, output: Path, had_old: bool, where: str) -> None:
    if output.exists() and output.read_bytes() != OLD:
        require(task.is_whole(output), "not whole:", where)
    else:
        require(output.exists() == had_old, "the old file is gone:", where)
    for path in output.parent.glob("results/*.json"):
        json.loads(path.read_text(encoding="utf-8"))


def clean_up(todo: list[Task], folder: Path) -> None:
    """What SIGKILL left is removed by the next command that writes there, which gives what it always gives."""
    for task in todo:
        process = task.start(folder)
        require(process.wait() == 0, task.name, "fails after all that:", process.stderr and process.stderr.read())
        require(task.is_whole(folder / task.output), task.name, "is not whole after all that")
    require(not temporary_files(folder / "out"), "temporary files are left", temporary_files(folder / "out"))


@contextmanager
def small_file_system(folder: Path) -> Iterator[Path | None]:
    """A folder of 2 MB; None where that cannot be had."""
    place = folder / "small"
    place.mkdir(exist_ok=True)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill_up(folder: Path, report: Report) -> None:
    """Outputs that do not fit: one line that names the file, the old file stays, nothing else does."""
    with small_file_system(folder) as small:
        if small is None:
            report.note("no small file system to be had here")
            return
        for name, arguments in {
            "parse": ("parse", "model", "large.conllu", "-o", "small/output", "-q"),
            "parse to .gz": ("parse", "model", *["large.conllu"] * 40, "-o", "small/output.gz", "-q"),
            "train": ("train", "treebank/train.conllu", "--epochs", "1", "-o", "small/output", "-q"),
            "experiment": ("experiment", "grid.toml", "-t", ".", "--results", "small/results", "-o", "small", "-q"),
        }.items():
            for path in small.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            output = small / Path(arguments[arguments.index("-o") + 1]).name if name != "experiment" else small / "own"
            output.write_bytes(OLD)
            fills = name in ("train", "experiment")
            if fills:
                (small / "filler").write_bytes(bytes(2 * 1024 * 1024 - 8192))
            ended = subprocess.run([*COMMAND, *arguments], cwd=folder, capture_output=True, text=True, check=False)
            where = f"{name} on a full file system: {ended.returncode} {ended.stderr!r}"
            require(ended.returncode == 1, where)
            require("No space left on device" in ended.stderr and "small/" in ended.stderr, where)
            require("Traceback" not in ended.stderr, where)
            require(output.read_bytes() == OLD, "the old file is gone:", where)
            require(not temporary_files(small), "temporary files:", where)
            report.note(f"{name:12} without space: one line, exit 1, old file whole")


def close_pipes(folder: Path, report: Report) -> None:
    """A reader that stops, and streams that are closed: no traceback, and no pretence."""
    crossarc_command = f"'{sys.executable}' -m crossarc"
    for shell, codes in {
        "{} parse model large.conllu -q | head -c 100 > /dev/null; exit ${{PIPESTATUS[0]}}": (0,),
        "{} analyze large.conllu -q | head -c 1 > /dev/null; exit ${{PIPESTATUS[0]}}": (0,),
        "{} parse model large.conllu -q > /dev/full": (1,),
        "{} analyze large.conllu -q > /dev/full": (1,),
        "{} systems > /dev/full": (1,),
        "{} train treebank/train.conllu --epochs 1 -q -o - > /dev/full": (1,),
        "{} parse model large.conllu >&- 2>&-": (0, 1),
        "{} parse model - <&- -q > /dev/null": (0, 1),
    }.items():
        command = shell.format(crossarc_command)
        ended = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
        where = f"{shell}: {ended.returncode} {ended.stderr!r}"
        require(ended.returncode in codes, where)
        require("Traceback" not in ended.stderr and "Exception ignored" not in ended.stderr, where)
        require(ended.stderr.count("\n") <= 1, where)
        report.note(f"as it should: {shell}")


def meet(folder: Path, times: int, report: Report) -> None:
    """Two commands with one output: one of the two outputs, whole."""
    crossarc.train(folder / "treebank" / "train.conllu", epochs=1, system="covington").save(folder / "other")
    arguments = [("parse", model, "large.conllu", "-q", "-o") for model in ("model", "other")]
    wholes = []
    for number, own in enumerate(arguments):
        subprocess.run([*COMMAND, *own, f"out/{number}"], cwd=folder, check=True)
        wholes.append((folder / "out" / str(number)).read_bytes())
    for _ in range(times):
        both = [subprocess.Popen([*COMMAND, *own, "out/both"], cwd=folder) for own in arguments]
        require([process.wait() for process in both] == [0, 0], "two at once fail")
        require((folder / "out" / "both").read_bytes() in wholes, "two at once mix their output")
        require(not temporary_files(folder / "out"), "two at once leave files")
        report.note("two at once: one of the two outputs, whole")


def all_faults(moments: int, seed: int, sentences: int, meetings: int) -> Report:
    report = Report()
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    try:
        prepare(folder, sentences)
        kill_at_random(folder, moments, seed, report)
        fill_up(folder, report)
        close_pipes(folder, report)
        meet(folder, meetings, report)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return report


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--moments", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--sentences", type=int, default=150)
    options.add_argument("--meetings", type=int, default=10)
    chosen = options.parse_args()
    print(all_faults(chosen.moments, chosen.seed, chosen.sentences, chosen.meetings))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # for what is started from here, too
    os.setpgrp()
    main()
