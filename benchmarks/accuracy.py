"""Accuracy on five treebanks: several settings, the best of them chosen on the development data, on the test data.

    python benchmarks/accuracy.py [TREEBANK…] [--settings SYSTEM/NONPROJECTIVE/ORACLE/BEAM…] [--jobs 2] [--output FILE]

Parts of a setting that are left out, or are "-", are the defaults: `2-planar`, `arc-eager/keep/exact`,
`arc-eager/-/-/8`. Gold words and tags, punctuation included. Each setting is trained in a process of its own, and kept:
a second run does not train again (empty the folder if the learner has changed). What is said of MaltParser and UDPipe
is given, not measured here.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from measured import folders, part, trained

import crossarc
from crossarc.tables import Table

# UAS / LAS on the test data. MaltParser 1.9.2 with features for FEATS, LEMMA and XPOS added; UDPipe 1, beam 5.
MALTPARSER = {
    "Latin-Perseus": "63.3 / 57.1",
    "Turkish-IMST": "67.7 / 62.0",
    "Gothic-PROIEL": "81.3 / 77.4",
    "Greek-GDT": "85.9 / 84.0",
    "English-EWT": "86.1 / 83.8",
}
UDPIPE = {
    "Latin-Perseus": "62.7 / 56.0",
    "Turkish-IMST": "65.2 / 58.5",
    "Gothic-PROIEL": "81.5 / 77.1",
    "Greek-GDT": "86.4 / 84.3",
    "English-EWT": "87.2 / 85.0",
}
# Recall / precision of non-projective arcs, with its swap system and beam 5.
UDPIPE_NONPROJECTIVE = {"Latin-Perseus": "21 / 32", "Gothic-PROIEL": "20 / 51"}

GREEDY = [
    "arc-eager",
    "arc-eager/keep/exact",
    "arc-hybrid-swap",
    "planar/pseudo-head",
    "2-planar",
    "covington",
]
BEAM = ["arc-eager/-/-/8", "2-planar/-/-/8", "covington/-/-/8"]


@dataclass(frozen=True)
class Setting:
    """What is told apart in the tables."""

    system: str
    nonprojective: str | None
    oracle: str | None
    beam: int

    @classmethod
    def of(cls, text: str) -> Setting:
        system, *rest = text.split("/")
        nonprojective, oracle, beam = [*(None if word == "-" else word for word in rest), None, None, None][:3]
        return cls(system, nonprojective, oracle, int(beam or 1))

    @property
    def options(self) -> dict[str, Any]:
        chosen = {"nonprojective": self.nonprojective, "oracle": self.oracle}
        return {"system": self.system, "beam": self.beam} | {
            name: value for name, value in chosen.items() if value is not None
        }

    def __str__(self) -> str:
        words = [self.system, self.nonprojective, self.oracle, f"beam {self.beam}" if self.beam > 1 else None]
        return ", ".join(word for word in words if word)


@dataclass(frozen=True)
class Result:
    treebank: str
    setting: Setting
    dev: crossarc.Evaluation
    test: crossarc.Evaluation
    epoch: int


def measure(job: tuple[str, Setting], models: Path, treebanks: Path, epochs: int, patience: int) -> Result:
    name, setting = job
    parser = crossarc.load(trained(models, treebanks, name, epochs=epochs, patience=patience, **setting.options))
    dev, test = (
        crossarc.evaluate(gold, parser.parse(gold))
        for gold in (part(treebanks, name, which) for which in ("dev", "test"))
    )
    return Result(name, setting, dev, test, parser.info["epoch"]["number"])


def accuracy(scores: crossarc.Evaluation) -> str:
    return f"{scores.uas:.2f} / {scores.las:.2f}"


def crossing(scores: crossarc.Evaluation) -> str:
    return " / ".join("–" if x is None else f"{x:.1f}" for x in (scores.nonproj_recall, scores.nonproj_precision))


def every_setting(results: list[Result]) -> Table:
    header = [
        "treebank",
        "setting",
        "epoch",
        "dev UAS / LAS",
        "dev non-projective arcs",
        "test UAS / LAS",
        "test non-projective arcs",
    ]
    table = Table(header, title="Every setting (non-projective arcs: recall / precision)")
    for r in results:
        cells = [accuracy(r.dev), crossing(r.dev), accuracy(r.test), crossing(r.test)]
        table.add(r.treebank, str(r.setting), r.epoch, *cells)
    return table


def best_on_dev(results: list[Result], title: str) -> Table:
    names = ("MaltParser", "UDPipe", "UDPipe with swap, non-projective arcs")
    given = [f"{name}, same files, earlier" for name in names]
    table = Table(["treebank", "best on dev", "dev LAS", "test UAS / LAS", "non-projective arcs", *given], title=title)
    for name in dict.fromkeys(r.treebank for r in results):
        best = max((r for r in results if r.treebank == name), key=lambda r: r.dev.las)
        peers = [column.get(name) for column in (MALTPARSER, UDPIPE, UDPIPE_NONPROJECTIVE)]
        table.add(name, str(best.setting), best.dev.las, accuracy(best.test), crossing(best.test), *peers)
    return table


def main() -> None:
    arguments = folders(__doc__)
    arguments.add_argument("names", nargs="*", metavar="TREEBANK", default=list(MALTPARSER))
    arguments.add_argument("--settings", nargs="+", default=[*GREEDY, *BEAM])
    arguments.add_argument("--epochs", type=int, default=15)
    arguments.add_argument("--patience", type=int, default=4)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--output", type=Path, help="a Markdown file; printed if not given")
    given = arguments.parse_args()
    settings = [Setting.of(text) for text in given.settings]
    run = partial(measure, models=given.models, treebanks=given.treebanks, epochs=given.epochs, patience=given.patience)
    with ProcessPoolExecutor(given.jobs) as pool:
        results = list(pool.map(run, [(name, setting) for name in given.names for setting in settings]))
    tables = [best_on_dev([r for r in results if r.setting.beam == 1], "Greedy")]
    if any(r.setting.beam > 1 for r in results):
        tables.append(best_on_dev([r for r in results if r.setting.beam > 1], "Beam search"))
    text = "\n\n".join(table.markdown() for table in (*tables, every_setting(results))) + "\n"
    if given.output is None:
        print(text, end="")
    else:
        given.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
