"""crossarc in spaCy: scores of `nlp.evaluate`, words a second of `nlp.pipe` beside spaCy's own parser, docs and back.

    python benchmarks/spacy_component.py [--only scores docs speed] [--treebanks ../shared/treebanks] [--words 25000]

On English-EWT's test data with gold words and tags. spaCy's parser is the one of its default pipeline for processors
(`tok2vec`, HashEmbedCNN of width 96 and depth 4, and `parser`), trained here for a few steps, since its packages of
models are not at hand: its scores say nothing about it, and its speed hardly depends on its weights. Both get docs
that are made before, so that no tokenizer is timed. Words are counted per second of the processor; for one thread set
OMP_NUM_THREADS=1.
"""

from __future__ import annotations

import random
import time
from argparse import Namespace
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import spacy
from measured import fastest, folders, part, trained
from spacy.tokens import Doc
from spacy.training import Example

import crossarc
from crossarc import Treebank
from crossarc.tables import Table

OPTIONS = {"epochs": 5, "system": "arc-eager", "beam": 1}
ATTRIBUTES = ["ORTH", "SPACY", "LEMMA", "POS", "TAG", "MORPH", "HEAD", "DEP", "SENT_START"]
PARTS = ("scores", "docs", "speed")


def without_trees(doc: Doc) -> Doc:
    """The words, tags and lemmas of a doc of one sentence."""
    return Doc(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        tags=[token.tag_ for token in doc],
        pos=[token.pos_ for token in doc],
        morphs=[str(token.morph) for token in doc],
        lemmas=[token.lemma_ for token in doc],
        sent_starts=[place == 0 for place in range(len(doc))],
    )


def own_pipeline(model: Path, threads: int) -> Any:
    nlp = spacy.blank("en")
    nlp.add_pipe("crossarc", config={"model": str(model), "threads": threads})
    return nlp


def spacys_pipeline(train: Treebank, steps: int) -> Any:
    nlp = spacy.blank("en")
    nlp.add_pipe("tok2vec")
    nlp.add_pipe("parser", config={"model": {"tok2vec": {"@architectures": "spacy.Tok2VecListener.v1", "width": 96}}})
    golds = [doc for doc in islice(train.to_docs(nlp.vocab), 3000) if len(doc) < 60]
    examples = [Example(nlp.make_doc(" ".join(token.text for token in doc)), doc) for doc in golds]
    for example in examples:
        example.predicted = without_trees(example.reference)
    optimizer = nlp.initialize(lambda: examples)
    chance = random.Random(1)
    for _ in range(steps):
        nlp.update(chance.sample(examples, 32), sgd=optimizer)
    return nlp


def check_scores(nlp: Any, model: Path, test: Path) -> str:
    gold = crossarc.read(test)
    found = nlp.evaluate([Example(without_trees(doc), doc) for doc in gold.to_docs(nlp.vocab)])
    scores = crossarc.evaluate(gold, crossarc.load(model).parse(gold))
    expected = (scores.uas_no_punct / 100, scores.las_no_punct / 100)
    if not np.allclose((found["dep_uas"], found["dep_las"]), expected, rtol=0, atol=1e-12):
        raise SystemExit(f"nlp.evaluate says {found['dep_uas']}, {found['dep_las']}, crossarc evaluate {expected}")
    return f"nlp.evaluate and crossarc evaluate, without punctuation: UAS {expected[0]:.4%}, LAS {expected[1]:.4%}"


def pipe_seconds(nlp: Any, golds: list[Doc]) -> float:
    docs = [without_trees(doc) for doc in golds]
    began = time.process_time()  # which others on the machine hardly change
    for _ in nlp.pipe(docs):
        pass
    return time.process_time() - began


def round_trips(treebanks: Path) -> str:
    """All files: docs of ten sentences, the treebank of each, and the doc of that, which must be the same.

    One by one: to spaCy every root begins a sentence, so that a treebank of several docs may have more sentences.
    """
    vocab = spacy.blank("xx").vocab
    files = docs = words = 0
    for path in sorted(treebanks.rglob("*.conll*")):
        for doc in crossarc.read(path).to_docs(vocab, sentences=10):
            back = Treebank.from_docs([doc])
            (again,) = back.to_docs(vocab, sentences=len(back))
            if not np.array_equal(doc.to_array(ATTRIBUTES), again.to_array(ATTRIBUTES)):
                raise SystemExit(f"{path}: another doc comes back: {doc.text[:80]!r}")
            docs, words = docs + 1, words + len(doc)
        files += 1
    return f"docs → treebank → docs: {files} files, {docs:,} docs, {words:,} words, all the same"


def main() -> None:
    options = folders(__doc__)
    options.add_argument("--words", type=int, default=25_000)
    options.add_argument("--repeat", type=int, default=3)
    options.add_argument("--steps", type=int, default=150, help="of training spaCy's parser")
    options.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    given = options.parse_args()
    model = trained(given.models, given.treebanks, "English-EWT", **OPTIONS)
    test = part(given.treebanks, "English-EWT", "test")
    if "scores" in given.only:
        print(check_scores(own_pipeline(model, 1), model, test), flush=True)
    if "docs" in given.only:
        print(round_trips(given.treebanks), flush=True)
    if "speed" in given.only:
        speed(model, test, given)


def speed(model: Path, test: Path, given: Namespace) -> None:
    pipelines = {"crossarc": own_pipeline(model, 1)}
    pipelines["spaCy's parser"] = spacys_pipeline(
        crossarc.read(part(given.treebanks, "English-EWT", "train")), given.steps
    )
    runs: dict[str, Callable[[], float]] = {}
    count = 0
    for name, nlp in pipelines.items():
        golds, count = [], 0
        for doc in crossarc.read(test).to_docs(nlp.vocab):
            if count >= given.words:
                break
            golds.append(doc)
            count += len(doc)
        runs[name] = lambda nlp=nlp, golds=golds: pipe_seconds(nlp, golds)  # type: ignore[misc]
    seconds = fastest(runs, given.repeat)
    table = Table(["nlp.pipe, one thread", "words/s", "ratio"])
    for name, taken in seconds.items():
        table.add(name, round(count / taken), seconds["spaCy's parser"] / taken)
    table.show()


if __name__ == "__main__":
    main()
