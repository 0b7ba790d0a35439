"""How much of the crossing arcs pseudo-projective labels bring back, if every label is right.

python benchmarks/pseudo_projective.py TREEBANK…
"""

from __future__ import annotations

import sys

import crossarc
from crossarc.tables import Table
from crossarc.transforms import ENCODINGS, deprojectivize, pseudo_projectivize


def main() -> None:
    encodings = [encoding for encoding in ENCODINGS if encoding != "none"]
    table = Table(["treebank", "labels", *(f"{encoding}: labels, recall %" for encoding in encodings)])
    for path in sys.argv[1:]:
        treebank = crossarc.read(path)
        cells = []
        for encoding in encodings:
            lifted = pseudo_projectivize(treebank, encoding)
            recall = crossarc.evaluate(treebank, deprojectivize(lifted, encoding)).nonproj_recall
            cells.append(f"{len(lifted.strings('deprel'))}, {recall or 100:.1f}")
        table.add(crossarc.analyze(treebank).label, len(treebank.strings("deprel")), *cells)
    table.show()


if __name__ == "__main__":
    main()
