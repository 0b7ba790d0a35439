"""Wrong calls are told in one line that says what the function takes, and what was probably meant."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import crossarc
from crossarc import System, Treebank, synthetic
from crossarc.calls import called_as
from crossarc.errors import ArgumentTypeError
from crossarc.other_names import ARGUMENTS_INSTEAD

TREES = synthetic.generate(30, kind="any")
PARSER = crossarc.train(TREES, epochs=1)
SENTENCE, SYSTEM = TREES[0], System("2-planar")
call: Any = crossarc  # what type checkers would find as well


@pytest.mark.parametrize(
    ("attempt", "told"),
    [
        (lambda: call.read("x.conllu", encoding="utf-8"), "crossarc.read: .* 'encoding'; use .* treebanks are UTF-8"),
        (lambda: call.read(path="x.conllu"), "there is no argument 'path'; use source"),
        (lambda: call.read("x.conllu", "conllu"), "takes source by place, and not 2 arguments; others .*: format=…"),
        (lambda: call.read("x.conllu", formt="conllu"), "'formt'; did you mean 'format'?"),
        (call.read, "crossarc.read: source is missing"),
        (lambda: call.write(TREES), "crossarc.write: target is missing"),
        (lambda: call.train(TREES, TREES, "2-planar"), "takes train, dev .*; use names for options, as in system=…"),
        (lambda: call.train(TREES, TREES, dev=TREES), "crossarc.train: dev is given twice"),
        (call.load, "crossarc.load: path is missing"),
        (lambda: call.evaluate(TREES), "crossarc.evaluate: predicted is missing"),
        (lambda: call.evaluate(TREES, TREES, metric="las"), "use scores.las, scores.uas … of what it returns"),
        (lambda: call.analyze(TREES, TREES), r"use a list: crossarc.analyze\(\[a, b\]\)"),
        (lambda: call.compare(TREES, TREES, TREES, sample=5), "did you mean 'samples'?"),
        (lambda: call.trace(SENTENCE, "2-planar", "dynamic"), "use oracle=…"),
        (lambda: call.systems("arc-eager"), r"use crossarc.System\(name\) for one of them"),
        (call.System, "crossarc.System: name is missing"),
        (lambda: call.System("arc-eager", roots="last"), "crossarc.System: .* did you mean 'root'?"),
        (lambda: call.synthetic.generate(10, 1), "synthetic.generate: takes sentences by place"),
        (lambda: SYSTEM.apply("SHIFT"), "system.apply: transition is missing"),  # type: ignore[call-arg, arg-type]
        (lambda: SYSTEM.oracle(SENTENCE), "system.oracle: tree is missing"),  # type: ignore[call-arg, arg-type]
        (lambda: PARSER.parse(TREES, "out.conllu"), r"parser.parse: .* crossarc.write\(parser.parse\(path\), output\)"),  # type: ignore[call-overload]
        (lambda: PARSER.parse(TREES, n_process=2), "parser.parse: there is no argument 'n_process'; use threads"),  # type: ignore[call-overload]
        (PARSER.save, "parser.save: path is missing"),  # type: ignore[call-arg]
        (lambda: TREES.sample(frac=0.1), r"treebank.sample\(len\(treebank\) // 10\)"),  # type: ignore[call-arg]
        (lambda: TREES.sample(5, random_state=1), "use seed"),  # type: ignore[call-arg]
        (lambda: TREES.split(test_size=0.2), r"treebank.split\(0.8, 0.1, 0.1\)"),  # type: ignore[call-arg]
        (lambda: TREES.filter(upos="NOUN"), r'treebank.filter\("upos=NOUN"\)'),  # type: ignore[call-arg]
        (Treebank.from_conllu, "Treebank.from_conllu: text is missing"),  # type: ignore[call-arg]
        (lambda: SENTENCE.draw("x.svg"), r"sentence.draw: takes none by place, and not an argument; use print"),  # type: ignore[call-arg]
        (lambda: SENTENCE.to_svg("x.svg"), r"use Path\(name\).write_text"),  # type: ignore[misc]
        (lambda: SENTENCE.to_svg(plane=True), "did you mean 'planes'?"),  # type: ignore[call-arg]
    ],
)
def test_wrong_calls(attempt: Callable[[], Any], told: str) -> None:
    with pytest.raises(ArgumentTypeError, match=told) as caught:
        attempt()
    assert "\n" not in str(caught.value)


def test_what_a_function_raises_itself_stays() -> None:
    with pytest.raises(TypeError, match="unsupported operand") as caught:
        TREES.filter(lambda sentence: sentence + 1)  # type: ignore[operator]
    assert not isinstance(caught.value, crossarc.CrossarcError)


def test_functions_stay_what_they_are() -> None:
    assert list(inspect.signature(crossarc.read).parameters) == ["source", "format", "lenient", "ignore_trees"]
    assert (crossarc.train.__name__, crossarc.train.__module__) == ("train", "crossarc.parser.training_run")
    assert "Train a parser on a treebank" in (crossarc.train.__doc__ or "")


def test_hints_are_about_arguments_that_there_are_not() -> None:
    """What became an argument needs no hint any more, and no hint is about a function that has another name."""
    places = {"crossarc": crossarc, "parser": PARSER, "sentence": SENTENCE, "treebank": TREES, "system": SYSTEM}
    for name, hints in ARGUMENTS_INSTEAD.items():
        place, _, function = name.partition(".")
        known = inspect.signature(getattr(places[place], function or "__call__")).parameters
        assert not {*hints} & {*known}, name


def test_an_error_of_the_same_shape_from_within() -> None:
    def inner(one: int) -> int:
        return one

    @called_as("outer")
    def outer() -> int:
        return inner()  # type: ignore[call-arg]

    with pytest.raises(TypeError, match="missing 1 required positional argument") as caught:
        outer()
    assert not isinstance(caught.value, crossarc.CrossarcError)
