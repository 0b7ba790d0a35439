"""Confidences are probabilities: of arcs with confidence 0.8, four in five are right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

import crossarc
from crossarc import Parser, Treebank, synthetic
from crossarc.parser.confidence import COEFFICIENTS, PredictedArcs, are_coefficients, confidences, fitted_confidence

BINS = 10


def calibration_error(found: npt.NDArray[np.float32], is_right: npt.NDArray[np.bool_]) -> float:
    number = np.minimum((found * BINS).astype(int), BINS - 1)
    return float(np.abs(np.bincount(number, found - is_right, BINS)).sum() / len(found))


def arcs_of_one(seed: int, scale: float) -> tuple[PredictedArcs, npt.NDArray[np.bool_]]:
    """Arcs of a parser whose margins mean little below a point and much above it, and less for long arcs."""
    random = np.random.default_rng(seed)
    lengths = random.integers(1, 30, 800)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    words = int(offsets[-1])
    heads = (random.random(words) * (np.repeat(lengths, lengths) + 1)).astype(np.int32)
    transitions, labels = random.exponential(1, (2, words))
    transitions[random.random(words) < 0.1] = 0
    transitions[random.random(words) < 0.02] = np.nan
    places = np.arange(1, words + 1) - np.repeat(offsets[:-1], lengths)
    known = np.nan_to_num(transitions, nan=-1)
    value = np.minimum(known, 1.5) * 3 + np.minimum(labels, 0.5) * 3 - 0.15 * np.abs(heads - places) - 2
    is_right = random.random(words) < 1 / (1 + np.exp(-value))
    margins = (transitions * scale).astype(np.float32), (labels * scale * 3).astype(np.float32)
    return PredictedArcs(*margins, heads, offsets), is_right


@pytest.mark.parametrize("scale", [0.01, 1, 3000])
def test_calibrated_whatever_the_scale_and_shape_of_margins(scale: float) -> None:
    fitted = fitted_confidence(*arcs_of_one(1, scale))
    assert len(fitted) == COEFFICIENTS[-1]
    assert are_coefficients(fitted)
    arcs, is_right = arcs_of_one(2, scale)
    found = confidences(fitted, arcs)
    assert calibration_error(found, is_right) < 0.03
    assert np.mean((found - is_right) ** 2) < 0.8 * np.var(is_right)


@pytest.mark.parametrize("share", [0, 1])
def test_few_arcs_that_are_all_alike(share: int) -> None:
    arcs, is_right = arcs_of_one(1, 1)
    few = PredictedArcs(arcs.transitions[:9], arcs.labels[:9], np.zeros(9, np.int32), np.array([0, 4, 9]))
    found = confidences(fitted_confidence(few, np.full(9, bool(share))), few)
    assert np.abs(found - share).max() < 0.2
    nothing = PredictedArcs(arcs.transitions[:0], arcs.labels[:0], arcs.heads[:0], np.zeros(1, np.int64))
    fitted = fitted_confidence(nothing, is_right[:0])
    assert confidences(fitted, nothing).size == 0


def test_files_of_the_first_version_give_what_they_gave() -> None:
    arcs, _ = arcs_of_one(1, 100)
    old = [-1.5, 0.4, 0.3, 1.0, -0.5]
    assert are_coefficients(old)
    transitions = np.nan_to_num(arcs.transitions)
    value = old[0] + old[1] * np.log1p(transitions) + old[2] * np.log1p(arcs.labels)
    value += old[3] * (arcs.transitions == 0) + old[4] * np.isnan(arcs.transitions)
    assert np.allclose(confidences(old, arcs), 1 / (1 + np.exp(-value)), atol=1e-6)


def test_what_is_no_list_of_coefficients() -> None:
    good = [1.0] * COEFFICIENTS[-1]
    assert are_coefficients(good)
    for bad in ([], [1.0] * 6, [0.0, *good[1:]], [-1.0, *good[1:]], [float("nan"), *good[1:]], ["1", *good[1:]], "1"):
        assert not are_coefficients(bad)


def test_strange_coefficients_still_give_probabilities() -> None:
    arcs, _ = arcs_of_one(1, 1)
    for scale in (5e-324, 1e308):
        for weight in (1e308, -1e308):
            with np.errstate(all="ignore"):
                found = confidences([scale, scale, *[weight] * (COEFFICIENTS[-1] - 2)], arcs)
            assert np.all((found >= 0) & (found <= 1))


def test_parsers_are_calibrated_and_keep_it_in_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    parts = {name: Treebank.from_conllu(text) for name, text in synthetic.splits(150, 500, 500).items()}
    parser = crossarc.train(parts["train"], dev=parts["dev"], epochs=2)
    path = tmp_path_factory.mktemp("models") / "model"
    parser.save(path)
    loaded = crossarc.load(path)
    heads, codes, labels, found = loaded.trees(parts["test"], confidence=True)
    assert found is not None
    test = parts["test"]
    is_right = (heads == test.heads) & (np.array(labels)[codes] == np.array(test.column("deprel")))
    assert calibration_error(found, is_right) < 0.03
    old = Parser(replace(loaded._configuration, confidence=[0.5, 0.0, 0.0, 0.0, 0.0]), loaded._model)
    old.save(path)
    again = crossarc.load(path).trees(test, confidence=True).confidences
    assert again is not None
    assert np.allclose(again, 1 / (1 + np.exp(-0.5)))
