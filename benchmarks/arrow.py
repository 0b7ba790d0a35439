"""Treebanks to Arrow and Parquet and back: every byte must come back; words a second, and sizes.

python benchmarks/arrow.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import crossarc
from crossarc.tables import Table


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/treebanks")
    table = Table(["files", "words", "to Parquet, words/s", "from Parquet, words/s", "Parquet / CoNLL-U, bytes"])
    words = sizes = stored = 0
    there = back = 0.0
    paths = sorted(folder.rglob("*.conll*"))
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "treebank.parquet"
        for path in paths:
            treebank = crossarc.read(path)
            start = time.perf_counter()
            crossarc.write(treebank, target)
            there += time.perf_counter() - start
            start = time.perf_counter()
            found = crossarc.read(target)
            back += time.perf_counter() - start
            if found.to_bytes() != path.read_bytes():
                sys.exit(f"{path}: not the same bytes")
            words += treebank.word_count
            sizes += path.stat().st_size
            stored += target.stat().st_size
    table.add(f"{len(paths)}", f"{words:,}", f"{words / there:,.0f}", f"{words / back:,.0f}", f"{stored / sizes:.3f}")
    print(table.markdown())


if __name__ == "__main__":
    main()
