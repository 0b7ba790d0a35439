"""What it costs to look at all words of a treebank: as objects, as columns of sentences, as arrays.

    python benchmarks/word_access.py TREEBANK [--repeat 9]

The tags of all words are counted three ways, which take turns; the fastest run of each counts. Other rows are what
else words are asked for, and what it takes to go through them.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np
from measured import fastest, seconds_of

import crossarc
from crossarc.tables import Table


def ways(treebank: crossarc.Treebank) -> dict[str, Callable[[], object]]:
    return {
        "sentences": lambda: sum(1 for _ in treebank),
        "words": lambda: sum(1 for _ in treebank.words),
        "tags of words": lambda: Counter(word.upos for word in treebank.words),
        "tags of sentences": lambda: Counter(tag for sentence in treebank for tag in sentence.upos),
        "tags as array": lambda: np.bincount(treebank.codes("upos")),
        "form, tag and label of words": lambda: [(word.form, word.upos, word.deprel) for word in treebank.words],
        "heads of words": lambda: [word.head for word in treebank.words],
        "features of words": lambda: Counter(word.feats.get("Case") for word in treebank.words),
        "children of words": lambda: [word.children for word in treebank.words],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank")
    parser.add_argument("--repeat", type=int, default=9)
    arguments = parser.parse_args()
    treebank = crossarc.read(arguments.treebank)
    treebank.codes("upos")  # made once, when they are first asked for
    table = Table(["what", "ms", "ns per word"], title=repr(treebank))
    runs = {name: partial(seconds_of, way, time.process_time) for name, way in ways(treebank).items()}
    for name, seconds in fastest(runs, arguments.repeat).items():
        table.add(name, 1000 * seconds, round(1e9 * seconds / treebank.word_count))
    table.show()


if __name__ == "__main__":
    main()
