"""What training costs, and what leaving out features and small weights costs: English-EWT, greedy, dynamic oracle.

    python benchmarks/training.py [--treebanks ../shared/treebanks] [--system arc-eager] [--epochs 10]

Processes of their own, one after the other, train on one core: with the defaults; with all weights of the features that
count (`--prune 0`); with all features, too (`--min-updates 0`).
Seconds are those of the processor, memory is the most that the process had, training data and all. Needs Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from measured import folders, part, peak_megabytes

import crossarc
from crossarc.parser import TrainingOptions
from crossarc.tables import Table

TREEBANK = "English-EWT"


def measure_here(path: Path, treebanks: Path, options: dict[str, Any]) -> dict[str, float]:
    """Trains in this process, whose memory and time are measured."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    before = time.process_time()
    parser = crossarc.train(part(treebanks, TREEBANK, "train"), threads=1, **options)
    seconds, megabytes = time.process_time() - before, peak_megabytes()
    parser.save(path)
    dev = part(treebanks, TREEBANK, "dev")
    scores = crossarc.evaluate(dev, parser.parse(dev))
    size = path.stat().st_size / 1e6
    return {"seconds": seconds, "memory": megabytes, "file": size, "uas": scores.uas, "las": scores.las}


def measure(treebanks: Path, options: dict[str, Any]) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        child = json.dumps({"path": f"{folder}/model", "treebanks": str(treebanks), "options": options})
        command = [sys.executable, __file__, "--child", child]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert isinstance(found, dict)
    return found


def main() -> None:
    arguments = folders(__doc__)
    arguments.add_argument("--system", default="arc-eager")
    arguments.add_argument("--epochs", type=int, default=10)
    arguments.add_argument("--child", help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.child:
        child = json.loads(given.child)
        print(json.dumps(measure_here(Path(child["path"]), Path(child["treebanks"]), child["options"])))
        return
    options = {"system": given.system, "oracle": "dynamic", "epochs": given.epochs}
    header = ["left out", "seconds of one core", "MB of memory", "MB of the file", "dev UAS", "dev LAS"]
    table = Table(header, title=f"{TREEBANK}, {given.system}, dynamic, {given.epochs} epochs")
    defaults = TrainingOptions()
    seldom, small = f"features of fewer than {defaults.own.min_updates} updates", f"weights below {defaults.own.prune}"
    for name, kept in (
        (f"{seldom}, {small}", {}),
        (seldom, {"prune": 0.0}),
        ("nothing", {"prune": 0.0, "min_updates": 0}),
    ):
        found = measure(given.treebanks, options | kept)
        table.add(name, found["seconds"], found["memory"], found["file"], found["uas"], found["las"])
    table.show()


if __name__ == "__main__":
    main()
