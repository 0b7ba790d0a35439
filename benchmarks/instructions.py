"""How many instructions parsing, training and oracles take, with two builds side by side.

    python benchmarks/instructions.py BEFORE/bin/python [AFTER/bin/python] [--most 3]

The arguments are Python interpreters that have crossarc; the second is the one that runs this, unless it is given. Each
does the same work, with the same parsers, under callgrind (valgrind must be installed). Instructions vary far less than
times: a machine that is busy with other things changes nothing. With `--most`, a row whose count has risen by more per
cent than that, or a sum that has risen at all, makes the exit code 1.

What an interpreter does before and between the rows is not counted: callgrind begins at zero whenever `getppid` is
called and writes down what it has when `getpgrp` is, which nothing else calls. So nothing of the core's is named here,
and no symbol of it is needed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import crossarc
from crossarc import Parser, System, Treebank, _core, synthetic
from crossarc.parser import Training, TrainingOptions
from crossarc.tables import Table

SYSTEMS = ("arc-eager", "2-planar", "covington")
BEAMS = {"greedy": 1, "beam 8": 8}
ORACLES = (
    ("arc-eager", "dynamic"),
    ("arc-hybrid", "dynamic"),
    ("2-planar", "dynamic"),
    ("covington", "dynamic"),
    ("arc-eager", "exact"),
    ("arc-hybrid", "exact"),
)
TRAINED, PARSED, LEARNT, FOLLOWED = 300, 150, 100, 300  # sentences
WALKS = {"dynamic": 10, "exact": 1}  # over all of them, which take little time with one oracle and much with the other


def rows(folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """Names, and what is to be counted."""
    treebank = crossarc.read(folder / "test.conllu")
    few = treebank[:PARSED]

    def parses(parser: Parser) -> Callable[[], object]:
        parser.trees(few[:1], threads=1)  # what is done once is done
        return lambda: parser.trees(few, threads=1)

    def learns(system: str, beam: int) -> Callable[[], object]:
        training = Training(treebank[:LEARNT], options=TrainingOptions.of(system=system, beam=beam), threads=1)
        return lambda: next(iter(training))

    def follows(system: str, oracle: str) -> Callable[[], object]:
        core, heads, offsets = System(system)._core, treebank.heads, treebank.offsets

        def walk() -> None:
            for seed in range(WALKS[oracle]):
                _core.follow(core, oracle, heads, offsets, seed=seed, explore=5, threads=1)

        return walk

    for system in SYSTEMS:
        for search in BEAMS:
            yield f"parse, {system}, {search}", parses(crossarc.load(folder / f"{system}-{search}"))
    for system in SYSTEMS:
        for search, beam in BEAMS.items():
            yield f"an epoch, {system}, {search}", learns(system, beam)
    for system, oracle in ORACLES:
        yield f"follow, {system}, {oracle}", follows(system, oracle)


def prepare(folder: Path) -> None:
    """The treebank, and the parsers."""
    text = synthetic.conllu(FOLLOWED, seed=7, crossing="any", rate=0.4)
    (folder / "test.conllu").write_text(text, encoding="utf-8")
    train = Treebank.from_conllu(synthetic.conllu(TRAINED, seed=8, crossing="any", rate=0.4))
    for system in SYSTEMS:
        for search, beam in BEAMS.items():
            crossarc.train(train, system=system, beam=beam, epochs=2).save(folder / f"{system}-{search}")


def work(folder: Path) -> None:
    """What callgrind looks at."""
    for name, action in rows(folder):
        os.getppid()
        action()
        os.getpgrp()
        print(name, flush=True)


def counted(python: str, folder: Path, name: str) -> dict[str, int]:
    """Instructions by row."""
    dumps = folder / name
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={dumps}"]
    command += ["--zero-before=getppid", "--dump-before=getpgrp"]
    command += [python, __file__, "--work", str(folder)]
    environment = os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if run.returncode != 0:
        sys.exit(f"{python}: {run.stderr}")
    names = run.stdout.splitlines()
    return {row: _total(dumps.with_name(f"{name}.{number}")) for number, row in enumerate(names, start=1)}


def _total(dump: Path) -> int:
    lines = dump.read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(("totals:", "summary:")))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("before", help="an interpreter that has one build")
    arguments.add_argument("after", nargs="?", default=sys.executable, help="one that has another")
    arguments.add_argument("--most", type=float, help="per cent that a row may rise")
    if sys.argv[1:2] == ["--work"]:
        work(Path(sys.argv[2]))
        return
    given = arguments.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        before, after = (counted(python, folder, part) for part, python in (("1", given.before), ("2", given.after)))
    before["sum"], after["sum"] = sum(before.values()), sum(after.values())
    table = Table(["", "million instructions before", "after", "change, %"])
    risen = []
    for row in before:
        change = 100 * (after[row] / before[row] - 1)
        table.add(row, f"{before[row] / 1e6:,.1f}", f"{after[row] / 1e6:,.1f}", f"{change:+.2f}")
        if given.most is not None and change > (0 if row == "sum" else given.most):
            risen.append(row)
    table.show()
    sys.exit(f"risen by too much: {'; '.join(risen)}" if risen else 0)


if __name__ == "__main__":
    main()
