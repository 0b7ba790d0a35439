"""Takes the LAS of docs/reproduction/systems.csv over into the package, where `crossarc analyze` looks them up.

`python experiments/measured_systems.py` after `crossarc experiment experiments/systems.toml … -o docs/reproduction`.
It also says how well the treebanks that are like another tell which system is best on that one: each treebank is left
out in turn, and the system that was closest to the best on those like it is taken.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from pathlib import Path
from statistics import mean

from crossarc.analysis.measured import TABLE, MeasuredTreebank, like

RESULTS = Path(__file__).parents[1] / "docs" / "reproduction" / "systems.csv"


def read(path: Path) -> list[MeasuredTreebank]:
    """The treebanks of an experiment's scores, with the mean over seeds; all parsers must be done on all of them."""
    figures: dict[str, tuple[int, float]] = {}
    scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    with path.open(encoding="utf-8", newline="") as file:
        for run in csv.DictReader(file):
            if run["status"] != "done":
                raise ValueError(f"{path}: {run['parser']} on {run['treebank']} is not done")
            figures[run["treebank"]] = int(run["training_sentences"]), float(run["nonprojective_percent"])
            scores[run["treebank"]][run["parser"]].append(float(run["las"]))
    return [
        MeasuredTreebank(name, *figures[name], {parser: mean(las) for parser, las in scores[name].items()})
        for name in figures
    ]


def table(treebanks: list[MeasuredTreebank]) -> str:
    parsers = list(treebanks[0].las)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["treebank", "sentences", "nonprojective_percent", *parsers])
    for treebank in treebanks:
        las = (f"{treebank.las[parser]:.2f}" for parser in parsers)
        writer.writerow([treebank.name, treebank.sentences, f"{treebank.nonprojective:.2f}", *las])
    return text.getvalue()


def left_out_in_turn(treebanks: list[MeasuredTreebank]) -> str:
    behind, best, without = [], 0, 0
    for treebank in treebanks:
        others = [other for other in treebanks if other is not treebank]
        near = like(treebank.sentences, treebank.nonprojective, others)
        if not near:
            without += 1
            continue
        taken = min(treebank.las, key=lambda system: mean(other.behind(system) for other in near))
        behind.append(treebank.behind(taken))
        best += treebank.behind(taken) == 0
    always = {system: mean(treebank.behind(system) for treebank in treebanks) for system in treebanks[0].las}
    first, least = min(always.items(), key=lambda item: item[1])
    return (
        f"Of {len(treebanks)} treebanks left out in turn, {without} are like none of the others. On the other "
        f"{len(behind)} the system that was closest to the best on those like it is the best on {best}, and "
        f"{mean(behind):.2f} LAS below the best on average; {first} is {least:.2f} below it on average over all."
    )


if __name__ == "__main__":
    measured = read(RESULTS)
    TABLE.write_text(table(measured), encoding="utf-8")
    print(f"wrote {TABLE}")
    print(left_out_in_turn(measured))
