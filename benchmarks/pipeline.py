"""From raw text to trees: the scores of the CoNLL 2018 shared task, by the official scorer.

    python benchmarks/pipeline.py [TREEBANK…] [--part dev] [--beams 1 8] [--gold-words]
    python benchmarks/pipeline.py [TREEBANK…] [--part dev] --learner bilstm [--set NAME=VALUE …] [--join-dev]

A model with all stages is trained on `train`, its parser's epoch chosen on `dev`, and measured on raw text of `dev`,
or with `--part test` of `test`, made as the CoNLL 2017 task made it: sentences with a space between them, or none after
SpaceAfter=No, and blank lines at new paragraphs and documents. Each beam is a model of its own. With `--gold-words` the
words are given, and the tags are predicted. What is said of UDPipe 1.2 is its result in the task of 2017, which is of
raw text and on `test`; "–" was not found, or is 100.

With another learner there is one model, of its preset `best` if it is the network, and `--set` changes its options; the
second best LAS of the 33 systems of 2017 stands below it. `--join-dev` moves nine tenths of `dev` into the training
data, as participants did with small treebanks, some of which had no `dev` in the task; the last tenth chooses the
epoch.
"""

from __future__ import annotations

import argparse
import io
import logging
import time
from pathlib import Path
from typing import Any

from measured import folders, part, trained, value_of
from udtools import udeval

import crossarc
from crossarc import Treebank
from crossarc.tables import Table
from crossarc.tokenizer import restore

METRICS = ("Words", "Sentences", "UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX")

# On the raw text of the test data: words, sentences, UPOS, XPOS, UFeats, lemmas, LAS.
UDPIPE_METRICS = ("Words", "Sentences", "UPOS", "XPOS", "UFeats", "Lemmas", "LAS")
UDPIPE: dict[str, tuple[float | None, ...]] = {
    "Latin-Perseus": (None, 98.56, 83.66, 68.03, 72.75, 51.85, 47.02),
    "Turkish-IMST": (97.92, 96.89, 91.51, 90.58, 86.70, 89.60, 53.78),
    "Gothic-PROIEL": (None, 24.12, 94.32, 94.87, 87.06, 92.45, 62.80),
    "Greek-GDT": (99.87, 90.00, 95.35, 95.35, 89.89, 94.44, 80.67),
    "English-EWT": (99.03, 75.33, 93.50, 92.88, 94.44, 96.10, 77.25),
    "English-LinES": (99.92, 87.40, 94.87, None, 99.39, 99.92, 74.92),
    "Estonian-EDT": (None, 93.66, 87.60, 89.98, 81.14, 80.96, 60.01),
    "Hungarian-Szeged": (None, 95.54, None, None, 70.59, 88.40, 66.54),
    "Slovenian-SST": (99.87, 13.13, 91.78, None, 85.32, 1.19, 53.94),
    "French-Sequoia": (None, 84.60, None, None, 94.74, 96.82, 81.35),
    "Vietnamese-VTB": (84.26, 92.87, 75.29, 73.30, 83.93, 83.54, 39.97),
    "Portuguese-Bosque": (None, 89.24, 96.30, 72.63, 93.36, None, 82.72),
}

# LAS of the second best of 33 systems, in the same task.
SECOND = {
    "Latin-Perseus": 59.48,
    "Turkish-IMST": 62.66,
    "Gothic-PROIEL": 68.34,
    "Greek-GDT": 86.90,
    "English-EWT": 79.94,
    "English-LinES": 80.65,
    "Estonian-EDT": 69.71,
    "Hungarian-Szeged": 76.55,
    "Slovenian-SST": 56.02,
    "French-Sequoia": 86.53,
    "Vietnamese-VTB": 42.52,
    "Portuguese-Bosque": 85.11,
}


def scores(gold: Treebank, found: Treebank) -> list[float]:
    loaded = [
        udeval.load_conllu(io.StringIO(treebank.to_conllu()), "", {"multiple_roots_okay": True})
        for treebank in (gold, found)
    ]
    result = udeval.evaluate(*loaded)
    return [100 * result[metric].f1 for metric in METRICS]


