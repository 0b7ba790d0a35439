"""Oracle-driven derivations over a treebank, in words per second on one core.

    python benchmarks/oracles.py TREEBANK [--repeat 5] [--json]
    python benchmarks/oracles.py --random-trees 50 100 200 300 [--repeat 5]

"static" derives every sentence with the static oracle; the others evaluate the costs of all legal transitions at every
step and take one of minimum cost. Times are the best of several runs over the whole file, and include preparing the
gold tree (children, planes, projective order) of each sentence. The second command tells how many seconds of the
processor the exact oracle takes for a random tree of so many words.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from pathlib import Path

import numpy as np
from measured import fastest, random_heads, seconds_of

import crossarc
from crossarc import _core
from crossarc.tables import Table

SYSTEMS = [
    "arc-standard",
    "arc-eager",
    "arc-hybrid",
    "arc-hybrid-swap",
    "planar",
    "2-planar",
    "covington",
    "arc-eager+lba",
    "arc-eager+rba",
    "arc-eager+lnba",
    "undirected-planar",
    "undirected-2-planar",
    "undirected-covington",
]


def read_heads(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """The heads of a CoNLL-U or CoNLL-X file, end to end, and where each sentence begins."""
    heads: list[int] = []
    offsets = [0]
    for line in [*path.read_text(encoding="utf-8").split("\n"), ""]:
        columns = line.split("\t")
        if len(columns) > 6 and columns[0].isdigit():
            heads.append(int(columns[6]))
        elif not line and len(heads) > offsets[-1]:
            offsets.append(len(heads))
    return np.array(heads, dtype=np.int32), np.array(offsets, dtype=np.int64)


def exact_by_length(lengths: list[int], repeat: int) -> Table:
    """The processor's seconds of the exact oracle for a random tree of each length."""
    table = Table(["words", *(f"{length:,}" for length in lengths)])
    for name in ("arc-eager", "arc-hybrid"):
        system = crossarc.System(name)._core
        best = []
        for length in lengths:
            heads = np.array(random_heads(length, np.random.default_rng(1)), np.int32)
            offsets = np.array([0, length], np.int64)
            follow = partial(_core.follow, system, "exact", heads, offsets)
            best.append(fastest({name: partial(seconds_of, follow, time.process_time)}, repeat)[name])
        table.add(name, *(f"{seconds:.3f}" for seconds in best))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank", type=Path, nargs="?")
    parser.add_argument("--random-trees", type=int, nargs="+", metavar="WORDS", help="for the exact oracle")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.random_trees:
        exact_by_length(arguments.random_trees, arguments.repeat).show()
        return
    if arguments.treebank is None:
        parser.error("a treebank is needed")
    heads, offsets = read_heads(arguments.treebank)

    rows = []
    for name in SYSTEMS:
        system = crossarc.System(name)
        runs = [(oracle, False) for oracle in system.oracles]
        if name == "2-planar":
            runs.append(("dynamic", True))
        for oracle, regularize in runs:
            seconds = []
            for _ in range(arguments.repeat):
                begin = time.perf_counter()
                if oracle == "static":
                    built, steps, _ = _core.derive_all(system._core, heads, offsets)
                else:
                    built, steps, _ = _core.follow(
                        system._core, oracle, heads, offsets, options=_core.OracleOptions(regularize)
                    )
                seconds.append(time.perf_counter() - begin)
            rows.append(
                {
                    "system": name,
                    "oracle": oracle + (", regularised" if regularize else ""),
                    "million_words_per_second": round(len(heads) / min(seconds) / 1e6, 2),
                    "transitions_per_word": round(float(steps.sum()) / len(heads), 2),
                    "heads_rebuilt_percent": round(100 * float((built == heads).mean()), 2),
                }
            )
    if arguments.json:
        print(json.dumps({"file": arguments.treebank.name, "words": len(heads), "rows": rows}, indent=1))
        return
    print(f"{arguments.treebank.name}: {len(offsets) - 1} sentences, {len(heads)} words\n")
    print("| system | oracle | million words/s | transitions/word | heads rebuilt % |\n|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(str(value) for value in row.values()) + " |")


if __name__ == "__main__":
    main()
