"""Check every system and oracle on whole treebanks.

    python benchmarks/verify_oracles.py FILE_OR_FOLDER… [--seed 1] [--threads 1]

For each file and system: the static oracle, and random optimal transitions of the other oracles, rebuild every tree
that the system covers; from random configurations on (after up to 60 random transitions), following an exact oracle
comes to exactly the loss that it promised; and no derivation is longer than its bound (docs/systems.md). Prints one row
for each file and system, and exits with 1 if anything fails.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

import crossarc
from crossarc import _core

SYSTEMS: list[tuple[str, dict[str, str]]] = [
    ("arc-standard", {}),
    ("arc-eager", {}),
    ("arc-eager", {"root": "first"}),
    ("arc-hybrid", {}),
    ("arc-hybrid-swap", {}),
    ("planar", {}),
    ("2-planar", {}),
    ("covington", {}),
    ("arc-eager+lba", {}),
    ("arc-eager+rba", {}),
    ("arc-eager+lba+rba", {}),
    ("arc-eager+lnba", {}),
    ("arc-eager+rnba", {}),
    ("undirected-planar", {}),
    ("undirected-planar", {"reconstruction": "naive"}),
    ("undirected-2-planar", {}),
    ("undirected-2-planar", {"reconstruction": "naive"}),
    ("undirected-covington", {}),
    ("undirected-covington", {"reconstruction": "naive"}),
]
LONGEST = {
    "arc-standard": lambda n: 2 * n,
    "arc-eager": lambda n: 2 * n,
    "arc-hybrid": lambda n: 2 * n,
    "arc-hybrid-swap": lambda n: 2 * n + n * (n - 1),
    "planar": lambda n: 3 * n,
    "2-planar": lambda n: 8 * n,
    "covington": lambda n: n * (n + 1) // 2,
    "undirected-planar": lambda n: 3 * n + 1,
    "undirected-2-planar": lambda n: 8 * n + 4,
    "undirected-covington": lambda n: n * (n + 3) // 2,
}


def wrong_heads(gold: np.ndarray, built: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """How many heads differ in each sentence."""
    sums = np.concatenate([[0], np.cumsum(gold != built)])
    return np.diff(sums[offsets])


def check(system: crossarc.System, heads: np.ndarray, offsets: np.ndarray, seed: int, threads: int) -> list[str]:
    """What does not hold, in words."""
    core = system._core
    lengths = np.diff(offsets)
    longest = LONGEST[system.name.partition("+")[0]](lengths)
    covered = _core.covers(core, heads, offsets, threads)
    projective = _core.covers(crossarc.System("arc-eager")._core, heads, offsets, threads)
    failures = []

    def expect(holds: np.ndarray, what: str) -> None:
        if not holds.all():
            failures.append(f"{what} fails for {np.count_nonzero(~holds)} sentences")

    built, steps, _ = _core.derive_all(core, heads, offsets, threads)
    expect((wrong_heads(heads, built, offsets) == 0) == covered, "static oracle: rebuilt if and only if covered")
    expect(steps <= longest, "static oracle: length")
    for oracle in system.oracles[1:]:
        for regularize in [False, True] if system.name == "2-planar" else [False]:
            for explore in (0, 5, 20, 60):
                built, steps, promised = _core.follow(
                    core,
                    oracle,
                    heads,
                    offsets,
                    seed,
                    explore,
                    options=_core.OracleOptions(regularize),
                    threads=threads,
                )
                wrong = wrong_heads(heads, built, offsets)
                name = f"{oracle}{' regularised' * regularize} oracle after {explore} random transitions"
                expect(steps <= longest, name + ": length")
                if explore == 0:
                    expect((wrong == 0)[covered], name + ": covered trees")
                if oracle == "exact" or system.name in ("covington", "planar"):
                    expect(wrong == promised, name + ": promise")
                elif system.name == "2-planar":
                    expect(wrong <= promised, name + ": promise (planes)")
                elif oracle == "dynamic":
                    expect((wrong == promised)[projective], name + ": promise (projective trees)")
    return failures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebanks", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    files = [
        file for path in arguments.treebanks for file in (sorted(path.rglob("*.conll*")) if path.is_dir() else [path])
    ]
    failed = False
    print("| file | system | sentences | covered % | seconds | failures |\n|---|---|---|---|---|---|")
    for file in files:
        treebank = crossarc.read(file, lenient=True)
        heads, offsets = treebank.heads, treebank.offsets
        for name, options in SYSTEMS:
            begin = time.perf_counter()
            system = crossarc.System(name, **options)
            failures = check(system, heads, offsets, arguments.seed, arguments.threads)
            failed |= bool(failures)
            covered = 100 * _core.covers(system._core, heads, offsets).mean()
            shown = " ".join([name, *options.values()])
            seconds = time.perf_counter() - begin
            print(
                f"| {'/'.join(file.parts[-2:])} | {shown} | {len(treebank)} | {covered:.2f} | {seconds:.1f} "
                f"| {'; '.join(failures) or '–'} |",
                flush=True,
            )
    sys.exit(failed)


if __name__ == "__main__":
    main()
