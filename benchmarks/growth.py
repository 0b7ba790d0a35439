"""How time and memory grow with the words of a sentence and with the number of sentences, command by command.

    python benchmarks/growth.py [--quick] [--only 'parse*' 'compare'] [--by words] [--limit 60]

Each point is a process of its own with one thread. Its time is that of the processor, without the start of the
interpreter; its memory is the most that it ever had. One that is not done within the limit is ended, and none is tried
that could not be; "refused" is what the command itself says is too long. Trees are those of `crossarc.synthetic` with
crossing arcs. A long sentence is many of them strung together, the root of each hanging from the one before; a large
treebank repeats five thousand of them.

The exponents are of the power laws that fit best what each point takes above the smallest one: 1 is in proportion, 2
with the square. Points that take too little more to be told from chance are left out (0.1 s, 5 MB).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import cycle
from pathlib import Path

import numpy as np
from compare import with_errors
from measured import peak_megabytes, random_heads

import crossarc
from crossarc import synthetic, transforms
from crossarc.tables import Table

WORDS = (10, 100, 300, 1_000, 3_000, 10_000, 50_000)
SENTENCES = (100, 1_000, 10_000, 100_000, 1_000_000)
QUICK = 1_000  # the largest size with --quick
LEAST_SECONDS, LEAST_MEGABYTES = 0.1, 5.0  # what can be told from chance
DISTINCT = 5_000  # sentences of a treebank that are not repetitions

Row = tuple[int, str, str, int, str]  # ID, form, tag, head, label


@dataclass(frozen=True)
class Point:
    seconds: float
    megabytes: float


class Material:
    """Files to work on, made when they are asked for and kept while the script runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def _sentences(self) -> list[list[Row]]:
        treebank = crossarc.Treebank.from_conllu(synthetic.conllu(DISTINCT, crossing="any", rate=0.3))
        columns = treebank.column("form"), treebank.column("upos"), treebank.heads.tolist(), treebank.column("deprel")
        rows = list(zip(treebank.positions.tolist(), *columns, strict=True))
        return [rows[begin:end] for begin, end in zip(treebank.offsets[:-1], treebank.offsets[1:], strict=True)]

    def sentence(self, words: int) -> Path:
        """A treebank of one sentence."""
        return self._made(f"sentence-{words}", lambda: _conllu([self._long(words)]))

    def treebank(self, sentences: int) -> Path:
        return self._made(f"treebank-{sentences}", lambda: self._repeated(sentences))

    def random_tree(self, words: int) -> Path:
        """One sentence whose arcs cross as chance has it."""
        heads = random_heads(words, np.random.default_rng(1))
        rows = [(word, f"w{word}", "X", head, "dep") for word, head in enumerate(heads, start=1)]
        return self._made(f"random-{words}", lambda: _conllu([rows]))

    def multiword(self, words: int, seed: int) -> Path:
        """One multiword token; which words it has differs from seed to seed."""
        random = np.random.default_rng(seed)
        token = f"1-{words}\t{'x' * words}" + "\t_" * 8 + "\n"
        rows = [(n, f"x{random.integers(words)}", "X", n - 1, "dep") for n in range(1, words + 1)]
        return self._made(f"multiword-{words}-{seed}", lambda: token + _conllu([rows]))

    def predicted(self, gold: Path, seed: int) -> Path:
        """The trees of a file with errors."""
        size = int(gold.stem.partition("-")[2])
        if gold.stem.startswith("treebank"):
            few = self.treebank(min(size, DISTINCT))
            errors = self._made(f"{few.stem}-errors-{seed}", lambda: _with_errors(few, seed))
            return self._made(f"{gold.stem}-errors-{seed}", lambda: self._times(errors.read_text("utf-8"), size))
        return self._made(f"{gold.stem}-errors-{seed}", lambda: _with_errors(gold, seed))

    def model(self, system: str, beam: int = 1) -> Path:
        path = self.folder / f"{system}-{beam}.crossarc"
        if not path.exists():
            crossarc.train(self.treebank(1_000), system=system, beam=beam, epochs=1, threads=1).save(path)
        return path

    def _long(self, words: int) -> list[Row]:
        """Sentences strung together, each root hanging from the one before; the last words, each from its neighbour."""
        rows: list[Row] = []
        root = 0
        for sentence in cycle(self._sentences):
            first = len(rows)
            if first + len(sentence) > words:
                break
            rows += [
                (first + n, form, tag, first + head if head else root, label) for n, form, tag, head, label in sentence
            ]
            root = first + next(n for n, _, _, head, _ in sentence if head == 0)
        rows += [(n, "x", "X", n - 1, "dep") for n in range(len(rows) + 1, words + 1)]
        return rows

    def _repeated(self, sentences: int) -> str:
        return self._times(_conllu(self._sentences[: min(sentences, DISTINCT)]), sentences)

    def _times(self, text: str, sentences: int) -> str:
        return text * max(1, sentences // DISTINCT)

    def _made(self, name: str, text: Callable[[], str]) -> Path:
        path = self.folder / f"{name}.conllu"
        if not path.exists():
            path.write_text(text(), encoding="utf-8")
        return path


def _conllu(sentences: Sequence[Sequence[Row]]) -> str:
    def line(word: int, form: str, tag: str, head: int, label: str) -> str:
        return f"{word}\t{form}\t_\t{tag}\t_\t_\t{head}\t{label}\t_\t_\n"

    return "".join("".join(line(*row) for row in rows) + "\n" for rows in sentences)


def _with_errors(path: Path, seed: int) -> str:
    return with_errors(crossarc.read(path), 0.1, seed).to_conllu()


@dataclass(frozen=True)
class Case:
    """A command, and what it is given for a size."""

    name: str
    by: str  # what the size is of: words or sentences
    command: Callable[[Material, int], Sequence[object]]


def cases() -> list[Case]:
    both: list[tuple[str, Callable[[Material, Path], Sequence[object]]]] = [
        ("parse, greedy", lambda m, path: ["parse", m.model("arc-eager"), path, "-o", m.folder / "out"]),
        ("parse, beam 8", lambda m, path: ["parse", m.model("arc-eager", 8), path, "-o", m.folder / "out"]),
        ("parse, covington", lambda m, path: ["parse", m.model("covington"), path, "-o", m.folder / "out"]),
        *((f"train, {system}", _training("--system", system)) for system in TRAINED),
        ("train, beam 8", _training("--beam", 8)),
        ("train, exact oracle", _training("--oracle", "exact", "--nonprojective", "keep")),
        ("train, liblinear", _training("--learner", "liblinear")),
        ("analyze", lambda m, path: ["analyze", path]),
        ("evaluate", lambda m, path: ["evaluate", path, m.predicted(path, 1)]),
        ("compare", lambda m, path: ["compare", path, m.predicted(path, 1), m.predicted(path, 2)]),
        ("lifting", lambda m, path: [_LIFTING, path]),
        ("projectivizing", lambda m, path: [_PROJECTIVIZING, path]),
    ]
    if importlib.util.find_spec("torch") is not None:
        both.append(("train, bilstm", _training("--learner", "bilstm")))
    return [
        *(Case(name, "words", _of_sentence(command)) for name, command in both),
        Case("analyze, random tree", "words", lambda m, size: ["analyze", m.random_tree(size)]),
        Case("lifting, random tree", "words", lambda m, size: [_LIFTING, m.random_tree(size)]),
        Case("lifting for 2-planar, random", "words", _lifting_for("2-planar")),
        Case("lifting for +lnba, random", "words", _lifting_for("arc-eager+lnba")),
        Case("evaluate, one multiword token", "words", lambda m, n: ["evaluate", m.multiword(n, 1), m.multiword(n, 2)]),
        Case("trace", "words", lambda m, size: ["trace", m.sentence(size)]),
        Case("trace, JSON", "words", lambda m, size: ["trace", m.sentence(size), "--json"]),
        *(Case(name, "sentences", _of_treebank(command)) for name, command in both),
    ]


TRAINED = ("arc-eager", "2-planar", "covington", "arc-hybrid-swap")
_LIFTING, _PROJECTIVIZING = "lifting", "projectivizing"  # no commands of their own


def _training(*options: object) -> Callable[[Material, Path], Sequence[object]]:
    epochs = [] if "liblinear" in options else ["--epochs", 1]  # which it has none of
    return lambda m, path: ["train", path, "-o", m.folder / "trained", *epochs, *options]


def _lifting_for(system: str) -> Callable[[Material, int], Sequence[object]]:
    return lambda m, size: [_LIFTING, m.random_tree(size), system]


def _of_sentence(command: Callable[[Material, Path], Sequence[object]]) -> Callable[[Material, int], Sequence[object]]:
    return lambda material, size: command(material, material.sentence(size))


def _of_treebank(command: Callable[[Material, Path], Sequence[object]]) -> Callable[[Material, int], Sequence[object]]:
    return lambda material, size: command(material, material.treebank(size))


def measured(command: Sequence[object], limit: float) -> Point | str:
    """What a process takes to run a command, or why it did not come to the end."""
    run = [sys.executable, __file__, "--here", str(limit), *map(str, command)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return Point(*json.loads(done.stdout.splitlines()[-1]))
    if done.returncode == -signal.SIGXCPU:
        return f"over {limit:.0f} s"
    print(done.stderr, file=sys.stderr)
    return "refused" if done.returncode == 1 else "failed"


def run_here(limit: float, command: Sequence[str]) -> None:
    """Run a command in this process, which ends with it, and print its seconds and megabytes."""
    began = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (round(began + limit), resource.RLIM_INFINITY))
    if command[0] == _LIFTING:
        system = command[2] if len(command) > 2 else None
        transforms.pseudo_projectivize(crossarc.read(command[1]), system=system, threads=1)
    elif command[0] == _PROJECTIVIZING:
        transforms.projectivize(crossarc.read(command[1]), threads=1)
    else:
        from crossarc.cli import app  # noqa: PLC0415

        began = time.process_time()
        threads = ["--threads", "1"] if command[0] not in ("evaluate", "trace") else []
        if code := app([*command, *threads, "--quiet"], standalone_mode=False):
            raise SystemExit(code)
    print(json.dumps([time.process_time() - began, peak_megabytes()]))


def _above(points: dict[int, float], least: float) -> list[tuple[int, float]]:
    """What there is above the smallest point, where that is worth a look."""
    return [(size, above) for size, value in points.items() if (above := value - min(points.values())) >= least]


def exponent(points: dict[int, float], least: float) -> float | None:
    """Of the power law that fits best; None if there is none, as where long sentences are treated in another way."""
    kept = _above(points, least)
    if len(kept) < 2 or kept != sorted(kept, key=lambda point: point[1]):
        return None
    return float(np.polyfit(*np.log(np.array(kept, float)).T, 1)[0])


def _at_least(points: dict[int, Point], size: int) -> float:
    """The seconds that a larger size takes if time grows in proportion; small ones say little of that."""
    above = _above({earlier: point.seconds for earlier, point in points.items()}, LEAST_SECONDS)
    return max((seconds * size / earlier for earlier, seconds in above if earlier >= QUICK), default=0.0)


def growth(case: Case, material: Material, sizes: Sequence[int], limit: float) -> list[str | float | None]:
    """A row of the table: what each size takes, and how that grows."""
    points: dict[int, Point] = {}
    cells: list[str | float | None] = [case.name]
    in_vain = False
    for size in sizes:
        if in_vain or _at_least(points, size) > 1.5 * limit:
            cells.append("")
            continue
        point = measured(case.command(material, size), limit)
        if isinstance(point, Point):
            points[size] = point
            cells.append(f"{point.seconds:.2f} s, {point.megabytes:,.0f} MB")
        else:
            in_vain = True
            cells.append(point)
        print(f"{case.name}, {size:,} {case.by}: {cells[-1]}", file=sys.stderr)
    cells.append(exponent({size: point.seconds for size, point in points.items()}, LEAST_SECONDS))
    cells.append(exponent({size: point.megabytes for size, point in points.items()}, LEAST_MEGABYTES))
    return cells


def main() -> None:
    if sys.argv[1:2] == ["--here"]:
        run_here(float(sys.argv[2]), sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"sizes up to {QUICK:,}")
    parser.add_argument("--only", nargs="+", default=["*"], metavar="PATTERN", help="names of cases; * is anything")
    parser.add_argument("--by", choices=["words", "sentences"], help="only one of the two tables")
    parser.add_argument("--limit", type=float, default=60.0, help="of processor time, in seconds, for each point")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        material = Material(Path(folder))
        for by, all_sizes in (("words", WORDS), ("sentences", SENTENCES)):
            chosen = [c for c in cases() if c.by == by and any(fnmatchcase(c.name, pattern) for pattern in given.only)]
            if not chosen or given.by not in (None, by):
                continue
            sizes = [size for size in all_sizes if not given.quick or size <= QUICK]
            unit = "words in one sentence" if by == "words" else "sentences"
            table = Table([unit, *(f"{size:,}" for size in sizes), "time ~", "memory ~"])
            for case in chosen:
                table.add(*growth(case, material, sizes, given.limit))
            table.show()


if __name__ == "__main__":
    main()
