"""The component `crossarc`: trees, and what else a model has and a doc has not."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from spacy.attrs import IDX, LEMMA, MORPH, POS, TAG
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example, validate_examples

from crossarc.errors import ArgumentError
from crossarc.parser import Parser, load
from crossarc.spacy.docs import DocWords, set_trees, spacy_label, treebank_of_docs, words_of
from crossarc.treebank import Treebank

_ATTRIBUTES = {"lemma": LEMMA, "upos": POS, "xpos": TAG, "feats": MORPH}
_ANNOTATIONS = {"lemma": "LEMMA", "upos": "POS", "xpos": "TAG", "feats": "MORPH"}
_BATCH = 256  # docs parsed at a time


@Language.factory(
    "crossarc",
    assigns=["token.head", "token.dep", "token.is_sent_start", "doc.sents"],
    default_config={"model": None, "threads": 0},
    default_score_weights={"dep_uas": 0.5, "dep_las": 0.5},
)
def make_component(nlp: Language, name: str, model: str | None, threads: int) -> CrossarcComponent:
    """`model` is a file of `crossarc train`; without it `from_disk` or `from_bytes` must give it a parser."""
    return CrossarcComponent(nlp.vocab, name, None if model is None else load(model), threads=threads)


class CrossarcComponent:
    """Sets heads and labels, and fills in tags, morphology, lemmas and sentences that a doc does not have."""

    def __init__(self, vocab: Any, name: str = "crossarc", parser: Parser | None = None, *, threads: int = 0) -> None:
        self.vocab = vocab
        self.name = name
        self.threads = threads
        self._parser = parser

    @property
    def parser(self) -> Parser:
        if self._parser is None:
            raise ArgumentError(
                f"the component {self.name!r} has no parser: nlp.add_pipe('crossarc', config={{'model': FILE}})"
            )
        return self._parser

    def __repr__(self) -> str:
        return f"<component {self.name} of spaCy's: {self._parser or 'no parser'}>"

    def __call__(self, doc: Doc) -> Doc:
        self._parse([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = _BATCH) -> Iterator[Doc]:
        """Docs in their order, parsed so many at a time."""
        docs = iter(stream)
        while batch := list(islice(docs, batch_size)):
            self._parse(batch)
            yield from batch

    def _parse(self, docs: list[Doc]) -> None:
        words = words_of(docs, [self._starts(doc) for doc in docs])
        if not words.text:  # white space is the same alone as beside others
            set_trees(docs, words, words.places, words.places.astype(np.uint64))
            return
        text = words.text.encode("utf-8", "replace")
        given = Treebank.from_bytes(text, format="conllu", ignore_trees=True, path="<docs>")
        treebank = self.parser.parse(given, threads=self.threads)
        for column in _ATTRIBUTES:
            self._fill(docs, words, treebank, column)
        add = self.vocab.strings.add
        labels = np.array([add(spacy_label(label)) for label in treebank.strings("deprel")], np.uint64)
        set_trees(docs, words, treebank.heads, labels[treebank.codes("deprel")])

    def _starts(self, doc: Doc) -> list[int] | None:
        """Sentences as the model's tokenizer finds them, in a doc that has none; None: as the doc has them."""
        annotator = self.parser.annotator
        if annotator.tokenizer is None or doc.has_annotation("SENT_START") or not (text := doc.text).strip():
            return None
        begins = [sentence.start for sentence in annotator.words(text)]
        places = doc.to_array(IDX)
        return [0, *np.searchsorted(places, [begin for begin in begins[1:] if begin is not None]).tolist()]

    def _fill(self, docs: list[Doc], words: DocWords, treebank: Treebank, column: str) -> None:
        """Tags, morphology or lemmas, in docs that have none at all."""
        lacking = [number for number, doc in enumerate(docs) if not doc.has_annotation(_ANNOTATIONS[column])]
        if not lacking:
            return
        names, codes = treebank.strings(column), treebank.codes(column)
        add = self._morph if column == "feats" else self.vocab.strings.add
        keys, is_known = np.zeros(len(names), np.uint64), np.zeros(len(names), bool)
        for code in np.unique(codes).tolist():
            is_known[code] = names[code] != "_"
            keys[code] = add(names[code] if is_known[code] else "")
        values = np.zeros(words.tokens[-1], np.uint64)
        values[words.places] = keys[codes]
        has_any = np.zeros(words.tokens[-1] + 1, bool)
        has_any[words.places] = is_known[codes]
        bounds = [*pairwise(words.tokens)]
        for number in lacking:
            begin, end = bounds[number]
            if has_any[begin:end].any():
                docs[number].from_array([_ATTRIBUTES[column]], values[begin:end].reshape(-1, 1))

    def _morph(self, feats: str) -> int:
        return int(self.vocab.morphology.add(feats))

    # Training is crossarc's own

    def score(self, examples: Iterable[Example], **_: Any) -> dict[str, Any]:
        """UAS and LAS without punctuation, as `crossarc evaluate` counts them."""
        from crossarc.evaluation import evaluate  # noqa: PLC0415

        examples = list(examples)
        validate_examples(examples, "CrossarcComponent.score")
        gold = treebank_of_docs(example.reference for example in examples)
        found = treebank_of_docs(example.predicted for example in examples)
        scores = evaluate(gold, found)
        found_scores = {"dep_uas": scores.uas_no_punct, "dep_las": scores.las_no_punct}
        return {name: None if score is None else score / 100 for name, score in found_scores.items()}

    # In files

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model"
            self.parser.save(path)
            return path.read_bytes()

    def from_bytes(self, content: bytes, *, exclude: Iterable[str] = ()) -> CrossarcComponent:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model"
            path.write_bytes(content)
            self._parser = load(path)
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        Path(path).mkdir(parents=True, exist_ok=True)
        self.parser.save(Path(path) / "model")

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> CrossarcComponent:
        self._parser = load(Path(path) / "model")
        return self
