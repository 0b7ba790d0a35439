"""`compare`: which differences between parsers are more than chance.

Every metric is a ratio of sums over sentences, so a test can draw or swap sentences and add up what is left. Both
tests are two-sided. The paired bootstrap draws sentences with replacement and asks how often the difference strays
from the observed one by as much as that is from zero (Efron & Tibshirani 1993, Berg-Kirkpatrick et al. 2012);
stratified shuffling swaps the parsers' outputs for half of the sentences and asks how often the difference is as
large as the observed one (Noreen 1989, Yeh 2000). Both count the observed difference itself: p is
(hits + 1) / (samples + 1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.by_key import ByKey
from crossarc.calls import called_as
from crossarc.choices import did_you_mean, in_range
from crossarc.errors import ArgumentError, UnknownNameError
from crossarc.evaluation import METRICS, Evaluation
from crossarc.evaluation.arcs import Arcs
from crossarc.evaluation.evaluation import compared, evaluate_arcs, is_parser
from crossarc.evaluation.scores import IN_TABLES, counts_by_sentence, title
from crossarc.notebook import tables_html
from crossarc.tables import Table
from crossarc.treebank import Treebank, TreebankSource, treebank_of
from crossarc.treebank.sources import is_several

if TYPE_CHECKING:
    from crossarc.parser import Parser

Predicted: TypeAlias = "TreebankSource | Parser | Callable[[], Treebank]"
"""Predicted trees, or what gets them."""

LEVELS = (0.01, 0.05)

_ROUNDING = 1e-12  # differences that are equal as fractions may not be as floating-point numbers
_INTERVAL = (0.025, 0.975)


@dataclass(frozen=True)
class Difference(ByKey):
    """Two parsers' scores in one metric, and what the tests say of their difference, second minus first.

    The 95 % interval and the p-values are None where one of the scores is.
    """

    metric: str
    first: float | None
    second: float | None
    difference: float | None
    interval: tuple[float, float] | None
    p_bootstrap: float | None
    p_shuffling: float | None

    @property
    def level(self) -> float | None:
        """The strictest level, .01 or .05, at which both tests call the difference significant, if there is one."""
        if self.p_bootstrap is None or self.p_shuffling is None:
            return None
        larger = max(self.p_bootstrap, self.p_shuffling)
        return next((level for level in LEVELS if larger < level), None)

    @property
    def is_all_right(self) -> bool:
        """Whether there is nothing that either of the two got wrong."""
        return self.first == self.second == 100

    def to_dict(self) -> dict[str, Any]:
        return {
            "a": self.first,
            "b": self.second,
            "difference": self.difference,
            "interval": self.interval,
            "p_bootstrap": self.p_bootstrap,
            "p_shuffling": self.p_shuffling,
            "significant_at": self.level,
        }


@dataclass(frozen=True, repr=False)
class Pair:
    """Two parsers compared in all metrics: `pair["las"]` is a `Difference`."""

    first: str
    second: str
    differences: tuple[Difference, ...]

    def __getitem__(self, metric: str) -> Difference:
        if not isinstance(metric, str) or metric not in METRICS:
            raise UnknownNameError(f"there is no score {metric!r}{did_you_mean(metric, METRICS)}")
        return self.differences[METRICS.index(metric)]

    def table(self) -> Table:
        header = [
            "score",
            self.first,
            self.second,
            "difference",
            "95 % interval",
            "p bootstrap",
            "p shuffling",
            "significant",
        ]
        table = Table(header, title=f"{self.first} and {self.second}")
        for d in self._shown():
            interval = f"{d.interval[0]:+.2f} to {d.interval[1]:+.2f}" if d.interval else None
            signed = None if d.difference is None else f"{d.difference:+.2f}"
            table.add(
                title(d.metric), d.first, d.second, signed, interval, _p(d.p_bootstrap), _p(d.p_shuffling), _at(d.level)
            )
        return table

    def _shown(self) -> list[Difference]:
        """In the order of tables; what both have all right is no row but a line."""
        return [self[metric] for metric in IN_TABLES if not self[metric].is_all_right]

    def all_right(self) -> str | None:
        """What both parsers have all right, such as words and tags that were given to them."""
        names = [title(metric) for metric in IN_TABLES if self[metric].is_all_right]
        return f"100 in both: {', '.join(names)}." if names else None

    def __repr__(self) -> str:
        return f"<Pair: {self.summary()}>"

    def _repr_html_(self) -> str:
        return tables_html([self.table()], [self.summary()])

    def summary(self) -> str:
        """What is significant, in plain words."""
        found = []
        shown = self._shown()
        for word, sign in (("better", 1), ("worse", -1)):
            for level in LEVELS:
                chosen = [d for d in shown if d.level == level and (d.difference or 0) * sign > 0]
                if chosen:
                    names = ", ".join(f"{title(d.metric)} ({d.difference:+.2f})" for d in chosen)
                    found.append(f"{word} at the {_at(level)} level in {names}")
        if not found:
            return f"{self.second} and {self.first}: no difference is significant at the .05 level."
        rest = "" if all(d.level for d in shown) else " What is not named may be chance."
        return f"{self.second} is, against {self.first}, {'; '.join(found)}.{rest}"


@dataclass(frozen=True, repr=False)
class Comparison(ByKey):
    """Several parsers on one gold treebank: their scores by name in `parsers`, and each pair of them compared.

    Between two parsers, `comparison["las"]` is the `Difference` of their LAS; of more, `comparison.pair(a, b)["las"]`.
    """

    parsers: dict[str, Evaluation]
    pairs: tuple[Pair, ...]
    samples: int
    seed: int

    @property
    def systems(self) -> dict[str, Evaluation]:
        """The older name of `parsers`."""
        return self.parsers

    def to_dict(self) -> dict[str, Any]:
        parsers = [{"name": name, **scores.to_dict()} for name, scores in self.parsers.items()]
        return {
            "parsers": parsers,
            "systems": parsers,  # as it was called before
            "pairs": [
                {"a": pair.first, "b": pair.second, "metrics": {d.metric: d.to_dict() for d in pair.differences}}
                for pair in self.pairs
            ],
            "samples": self.samples,
            "seed": self.seed,
        }

    @called_as("comparison.pair")
    def pair(self, first: str, second: str) -> Pair:
        """The comparison of two parsers by their names, in the order in which they were given."""
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair
        known = ", ".join(f"{pair.first} and {pair.second}" for pair in self.pairs)
        raise UnknownNameError(f"{first!r} and {second!r} were not compared, but {known}")

    def __getitem__(self, key: str) -> Any:
        if not isinstance(key, str) or key in self:
            return super().__getitem__(key)
        if len(self.pairs) > 1 and key in METRICS:
            raise UnknownNameError(f"of {len(self.parsers)} parsers comparison.pair(first, second)[{key!r}] names two")
        return self.pairs[0][key]

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} LAS {own.las:.2f}" for name, own in self.parsers.items())
        return f"<Comparison: {scores}>"

    def _repr_html_(self) -> str:
        notes = [*(pair.summary() for pair in self.pairs), *self.notes()]
        return tables_html([pair.table() for pair in self.pairs], notes)

    def __str__(self) -> str:
        pairs = [part for pair in self.pairs for part in (pair.table().markdown(), pair.all_right(), pair.summary())]
        return "\n\n".join([*(part for part in pairs if part is not None), *self.notes()])

    def notes(self) -> list[str]:
        """What has to be known to read the scores: of all parsers, and then of each."""
        by_parser = {name: scores.notes() for name, scores in self.parsers.items()}
        first, *others = by_parser.values()
        of_all = [note for note in first if all(note in notes for notes in others)]
        own = [f"{name}: {note}" for name, notes in by_parser.items() for note in notes if note not in of_all]
        return of_all + own


@called_as("crossarc.compare")
def compare(
    gold: TreebankSource,
    *predicted: Predicted | Sequence[Predicted] | Mapping[str, Predicted],
    samples: int = 10_000,
    seed: int = 1,
    threads: int = 0,
    punctuation: str | None = None,
) -> Comparison:
    """Compare the trees of two or more parsers with each other, against the gold trees: `compare(gold, a, b)`.

    What parsers have predicted are treebanks or files; parsers themselves are run on the gold treebank. They can be one
    by one, in a list, or in a mapping with the names that they are to have. Files, and what functions without arguments
    return, are in memory one at a time. `threads=0` takes all cores; the result does not depend on it.
    """
    given, names = _given(predicted)
    if len(given) < 2:
        raise ArgumentError("compare: two or more predicted treebanks, files or parsers are needed beside the gold one")
    samples, seed, threads = in_range("samples", samples), in_range("seed", seed), in_range("threads", threads)
    gold_trees = treebank_of(gold, "gold")
    evaluations: list[Evaluation] = []
    counts: list[npt.NDArray[np.int32]] = []
    paths: list[str] = []
    for one in given:  # one after the other: of each only the counts stay in memory
        arcs_again = partial(_arcs, gold_trees, one, punctuation)
        arcs = arcs_again()
        evaluations.append(replace(evaluate_arcs(arcs), _arcs=arcs_again))
        counts.append(counts_by_sentence(arcs))
        paths.append(one.system if is_parser(one) else arcs.predicted.treebank.path)
        del arcs

    names = names or _names(paths)
    pairs = list(combinations(range(len(given)), 2))
    observed = np.array([_differences(evaluations[a], evaluations[b]) for a, b in pairs])
    tests = resample(np.stack(counts, axis=1), observed, samples=samples, seed=seed, threads=threads)

    def difference(pair: int, metric: int) -> Difference:
        name = METRICS[metric]
        a, b = pairs[pair]
        first, second = getattr(evaluations[a], name), getattr(evaluations[b], name)
        if first is None or second is None:
            return Difference(name, first, second, None, None, None, None)
        at = (pair, metric)
        interval = float(tests.low[at]), float(tests.high[at])
        p_values = float(tests.p_bootstrap[at]), float(tests.p_shuffling[at])
        return Difference(name, first, second, second - first, interval, *p_values)

    return Comparison(
        dict(zip(names, evaluations, strict=True)),
        tuple(
            Pair(names[a], names[b], tuple(difference(pair, metric) for metric in range(len(METRICS))))
            for pair, (a, b) in enumerate(pairs)
        ),
        samples,
        seed,
    )


def _given(predicted: tuple[Any, ...]) -> tuple[list[Predicted], list[str]]:
    """What is to be compared, one by one, and the names it is given, if there are any."""
    if len(predicted) == 1 and isinstance(predicted[0], Mapping):
        return list(predicted[0].values()), [str(name) for name in predicted[0]]
    if len(predicted) == 1 and is_several(predicted[0]):
        predicted = tuple(predicted[0])
    return list(predicted), []


def _arcs(gold: Treebank, predicted: Predicted, punctuation: str | None) -> Arcs:
    if is_parser(predicted):
        trees: TreebankSource = predicted.parse(gold)
    elif callable(predicted):
        trees = cast(Callable[[], Treebank], predicted)()
    else:
        trees = predicted
    return compared(gold, treebank_of(trees, "predicted"), punctuation)


class Resampling(NamedTuple):
    """What the tests say of each pair of parsers and each metric: the ends of the 95 % interval, and p-values."""

    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]
    p_bootstrap: npt.NDArray[np.float64]
    p_shuffling: npt.NDArray[np.float64]


def resample(
    counts: npt.NDArray[np.int32],
    observed: npt.NDArray[np.float64],
    *,
    samples: int,
    seed: int,
    threads: int,
) -> Resampling:
    """Test all pairs of parsers, given their counts ([sentence, parser, metric, right and possible]) and the observed
    differences in percent ([pair, metric])."""
    # Where parsers are alike in every sentence, as in tags that they were given, no sample has a difference.
    differ = [metric for metric in range(counts.shape[2]) if (counts[:, 1:, metric] != counts[:, :1, metric]).any()]
    low, high, p_bootstrap, p_shuffling = found = Resampling(
        *(np.full(observed.shape, of) for of in (0.0, 0.0, 1.0, 1.0))
    )
    if not differ:
        return found
    tested, differences, stream = np.ascontiguousarray(counts[:, :, differ]), observed[:, differ], seed % 2**64
    drawn = 100 * _core.bootstrap_differences(tested, samples, stream, threads).reshape(samples, *differences.shape)
    strayed = np.count_nonzero(np.abs(drawn - differences) >= np.abs(differences) - 100 * _ROUNDING, axis=0)
    swapped = _core.shuffled_as_different(tested, samples, stream, threads).reshape(differences.shape)
    low[:, differ], high[:, differ] = np.quantile(drawn, _INTERVAL, axis=0)
    p_bootstrap[:, differ], p_shuffling[:, differ] = (strayed + 1) / (samples + 1), (swapped + 1) / (samples + 1)
    return found


def _differences(first: Evaluation, second: Evaluation) -> list[float]:
    scores = ((getattr(first, metric), getattr(second, metric)) for metric in METRICS)
    return [(b or 0.0) - (a or 0.0) for a, b in scores]


def _names(paths: list[str]) -> list[str]:
    """Short names for files: without their folders, if that tells them apart; numbered if nothing does."""
    short = [PurePath(path).name for path in paths]
    if len(set(short)) == len(paths):
        return short
    if len(set(paths)) == len(paths):
        return paths
    return [f"{path} ({number})" for number, path in enumerate(paths, start=1)]


def _p(value: float | None) -> str | None:
    return None if value is None else f"{value:.4f}"


def _at(level: float | None) -> str:
    return "no" if level is None else f"{level:.2f}".removeprefix("0")
