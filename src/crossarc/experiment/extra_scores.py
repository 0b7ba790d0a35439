"""Scores of a run that cannot be told from its trees: times, links of undirected systems, precision of transitions."""

from __future__ import annotations

from collections.abc import Iterable

from crossarc.evaluation import METRICS
from crossarc.experiment.results import Result
from crossarc.experiment.transition_precision import ARC_TRANSITIONS

PRECISION = "precision:"
TIMES = {"train_seconds": "training s", "parse_seconds": "parsing s", "words_per_second": "words/s"}
UNDIRECTED = {"undirected_uas": "undirected UAS", "undirected_las": "undirected LAS"}
EXTRA_SCORES = (*UNDIRECTED, *(PRECISION + name for name in ARC_TRANSITIONS), *TIMES)
SCORES = (*METRICS, *EXTRA_SCORES)


def is_better_if_lower(score: str) -> bool:
    return score in ("train_seconds", "parse_seconds")


def best_of(score: str, values: Iterable[float]) -> float:
    return min(values) if is_better_if_lower(score) else max(values)


def title_of_extra(score: str) -> str | None:
    """A score as a column is headed: LBA for `precision:LEFT-BUFFER-ARC`; None for those of `evaluate`."""
    if score.startswith(PRECISION):
        return "".join(word[0] for word in score.removeprefix(PRECISION).split("-"))
    return TIMES.get(score) or UNDIRECTED.get(score)


def score_of(result: Result, score: str) -> float | None:
    """Any score of a run; None where there is nothing to score, or the result was made before there was this score."""
    if score.startswith(PRECISION):
        built, right = result.transitions.get(score.removeprefix(PRECISION), (0, 0))
        return 100 * right / built if built else None
    if score == "words_per_second":
        words, seconds = result.scores.get("tokens"), result.seconds_of.get("parse")
        return words / seconds if words and seconds else None
    if score in TIMES:
        return result.seconds_of.get(score.removesuffix("_seconds"))
    return (result.undirected if score in UNDIRECTED else result.scores).get(score)