def add_row_of_learner(table: Table, name: str, options: argparse.Namespace, chosen: dict[str, Any]) -> None:
    gold = crossarc.read(part(options.treebanks, name, options.part))
    start = time.process_time()
    path = trained(
        options.models, options.treebanks, name, joins_dev=options.join_dev, stages=None, threads=1, **chosen
    )
    seconds = time.process_time() - start
    parser = crossarc.load(path)
    start = time.perf_counter()
    found = (
        parser.parse(gold, redo=["tags", "lemmas"], threads=1)
        if options.gold_words
        else parser.parse_text(restore(gold), offsets=False, threads=1)
    )
    speed = gold.word_count / (time.perf_counter() - start)
    epoch = f"epoch {parser.info['epoch']['number']} of {parser.info['options'].get('epochs', 1)}"
    kind = f"{name}, {options.learner}, {'train and dev, ' * options.join_dev}{epoch}"
    size = f"{path.stat().st_size / 1e6:.1f}"
    table.add(kind, *scores(gold, found), f"{speed:,.0f}", size, f"{seconds:.0f}")
    if name in SECOND and not options.gold_words:
        known = {"LAS": SECOND[name]}
        table.add("second of 2017, test", *(known.get(metric) for metric in METRICS), None, None, None)


def add_rows(
    table: Table, name: str, treebanks: Path, models: Path, which: str, beams: list[int], gold_words: bool
) -> None:
    gold = crossarc.read(part(treebanks, name, which))
    text = restore(gold)
    for beam in beams:
        start = time.perf_counter()
        path = trained(models, treebanks, name, stages=None, beam=beam)
        seconds = time.perf_counter() - start
        parser = crossarc.load(path)
        start = time.perf_counter()
        found = (
            parser.parse(gold, redo=["tags", "lemmas"], threads=1)
            if gold_words
            else parser.parse_text(text, offsets=False, threads=1)
        )
        speed = gold.word_count / (time.perf_counter() - start)
        kind = f"{name}, {'greedy' if beam == 1 else f'beam {beam}'}"
        size = f"{path.stat().st_size / 1e6:.1f}"
        table.add(kind, *scores(gold, found), f"{speed:,.0f}", size, f"{seconds:.0f}")
    if name in UDPIPE and not gold_words:
        known = dict(zip(UDPIPE_METRICS, UDPIPE[name], strict=True))
        table.add("UDPipe 1.2, test", *(known.get(metric) for metric in METRICS), None, None, None)


def main() -> None:
    parser = folders(__doc__)
    parser.add_argument("names", nargs="*", default=list(UDPIPE), metavar="TREEBANK")
    parser.add_argument("--part", choices=["dev", "test"], default="dev")
    parser.add_argument("--beams", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--gold-words", action="store_true")
    parser.add_argument("--learner", help="instead of the perceptron")
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=VALUE", help="options of the learner")
    parser.add_argument("--join-dev", action="store_true", help="learn from nine tenths of dev, too")
    options = parser.parse_args()
    chosen = {name: value_of(value) for name, _, value in (text.partition("=") for text in options.set)}
    if options.learner is not None:
        logging.basicConfig(level=logging.INFO, format="%(message)s")  # training takes long: each epoch is told
        preset = {"preset": "best"} if options.learner == "bilstm" else {}
        chosen = {"learner": options.learner} | preset | chosen
    title = f"{'Gold words' if options.gold_words else 'Raw text'} of {options.part}, F1; one thread"
    table = Table(["", *METRICS, "words/s", "MB", "training, s"], title=title)
    for name in options.names:
        if options.learner is not None:
            add_row_of_learner(table, name, options, chosen)
            continue
        add_rows(table, name, options.treebanks, options.models, options.part, options.beams, options.gold_words)
    print(table.markdown())


if __name__ == "__main__":
    main()
