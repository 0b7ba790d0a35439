"""From raw text to trees: the scores of the CoNLL shared tasks, by the official scorer.

    python benchmarks/pipeline.py [TREEBANK…] [--part dev] [--beams 1 8] [--with-dev] [--perceptrons N]
    python benchmarks/pipeline.py --gold-words [TREEBANK…] [--part dev] [--beams 1 8] [--with-dev] [--learnt-from-gold]

A model with all stages is trained on `train`, its parser's epoch chosen on `dev`, and measured on raw text of `dev`,
or with `--part test` of `test`, made as the CoNLL 2017 task made it: sentences with a space between them, or none after
SpaceAfter=No, and blank lines at new paragraphs and documents. Each beam is a model of its own. Models are kept, and
not trained again; empty the folder if the learner has changed.

With `--perceptrons N` parsers are the mean of N perceptrons.

`--with-dev` learns from `dev`, too, but for its last tenth, which chooses the epoch: so UDPipe's models of the
treebanks marked with * were made, and only then the comparison is like for like. It takes those five if no treebank is
named, and needs `--part test`.

UFeats are those of the task of 2018, which counts universal attributes alone; FEATS is the whole column, as the task of
2017 counted it. What is said of UDPipe 1.2 is its result in the task of 2017, which is of raw text and on `test`; "–"
was not found, or is 100.

`--gold-words`: LAS with the words given, with predicted tags and lemmas and with gold ones, and what is lost between
the two; by the same model, which has learnt from predicted ones. With `--learnt-from-gold` there is a column for a
parser that has learnt from gold ones and is given such, too, which is trained beside it.
"""

from __future__ import annotations

import io
import time
from argparse import Namespace

import numpy as np
from measured import LEARNT_FROM_DEV, folders, part, trained
from udtools import udeval

import crossarc
from crossarc import Parser, Treebank
from crossarc.column_filling import FilledColumn, filled
from crossarc.tables import Table
from crossarc.tokenizer import restore

METRICS = ("Words", "Sentences", "UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX")
COLUMNS = (*METRICS[:4], "FEATS", *METRICS[4:])

# On the raw text of the test data: words, sentences, UPOS, XPOS, FEATS, lemmas, LAS.
UDPIPE_METRICS = ("Words", "Sentences", "UPOS", "XPOS", "FEATS", "Lemmas", "LAS")
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
# Gold words of the test data: LAS with its own tags, and with gold ones.
UDPIPE_GOLD_WORDS = {
    "Latin-Perseus": (46.1, 61.5),
    "Turkish-IMST": (58.0, 61.1),
    "Gothic-PROIEL": (72.6, 78.3),
    "Greek-GDT": (81.1, 85.9),
    "English-EWT": (81.2, 86.0),
    "English-LinES": (75.3, 81.1),
    "Estonian-EDT": (66.0, 79.6),
    "Hungarian-Szeged": (68.5, 78.5),
    "Slovenian-SST": (56.0, 70.6),
    "French-Sequoia": (82.7, 87.4),
    "Vietnamese-VTB": (57.2, 67.9),
    "Portuguese-Bosque": (83.6, 87.5),
}


def scores(gold: Treebank, found: Treebank) -> dict[str, float]:
    """F1, by the official scorer."""
    result = official(gold, found)
    scores = {metric: 100 * result[metric].f1 for metric in METRICS}
    # The scorer of 2018 does not count FEATS as a whole; but XPOS.
    return scores | {"FEATS": 100 * official(feats_as_xpos(gold), feats_as_xpos(found))["XPOS"].f1}


def official(gold: Treebank, found: Treebank) -> dict[str, udeval.Score]:
    loaded = [
        udeval.load_conllu(io.StringIO(treebank.to_conllu()), "", {"multiple_roots_okay": True})
        for treebank in (gold, found)
    ]
    result: dict[str, udeval.Score] = udeval.evaluate(*loaded)
    return result


def feats_as_xpos(treebank: Treebank) -> Treebank:
    feats = FilledColumn(np.array(treebank.codes("feats"), np.int32), list(treebank.strings("feats")))
    return filled(treebank, {"xpos": feats})


def named(name: str, with_dev: bool) -> str:
    return name + ("*" if name in LEARNT_FROM_DEV else "") + (", train and dev" if with_dev else "")


def searched(beam: int) -> str:
    return "greedy" if beam == 1 else f"beam {beam}"


