"""Work that takes many seconds within one sentence, one call or one thread: what test_interruption.py breaks off.

As a program it says "ready" and does the work of the name that it is given.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

import crossarc
from crossarc import System, Treebank, _core

Forest = tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]


def tree(n: int) -> list[int]:
    """Words are attached in random order, each to a random one of those before it."""
    rng = random.Random(1)
    order = rng.sample(range(1, n + 1), n)
    heads = [0] * n
    for k in range(1, n):
        heads[order[k] - 1] = order[rng.randrange(k)]
    return heads


def chain(n: int) -> list[int]:
    """The words in random order, each the head of the next."""
    order = np.array(random.Random(1).sample(range(1, n + 1), n))
    heads = np.zeros(n, np.int32)
    heads[order[1:] - 1] = order[:-1]
    return heads.tolist()


def forest(heads: list[int], copies: int = 1) -> Forest:
    return np.array(heads * copies, np.int32), np.arange(copies + 1, dtype=np.int64) * len(heads)


def sentence(heads: list[int]) -> Treebank:
    lines = (f"{word}\tw\t_\tN\t_\t_\t{head}\tdep\t_\t_\n" for word, head in enumerate(heads, start=1))
    return Treebank.from_conllu("".join(lines) + "\n")


def bootstrap(counts: npt.NDArray[np.int32]) -> None:
    _core.bootstrap_differences(counts, 100_000, 1, 2)


def shuffling(counts: npt.NDArray[np.int32]) -> None:
    _core.shuffled_as_different(counts, 100_000, 1, 2)


def parser() -> crossarc.Parser:
    return crossarc.train(crossarc.synthetic.generate(20), system="covington", epochs=1)


COUNTS = (100_000, 2, 14, 2)  # sentences, systems, metrics, right and possible
ROW = sentence(list(range(20_000)))

# What is prepared, and what takes long.
WORK: dict[str, tuple[Callable[[], object], Callable[..., object]]] = {
    "bootstrap": (lambda: np.ones(COUNTS, np.int32), bootstrap),
    "shuffling": (lambda: np.ones(COUNTS, np.int32), shuffling),
    "derivation": (lambda: tree(100_000), System("covington").derive),
    "derivations": (
        lambda: forest(tree(30_000), 2),
        lambda trees: _core.derive_all(System("arc-hybrid-swap")._core, *trees, 2),
    ),
    "exact costs": (
        lambda: forest(tree(300), 50),
        lambda trees: _core.follow(System("arc-hybrid")._core, "exact", *trees, threads=2),
    ),
    "planar costs": (
        lambda: forest(tree(1900), 2),
        lambda trees: _core.follow(System("planar")._core, "dynamic", *trees, threads=2),
    ),
    "planes": (lambda: forest(tree(250), 400), lambda trees: _core.derive_all(System("2-planar")._core, *trees, 2)),
    "projective trees": (lambda: forest(tree(990), 60), lambda trees: _core.projectivize(*trees, 2)),
    "lifting": (
        lambda: forest(chain(300_000)),
        lambda trees: _core.pseudo_projectivize(*trees, np.zeros_like(trees[0]), "head", 2),
    ),
    "lifting for a system": (
        lambda: forest(tree(300), 200),
        lambda trees: _core.pseudo_projectivize(
            *trees, np.zeros_like(trees[0]), "head", 2, System("2-planar+lnba")._core
        ),
    ),
    "parsing": (parser, lambda own: own.parse(ROW, threads=2)),
    "parsing with a beam": (parser, lambda own: own.parse(ROW, beam=8, threads=1)),
    "training": (lambda: ROW, lambda row: crossarc.train(row, system="covington", epochs=1)),
    "training with a beam": (lambda: ROW, lambda row: crossarc.train(row, system="covington", beam=4, epochs=1)),
    "training with swaps": (
        lambda: sentence(tree(20_000)),
        lambda row: crossarc.train(row, system="arc-hybrid-swap", epochs=1),
    ),
}

if __name__ == "__main__":
    prepare, work = WORK[sys.argv[1]]
    prepared = prepare()
    print("ready", flush=True)
    try:
        work(prepared)
    except KeyboardInterrupt:
        sys.exit(130)
