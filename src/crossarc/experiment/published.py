"""The paper's own figures on the treebanks that it has in common with an experiment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

OfParsers = Mapping[str, Mapping[str, float]]
"""Numbers by parser and score."""


@dataclass(frozen=True)
class Published:
    """By treebank: scores of parsers, what they gain over another (by that one), and figures of the treebank."""

    scores: Mapping[str, OfParsers] = field(default_factory=dict)
    gains: Mapping[str, Mapping[str, OfParsers]] = field(default_factory=dict)
    figures: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def score(self, treebank: str, parser: str, score: str) -> float | None:
        return self.scores.get(treebank, {}).get(parser, {}).get(score)

    def gain(self, treebank: str, parser: str, over: str, score: str) -> float | None:
        """As the paper has it, or between two scores that it has."""
        gain = self.gains.get(treebank, {}).get(over, {}).get(parser, {}).get(score)
        first, second = (self.score(treebank, name, score) for name in (over, parser))
        if gain is None and first is not None and second is not None:
            return round(second - first, 2)
        return gain

    def figure(self, treebank: str, figure: str) -> float | None:
        return self.figures.get(treebank, {}).get(figure)
