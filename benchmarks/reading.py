"""Reading and writing treebanks, against the packages `conllu` and `pyconll` in the same run; memory, streaming.

    python benchmarks/reading.py [TREEBANK.conllu] [--gigabytes 1]

Without a file it makes a treebank of its own. Needs Linux, and: pip install conllu pyconll
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measured import peak_megabytes

import crossarc
from crossarc import synthetic
from crossarc.tables import Table
from crossarc.treebank.columns import COLUMNS


def with_conllu(source: Path, target: Path) -> None:
    import conllu  # noqa: PLC0415

    sentences = conllu.parse(source.read_text(encoding="utf-8"))
    target.write_text("".join(sentence.serialize() for sentence in sentences), encoding="utf-8")


def with_pyconll(source: Path, target: Path) -> None:
    import pyconll  # noqa: PLC0415

    treebank = pyconll.load_from_file(str(source))
    with target.open("w", encoding="utf-8") as file:
        treebank.write(file)


def with_crossarc(source: Path, target: Path) -> None:
    crossarc.write(crossarc.read(source), target)


def with_crossarc_columns(source: Path, target: Path) -> None:
    treebank = crossarc.read(source)
    for name in COLUMNS:
        treebank.codes(name)
        treebank.strings(name)
    crossarc.write(treebank, target)


def with_crossarc_new_trees(source: Path, target: Path) -> None:
    treebank = crossarc.read(source)
    codes = treebank.codes("deprel")
    heads = treebank.heads.copy()
    heads[:] = 0  # every arc and so every line changes
    crossarc.write(treebank.with_coded_trees(heads, codes, treebank.strings("deprel")), target)


RUNS: dict[str, tuple[Callable[[Path, Path], None], int]] = {
    "conllu": (with_conllu, 3),
    "pyconll": (with_pyconll, 3),
    "crossarc": (with_crossarc, 7),
    "crossarc, all columns as numbers": (with_crossarc_columns, 7),
    "crossarc, with other trees": (with_crossarc_new_trees, 7),
}


def compare_speed(source: Path, folder: Path) -> None:
    size = source.stat().st_size
    seconds: dict[str, float] = {}
    for name, (run, times) in RUNS.items():
        taken = []
        for _ in range(times):
            start = time.perf_counter()
            run(source, folder / "written.conllu")
            taken.append(time.perf_counter() - start)
        seconds[name] = min(taken)
    faster_peer = min(seconds["conllu"], seconds["pyconll"])
    table = Table(["reading and writing", "seconds", "MB/s", "times the faster peer"], title=f"{size / 1e6:.1f} MB")
    for name, taken_seconds in seconds.items():
        table.add(name, f"{taken_seconds:.3f}", size / taken_seconds / 1e6, faster_peer / taken_seconds)
    table.show()


def in_child(action: str, path: Path) -> tuple[float, float]:
    """Megabytes at the most, above those of the bare program, and seconds, of a process of its own."""
    command = [sys.executable, __file__, "--child", action, str(path)]
    memory, seconds = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(memory), float(seconds)


def child(action: str, path: Path) -> None:
    before = peak_megabytes()
    start = time.perf_counter()
    if action == "stream":
        words = sum(len(sentence) for sentence in crossarc.stream(path))
        assert words
        before = 0  # all that the process takes
    else:
        treebank = crossarc.read(path)
        if action == "columns":
            for name in COLUMNS:
                treebank.codes(name)
    print(peak_megabytes() - before, time.perf_counter() - start)


def measure_memory(source: Path) -> None:
    size = source.stat().st_size / 1e6
    table = Table(["a whole file in memory", "MB", "times its size"], title=f"{size:.1f} MB")
    for action, name in (("read", "read"), ("columns", "with all columns as numbers")):
        memory, _ = in_child(action, source)
        table.add(name, memory, memory / size)
    table.show()


def measure_streaming(source: Path, folder: Path, gigabytes: float) -> None:
    large = folder / "large.conllu"
    text = source.read_bytes()
    with large.open("wb") as file:
        while file.tell() < gigabytes * 1e9:
            file.write(text)
    size = large.stat().st_size / 1e6
    memory, seconds = in_child("stream", large)
    table = Table(["streaming", "MB/s", "MB of the whole process at the most"], title=f"{size:,.0f} MB")
    table.add("every sentence", size / seconds, memory)
    table.show()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank", nargs="?", type=Path)
    parser.add_argument("--gigabytes", type=float, default=1.0, help="size of the file that is streamed")
    parser.add_argument("--child", nargs=2, metavar=("ACTION", "FILE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        child(arguments.child[0], Path(arguments.child[1]))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = arguments.treebank or folder / "synthetic.conllu"
        if arguments.treebank is None:
            source.write_text(synthetic.conllu(12_000, crossing="any"), encoding="utf-8")
        compare_speed(source, folder)
        measure_memory(source)
        measure_streaming(source, folder, arguments.gigabytes)


if __name__ == "__main__":
    main()
