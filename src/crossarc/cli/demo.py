"""`crossarc demo`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from crossarc import _core, synthetic
from crossarc.analysis.coverage import coverage
from crossarc.choices import OptionError, has_no_effect
from crossarc.cli.messages import complain
from crossarc.cli.options import Quiet, Seed
from crossarc.cli.parameters import Option
from crossarc.evaluation import Evaluation, evaluate
from crossarc.files import writing
from crossarc.parser import train
from crossarc.tables import Table
from crossarc.treebank import Sentence, Treebank

_PROJECTIVE = "arc-eager (projective)"
_PARSERS: dict[str, dict[str, Any]] = {
    _PROJECTIVE: {"system": "arc-eager", "nonprojective": "projectivize"},
    "arc-eager (pseudo-head)": {"system": "arc-eager", "nonprojective": "pseudo-head"},
    "arc-hybrid-swap": {"system": "arc-hybrid-swap"},
    "2-planar": {"system": "2-planar"},
    "covington": {"system": "covington"},
}
_EPOCHS = 4  # less than `crossarc train` takes: the demonstration is to be over soon


@dataclass(frozen=True)
class _Result:
    name: str
    parsed: Treebank
    scores: Evaluation


def demo(
    sentences: Annotated[int, Option("--sentences", metavar="N", help="how many to train on")] = 1500,
    save: Annotated[
        Path | None, Option("--save", metavar="FOLDER", help="keep the treebank there: train, dev and test")
    ] = None,
    force: Annotated[bool, Option("--force", help="let --save replace files that are there already")] = False,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> None:
    """Invent a language with free word order, train parsers for it, and show what crossing arcs ask of them."""
    if force and save is None:
        raise OptionError("force", has_no_effect("there is no --save"))
    parts = synthetic.splits(sentences, sentences // 5, sentences // 5, seed=seed, crossing="any", rate=0.4)
    if save is not None:
        _save(parts, save, force, quiet)
    learnt, gold = (Treebank.from_conllu(parts[name], path=name) for name in ("train", "test"))
    print(
        f"{len(learnt):,} sentences of an invented language with free word order to learn from, {len(gold):,} to parse."
    )
    print("Arcs cross where a phrase has moved away from its head; not every transition system can build them.\n")
    results = []
    for name, options in _PARSERS.items():
        if not quiet:
            complain(f"training {name}")
        parsed = train(learnt, epochs=_EPOCHS, **options).parse(gold)
        results.append(_Result(name, parsed, evaluate(gold, parsed)))
    _show_scores(results, gold)
    _show_sentence(results, gold)


def _show_scores(results: list[_Result], gold: Treebank) -> None:
    covered = coverage(gold)
    header = ["parser", "trees it can build %", "UAS", "LAS", "crossing arcs: recall %", "precision %"]
    table = Table(header)
    for result in results:
        system = _PARSERS[result.name]["system"]
        # Pseudo-projective labels carry what the system itself cannot build; how much, they do not say beforehand.
        share = None if "pseudo" in result.name else covered[system]
        scores = result.scores
        table.add(result.name, share, scores.uas, scores.las, scores.nonproj_recall, scores.nonproj_precision)
    table.show()


def _show_sentence(results: list[_Result], gold: Treebank) -> None:
    """A short test sentence that the projective parser gets wrong, and as few of the others as possible."""
    wrong = {result.name: _wrong_heads(gold, result.parsed) for result in results}
    crossing = _core.nonprojective_arcs(gold.heads, gold.offsets)
    has_crossing = np.add.reduceat(crossing, gold.offsets[:-1]) > 0
    fitting = np.flatnonzero(has_crossing & (gold.lengths >= 6) & (gold.lengths <= 11) & (wrong[_PROJECTIVE] > 0))
    mistakes = sum(wrong.values())
    candidates: list[int] = fitting.tolist() or list(range(len(gold)))
    chosen = min(candidates, key=lambda index: (mistakes[index], gold.lengths[index]))
    right = [name for name in wrong if not wrong[name][chosen]]
    sentence: Sentence = gold[chosen]
    print(f"A test sentence: {sentence.text}\n")
    _draw("The right tree" + (f", and that of {_listed(right)}" if right else ""), sentence)
    for name in _PARSERS:
        tree = next(result.parsed for result in results if result.name == name)[chosen]
        if name == _PROJECTIVE or (name not in right and len(right) >= len(_PARSERS) - 2):
            count = int(wrong[name][chosen])
            _draw(f"That of {name}, with {count} wrong head{'s' * (count != 1)}", tree)
    print("Arcs marked with × are non-projective: a word between their ends does not descend from their head.")
    print("Next: crossarc demo --save data && crossarc train data/train.conllu --dev data/dev.conllu -o model")


def _wrong_heads(gold: Treebank, parsed: Treebank) -> Any:
    """How many there are in each sentence."""
    return np.add.reduceat(gold.heads != parsed.heads, gold.offsets[:-1])


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _draw(title: str, sentence: Sentence) -> None:
    print(f"{title}:\n\n{sentence.draw()}\n")


def _save(parts: dict[str, str], folder: Path, force: bool, quiet: bool) -> None:
    files = {folder / f"{name}.conllu": text.encode("utf-8") for name, text in parts.items()}
    for path, content in files.items():
        if path.exists() and not force and path.read_bytes() != content:
            raise OptionError("save", f"{path} is there already: --force replaces it")
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        with writing(path) as file:
            file.write(content)
        if not quiet:
            complain(f"wrote {path}")
