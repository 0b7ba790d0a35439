"""How long `crossarc.analyze` takes after a treebank is loaded.

python benchmarks/analysis.py TREEBANK…
"""

from __future__ import annotations

import sys
import time

import crossarc
from crossarc.tables import Table


def main() -> None:
    table = Table(["treebank", "words", "milliseconds, one thread", "million words/s"])
    for path in sys.argv[1:]:
        treebank = crossarc.read(path)
        taken = []
        for _ in range(5):
            start = time.perf_counter()
            analysis = crossarc.analyze(treebank, threads=1)
            taken.append(time.perf_counter() - start)
        table.add(analysis.label, treebank.word_count, 1000 * min(taken), treebank.word_count / min(taken) / 1e6)
    table.show()


if __name__ == "__main__":
    main()
