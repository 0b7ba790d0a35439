"""The neural parser learns with every system, alike with any number of threads and after interruptions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import torch

import crossarc
from crossarc import Treebank, synthetic
from crossarc.messages import CrossarcWarning
from crossarc.neural import NeuralOptions
from crossarc.neural.batches import LONGEST, SentenceBatch
from crossarc.neural.vocabulary import Vocabulary
from crossarc.parser import Training, TrainingOptions

SMALL = {
    **dict.fromkeys(("word_size", "lemma_size", "feats_size", "char_size", "tag_size"), 12),
    "lstm_size": 16,
    "hidden_size": 16,
    "guess_size": 16,
    "head_slots": True,
    "learning_rate": 0.01,
    "batch_size": 4,
}
SYSTEMS = [
    *("arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar", "covington"),
    *("arc-eager+lba+rba", "2-planar+rba", "arc-hybrid+lnba"),
    *("undirected-planar", "undirected-2-planar", "undirected-covington"),
]


@pytest.fixture(scope="module")
def parts() -> dict[str, Treebank]:
    texts = synthetic.splits(100, 20, 40, crossing="any", rate=0.5)
    return {name: Treebank.from_conllu(text) for name, text in texts.items()}


def roots(parsed: Treebank) -> np.ndarray:
    return np.add.reduceat(parsed.heads == 0, parsed.offsets[:-1])


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_learns(system: str, parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"], learner="bilstm", system=system, epochs=3, **SMALL)
    parsed = parser.parse(parts["test"])
    assert crossarc.evaluate(parts["test"], parsed).uas > 25
    assert (roots(parsed) == 1).all()
    assert [word.deprel == "root" for sentence in parsed for word in sentence] == (parsed.heads == 0).tolist()
    assert parser.parse(parts["test"], threads=2) == parsed


@pytest.mark.parametrize(
    "changes",
    [
        {"oracle": "static"},
        {"oracle": "exact", "nonprojective": "keep"},
        {"root": "first"},
        {"tags": "none"},
        {"labels": "after", "loss": "cross-entropy", "dropout": 0.1, "average": 0.9, "decay": 0.1},
        {"loss": "cross-entropy", "guess_size": 0},
        {"labels": "after"},
        {"errors_per_step": 20, "batch_size": None},
        {"batch_words": 30, "batch_size": None},
        {"errors_per_step": 20, "batch_size": None, "labels": "after", "loss": "cross-entropy", "dropout": 0.1},
        {"sparse_updates": False, "average": 0.9},
        {"nonprojective": "projectivize", "char_size": 0, "feats_size": 0, "lemma_size": 0},
        {"system": "2-planar", "regularize": True, "multi_root": True},
    ],
    ids=lambda changes: " ".join(map(str, changes.values())),
)
def test_options(changes: dict[str, object], parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"], learner="bilstm", **(SMALL | {"epochs": 3} | changes))
    assert crossarc.evaluate(parts["test"], parser.parse(parts["test"])).uas > 15


def test_several_roots_if_the_data_have_them(parts: dict[str, Treebank]) -> None:
    train, test = parts["train"], parts["test"]
    heads = train.heads.copy()
    heads[train.offsets[1:] - 1] = 0  # punctuation
    several = train.with_trees(heads, [word.deprel for sentence in train for word in sentence])
    options = SMALL | {"learner": "bilstm", "epochs": 2}
    parser = crossarc.train(several, **options)
    assert parser.info["options"]["multi_root"] is True
    assert roots(parser.parse(test)).max() > 1
    assert roots(parser.parse(test, multi_root=False)).max() == 1
    for treebank, given, found in ((train, None, False), (train, True, True), (several, False, False)):
        told = crossarc.train(treebank, **options | {"epochs": 1, "multi_root": given}).info["options"]
        assert told["multi_root"] is found


@pytest.mark.parametrize("counted", [{}, {"batch_size": None, "errors_per_step": 30}])
def test_the_same_seed_gives_the_same_bytes(
    counted: dict[str, Any], parts: dict[str, Treebank], tmp_path: Path
) -> None:
    def trained(name: str, seed: int, threads: int) -> bytes:
        parser = crossarc.train(
            parts["train"],
            dev=parts["dev"],
            learner="bilstm",
            system="2-planar",
            epochs=2,
            seed=seed,
            threads=threads,
            dropout=0.2,
            **SMALL | counted,
        )
        parser.save(tmp_path / name)
        return (tmp_path / name).read_bytes()

    assert trained("a", 1, 1) == trained("b", 1, 2) != trained("c", 2, 1)


def test_a_network_that_sees_nothing(parts: dict[str, Treebank]) -> None:
    with pytest.raises(ValueError, match="nothing for the network to look at"):
        crossarc.train(parts["dev"], learner="bilstm", word_size=0, tag_size=0)


def test_long_and_empty_input(parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"][:30], learner="bilstm", system="2-planar", epochs=1, **SMALL)
    lines = [f"{n}\tword{n % 50}\t_\tNOUN\t_\t_\t_\t_\t_\t_\n" for n in range(1, LONGEST + 2)]
    short = Treebank.from_conllu("".join(lines[:10]) + "\n")
    for words in (LONGEST, LONGEST + 1):  # with guesses as evidence, and without
        text = "".join(lines[:words]) + "\n" + "".join(lines[:10]) + "\n"
        parsed = parser.parse(Treebank.from_conllu(text)).require_trees()
        assert parsed.word_count == words + 10
        assert parsed[1:] == parser.parse(short)  # what is read beside it does not matter
    assert len(parser.parse(Treebank.from_conllu(""))) == 0


def test_endless_sentences_are_not_learnt_from(parts: dict[str, Treebank]) -> None:
    def chain(words: int) -> str:
        lines = (f"{n}\tw\t_\tX\t_\t_\t{n - 1}\t{'dep' if n > 1 else 'root'}\t_\t_\n" for n in range(1, words + 1))
        return "".join(lines) + "\n"

    short = parts["dev"].to_conllu()
    for system, most in (("arc-eager", LONGEST), ("covington", 511)):
        options = TrainingOptions.of(learner="bilstm", system=system, epochs=1, **SMALL)
        with pytest.warns(CrossarcWarning, match=f"sentences of more than {most:,} words are not learnt from: 1 of 21"):
            training = Training(Treebank.from_conllu(short + chain(most + 1)), options=options)
        assert len(list(training)) == 1
        with pytest.raises(crossarc.TreebankError, match=f"no sentence is left: all have more than {most:,} words"):
            Training(Treebank.from_conllu(chain(most + 1)), options=options)


def test_a_batch_of_long_sentences_is_learnt_from_in_pieces(parts: dict[str, Treebank]) -> None:
    words = Vocabulary.of(parts["train"], "both", NeuralOptions()).encoded(parts["train"]._document)
    whole = SentenceBatch(words, np.arange(10))
    assert [piece.sentences.tolist() for piece in whole.pieces()] == [list(range(10))]
    longer = SentenceBatch(replace(words, lengths=np.full(100, 1000)), np.arange(10))
    assert [piece.sentences.tolist() for piece in longer.pieces()] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert all(piece.has_few_pairs for piece in longer.pieces())
    assert len(SentenceBatch(replace(words, lengths=np.full(100, 9999)), np.arange(3)).pieces()) == 3


@pytest.mark.parametrize(
    ("has_dev", "counted"),
    [(True, {}), (False, {}), (True, {"batch_size": None}), (True, {"batch_size": None, "batch_words": 50})],
)
def test_training_that_turns_to_nan_keeps_the_best_epoch(
    has_dev: bool, counted: dict[str, Any], parts: dict[str, Treebank]
) -> None:
    options = TrainingOptions.of(learner="bilstm", epochs=5, **SMALL | counted)
    training = Training(parts["train"][:30], parts["dev"] if has_dev else None, options)

    def spoil() -> None:
        with torch.no_grad():
            training._trainer.network.of_transitions.weight[0, 0] = float("nan")

    epochs = iter(training)
    numbers = [next(epochs).number, next(epochs).number]
    before = training.parser
    assert before is not None
    spoil()
    with pytest.warns(CrossarcWarning, match="epoch 3: the gradients are not finite any more: training ends"):
        numbers += [epoch.number for epoch in epochs]
    assert numbers == [1, 2]
    assert list(training) == []
    assert training.parser is before
    hopeless = Training(parts["train"][:30], options=options)
    with torch.no_grad():
        hopeless._trainer.network.of_transitions.weight[0, 0] = float("nan")
    with pytest.raises(ValueError, match="epoch 1: the gradients are not finite any more, and there is no parser yet"):
        list(hopeless)
