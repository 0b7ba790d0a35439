"""Whatever takes numbers refuses those that are not whole, or too large for the core, and cuts off none."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import crossarc
from crossarc import synthetic, transforms
from crossarc.analysis.coverage import coverage
from crossarc.drawing import draw_tree
from crossarc.tracing import trace
from crossarc.whole_numbers import whole_number, whole_numbers

WRONG = [1.7, 1.0, 2**32 + 1, -(2**32), 2**70, "1", None]
SYSTEM = crossarc.System("arc-eager")


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_heads(wrong: object) -> None:
    for heads in ([wrong, 0], np.array([wrong, 0])):
        for take in (
            SYSTEM.derive,
            SYSTEM.covers,
            lambda heads: SYSTEM.oracle("dynamic", heads),
            lambda heads: crossarc.Batch(SYSTEM, gold=[heads]),
            lambda heads: trace(heads, SYSTEM),
            lambda heads: draw_tree(["a", "b"], heads),
            lambda heads: treebank().with_trees(heads, ["x", "y"]),
        ):
            with pytest.raises(ValueError, match=r"^the heads must be whole numbers from (0|-1) to "):
                take(heads)


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_batches(wrong: object) -> None:
    if wrong is not None:
        with pytest.raises(ValueError, match=r"^the lengths must be whole numbers"):
            crossarc.Batch(SYSTEM, [wrong])
    with pytest.raises(ValueError, match=r"^threads must be"):
        crossarc.Batch(SYSTEM, [1], threads=wrong)
    batch = crossarc.Batch(SYSTEM, [2])
    with pytest.raises(ValueError, match=r"^the transitions must be whole numbers"):
        batch.apply([wrong])
    with pytest.raises(ValueError, match=r"^the labels must be whole numbers"):
        batch.apply([0], [wrong])
    with pytest.raises(ValueError, match=r"^the number of words must be"):
        SYSTEM.start(wrong)


def test_numbers_of_any_integer_type() -> None:
    for kind in (np.int8, np.uint16, np.int64, np.uint64):
        assert SYSTEM.covers(np.array([2, 0], kind))
    assert crossarc.Batch(SYSTEM, np.array([3, 1], np.uint8)).legal().shape[0] == 2
    assert SYSTEM.covers(())
    assert whole_number(np.int64(3), "x") == 3
    assert whole_numbers(range(3), "x").tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("values", "told"), [([3, 2.5], "2.5"), ([0, float("nan")], "nan"), ([3.0, 1.0], "3.0"), ([1, None, 2], "None")]
)
def test_the_number_that_is_told(values: list[object], told: str) -> None:
    with pytest.raises(ValueError, match=rf": {told}$"):
        whole_numbers(values, "heads")  # type: ignore[arg-type]


def test_lists_within_lists() -> None:
    for heads in ([[2, 0]], [[2], [0, 1]], 3):
        with pytest.raises(ValueError, match=r"^the heads must be one list of whole numbers$"):
            SYSTEM.covers(heads)


def test_as_many_heads_as_words() -> None:
    with pytest.raises(ValueError, match=r"^there are 2 words, but 1 heads$"):
        draw_tree(["a", "b"], [0])
    with pytest.raises(ValueError, match=r"^there are 1 words, but 1 heads and 2 notes$"):
        draw_tree(["a"], [0], ["x", "y"])
    with pytest.raises(ValueError, match=r"from -1 to 2: 3$"):
        draw_tree(["a", "b"], [0, 3])


def test_options() -> None:
    gold = treebank()
    parser = crossarc.train(gold, epochs=1)
    for wrong in (1.5, -1, 2**40, "2"):
        for take in (
            lambda n: crossarc.compare(gold, [gold, gold], samples=10, threads=n),
            lambda n: crossarc.analyze(gold, threads=n),
            lambda n: parser.parse(gold, threads=n),
            lambda n: crossarc.train(gold, epochs=1, threads=n),
            lambda n: transforms.projectivize(gold, threads=n),
            lambda n: transforms.pseudo_projectivize(gold, threads=n),
            lambda n: transforms.deprojectivize(gold, threads=n),
        ):
            with pytest.raises(ValueError, match=r"^threads:? must be "):
                take(wrong)
    with pytest.raises(ValueError, match=r"^samples: must be a whole number: 10\.5"):
        crossarc.compare(gold, [gold, gold], samples=10.5)
    with pytest.raises(ValueError, match=r"^seed: must be a whole number: 1\.5"):
        crossarc.compare(gold, [gold, gold], seed=1.5)
    with pytest.raises(ValueError, match=r"^beam: must be a whole number"):
        parser.parse(gold, beam=1.5)
    for option in ("sentences", "seed", "language", "vocabulary", "max_words"):
        with pytest.raises(ValueError, match=r"must be a whole number: 150\.5"):
            synthetic.conllu(**{option: 150.5})


def test_threads_are_one_per_core_everywhere() -> None:
    functions = (
        *(crossarc.train, crossarc.analyze, crossarc.compare, crossarc.Batch, crossarc.Parser.parse),
        *(crossarc.Parser.trees, crossarc.Parser.with_confidence, coverage),
        *(transforms.projectivize, transforms.pseudo_projectivize, transforms.deprojectivize),
    )
    assert {inspect.signature(function).parameters["threads"].default for function in functions} == {0}


def treebank() -> crossarc.Treebank:
    lines = (f"{number}\t{form}\t_\tX\t_\t_\t{head}\tx\t_\t_\n" for number, form, head in ((1, "a", 2), (2, "b", 0)))
    return crossarc.Treebank.from_conllu("".join(lines) + "\n")
