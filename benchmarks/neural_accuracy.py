"""Scores of the neural parser: trains on each treebank, chooses the epoch on dev, and parses test once.

    python benchmarks/neural_accuracy.py --treebanks ../shared/treebanks/ud-2.0 Turkish-IMST Latin-Perseus

Gold words and tags are the input; punctuation counts. Options of training can be given as NAME=VALUE.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from measured import value_of

import crossarc
from crossarc.parser import Training, TrainingOptions
from crossarc.tables import Table


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("names", nargs="+", help="folders of treebanks, or options as NAME=VALUE")
    arguments.add_argument("--treebanks", type=Path, required=True, help="the folder that they are in")
    arguments.add_argument("--preset", default="best")
    arguments.add_argument("--seeds", type=int, nargs="+", default=[1])
    arguments.add_argument("--threads", type=int, default=2)
    given = arguments.parse_args()
    chosen = {name: value_of(value) for name, _, value in (text.partition("=") for text in given.names if "=" in text)}
    table = Table(["treebank", "seed", "epoch", "dev UAS / LAS", "test UAS / LAS", "minutes", "processor minutes"])
    for name in (text for text in given.names if "=" not in text):
        train, dev, test = (
            crossarc.read(given.treebanks / name / f"{part}.conllu") for part in ("train", "dev", "test")
        )
        for seed in given.seeds:
            options = TrainingOptions.of(**({"learner": "bilstm", "preset": given.preset, "seed": seed} | chosen))
            began, worked = time.perf_counter(), time.process_time()
            training = Training(train, dev, options, threads=given.threads)
            for epoch in training:
                print(f"{name}: epoch {epoch.number}: {epoch.uas:.2f} / {epoch.las:.2f}", file=sys.stderr, flush=True)
            minutes = ((time.perf_counter() - began) / 60, (time.process_time() - worked) / 60)
            assert training.parser is not None
            best = training.parser.info["epoch"]
            scores = crossarc.evaluate(test, training.parser.parse(test, threads=given.threads))
            table.add(
                name,
                seed,
                best["number"],
                f"{best['uas']:.2f} / {best['las']:.2f}",
                f"{scores.uas:.2f} / {scores.las:.2f}",
                f"{minutes[0]:.1f}",
                f"{minutes[1]:.1f}",
            )
    table.show()


if __name__ == "__main__":
    main()
