"""`crossarc demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from crossarc import synthetic
from crossarc.choices import OptionError, has_no_effect
from crossarc.cli.messages import complain
from crossarc.cli.options import Quiet, Seed
from crossarc.cli.parameters import Option
from crossarc.demonstration.nonprojective_arcs import (
    PARSERS,
    PSEUDO_PROJECTIVE,
    ParserResult,
    show_scores,
    show_sentence,
)
from crossarc.demonstration.text import show_text_to_trees
from crossarc.files import writing
from crossarc.parser import train
from crossarc.tokenizer import restore
from crossarc.treebank import Treebank

_EPOCHS = 4  # less than `crossarc train` takes: the demonstration is to be over soon
_NEXT = """Next:
  crossarc demo --save data
  crossarc train data/train.conllu --dev data/dev.conllu -o model
  crossarc parse model data/test.txt"""


def demo(
    sentences: Annotated[int, Option("--sentences", metavar="N", help="how many to train on")] = 1500,
    save: Annotated[
        Path | None, Option("--save", metavar="FOLDER", help="keep train, dev, test, and the raw text of test there")
    ] = None,
    force: Annotated[bool, Option("--force", help="let --save replace files that are there already")] = False,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> None:
    """Invent a language with free word order, turn its text into trees, and compare five parsers on it."""
    if force and save is None:
        raise OptionError("force", has_no_effect("there is no --save"))
    parts = synthetic.splits(sentences, sentences // 5, sentences // 5, seed=seed, crossing="any", rate=0.4)
    learnt, gold = (Treebank.from_conllu(parts[name], path=name) for name in ("train", "test"))
    if save is not None:
        files = {f"{name}.conllu": text for name, text in parts.items()} | {"test.txt": restore(gold)}
        _save(files, save, force, quiet)

    def tell(what: str) -> None:
        if not quiet:
            complain(f"training {what}")

    print(f"An invented language: {len(learnt):,} sentences to learn from, {len(gold):,} to parse.\n")
    tell("a tokenizer, a tagger, a lemmatizer and a parser")
    # From gold tags: to predict them for all of the training data first would take longer than all the rest.
    model = train(learnt, stages=None, train_tags="gold", epochs=_EPOCHS, **PARSERS[PSEUDO_PROJECTIVE])
    show_text_to_trees(model, gold)
    print("Word order is free in this language: arcs cross where a phrase has moved away")
    print("from its head. Not every transition system can build such trees.\n")
    results = []
    for name, options in PARSERS.items():
        if name != PSEUDO_PROJECTIVE:
            tell(name)
        parser = model if name == PSEUDO_PROJECTIVE else train(learnt, epochs=_EPOCHS, **options)
        results.append(ParserResult.of(name, gold, parser.parse(gold)))
    show_scores(results, gold)
    show_sentence(results, gold)
    print(_NEXT)


def _save(contents: dict[str, str], folder: Path, force: bool, quiet: bool) -> None:
    files = {folder / name: text.encode("utf-8") for name, text in contents.items()}
    for path, content in files.items():
        if path.exists() and not force and path.read_bytes() != content:
            raise OptionError("save", f"{path} is there already: --force replaces it")
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        with writing(path) as file:
            file.write(content)
        if not quiet:
            complain(f"wrote {path}")
