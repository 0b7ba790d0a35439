"""Whatever a public function is given: it works, or one line of crossarc's own says what is accepted."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import crossarc
from crossarc import Batch, System, Treebank, drawing, synthetic, transforms
from crossarc.choices import OptionError, UnknownOptionError
from crossarc.errors import ArgumentError, ArgumentTypeError, CrossarcError, MissingPackageError, UnknownNameError
from crossarc.features import default_templates
from crossarc.files.errors import FolderError, ForbiddenFileError, MissingFileError, SystemFileError
from crossarc.lemmas import Lemmatizer
from crossarc.lexicon import Lexicon
from crossarc.queries import matching
from crossarc.scale import ParseBatch
from crossarc.tagging import Tagger, jackknifed
from crossarc.tokenizer import Tokenizer, restore

TREES = synthetic.generate(30, crossing="any")
PARSER = crossarc.train(TREES, dev=TREES[:10], epochs=1)
FULL = crossarc.train(TREES, stages=None, epochs=1)
SYSTEM = System("2-planar")
START = SYSTEM.start(3)
ORACLE = SYSTEM.oracle("dynamic", [2, 0, 2])
SCORES = crossarc.evaluate(TREES, TREES)
TOKENIZER, TAGGER, LEMMATIZER = Tokenizer.train(TREES), Tagger.train(TREES, epochs=1), Lemmatizer.train(TREES, epochs=1)

STRANGE: dict[str, Any] = {
    "nothing": None,
    "a number": 3,
    "a negative number": -1,
    "a huge number": 2**70,
    "a fraction": 0.5,
    "no number": float("nan"),
    "a flag": True,
    "a word": "x",
    "no text": "",
    "lines": "1\tx\n2\ty\n",
    "half a character": "\ud800",
    "a zero byte": "a\0b",
    "bytes": b"1\tx\n",
    "a list": [],
    "numbers": [1, 2],
    "lists": [[1], ["x"]],
    "words": ["a", "b"],
    "nothings": [None],
    "a table": {"a": 1},
    "a set": {1},
    "an object": object(),
    "a class": int,
    "a function": lambda: 3,
    "an array": np.zeros((2, 2)),
    "a treebank": TREES[:2],
    "a sentence": TREES[0],
    "a system": SYSTEM,
    "a parser": PARSER,
}

Call = Callable[[Any], Any]
CALLS: dict[str, Call] = {
    "read": crossarc.read,
    "read format": lambda v: crossarc.read(TREES.to_bytes(), format=v),
    "read lenient": lambda v: crossarc.read(TREES.to_bytes(), lenient=v),
    "read ignore_trees": lambda v: crossarc.read(TREES.to_bytes(), ignore_trees=v),
    "stream": lambda v: list(crossarc.stream(v)),
    "stream problems": lambda v: list(crossarc.stream(TREES.to_bytes(), problems=v)),
    "write": lambda v: crossarc.write(v, "/dev/null"),
    "write target": lambda v: crossarc.write(TREES, v) if not isinstance(v, str) or not v.isprintable() else None,
    "from_conllu": Treebank.from_conllu,
    "from_bytes": Treebank.from_bytes,
    "from_sentences": Treebank.from_sentences,
    "Treebank": Treebank,
    "index": lambda v: TREES[v],
    "column": TREES.column,
    "codes": TREES.codes,
    "filter": lambda v: TREES.filter(v) if not callable(v) else None,
    "sample": TREES.sample,
    "sample seed": lambda v: TREES.sample(2, v),
    "shuffle": TREES.shuffle,
    "split": TREES.split,
    "split seed": lambda v: TREES.split(0.5, seed=v),
    "with_trees": lambda v: TREES.with_trees(v, ["x"] * TREES.word_count),
    "with_coded_trees labels": lambda v: TREES.with_coded_trees(TREES.heads, TREES.codes("deprel"), v),
    "with_trees labels": lambda v: TREES.with_trees(TREES.heads, v),
    "words": lambda v: TREES.words[v],
    "sentence": lambda v: TREES[0][v],
    "sentence column": TREES[0].column,
    "feats": lambda v: TREES[0][0].feats[v],
    "to_svg against": lambda v: TREES[0].to_svg(against=v),
    "to_svg planes": lambda v: TREES[0].to_svg(planes=v),
    "to_svg show": lambda v: TREES[0].to_svg(show=v),
    "to_svg direction": lambda v: TREES[0].to_svg(direction=v),
    "to_tikz against": lambda v: TREES[0].to_tikz(against=v),
    "from_arrow": Treebank.from_arrow,
    "from_frame": Treebank.from_frame,
    "from_token_lists": Treebank.from_token_lists,
    "derivation": PARSER.derivation,
    "derivation multi_root": lambda v: PARSER.derivation(TREES[:2], multi_root=v),
    "derivation place": lambda v: PARSER.derivation(TREES[:2], v),
    "derivation first": lambda v: PARSER.derivation(TREES[:2], first=v),
    "parse_words lemmas": lambda v: PARSER.parse_words(["a"], lemmas=v),
    "matching": lambda v: matching(TREES, v),
    "Sentence": crossarc.Sentence,
    "Parser": crossarc.Parser,
    "load": crossarc.load,
    "save": lambda v: PARSER.save(v) if not isinstance(v, str) or not v.isprintable() else None,
    "parse": PARSER.parse,
    "parse beam": lambda v: PARSER.parse(TREES[:2], beam=v) if v is not STRANGE["a number"] else None,
    "parse confidence": lambda v: PARSER.parse(TREES[:2], confidence=v),
    "parse scores": lambda v: PARSER.parse(TREES[:2], scores=v),
    "parse multi_root": lambda v: PARSER.parse(TREES[:2], multi_root=v),
    "parse strict_columns": lambda v: PARSER.parse(TREES[:2], strict_columns=v),
    "parse redo": lambda v: FULL.parse(TREES[:2], redo=v),
    "parse threads": lambda v: PARSER.parse(TREES[:2], threads=v),
    "call": FULL,
    "parse_text": FULL.parse_text,
    "parse_text format": lambda v: FULL.parse_text("a", format=v),
    "parse_text offsets": lambda v: FULL.parse_text("a", offsets=v),
    "parse_text path": lambda v: FULL.parse_text("a", path=v),
    "parse_words": PARSER.parse_words,
    "parse_words upos": lambda v: PARSER.parse_words(["a"], upos=v),
    "tag": FULL.tag,
    "tag redo": lambda v: FULL.tag(TREES[:2], redo=v),
    "parser.evaluate": PARSER.evaluate,
    "parser.evaluate punctuation": lambda v: PARSER.evaluate(TREES[:2], punctuation=v),
    "trees": PARSER.trees,
    "trees confidence": lambda v: PARSER.trees(TREES[:2], confidence=v),
    "trees multi_root": lambda v: PARSER.trees(TREES[:2], multi_root=v),
    "builders": PARSER.builders,
    "builders multi_root": lambda v: PARSER.builders(TREES[:2], multi_root=v),
    "links": PARSER.links,
    "with_confidence": PARSER.with_confidence,
    "with_annotator": PARSER.with_annotator,
    "train": lambda v: crossarc.train(v, epochs=1),
    "train dev": lambda v: crossarc.train(TREES, v, epochs=1),
    "train stages": lambda v: crossarc.train(TREES[:3], epochs=1, stages=v),
    "train train_tags": lambda v: crossarc.train(TREES[:3], epochs=1, train_tags=v),
    "train lexicon": lambda v: crossarc.train(TREES[:3], epochs=1, stages=None, lexicon=v),
    "train progress": lambda v: crossarc.train(TREES[:3], epochs=1, progress=v) if not callable(v) else None,
    "train threads": lambda v: crossarc.train(TREES[:3], epochs=1, threads=v),
    "train system": lambda v: crossarc.train(TREES[:3], epochs=1, system=v),
    "train oracle": lambda v: crossarc.train(TREES[:3], epochs=1, oracle=v),
    "train learner": lambda v: crossarc.train(TREES[:3], epochs=1, learner=v),
    "train epochs": lambda v: crossarc.train(TREES[:3], epochs=v),
    "train features": lambda v: crossarc.train(TREES[:3], epochs=1, features=v),
    "train root": lambda v: crossarc.train(TREES[:3], epochs=1, root=v),
    "train planes": lambda v: crossarc.train(TREES[:3], epochs=1, system="2-planar", planes=v),
    "train nonprojective": lambda v: crossarc.train(TREES[:3], epochs=1, nonprojective=v),
    "train tags": lambda v: crossarc.train(TREES[:3], epochs=1, tags=v),
    "train beam": lambda v: crossarc.train(TREES[:3], epochs=1, beam=v),
    "train update": lambda v: crossarc.train(TREES[:3], epochs=1, beam=2, update=v),
    "train multi_root": lambda v: crossarc.train(TREES[:3], epochs=1, multi_root=v),
    "train seed": lambda v: crossarc.train(TREES[:3], epochs=1, seed=v),
    "train prune": lambda v: crossarc.train(TREES[:3], epochs=1, prune=v),
    "train neural": lambda v: crossarc.train(TREES[:3], epochs=1, neural=v),
    "train epoch": lambda v: crossarc.train(TREES[:3], epoch=v),  # type: ignore[call-arg]
    "evaluate": lambda v: crossarc.evaluate(v, TREES),
    "evaluate predicted": lambda v: crossarc.evaluate(TREES, v),
    "evaluate punctuation": lambda v: crossarc.evaluate(TREES, TREES, punctuation=v),
    "by": SCORES.by,
    "by label": lambda v: SCORES.by("label")[v],
    "score": lambda v: SCORES[v],
    "compare": lambda v: crossarc.compare(v, TREES, TREES, samples=5),
    "compare predicted": lambda v: crossarc.compare(TREES, v, TREES, samples=5),
    "compare one": lambda v: crossarc.compare(TREES, v, samples=5),
    "compare samples": lambda v: crossarc.compare(TREES[:2], TREES[:2], TREES[:2], samples=v),
    "compare seed": lambda v: crossarc.compare(TREES[:2], TREES[:2], TREES[:2], samples=5, seed=v),
    "compare score": lambda v: crossarc.compare(TREES[:2], TREES[:2], TREES[:2], samples=5)[v],
    "analyze": crossarc.analyze,
    "analyze threads": lambda v: crossarc.analyze(TREES, threads=v),
    "analysis": lambda v: crossarc.analyze(TREES)[v],
    "System": System,
    "System root": lambda v: System("arc-eager", root=v),
    "System reconstruction": lambda v: System("undirected-planar", reconstruction=v),
    "start": SYSTEM.start,
    "legal": SYSTEM.legal,
    "apply": lambda v: SYSTEM.apply(v, "SHIFT"),
    "apply transition": lambda v: SYSTEM.apply(START, v),
    "why_not": lambda v: SYSTEM.why_not(START, v),
    "arc": lambda v: SYSTEM.arc(START, v),
    "oracle": lambda v: SYSTEM.oracle(v, [2, 0]),
    "oracle heads": lambda v: SYSTEM.oracle("dynamic", v),
    "oracle regularize": lambda v: SYSTEM.oracle("dynamic", [2, 0], regularize=v),
    "oracle planes": lambda v: SYSTEM.oracle("dynamic", [2, 0], planes=v),
    "oracle buffer_arcs": lambda v: System("arc-eager+lba").oracle("static", [2, 0], buffer_arcs=v),
    "loss": ORACLE.loss,
    "costs": ORACLE.costs,
    "optimal": ORACLE.optimal,
    "derive": SYSTEM.derive,
    "derive planes": lambda v: SYSTEM.derive([2, 0], planes=v),
    "covers": SYSTEM.covers,
    "trace": lambda v: crossarc.trace(v, "2-planar"),
    "trace system": lambda v: crossarc.trace([2, 0], v),
    "trace oracle": lambda v: crossarc.trace([2, 0], "planar", oracle=v),
    "Batch": lambda v: Batch(v, [3]),
    "Batch lengths": lambda v: Batch(SYSTEM, v) if v is not STRANGE["a huge number"] else None,
    "Batch gold": lambda v: Batch(SYSTEM, gold=v),
    "Batch oracle": lambda v: Batch(SYSTEM, gold=[[2, 0]], oracle=v),
    "Batch nodes": lambda v: Batch(SYSTEM, [3]).nodes(v),
    "Batch apply": lambda v: Batch(SYSTEM, [3]).apply(v),
    "reconstruct": lambda v: crossarc.reconstruct(v, [(0, 1, "x")]),
    "reconstruct links": lambda v: crossarc.reconstruct(2, v),
    "reconstruct reconstruction": lambda v: crossarc.reconstruct(2, [(0, 1, "x")], reconstruction=v),
    "projectivize": transforms.projectivize,
    "pseudo_projectivize": transforms.pseudo_projectivize,
    "pseudo_projectivize encoding": lambda v: transforms.pseudo_projectivize(TREES, v),
    "pseudo_projectivize system": lambda v: transforms.pseudo_projectivize(TREES, system=v),
    "deprojectivize": transforms.deprojectivize,
    "deprojectivize encoding": lambda v: transforms.deprojectivize(TREES, v),
    "Annotator.load": crossarc.Annotator.load,
    "words of text": FULL.annotator.words,
    "generate": lambda v: synthetic.generate(v) if v is not STRANGE["a huge number"] else None,
    "generate seed": lambda v: synthetic.generate(1, seed=v),
    "generate crossing": lambda v: synthetic.generate(1, crossing=v),
    "generate rate": lambda v: synthetic.generate(1, rate=v),
    "splits seed": lambda v: synthetic.splits(1, 1, 1, seed=v),
    "kind_of": synthetic.kind_of,
    "Feats": crossarc.Feats,
    "Batch argument": lambda v: Batch(SYSTEM, [3], v),  # type: ignore[misc]
    "Treebank argument": lambda v: Treebank([], v),  # type: ignore[call-arg]
    "words of": TOKENIZER.treebank,
    "tokenize format": lambda v: TOKENIZER.tokenize("a", format=v),
    "tokenize offsets": lambda v: TOKENIZER.tokenize("a", offsets=v),
    "tokenize flush": lambda v: TOKENIZER.tokenize("a", flush=v),
    "tokenize_file": lambda v: list(TOKENIZER.tokenize_file(v)),
    "tokenize_file format": lambda v: list(TOKENIZER.tokenize_file("/dev/null", format=v)),
    "tokenize_file offsets": lambda v: list(TOKENIZER.tokenize_file("/dev/null", offsets=v)),
    "Tokenizer.train": Tokenizer.train,
    "Tokenizer.from_bytes": Tokenizer.from_bytes,
    "restore": restore,
    "Tagger.train": lambda v: Tagger.train(v, epochs=1),
    "Tagger.train dev": lambda v: Tagger.train(TREES[:3], v, epochs=1),
    "Tagger.train lexicon": lambda v: Tagger.train(TREES[:3], lexicon=v, epochs=1),
    "Tagger.from_bytes": Tagger.from_bytes,
    "tagger.tag": TAGGER.tag,
    "tagger.tag redo": lambda v: TAGGER.tag(TREES[:2], redo=v),
    "tagger.tag missing": lambda v: TAGGER.tag(TREES[:2], missing=v),
    "tagger.accuracy": TAGGER.accuracy,
    "Tagger.can_learn_from": Tagger.can_learn_from,
    "Lemmatizer.can_learn_from": Lemmatizer.can_learn_from,
    "jackknifed": lambda v: jackknifed(v, 2),
    "jackknifed folds": lambda v: jackknifed(TREES[:2], v),
    "jackknifed lexicon": lambda v: jackknifed(TREES[:2], lexicon=v),
    "jackknifed tags": lambda v: jackknifed(TREES[:2], tags=v),
    "Lemmatizer.train": lambda v: Lemmatizer.train(v, epochs=1),
    "Lemmatizer.train dev": lambda v: Lemmatizer.train(TREES[:3], v, epochs=1),
    "Lemmatizer.train lexicon": lambda v: Lemmatizer.train(TREES[:3], lexicon=v, epochs=1),
    "Lemmatizer.from_bytes": Lemmatizer.from_bytes,
    "lemmatizer.lemmatize": LEMMATIZER.lemmatize,
    "lemmatizer.lemmatize redo": lambda v: LEMMATIZER.lemmatize(TREES[:2], redo=v),
    "lemmatizer.accuracy": LEMMATIZER.accuracy,
    "Lexicon.read": Lexicon.read,
    "ParseBatch": ParseBatch,
    "ParseBatch column": lambda v: ParseBatch(FULL, column=v),
    "ParseBatch format": lambda v: ParseBatch(FULL, format=v),
    "ParseBatch argument": lambda v: ParseBatch(FULL, bem=v),
    "ParseBatch batch": ParseBatch(FULL),
    "ParseBatch texts": lambda v: ParseBatch(FULL)({"text": v}),
    "default_templates": default_templates,
    "diagram_of": drawing.diagram_of,
    "lay_out": drawing.lay_out,
    "svg_of": drawing.svg_of,
    "tikz_of": drawing.tikz_of,
}


@pytest.mark.filterwarnings("ignore::crossarc.messages.CrossarcWarning")
@pytest.mark.parametrize("name", CALLS)
def test_strange_arguments(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for what, value in STRANGE.items():
        try:
            CALLS[name](value)
        except CrossarcError as error:
            message = str(error)
            assert message.strip(), what
            assert "\n" not in message, f"{what}: {message}"
            assert len(message) < 1000, f"{what}: {message}"
            assert "incompatible function" not in message, f"{what}: {message}"
        except Exception as error:
            pytest.fail(f"{what}: {type(error).__name__}: {error}")


def test_the_family() -> None:
    """One base, and what each was before there was a base."""
    for error, kind in (
        (OptionError, ValueError),
        (UnknownOptionError, TypeError),
        (ArgumentError, ValueError),
        (ArgumentTypeError, TypeError),
        (UnknownNameError, KeyError),
        (MissingPackageError, ModuleNotFoundError),
        (crossarc.TreebankError, ValueError),
        (crossarc.ModelError, ValueError),
        (MissingFileError, FileNotFoundError),
        (FolderError, IsADirectoryError),
        (ForbiddenFileError, PermissionError),
        (SystemFileError, OSError),
    ):
        assert issubclass(error, CrossarcError)
        assert issubclass(error, kind)


def test_errors_go_to_other_processes(tmp_path: Path) -> None:
    """They are pickled there and back."""
    attempts: list[Callable[[], Any]] = [
        lambda: crossarc.read(tmp_path / "none"),
        lambda: crossarc.read(tmp_path),
        lambda: crossarc.read(b"1\tx\n"),
        lambda: crossarc.train(TREES, epoch=3),  # type: ignore[call-arg]
        lambda: crossarc.train(TREES, epochs=0),
        lambda: TREES["x"],
        lambda: System("x"),
        lambda: SYSTEM.apply(START, "REDUCE"),
    ]
    for attempt in attempts:
        with pytest.raises(CrossarcError) as caught:
            attempt()
        again = pickle.loads(pickle.dumps(caught.value))
        assert (type(again), str(again)) == (type(caught.value), str(caught.value))


@pytest.mark.parametrize(
    ("attempt", "meant"),
    [
        (lambda: System("2planar"), "2-planar"),
        (lambda: SYSTEM.oracle("dinamic", [2, 0]), "dynamic"),
        (lambda: SYSTEM.apply(START, "shift"), "SHIFT"),
        (lambda: crossarc.train(TREES, epoch=3), "epochs"),
        (lambda: crossarc.train(TREES, learner="perceptrn"), "perceptron"),
        (lambda: TREES.column("lema"), "lemma"),
        (lambda: SCORES["lass"], "las"),
        (lambda: SCORES.by("labels"), "label"),
        (lambda: crossarc.evaluate(TREES, TREES, punctuation="conlx"), "conllx"),
        (lambda: transforms.pseudo_projectivize(TREES, "heads"), "head"),
        (lambda: synthetic.generate(1, crossing="2planar"), "2-planar"),
    ],
)
def test_what_was_probably_meant(attempt: Callable[[], Any], meant: str) -> None:
    with pytest.raises(CrossarcError, match=rf"did you mean '{meant}'\?"):
        attempt()
