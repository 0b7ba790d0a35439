"""The scores of an experiment's parsers, looked up by parser, treebank and score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from crossarc.evaluation import METRICS, evaluate
from crossarc.experiment.declaration import Experiment
from crossarc.experiment.extra_scores import TIMES, score_of
from crossarc.experiment.grid import Run
from crossarc.experiment.results import Result, ResultFolder
from crossarc.experiment.run_stages import RunStages
from crossarc.experiment.significance import Counts, Gain, counts_of, gains
from crossarc.experiment.treebanks import TreebankFiles

_CHOSEN_BY = "las"  # on the development trees, where the best of several parsers is asked for


class Scoreboard:
    """What tables are made of. A parser's score on a treebank is the mean over the seeds.

    There is none as long as a run of one of the seeds is missing or has failed.
    """

    def __init__(
        self,
        experiment: Experiment,
        treebanks: Sequence[TreebankFiles],
        parsers: Sequence[str],
        seeds: Sequence[int],
        results: ResultFolder,
        *,
        samples: int = 10_000,
    ) -> None:
        self.experiment = experiment
        self.treebanks = list(treebanks)
        self.parsers = list(parsers)
        self.seeds = list(seeds)
        self.samples = samples
        self._results = results
        self._found: dict[tuple[str, str], list[Result | None]] = {}
        self._counts: dict[tuple[str, str], Counts] = {}
        self._gains: dict[tuple[str, str, str], dict[str, Gain | None]] = {}

    def is_known(self, parser: str) -> bool:
        """The parser, or what it is the best of, is part of what was asked for."""
        return all(name in self.parsers for name in self.experiment.best.get(parser, [parser]))

    def results(self, parser: str, treebank: TreebankFiles) -> list[Result | None]:
        """The results of a parser, one for each seed; None for those that have not been made."""
        place = parser, treebank.name
        if place not in self._found:
            declared = self.experiment.parsers[parser]
            runs = [Run(parser, treebank, seed, declared) for seed in self.seeds]
            stages = RunStages.of(declared)
            self._found[place] = [self._whole(self._results.get(run.key), treebank, stages) for run in runs]
        return self._found[place]

    def _whole(self, result: Result | None, treebank: TreebankFiles, stages: RunStages) -> Result | None:
        """A result with all scores of `evaluate` that tell anything of it: the trees of one from before there were some
        of them are kept."""
        if result is None or result.failure is not None or result.scores.keys() >= {*filter(stages.predict, METRICS)}:
            return result
        gold = treebank.test_trees
        return replace(result, scores=evaluate(gold, self._results.predictions(result.key).put_on(gold)).scores())

    def actual(self, parser: str, treebank: TreebankFiles) -> str | None:
        """The parser itself; for the best of several, the one with the highest LAS on the development trees."""
        if parser not in self.experiment.best:
            return parser
        several = self.experiment.best[parser]
        means = {name: self._mean(name, treebank, on_dev=_CHOSEN_BY) for name in several}
        complete = {name: mean for name, mean in means.items() if mean is not None}
        return max(complete, key=complete.__getitem__) if len(complete) == len(several) else None

    def is_done(self, parser: str, treebank: TreebankFiles) -> bool:
        actual = self.actual(parser, treebank) if self.is_known(parser) else None
        if actual is None:
            return False
        return all(result is not None and result.failure is None for result in self.results(actual, treebank))

    def failure(self, parser: str, treebank: TreebankFiles) -> str | None:
        """Why a parser has no score on a treebank, if something went wrong."""
        for name in self.experiment.best.get(parser, [parser]):
            for result in self.results(name, treebank) if self.is_known(parser) else ():
                if result is not None and result.failure is not None:
                    return result.failure
        return None

    def score(self, parser: str, treebank: TreebankFiles, score: str) -> float | None:
        if not self.is_done(parser, treebank):
            return None
        actual = self.actual(parser, treebank)
        return None if actual is None or not self.predicts(actual, score) else self._mean(actual, treebank, score=score)

    def predicts(self, parser: str, score: str) -> bool:
        """Whether a parser predicts what a score is of, and is not given it."""
        return RunStages.of(self.experiment.parsers[parser]).predict(score)

    def _mean(self, parser: str, treebank: TreebankFiles, *, score: str = "", on_dev: str = "") -> float | None:
        values = []
        for result in self.results(parser, treebank):
            if result is None or result.failure is not None:
                return None
            values.append(result.dev.get(on_dev) if on_dev else score_of(result, score))
        known = [value for value in values if value is not None]
        return float(np.mean(known)) if len(known) == len(values) else None

    def gain(self, parser: str, baseline: str, treebank: TreebankFiles, score: str) -> Gain | None:
        """The difference of two parsers' scores on a treebank, if both have one; tests are on all seeds together.

        Times differ by so many percent: treebanks are of different sizes.
        """
        first, second = self.score(baseline, treebank, score), self.score(parser, treebank, score)
        if first is None or second is None:
            return None
        if score in TIMES:
            return Gain(100 * (second / first - 1), None) if first else None
        if score not in METRICS:
            return Gain(second - first, None)
        place = parser, baseline, treebank.name
        if place not in self._gains:
            counts = self._counted(baseline, treebank), self._counted(parser, treebank)
            self._gains[place] = gains(*counts, self.samples)
        pooled = self._gains[place][score]
        agrees = pooled is not None and pooled.difference * (second - first) > 0  # precision has its own denominators
        return Gain(second - first, pooled.level if pooled is not None and agrees else None)

    def _counted(self, parser: str, treebank: TreebankFiles) -> Counts:
        actual = self.actual(parser, treebank)
        assert actual is not None  # only what is done is counted
        place = actual, treebank.name
        if place not in self._counts:
            gold = treebank.test_trees
            keys = [result.key for result in self.results(actual, treebank) if result is not None]
            self._counts[place] = counts_of(gold, [self._results.predictions(key).put_on(gold) for key in keys])
        return self._counts[place]

    @property
    def builds(self) -> set[str]:
        """The builds of crossarc that the results were made with."""
        return {result.build for result in self._made.values()}

    @property
    def failed(self) -> int:
        """How many runs have failed."""
        return sum(result.failure is not None for result in self._made.values())

    @cached_property
    def _made(self) -> dict[str, Result]:
        """All results that there are, by their keys: parsers that are the same share theirs."""
        found = (self.results(parser, treebank) for parser in self.parsers for treebank in self.treebanks)
        return {result.key: result for results in found for result in results if result is not None}
