"""spaCy's own parser as a peer: trained by spaCy's trainer, its scores on gold words, its speed.

    python benchmarks/spacy_parser.py [NAME…] [--given tags] [--steps 4000] [--treebanks ../shared/treebanks]

The configuration is what `spacy init config --pipeline parser --optimize efficiency` gives for a CPU: a small
convolutional network over forms, prefixes, suffixes and shapes, and transitions of arc-eager with pseudo-projective
labels. Training ends where spaCy ends it, after 1,600 steps that bring nothing on the development data, or after
`--steps`; spaCy's own limit is 20,000.

`--given nothing`: words and sentence boundaries, which is all that the network of this configuration looks at.
`--given tags`: UPOS, XPOS, FEATS and lemmas, too, gold ones in training and in the test, as four more of the
attributes that are embedded.

A second run does not train again. Needs: pip install '.[spacy]'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import spacy
from measured import fastest, folders, on_cores, part
from spacy.cli.init_config import init_config
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_by_its_own_loop

import crossarc
from crossarc import Treebank
from crossarc.tables import Table

LANGUAGES = {"Latin-Perseus": "la", "Turkish-IMST": "tr", "Greek-GDT": "el", "English-EWT": "en"}  # "xx" is any other
ROWS = {"LEMMA": 5000, "POS": 50, "TAG": 1000, "MORPH": 1000}  # of the tables that gold tags are embedded by
GIVEN = {"nothing": "nothing", "tags": "gold tags, lemmas"}


def words_of(docs: Iterator[Doc], given: str) -> Iterator[Doc]:
    """Docs of one sentence each without their trees: what the parser is given."""
    for doc in docs:
        columns: dict[str, Any] = {}
        if given == "tags":
            columns = {
                "tags": [token.tag_ for token in doc],
                "pos": [token.pos_ for token in doc],
                "morphs": [str(token.morph) for token in doc],
                "lemmas": [token.lemma_ for token in doc],
            }
        forms = [token.text for token in doc]
        yield Doc(doc.vocab, words=forms, sent_starts=[at == 0 for at in range(len(forms))], **columns)


@spacy.registry.readers("crossarc.treebank.v1")
def reader(path: str, given: str) -> Callable[[Language], Iterator[Example]]:
    """A treebank as spaCy's trainer reads data, with what is given in the docs that the parser sees."""

    def examples(nlp: Language) -> Iterator[Example]:
        golds = list(crossarc.read(path).to_docs(nlp.vocab))
        for words, gold in zip(words_of(iter(golds), given), golds, strict=True):
            yield Example(words, gold)

    return examples


def trained(models: Path, treebanks: Path, name: str, given: str, steps: int) -> Path:
    path = models / f"{name}-spacy-{given}-{steps}"
    if not (path / "model-last").exists():
        path.mkdir(parents=True, exist_ok=True)
        config = init_config(lang=LANGUAGES.get(name, "xx"), pipeline=["parser"], optimize="efficiency", gpu=False)
        config["training"]["max_steps"] = steps
        for which in ("train", "dev"):
            data = str(part(treebanks, name, which).resolve())
            config["corpora"][which] = {"@readers": "crossarc.treebank.v1", "path": data, "given": given}
        if given == "tags":
            embedding = config["components"]["tok2vec"]["model"]["embed"]
            embedding["attrs"] = [*embedding["attrs"], *ROWS]
            embedding["rows"] = [*embedding["rows"], *ROWS.values()]
        train_by_its_own_loop(init_nlp(config), path)
    return path / "model-best"


class SpacyParser:
    def __init__(self, path: Path, given: str) -> None:
        self._nlp = spacy.load(path)
        self._given = given

    def _words(self, treebank: Treebank) -> list[Doc]:
        return list(words_of(treebank.to_docs(self._nlp.vocab), self._given))

    def parse(self, treebank: Treebank) -> Treebank:
        parsed = list(self._nlp.pipe(self._words(treebank)))
        heads = [0 if word.head.i == word.i else word.head.i + 1 for document in parsed for word in document]
        labels = ["root" if word.head.i == word.i else word.dep_ for document in parsed for word in document]
        return treebank.with_trees(heads, labels)

    def seconds_in_memory(self, treebank: Treebank) -> float:
        """To parse words that spaCy has as its own objects."""
        documents = self._words(treebank)
        start = time.perf_counter()
        for _ in self._nlp.pipe(documents):
            pass
        return time.perf_counter() - start


def main() -> None:
    options = folders(__doc__)
    options.add_argument("names", nargs="*", default=["English-EWT"])
    options.add_argument("--given", choices=list(GIVEN), default="nothing")
    options.add_argument("--steps", type=int, default=4000)
    options.add_argument("--repeat", type=int, default=1)
    chosen = options.parse_args()
    table = Table(["treebank", "given beside words", "dev UAS / LAS", "UAS / LAS", "non-projective arcs", "words/s"])
    for name in chosen.names:
        own = SpacyParser(
            trained(chosen.models, chosen.treebanks, name, chosen.given, chosen.steps).resolve(), chosen.given
        )
        dev, test = (crossarc.read(part(chosen.treebanks, name, which)) for which in ("dev", "test"))
        on_dev, on_test = (crossarc.evaluate(gold, own.parse(gold)) for gold in (dev, test))
        runs = {name: lambda own=own, test=test: on_cores(1, lambda: own.seconds_in_memory(test))}
        seconds = fastest(runs, chosen.repeat)[name]
        table.add(
            name,
            GIVEN[chosen.given],
            f"{on_dev.uas:.2f} / {on_dev.las:.2f}",
            f"{on_test.uas:.2f} / {on_test.las:.2f}",
            f"{on_test.nonproj_recall or 0:.1f} / {on_test.nonproj_precision or 0:.1f}",
            round(test.word_count / seconds),
        )
    print(f"spaCy {spacy.__version__}")
    table.show()


if __name__ == "__main__":
    main()
