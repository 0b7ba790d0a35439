"""Transitions and parsing time per word by the length of sentences, for every transition system.

    python benchmarks/derivations.py FOLDER [--svg derivations.svg] [--only 'arc-*' covington] [--oracle static]

FOLDER has a treebank's train and test files. Transitions are those of the static oracle's derivations of all its trees,
after they were made ones that the system can build. Times are those of greedy perceptrons that were trained for a few
epochs, on one thread and in memory, for the sentences of one class at a time, repeated until they have enough words;
systems take turns, and the best of several runs counts. Linear systems make horizontal lines in the picture, quadratic
ones make lines that rise with the length. (Covington's parser may stop looking for arcs of a word early, and does so if
it was taught by the static oracle.)
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

import numpy as np
from measured import fastest

import crossarc
from crossarc import _core
from crossarc.experiment import find_treebanks
from crossarc.experiment.plot import COLOURS
from crossarc.svg import picture, text
from crossarc.tables import Table
from crossarc.treebank import Treebank

LONGEST = 100_000
CLASSES = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 30), (31, 40), (41, 60), (61, LONGEST))
BUFFER = ("arc-eager+lba", "arc-eager+rba", "arc-eager+lnba", "arc-eager+rnba")
LEAST_SENTENCES = 5  # of a class that is shown
PANEL, HEIGHT, MARGIN = 420, 300, 56

Values = dict[str, list[float]]
"""For each system a value for each class."""


def in_classes(treebank: Treebank) -> dict[str, Treebank]:
    found = {}
    for low, high in CLASSES:
        chosen = np.flatnonzero((low <= treebank.lengths) & (treebank.lengths <= high))
        if len(chosen) >= LEAST_SENTENCES:
            found[f"{low}–{high}" if high < LONGEST else f"{low}+"] = treebank[chosen]
    return found


def transitions_per_word(system: str, trees: Treebank) -> float:
    _, steps, _ = _core.derive_all(crossarc.System(system)._core, trees.heads, trees.offsets)
    return float(steps.sum()) / trees.word_count


def repeated(trees: Treebank, words: int) -> Treebank:
    return Treebank.from_bytes(trees.to_bytes() * max(1, -(-words // trees.word_count)))


def processor_seconds(parser: crossarc.Parser, trees: Treebank) -> float:
    began = time.process_time()
    parser.trees(trees, threads=1)
    return time.process_time() - began


def microseconds_per_word(
    parsers: dict[str, crossarc.Parser], classes: dict[str, Treebank], words: int, times: int
) -> Values:
    found: Values = {name: [] for name in parsers}
    for trees in classes.values():
        long = repeated(trees, words)
        runs = {name: partial(processor_seconds, parser, long) for name, parser in parsers.items()}
        for name, seconds in fastest(runs, times).items():
            found[name].append(1e6 * seconds / long.word_count)
    return found


def table(title: str, values: Values, classes: Sequence[str]) -> Table:
    made = Table(["system", *(f"{name} words" for name in classes)], title=title)
    for system, row in values.items():
        made.add(system, *row)
    return made


def panel(left: float, title: str, values: Values, classes: Sequence[str]) -> Iterator[str]:
    """A line for each system over the classes; the value axis is logarithmic."""
    known = [value for row in values.values() for value in row]
    low, high = np.log10(min(known)), np.log10(max(known))
    step = (PANEL - MARGIN) / max(1, len(classes) - 1)

    def place(number: int, value: float) -> str:
        share = (np.log10(value) - low) / ((high - low) or 1.0)
        return f"{left + MARGIN + step * number:.1f},{HEIGHT - share * (HEIGHT - 60):.1f}"

    yield text(left + MARGIN, 24, title, weight="bold")
    for value in np.geomspace(10**low, 10**high, 5):
        y = float(place(0, value).split(",")[1])
        yield f'<line x1="{left + MARGIN}" x2="{left + PANEL}" y1="{y}" y2="{y}" stroke="#ddd"/>'
        yield text(left + MARGIN - 8, y + 4, f"{value:.3g}", anchor="end", fill="#666")
    for number, name in enumerate(classes):
        yield text(left + MARGIN + step * number, HEIGHT + 20, name, anchor="middle", fill="#666")
    for system, row in values.items():
        points = " ".join(place(number, value) for number, value in enumerate(row))
        line = stroke(system, list(values))
        yield f'<polyline points="{points}" fill="none" {line}><title>{system}</title></polyline>'


def stroke(system: str, systems: Sequence[str]) -> str:
    """Undirected systems and those with buffer transitions have the colours of their bases, but broken lines."""
    bases = list(dict.fromkeys(name.removeprefix("undirected-").partition("+")[0] for name in systems))
    colour = COLOURS[bases.index(system.removeprefix("undirected-").partition("+")[0]) % len(COLOURS)]
    dashes = "6 3" if system.startswith("undirected") else "none"
    if system in BUFFER:
        dashes = f"{2 + BUFFER.index(system)} 2"
    return f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"'


def svg(title: str, transitions: Values, times: Values, classes: Sequence[str]) -> str:
    shapes = [*panel(0, "transitions per word", transitions, classes)]
    shapes += panel(PANEL + MARGIN, "µs per word", times, classes)
    shapes.append(text(MARGIN, HEIGHT + 44, f"{title}, by the number of words of the sentence"))
    for number, system in enumerate(transitions):
        x, y = MARGIN + 215 * (number % 4), HEIGHT + 70 + 20 * (number // 4)
        shapes.append(f'<line x1="{x}" x2="{x + 30}" y1="{y - 4}" y2="{y - 4}" {stroke(system, list(transitions))}/>')
        shapes.append(text(x + 38, y, system))
    return picture(2 * PANEL + 2 * MARGIN, HEIGHT + 90 + 20 * (len(transitions) // 4), shapes)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--svg", type=Path, help="write a picture")
    options.add_argument("--only", nargs="+", default=["*"], metavar="PATTERN", help="names of systems; * is anything")
    options.add_argument("--epochs", type=int, default=2)
    options.add_argument("--oracle", help="of training; each system's own if not given")
    options.add_argument("--words", type=int, default=20_000, help="of a class, at least, when times are taken")
    options.add_argument("--repeat", type=int, default=5)
    given = options.parse_args()
    (files,) = find_treebanks(given.folder)
    everything = Treebank.from_bytes(files.training_trees.to_bytes() + files.test_trees.to_bytes())
    classes = in_classes(everything)
    systems = [
        name
        for name in (*crossarc.system_names(), *BUFFER)
        if any(fnmatchcase(name, pattern) for pattern in given.only)
    ]
    transitions = {name: [transitions_per_word(name, trees) for trees in classes.values()] for name in systems}
    setting = {"epochs": given.epochs} | ({"oracle": given.oracle} if given.oracle else {})
    parsers = {name: crossarc.train(files.training_trees, **setting, system=name) for name in systems}
    times = microseconds_per_word(parsers, classes, given.words, given.repeat)
    counts = ", ".join(f"{name}: {len(trees):,}" for name, trees in classes.items())
    print(f"{files.name}: {len(everything):,} sentences, {everything.word_count:,} words; by length {counts}\n")
    table("Transitions per word", transitions, list(classes)).show()
    table("Microseconds per word", times, list(classes)).show()
    if given.svg:
        given.svg.write_text(svg(files.name, transitions, times, list(classes)), encoding="utf-8")


if __name__ == "__main__":
    main()
