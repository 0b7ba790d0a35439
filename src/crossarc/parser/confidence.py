"""How likely a predicted arc is right, from how clearly the parser preferred it.

A parser's scores have no scale of their own. What makes them probabilities is a logistic regression, on development
data, of whether an arc and its label are right, with the margins by which the transition and the label won.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Margins = npt.NDArray[np.float32]

COEFFICIENTS = 5
_STEPS = 25
_RIDGE = 1e-2  # keeps the coefficients finite where all arcs are right


def fitted_confidence(transitions: Margins, labels: Margins, is_right: npt.NDArray[np.bool_]) -> list[float]:
    """The coefficients that make the margins of predicted arcs into probabilities."""
    seen = _evidence(transitions, labels)
    coefficients = np.zeros(COEFFICIENTS)
    for _ in range(_STEPS):  # of Newton's method
        expected = _logistic(seen @ coefficients)
        slope = seen.T @ (is_right - expected) - _RIDGE * coefficients
        curvature = (seen.T * (expected * (1 - expected))) @ seen + _RIDGE * np.eye(COEFFICIENTS)
        coefficients += np.linalg.solve(curvature, slope)
    return [float(value) for value in coefficients]


def confidences(coefficients: list[float], transitions: Margins, labels: Margins) -> npt.NDArray[np.float32]:
    """Probabilities, by word."""
    return _logistic(_evidence(transitions, labels) @ np.array(coefficients)).astype(np.float32)


def _evidence(transitions: Margins, labels: Margins) -> npt.NDArray[np.float64]:
    """Margins on a scale where they add up, and two cases without a margin.

    Those are arcs that there was no choice about, and words that had to be moved under the sentence's one root (NaN).
    """
    is_moved = np.isnan(transitions)
    known = np.nan_to_num(transitions), labels
    scaled = [np.sign(margins) * np.log1p(np.abs(margins, dtype=np.float64)) for margins in known]
    return np.stack([np.ones(len(transitions)), *scaled, transitions == 0, is_moved], axis=1)


def _logistic(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    result: npt.NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(values, -30, 30)))
    return result
