"""The derivation that a parser tells is the one it takes: its steps build its trees, and its scores choose them."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

import crossarc
from crossarc import System, Treebank, synthetic
from crossarc.messages import CrossarcWarning
from crossarc.parser.derivations import ModelDerivation
from crossarc.tracing import Derivation

TRAINING = synthetic.generate(50, crossing="any", rate=0.5, seed=1)
TEST = synthetic.generate(8, crossing="any", rate=0.5, seed=2)
PARSERS: list[dict[str, Any]] = [
    {},
    {"system": "2-planar"},
    {"system": "covington"},
    {"system": "arc-hybrid-swap"},
    {"system": "arc-eager", "root": "first"},
    {"system": "arc-eager+lba+rba"},
    {"system": "undirected-2-planar"},
    {"beam": 4},
    {"learner": "liblinear"},
    {"learner": "libsvm"},
    {"learner": "liblinear", "labels": "together"},
    {"learner": "libsvm", "labels": "together"},
    {"learner": "bilstm", "nonprojective": "drop", "lstm_size": 8, "word_size": 8, "hidden_size": 8},
    {"learner": "bilstm", "system": "2-planar", "lstm_size": 8, "word_size": 8, "hidden_size": 8},
]


def trained(options: dict[str, Any]) -> crossarc.Parser:
    learner = options.get("learner", "perceptron")
    if learner in ("liblinear", "libsvm"):
        pytest.importorskip("sklearn")
    if learner == "bilstm":
        pytest.importorskip("torch")
        pytest.importorskip("safetensors")
    # They would learn from lifted arcs otherwise, which are put back afterwards.
    own = {"nonprojective": "drop"} if learner.startswith("lib") else {"nonprojective": "keep", "epochs": 1}
    return crossarc.train(TRAINING, threads=1, **own | options)


def replayed(derivation: ModelDerivation) -> tuple[list[int], dict[tuple[int, int], str]]:
    """The heads that the steps build, and the labels of their arcs."""
    c = derivation.system.start(derivation.sentence.word_count)
    labels = {}
    for step in derivation.steps:
        assert set(step.scores) == set(derivation.system.legal(c))
        arc = derivation.system.arc(c, step.transition)
        assert (arc is None) == (step.label is None)
        if arc is not None:
            labels[arc] = str(step.label)
        c = derivation.system.apply(c, step.transition)
    assert c.finished
    return c.heads, labels


@pytest.mark.parametrize("options", PARSERS, ids=str)
def test_the_steps_build_the_trees(options: dict[str, Any]) -> None:
    parser = trained(options)
    parsed = parser.parse(TEST, multi_root=True)
    is_directed = not parser.system.startswith("undirected")
    for place in range(len(TEST)):
        derivation = parser.derivation(TEST, place, multi_root=True)
        heads, labels = replayed(derivation)
        assert heads == parsed[place].heads.tolist() == derivation.heads
        assert derivation.deprels == parsed[place].deprels
        for word, (head, deprel) in enumerate(zip(heads, derivation.deprels, strict=True), start=1):
            if is_directed and (head, word) in labels:
                assert labels[head, word] == deprel


@pytest.mark.parametrize("options", [own for own in PARSERS if "beam" not in own], ids=str)
def test_greedy_parsers_take_what_scores_highest(options: dict[str, Any]) -> None:
    parser = trained(options)
    for place in range(len(TEST)):
        for step in parser.derivation(TEST, place).steps:
            assert step.scores[step.transition] == max(step.scores.values())
            assert not any(map(math.isnan, step.scores.values()))


def test_a_beam_may_take_another_way() -> None:
    parser = trained({"beam": 8})
    steps = [step for place in range(len(TEST)) for step in parser.derivation(TEST, place).steps]
    assert any(step.scores[step.transition] < max(step.scores.values()) for step in steps)
    with pytest.warns(CrossarcWarning, match="trained with beam 8"):
        greedy, parsed = parser.derivation(TEST, 0, beam=1), parser.parse(TEST, beam=1)
    assert greedy.heads == parsed[0].heads.tolist()


def test_lifted_arcs_are_what_the_steps_aim_at() -> None:
    parser = trained({"nonprojective": "pseudo-head"})
    for place, sentence in enumerate(TEST):
        one = Treebank.from_sentences([sentence])
        derivation = parser.derivation(TEST, place)
        aim = derivation.target(one)
        assert crossarc.analyze(aim).nonprojective == 0
        assert System("arc-eager").covers(aim.heads.tolist())
        steps = list(Derivation.of_model(derivation, aim.heads.tolist()).steps())
        assert steps[0].loss == 0


@pytest.mark.parametrize("system", ["arc-eager", "2-planar", "covington"])
def test_costs_and_losses_of_a_model(system: str) -> None:
    """With a dynamic oracle, losses grow by what the steps cost, and the first that costs is the first wrong one."""
    parser = trained({"system": system})
    for place, sentence in enumerate(TEST):
        taken = parser.derivation(TEST, place)
        derivation = Derivation.of_model(taken, sentence.heads.tolist(), regularize=False)
        steps = list(derivation.steps())
        assert [step.transition for step in steps[1:]] == [own.transition for own in taken.steps]
        for before, step in itertools.pairwise(steps):
            assert step.costs == derivation.oracle.costs(before.configuration)
            assert step.is_wrong == (step.costs[step.transition] > min(step.costs.values()))
            if system != "arc-eager":  # whose minimum-cost oracle does not know all that is lost with crossing arcs
                assert step.loss == before.loss + step.costs[step.transition]
            told = {own.transition: own for own in derivation.choices(before.configuration, step)}
            assert list(told) == list(derivation.system.transitions)
            for name, own in told.items():
                assert (own.reason is None) == (name in step.costs)
                assert own.cost == step.costs.get(name)
                assert own.score == step.scores.get(name)


def test_tags_are_filled_in_before() -> None:
    parser = crossarc.train(TRAINING, epochs=1, stages=["tag", "parse"])
    blank = Treebank.from_conllu(
        "\n".join(
            line if not line[:1].isdigit() else "\t".join([*line.split("\t")[:3], "_", "_", "_", *line.split("\t")[6:]])
            for line in TEST.to_conllu().split("\n")
        )
    )
    derivation = parser.derivation(blank, 1)
    assert set(derivation.sentence[0].upos) != {"_"}
    assert derivation.heads == parser.parse(blank)[1].heads.tolist()


def test_models_that_do_not_tell() -> None:
    class Silent:
        def __init__(self, model: Any) -> None:
            self._model = model

        def parse(self, *arguments: Any) -> Any:
            return self._model.parse(*arguments)

    parser = trained({})
    silent = crossarc.Parser(parser._configuration, Silent(parser._model))
    with pytest.raises(ValueError, match="do not tell their derivations"):
        silent.derivation(TEST)


def test_a_derivation_is_somebodys() -> None:
    with pytest.raises(ValueError, match="a model's or an oracle's"):
        list(Derivation(System("planar"), None, [0]).steps())


@pytest.mark.parametrize(
    "options", [{}, {"system": "2-planar"}, {"beam": 4}, {"learner": "liblinear"}, {"learner": "libsvm"}], ids=str
)
def test_derivations_that_begin_otherwise(options: dict[str, Any]) -> None:
    """The first transitions are the ones that are asked for, and what follows is what scores highest."""
    parser = trained(options)
    system = System(parser.system, **parser.system_options)
    own = parser.derivation(TEST, 0, beam=1)
    again = parser.derivation(TEST, 0, beam=1, first=[step.transition for step in own.steps[:5]])
    assert again.steps == own.steps
    c, first = system.start(len(TEST[0])), []
    for _ in range(6):  # what scores least
        scores = parser.derivation(TEST, 0, beam=1, first=first).steps[len(first)].scores
        first.append(min(scores, key=lambda name: (scores[name], name)))
        c = system.apply(c, first[-1])
    other = parser.derivation(TEST, 0, first=first)
    assert [step.transition for step in other.steps[:6]] == first
    replayed(other)
    for step in other.steps[6:]:
        assert step.scores[step.transition] == max(step.scores.values())
    with pytest.raises(ValueError, match="no transition 'FLY'"):
        parser.derivation(TEST, 0, first=["FLY"])
    with pytest.raises(ValueError, match="LEFT-ARC is not legal"):
        parser.derivation(TEST, 0, first=["LEFT-ARC"])


def test_of_whatever_can_be_parsed() -> None:
    parser = trained({})
    of_treebank = parser.derivation(TEST, 3)
    assert parser.derivation(TEST[3]).steps == of_treebank.steps
    assert repr(of_treebank).startswith("<Derivation of arc-eager by a parser: ")
    words = TEST[3].forms
    assert parser.derivation(words).sentence[0].forms == words
