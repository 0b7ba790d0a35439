"""What a process hands to another, or a notebook keeps, comes out as it went in."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import crossarc
from crossarc import System, Treebank, synthetic

WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda what: pickle.loads(pickle.dumps(what)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}

pytestmark = pytest.mark.parametrize("again", WAYS.values(), ids=WAYS)


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return synthetic.generate(60, crossing="any", rate=0.4)


@pytest.mark.parametrize("system", ["arc-eager", "2-planar", "covington", "undirected-planar", "arc-eager+lba"])
def test_derivations(again: Callable[[Any], Any], system: str, treebank: Treebank) -> None:
    machine = System(system, root="first") if system == "arc-eager" else System(system)
    assert again(machine) == machine
    assert hash(again(machine)) == hash(machine)
    heads = max(treebank, key=len).heads.tolist()
    oracle = machine.oracle("static", heads)
    c = machine.start(len(heads))
    for transition in machine.derive(heads):
        c = machine.apply(c, transition)
    for configuration in (machine.start(3), c):
        assert again(configuration) == configuration
        assert again(configuration).heads == configuration.heads
        assert machine.legal(again(configuration)) == machine.legal(configuration)
    assert (again(oracle).name, again(oracle).loss(again(c))) == (oracle.name, oracle.loss(c))
    assert repr(again(oracle)) == repr(oracle)


def test_oracles_with_options(again: Callable[[Any], Any]) -> None:
    system, gold = System("2-planar"), [4, 5, 4, 5, 0, 5]
    for options in ({}, {"regularize": True}, {"planes": "first"}, {"planes": "projective", "regularize": True}):
        oracle = system.oracle("dynamic", gold, **options)
        c = system.apply(system.start(len(gold)), "SHIFT")
        assert again(oracle).costs(c) == oracle.costs(c)
        assert (again(oracle).planes, again(oracle).options) == (oracle.planes, oracle.options)
    buffered = System("arc-eager+rba", root="first")
    oracle = buffered.oracle("static", [0, 1, 1], buffer_arcs="any")
    c = buffered.apply(buffered.start(3), "RIGHT-BUFFER-ARC")
    assert again(oracle).optimal(c) == oracle.optimal(c) == ("RIGHT-BUFFER-ARC",)


@pytest.mark.parametrize("learner", ["perceptron", "liblinear", "libsvm"])
def test_parsers(again: Callable[[Any], Any], learner: str, treebank: Treebank) -> None:
    if learner != "perceptron":
        pytest.importorskip("sklearn")
    parser = crossarc.train(treebank[:30], dev=treebank[30:], learner=learner)
    other = again(parser)
    assert other.info == parser.info
    assert other.parse(treebank, scores=True) == parser.parse(treebank, scores=True)


def test_neural_parsers(again: Callable[[Any], Any], treebank: Treebank) -> None:
    for package in ("torch", "safetensors"):
        pytest.importorskip(package)
    parser = crossarc.train(treebank[:30], learner="bilstm", epochs=1, lstm_size=8)
    assert again(parser).parse(treebank) == parser.parse(treebank)


def test_treebanks(again: Callable[[Any], Any], treebank: Treebank) -> None:
    assert again(treebank) == treebank
    assert again(treebank[3]) == treebank[3]
    text = treebank.to_conllu().encode("utf-8")
    broken = Treebank.from_bytes(b"1\tx\n\n" + text, lenient=True, path="x.conllu", first_line=10)
    other = again(broken)
    assert other == broken
    assert [str(problem) for problem in other.problems] == [str(problem) for problem in broken.problems]
    assert str(other.problems[0]).startswith("x.conllu:10: ")
    assert other[0].line == broken[0].line == 12


def test_stages(again: Callable[[Any], Any], treebank: Treebank) -> None:
    annotator = crossarc.train(treebank, stages=None, epochs=1).annotator
    assert annotator.tokenizer is not None
    assert annotator.tagger is not None
    assert annotator.lemmatizer is not None
    for stage in (annotator.tokenizer, annotator.tagger, annotator.lemmatizer):
        assert again(stage).to_bytes() == stage.to_bytes()
        assert repr(again(stage)) == repr(stage)


def test_batches_do_not(again: Callable[[Any], Any]) -> None:
    with pytest.raises(crossarc.CrossarcError, match="a batch cannot be copied or pickled"):
        again(crossarc.Batch(System("planar"), [2]))
