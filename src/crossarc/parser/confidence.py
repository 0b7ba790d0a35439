"""How likely a predicted arc is right, from how clearly the parser preferred it.

A parser's scores have no scale of their own. What makes them probabilities is a logistic regression, on development
data, of whether an arc and its label are right: with the margins by which the transition and the label won, bent where
they are small or large; with how long the arc is and where it goes; and with the sentence, in which errors do not come
alone. The margins alone are calibrated on data like the development data, but not where sentences are longer or harder
(benchmarks/calibration.py, docs/results.md).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Margins = npt.NDArray[np.float32]
Columns = npt.NDArray[np.float64]

_KNOTS = (0.3, 0.7, 1.2)  # where the lines of margins bend; half of all are below 0.69
_LENGTH_KNOTS = (np.log(3), np.log(8))
_SCALES, _EVIDENCE = 2, 28
_FIRST_EVIDENCE = 5  # of the first version: margins as they are, and nothing else
COEFFICIENTS = (_FIRST_EVIDENCE, _SCALES + _EVIDENCE)  # how many there are, in old files and in new ones
_STEPS = 50
_ENOUGH = 1e-6
_RIDGE = 1.0  # keeps coefficients small where development data are few
_RIDGE_OF_BIAS = 1e-2  # finite, if all arcs are right
_FARTHEST = 1e9
_DIGITS = 6  # that are stored: the last ones depend on the machine


class PredictedArcs(NamedTuple):
    """What is known of the arcs of a treebank: by word, and where sentences begin.

    A margin of a transition is 0 where there was no choice, and NaN where a word had to be moved under the sentence's
    one root.
    """

    transitions: Margins
    labels: Margins
    heads: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]


def fitted_confidence(arcs: PredictedArcs, is_right: npt.NDArray[np.bool_]) -> list[float]:
    """The coefficients that make what is known of predicted arcs into probabilities: two scales, then the weights."""
    scales = [_typical(margins) for margins in (arcs.transitions, arcs.labels)]
    seen = _evidence(arcs, scales)
    ridge = np.full(_EVIDENCE, _RIDGE)
    ridge[0] = _RIDGE_OF_BIAS

    def likelihood(weights: Columns) -> float:
        values = np.where(is_right, 1, -1) * (seen @ weights)
        return float(-np.logaddexp(0, -values).sum() - (ridge * weights**2).sum() / 2)

    weights = np.zeros(_EVIDENCE)
    best = likelihood(weights)
    for _ in range(_STEPS):  # of Newton's method, cut short where they lead too far
        expected = _logistic(seen @ weights)
        slope = seen.T @ (is_right - expected) - ridge * weights
        step = np.linalg.solve((seen.T * (expected * (1 - expected))) @ seen + np.diag(ridge), slope)
        while (reached := likelihood(weights + step)) < best and np.abs(step).max() > _ENOUGH:
            step /= 2
        weights, best = weights + step, reached
        if np.abs(step).max() <= _ENOUGH:
            break
    return [float(f"{value:.{_DIGITS}g}") for value in (*scales, *weights)]


def confidences(coefficients: list[float], arcs: PredictedArcs) -> npt.NDArray[np.float32]:
    """Probabilities, by word."""
    if len(coefficients) == _FIRST_EVIDENCE:
        values = _first_evidence(arcs) @ np.array(coefficients)
    else:
        values = _evidence(arcs, coefficients[:_SCALES]) @ np.array(coefficients[_SCALES:])
    return _logistic(values).astype(np.float32)


def are_coefficients(values: object) -> bool:
    """What a file may have as such."""
    return (
        isinstance(values, list)
        and len(values) in COEFFICIENTS
        and all(isinstance(value, float) and np.isfinite(value) for value in values)
        and (len(values) == _FIRST_EVIDENCE or min(values[:_SCALES]) > 0)
    )


def _evidence(arcs: PredictedArcs, scales: list[float]) -> Columns:
    """What speaks for arcs and against them, in columns that add up."""
    if not arcs.heads.size:
        return np.zeros((0, _EVIDENCE))
    transition, label = (_bent(m, scale) for m, scale in zip((arcs.transitions, arcs.labels), scales, strict=True))
    is_free, is_moved, is_only_label = arcs.transitions == 0, np.isnan(arcs.transitions), arcs.labels == 0
    lengths = np.diff(arcs.offsets)
    places = np.arange(1, arcs.heads.size + 1) - np.repeat(arcs.offsets[:-1], lengths)
    is_root, is_to_the_right = arcs.heads == 0, arcs.heads > places
    length = np.log1p(np.where(is_root, 0, np.abs(arcs.heads - places)))

    def of_sentence(values: Columns) -> Columns:
        means: Columns = np.repeat(np.add.reduceat(values, arcs.offsets[:-1]) / lengths, lengths)
        return means

    columns = [
        np.ones(arcs.heads.size),
        *(transition, label, transition * label),
        *(is_free, is_moved, is_only_label, is_free * label),
        *(np.maximum(transition - knot, 0) for knot in _KNOTS),
        *(np.maximum(label - knot, 0) for knot in _KNOTS),
        *(is_root, is_to_the_right, length),
        *(np.maximum(length - knot, 0) for knot in _LENGTH_KNOTS),
        *(length * transition, length * label, is_root * transition, is_root * label, is_to_the_right * transition),
        np.repeat(np.log(lengths), lengths),
        *(of_sentence(transition), of_sentence(label), of_sentence(is_moved.astype(np.float64))),
    ]
    return np.stack(columns, axis=1)


def _first_evidence(arcs: PredictedArcs) -> Columns:
    transition, label = (_bent(margins, 1) for margins in (arcs.transitions, arcs.labels))
    is_free, is_moved = arcs.transitions == 0, np.isnan(arcs.transitions)
    return np.stack([np.ones(len(transition)), transition, label, is_free, is_moved], axis=1)


def _typical(margins: Margins) -> float:
    """The scale of margins: half of them are smaller."""
    known = np.abs(margins[~np.isnan(margins) & (margins != 0)])
    return float(np.median(known)) if known.size else 1.0


def _bent(margins: Margins, scale: float) -> Columns:
    """Margins on a scale where they add up; 0 if there is none."""
    scaled = np.clip(np.nan_to_num(margins).astype(np.float64) / scale, -_FARTHEST, _FARTHEST)
    bent: Columns = np.sign(scaled) * np.log1p(np.abs(scaled))
    return bent


def _logistic(values: Columns) -> Columns:
    result: Columns = 1 / (1 + np.exp(-np.clip(np.nan_to_num(values), -30, 30)))
    return result
