"""Corpora: words a second of `crossarc parse` from files to files, with threads, processes and actors of Ray.

    python benchmarks/corpus.py [--treebanks ../shared/treebanks] [--words 10000000] [--processes 2]

Treebanks of UD 2.0 are repeated into files of the same size until they have so many words. Rows take turns, and the
best of `--repeat` counts. *ratio* is to `crossarc parse --threads N` over the same files in the same run. Memory is the
most that one process had at a time (VmHWM), those of Ray's workers without Ray's own. Every row must write
the same bytes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from measured import folders, part, trained

import crossarc
from crossarc.tables import Table

TREEBANKS = ("English-EWT", "Gothic-PROIEL", "Greek-GDT", "Latin-Perseus", "Turkish-IMST")
FILES = 8
COMMAND = [sys.executable, "-m", "crossarc", "parse"]
OPTIONS = {"epochs": 5, "system": "arc-eager", "beam": 1}


def make_corpus(treebanks: Path, words: int, folder: Path) -> int:
    """How many words it has."""
    folder.mkdir()
    sources = [path for name in TREEBANKS if (path := part(treebanks, name, "train")).exists()]
    text = b"".join(path.read_bytes() for path in sources)
    own = sum(crossarc.read(path).word_count for path in sources)
    times = max(1, round(words / FILES / own))
    for number in range(FILES):
        with (folder / f"{number}.conllu").open("wb") as file:
            for _ in range(times):
                file.write(text)
    return own * times * FILES


class PeakMemory:
    """The most that a single process had, of those whose command lines begin with one of some titles."""

    def __init__(self, *titles: str) -> None:
        self.megabytes = 0.0
        self._titles = tuple(title.encode() for title in titles)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._is_over.wait(0.2):
            for path in Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    if path.read_bytes().startswith(self._titles):
                        status = (path.parent / "status").read_text()
                        own = int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6
                        self.megabytes = max(self.megabytes, own)
                except (OSError, IndexError):
                    continue


def digest(folder: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*.conllu")):
        found.update(path.read_bytes())
    return found.hexdigest()


def in_processes(count: int, model: Path, corpus: Path, out: Path) -> float:
    """One process for each part, with one thread, as job arrays have them."""
    command = [*COMMAND, str(model), str(corpus), "--out-dir", str(out), "--threads", "1", "-q", "--part"]
    began = time.perf_counter()
    started = [subprocess.Popen([*command, f"{number}/{count}"]) for number in range(1, count + 1)]
    codes = [process.wait() for process in started]  # of all, before one is complained of
    if any(codes):
        raise SystemExit("a part failed")
    return time.perf_counter() - began


def with_threads(count: int, model: Path, corpus: Path, out: Path) -> float:
    began = time.perf_counter()
    command = [*COMMAND, str(model), str(corpus), "--out-dir", str(out), "--threads", str(count), "-q"]
    subprocess.run(command, check=True)
    return time.perf_counter() - began


def with_actors(count: int, model: Path, corpus: Path, out: Path) -> float:
    """On a cluster that there is: starting Ray, which takes seconds, is not counted; starting actors is."""
    from crossarc.scale.ray import parse  # noqa: PLC0415 (an extra)

    began = time.perf_counter()
    if parse([corpus], model, out, workers=count).failures:
        raise SystemExit("a file failed")
    return time.perf_counter() - began


def main() -> None:
    options = folders(__doc__)
    options.add_argument("--words", type=int, default=10_000_000)
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--repeat", type=int, default=1)
    options.add_argument("--rows", nargs="*", default=["threads", "processes", "ray"])
    given = options.parse_args()
    model = trained(given.models, given.treebanks, "English-EWT", **OPTIONS).resolve()
    many = given.processes
    threads = f"parse --threads {many}"
    rows: dict[str, tuple[Callable[[int, Path, Path, Path], float], int]] = {threads: (with_threads, many)}
    if "processes" in given.rows:
        rows |= {f"{count} processes": (in_processes, count) for count in sorted({1, 2, many})}
    if "ray" in given.rows:
        from crossarc.scale.ray import connected  # noqa: PLC0415 (an extra)

        rows[f"Ray, {many} actors"] = (with_actors, many)
    seconds: dict[str, float] = {}
    memory: dict[str, float] = {}
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as scratch:
        corpus, out = Path(scratch) / "in", Path(scratch) / "out"
        words = make_corpus(given.treebanks, given.words, corpus)
        size = sum(path.stat().st_size for path in corpus.iterdir())
        print(f"{words:,} words, {size / 1e6:,.0f} MB in {FILES} files\n")
        sums = set()
        for name in list(rows) * given.repeat:
            run, count = rows[name]
            is_ray = run is with_actors
            with PeakMemory("ray::ShardWork" if is_ray else " ".join(COMMAND).replace(" ", "\0")) as peak:
                if is_ray:
                    with connected("local"):
                        taken = run(count, model, corpus, out)
                else:
                    taken = run(count, model, corpus, out)
            seconds[name] = min(taken, seconds.get(name, taken))
            memory[name] = max(peak.megabytes, memory.get(name, 0))
            sums.add(digest(out))
            shutil.rmtree(out)
        if len(sums) > 1:
            raise SystemExit("the rows wrote different bytes")
    table = Table(["", "words/s", "ratio", "MB of a process"])
    for name, taken in seconds.items():
        table.add(name, round(words / taken), seconds[threads] / taken, round(memory[name]))
    table.show()


if __name__ == "__main__":
    main()
