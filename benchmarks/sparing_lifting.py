"""How many words are lifted until a system can build all trees, and how long that takes.

python benchmarks/sparing_lifting.py TREEBANK…
"""

from __future__ import annotations

import sys
import time

import crossarc
from crossarc.tables import Table
from crossarc.transforms import pseudo_projectivize

SYSTEMS = ("arc-eager", "planar", "arc-eager+lnba", "arc-eager+rnba", "arc-eager+lnba+rnba", "2-planar")


def main() -> None:
    table = Table(["treebank", "words", *SYSTEMS])
    for path in sys.argv[1:]:
        treebank = crossarc.read(path)
        cells = []
        for system in SYSTEMS:
            began = time.process_time()
            lifted = pseudo_projectivize(treebank, "none", system=system, threads=1)
            seconds = time.process_time() - began
            cells.append(f"{int((lifted.heads != treebank.heads).sum()):,}, {seconds:.1f} s")
        table.add(crossarc.analyze(treebank).label, treebank.word_count, *cells)
    table.show()


if __name__ == "__main__":
    main()