def raw_text(given: Namespace) -> None:
    how = "train and dev" if given.with_dev else "train"
    title = f"Raw text of {given.part}, F1; trained on {how}; one thread"
    table = Table(["", *COLUMNS, "words/s", "MB", "training, s"], title=title)
    ahead: dict[int, dict[str, list[float]]] = {beam: {metric: [] for metric in UDPIPE_METRICS} for beam in given.beams}
    for name in given.names:
        gold = crossarc.read(part(given.treebanks, name, given.part))
        text = restore(gold)
        known = dict(zip(UDPIPE_METRICS, UDPIPE.get(name, (None,) * len(UDPIPE_METRICS)), strict=True))
        for beam in given.beams:
            start = time.perf_counter()
            options = {"beam": beam} | ({} if given.perceptrons is None else {"perceptrons": given.perceptrons})
            path = trained(given.models, given.treebanks, name, with_dev=given.with_dev, stages=None, **options)
            seconds = time.perf_counter() - start
            parser = crossarc.load(path)
            start = time.perf_counter()
            found = parser.parse_text(text, offsets=False, threads=1)
            speed = gold.word_count / (time.perf_counter() - start)
            own = scores(gold, found)
            for metric, peer in known.items():
                if peer is not None:
                    ahead[beam][metric].append(own[metric] - peer)
            label = f"{named(name, given.with_dev)}, {searched(beam)}"
            size = f"{path.stat().st_size / 1e6:.1f}"
            table.add(label, *(own[column] for column in COLUMNS), f"{speed:,.0f}", size, f"{seconds:.0f}")
        table.add("UDPipe 1.2, test", *(known.get(column) for column in COLUMNS), None, None, None)
    print(table.markdown() + "\n")
    summary = Table(["", *UDPIPE_METRICS], title="Treebanks where it is not below UDPipe 1.2, and mean difference")
    for beam, differences in ahead.items():
        summary.add(searched(beam), *(compared(own) for own in differences.values()))
    print(summary.markdown())


def compared(differences: list[float]) -> str:
    if not differences:
        return "–"
    return f"{sum(own >= 0 for own in differences)} of {len(differences)}, {np.mean(differences):+.2f}"


def gold_words(given: Namespace) -> None:
    how = "train and dev" if given.with_dev else "train"
    header = ["", "predicted", "gold", "loss", "UDPipe: predicted", "gold", "loss"]
    header += ["learnt from gold"] if given.learnt_from_gold else []
    table = Table(
        header, title=f"Gold words of {given.part}, LAS; trained on {how}; tags and lemmas predicted and gold"
    )
    losses: dict[int, list[tuple[float, float]]] = {beam: [] for beam in given.beams}
    for name in given.names:
        gold = crossarc.read(part(given.treebanks, name, given.part))
        of_peer = UDPIPE_GOLD_WORDS.get(name)
        for beam in given.beams:
            same = {"with_dev": given.with_dev, "beam": beam}
            pipeline = crossarc.load(trained(given.models, given.treebanks, name, stages=None, **same))
            predicted, kept = las(gold, pipeline, redo=predictable(pipeline)), las(gold, pipeline)
            peer = (*of_peer, of_peer[1] - of_peer[0]) if of_peer else (None, None, None)
            if of_peer:
                losses[beam].append((kept - predicted, of_peer[1] - of_peer[0]))
            cells = [predicted, kept, kept - predicted, *peer]
            if given.learnt_from_gold:
                taught = crossarc.load(trained(given.models, given.treebanks, name, stages=("parse",), **same))
                cells.append(las(gold, taught))
            table.add(f"{named(name, given.with_dev)}, {searched(beam)}", *cells)
    for beam, pairs in losses.items():
        own, other = np.mean(pairs, axis=0) if pairs else (None, None)
        table.add(f"mean, {searched(beam)}", None, None, own, None, None, other, *[None] * given.learnt_from_gold)
    print(table.markdown())


def predictable(parser: Parser) -> tuple[str, ...]:
    stages = {"tags": parser.annotator.tagger, "lemmas": parser.annotator.lemmatizer}
    return tuple(name for name, stage in stages.items() if stage is not None)


def las(gold: Treebank, parser: Parser, redo: tuple[str, ...] = ()) -> float:
    return 100 * official(gold, parser.parse(gold, redo=redo, threads=1))["LAS"].f1


def main() -> None:
    parser = folders(__doc__)
    parser.add_argument("names", nargs="*", metavar="TREEBANK")
    parser.add_argument("--part", choices=["dev", "test"], default="dev")
    parser.add_argument("--beams", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--with-dev", action="store_true")
    parser.add_argument("--perceptrons", type=int)
    parser.add_argument("--gold-words", action="store_true")
    parser.add_argument("--learnt-from-gold", action="store_true")
    given = parser.parse_args()
    if given.with_dev and given.part == "dev":
        parser.error("--with-dev learns from dev: measure it with --part test")
    if given.gold_words and given.perceptrons is not None:
        parser.error("--perceptrons is for raw text")
    given.names = given.names or list(LEARNT_FROM_DEV if given.with_dev else UDPIPE)
    (gold_words if given.gold_words else raw_text)(given)


if __name__ == "__main__":
    main()
