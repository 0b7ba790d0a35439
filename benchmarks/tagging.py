"""Accuracy of tagger and lemmatizer on gold words, and their speed.

    python benchmarks/tagging.py [--treebanks ../shared/treebanks] [--part test] [--with-dev] [--speed-only] [NAME…]

UPOS, XPOS, UFeats (FEATS as a whole) and lemmas (with predicted tags) are shares of words in percent, beside those of
UDPipe 1.2 (its models of the CoNLL 2017 shared task, with gold words). A word whose lemma is _ in the gold standard
counts as right, as the CoNLL 2018 scorer has it. With `--with-dev` the data of `dev` are learnt from, too, but for the
last tenth: so were UDPipe's models of the treebanks marked with *, for which the columns are comparable only then. The
seconds are of the processor, for one training of both. Speed is that of one thread, from words in memory to columns, on
English-EWT's test data repeated to a million words, where forms recur, and on its training data as they are.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from measured import LEARNT_FROM_DEV, training_data

import crossarc
from crossarc import Treebank
from crossarc.lemmas import Lemmatizer
from crossarc.tables import Table
from crossarc.tagging import Tagger

# UPOS, XPOS, UFeats and lemmas of UDPipe 1.2; None where it has none.
UDPIPE: dict[str, tuple[float | None, float | None, float | None, float | None]] = {
    "Latin-Perseus": (83.4, 67.6, 72.5, 51.2),
    "Turkish-IMST": (94.0, 93.0, 88.9, 91.7),
    "Gothic-PROIEL": (94.8, 95.3, 88.0, 92.9),
    "Greek-GDT": (96.0, 96.0, 90.5, 94.6),
    "English-EWT": (94.5, 93.9, 95.4, 96.9),
    "English-LinES": (95.1, 92.8, None, None),
    "Estonian-EDT": (91.3, 93.2, 85.0, 84.5),
    "Hungarian-Szeged": (91.8, None, 70.6, 89.5),
    "Slovenian-SST": (89.4, 81.6, 81.8, 91.7),
    "French-Sequoia": (96.8, None, 96.0, 97.7),
    "Vietnamese-VTB": (89.3, 86.8, 99.6, 99.0),
    "Portuguese-Bosque": (96.8, 73.0, 93.7, 97.2),
}
FASTEST = "English-EWT"


def trained(data: Treebank) -> tuple[Tagger, Lemmatizer | None, float]:
    start = time.process_time()
    tagger = Tagger.train(data)
    lemmatizer = Lemmatizer.train(data) if Lemmatizer.can_learn_from(data) else None
    return tagger, lemmatizer, time.process_time() - start


def accuracy(tagger: Tagger, lemmatizer: Lemmatizer | None, gold: Treebank) -> list[float | None]:
    scores: list[float | None] = [tagger.accuracy(gold)[name] for name in ("upos", "xpos", "feats")]
    if lemmatizer is None:
        return [*scores, None]
    lemmas = lemmatizer.column(tagger.tag(gold, redo=True), redo=True)
    right = lemmas.right(gold, "lemma") | (np.array(gold.column("lemma")) == "_")
    return [*scores, 100.0 * float(np.mean(right))]


def shown(own: float | None, other: float | None) -> str:
    return "–" if own is None else f"{own:.2f}" if other is None else f"{own:.2f} ({other:.1f})"


def words_per_second(tagger: Tagger, lemmatizer: Lemmatizer, text: bytes) -> tuple[float, float]:
    tagging, lemmatizing = [], []
    for _ in range(3):
        treebank = Treebank.from_bytes(text)
        start = time.process_time()
        tagger.columns(treebank, redo=True)
        tagging.append(treebank.word_count / (time.process_time() - start))
        treebank = Treebank.from_bytes(text)
        start = time.process_time()
        lemmatizer.column(treebank, redo=True)
        lemmatizing.append(treebank.word_count / (time.process_time() - start))
    return max(tagging), max(lemmatizing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(UDPIPE))
    parser.add_argument("--treebanks", type=Path, default=Path("../shared/treebanks"))
    parser.add_argument("--part", default="test", choices=["dev", "test"])
    parser.add_argument("--with-dev", action="store_true")
    parser.add_argument("--speed-only", action="store_true")
    parser.add_argument("--words", type=int, default=1_000_000)
    options = parser.parse_args()
    folder = options.treebanks / "ud-2.0"
    if not options.speed_only:
        table = Table(["treebank", "UPOS", "XPOS", "UFeats", "lemmas", "seconds", "MB"], right_from=1)
        for name in options.names:
            tagger, lemmatizer, seconds = trained(training_data(options.treebanks, name, with_dev=options.with_dev)[0])
            size = len(tagger.to_bytes()) + (0 if lemmatizer is None else len(lemmatizer.to_bytes()))
            scores = accuracy(tagger, lemmatizer, crossarc.read(folder / name / f"{options.part}.conllu"))
            cells = [shown(own, other) for own, other in zip(scores, UDPIPE[name], strict=True)]
            mark = "*" if name in LEARNT_FROM_DEV else ""
            table.add(name + mark, *cells, f"{seconds:.1f}", f"{size / 1e6:.1f}")
        table.show()
    tagger, lemmatizer, _ = trained(training_data(options.treebanks, FASTEST)[0])
    assert lemmatizer is not None
    test = crossarc.read(folder / FASTEST / "test.conllu")
    texts = {
        "a million words": test.to_bytes() * max(1, options.words // test.word_count),
        "training data": (folder / FASTEST / "train.conllu").read_bytes(),
    }
    speeds = Table([f"{FASTEST}, words/s", "tagger", "lemmatizer", "both"], right_from=1)
    for name, text in texts.items():
        tagging, lemmatizing = words_per_second(tagger, lemmatizer, text)
        both = 1 / (1 / tagging + 1 / lemmatizing)
        speeds.add(name, f"{tagging:,.0f}", f"{lemmatizing:,.0f}", f"{both:,.0f}")
    speeds.show()


if __name__ == "__main__":
    main()
