"""Tables 1 and 2 of the 2018 2-planar paper: 2-planar with its static and its dynamic oracle, and arc-hybrid with SWAP.

    python benchmarks/neural_systems.py --treebanks ../shared/treebanks/ud-2.0 --output scores.jsonl \
        Latin-Perseus Turkish-IMST Gothic-PROIEL Hungarian-Szeged Estonian-EDT Slovenian-SST

trains the paper's network on each treebank with each setting and seed, and adds a line to the output for each; what is
there already is not done again, so that it can be ended and started at will. Then it prints the averages.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import Any

import crossarc
from crossarc.tables import Table

SETTINGS = {
    "2-planar, static": {"system": "2-planar", "oracle": "static"},
    "2-planar, dynamic": {"system": "2-planar", "oracle": "dynamic"},
    "2-planar, dynamic, regularised": {"system": "2-planar", "oracle": "dynamic", "regularize": True},
    "arc-hybrid-swap": {"system": "arc-hybrid-swap", "oracle": "static-dynamic"},
}


def parts_of(folder: Path) -> dict[str, crossarc.Treebank]:
    """Train, dev and test; without a dev file the last tenth of train is dev."""
    parts = {path.stem: crossarc.read(path) for path in sorted(folder.glob("*.conll*"))}
    if "dev" not in parts:
        cut = len(parts["train"]) * 9 // 10
        parts |= {"train": parts["train"][:cut], "dev": parts["train"][cut:]}
    return parts


def measured(parts: dict[str, crossarc.Treebank], setting: str, seed: int, given: argparse.Namespace) -> dict[str, Any]:
    parser = crossarc.train(
        parts["train"],
        dev=parts["dev"],
        learner="bilstm",
        preset=given.preset,
        epochs=given.epochs,
        patience=given.epochs,
        seed=seed,
        threads=given.threads,
        **SETTINGS[setting],
    )
    scores = crossarc.evaluate(parts["test"], parser.parse(parts["test"], threads=given.threads))
    own = {name: getattr(scores, name) for name in ("uas", "las", "nonproj_recall", "nonproj_precision")}
    return {"setting": setting, "seed": seed, "epoch": parser.info["epoch"]["number"]} | own


def show(rows: list[dict[str, Any]]) -> None:
    """UAS and LAS of each treebank and setting, averaged over the seeds, and the averages over the treebanks."""
    scores = defaultdict(list)
    for row in rows:
        scores[row["treebank"], row["setting"]].append((row["uas"], row["las"]))
    settings = [setting for setting in SETTINGS if any(key[1] == setting for key in scores)]
    treebanks = sorted({key[0] for key in scores})
    table = Table(["treebank", *settings])

    def average(treebank: str, setting: str) -> tuple[float, float] | None:
        own = scores.get((treebank, setting))
        return None if not own else (mean(uas for uas, _ in own), mean(las for _, las in own))

    for treebank in treebanks:
        cells = (average(treebank, setting) for setting in settings)
        table.add(treebank, *("" if cell is None else f"{cell[0]:.2f} / {cell[1]:.2f}" for cell in cells))
    complete = [t for t in treebanks if all(average(t, setting) for setting in settings)]
    if complete:
        columns = [[average(t, setting) or (0.0, 0.0) for t in complete] for setting in settings]
        table.add("average", *(f"{mean(u for u, _ in c):.2f} / {mean(v for _, v in c):.2f}" for c in columns))
    table.show()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("names", nargs="*", help="folders of treebanks")
    arguments.add_argument("--treebanks", type=Path, required=True, help="the folder that they are in")
    arguments.add_argument("--output", type=Path, required=True, help="a line of JSON for each parser")
    arguments.add_argument("--settings", nargs="+", default=[s for s in SETTINGS if "regularised" not in s])
    arguments.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    arguments.add_argument("--epochs", type=int, default=20)
    arguments.add_argument("--preset", default="paper")
    arguments.add_argument("--threads", type=int, default=2)
    given = arguments.parse_args()
    rows = [json.loads(line) for line in given.output.read_text().splitlines()] if given.output.exists() else []
    done = {(row["treebank"], row["setting"], row["seed"]) for row in rows}
    for name in given.names:
        parts = parts_of(given.treebanks / name)
        for seed in given.seeds:
            for setting in given.settings:
                if (name, setting, seed) in done:
                    continue
                row = {"treebank": name} | measured(parts, setting, seed, given)
                rows.append(row)
                with given.output.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
                print(json.dumps(row), file=sys.stderr, flush=True)
    show(rows)


if __name__ == "__main__":
    main()
