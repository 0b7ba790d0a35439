"""How long `evaluate` and `compare` take: against the official scorer, and for 2,000 sentences of two systems.

    python benchmarks/compare.py [GOLD.conllu]

Without a file it makes a treebank of 2,000 sentences of 5 to 40 words.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from measured import random_heads

import crossarc

SENTENCES = 2000
LABELS = ("nsubj", "obj", "obl", "nmod:poss", "case", "punct", "advcl:relcl")
TAGS = ("NOUN", "VERB", "ADP", "PUNCT")


def generated() -> crossarc.Treebank:
    random = np.random.default_rng(1)
    lines = []
    for length in random.integers(5, 41, SENTENCES):
        for word, head in enumerate(random_heads(length, random), start=1):
            form, tag, label = f"w{random.zipf(1.3) % 10_000}", random.choice(TAGS), random.choice(LABELS)
            lines.append(f"{word}\t{form}\t_\t{tag}\t_\t_\t{head}\t{label if head else 'root'}\t_\t_\n")
        lines.append("\n")
    return crossarc.Treebank.from_conllu("".join(lines), format="conllu")


def with_errors(treebank: crossarc.Treebank, rate: float, seed: int) -> crossarc.Treebank:
    """Some words hang from their sentence's root, some labels are `obl`."""
    random = np.random.default_rng(seed)
    heads, labels = treebank.heads.copy(), treebank.column("deprel")
    for begin, end in zip(treebank.offsets[:-1], treebank.offsets[1:], strict=True):
        sentence = heads[begin:end]
        root = int(np.flatnonzero(sentence == 0)[0]) + 1
        sentence[(random.random(end - begin) < rate) & (sentence != 0)] = root
    for word in np.flatnonzero(random.random(len(labels)) < rate):
        labels[word] = "obl"
    return treebank.with_trees(heads, labels)


def best_of(times: int, action: Callable[[], object]) -> float:
    """Seconds of the fastest run."""
    durations = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        durations.append(time.perf_counter() - start)
    return min(durations)


def official(gold: Path, predicted: Path) -> None:
    from udtools import udeval  # noqa: PLC0415

    texts = [io.StringIO(path.read_text(encoding="utf-8")) for path in (gold, predicted)]
    udeval.evaluate(*(udeval.load_conllu(text, "", {"multiple_roots_okay": True}) for text in texts))


def main() -> None:
    treebank = crossarc.read(sys.argv[1])[:SENTENCES] if len(sys.argv) > 1 else generated()
    print(f"{len(treebank):,} sentences, {treebank.word_count:,} words")
    with tempfile.TemporaryDirectory() as folder:
        gold, a, b = (Path(folder) / f"{name}.conllu" for name in ("gold", "a", "b"))
        for trees, path in ((treebank, gold), (with_errors(treebank, 0.12, 1), a), (with_errors(treebank, 0.11, 2), b)):
            crossarc.write(trees, path)
        whole = best_of(5, lambda: crossarc.evaluate(gold, a))
        trees = crossarc.read(gold), crossarc.read(a)
        alone = best_of(5, lambda: crossarc.evaluate(*trees))
        theirs = best_of(2, lambda: official(gold, a))
        print(f"evaluate, reading included: {1000 * whole:.1f} ms; after reading: {1000 * alone:.1f} ms")
        print(f"official scorer (udtools): {1000 * theirs:.0f} ms, {theirs / whole:.0f} times as long")
        print(f"compare, 10,000 samples: {best_of(3, lambda: crossarc.compare(gold, [a, b])):.2f} s")
        command = ["crossarc", "compare", str(gold), str(a), str(b)]
        process = best_of(3, lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
        print(f"crossarc compare, as a process: {process:.2f} s")


if __name__ == "__main__":
    main()
