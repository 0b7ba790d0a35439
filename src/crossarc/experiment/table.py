"""The tables of an experiment, as its file declares them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from crossarc.evaluation.scores import title
from crossarc.experiment.declaration import ALL, TableDeclaration, TreebankGroup
from crossarc.experiment.extra_scores import TIMES, best_of, is_better_if_lower, title_of_extra
from crossarc.experiment.scoreboard import Scoreboard
from crossarc.experiment.significance import Gain, mean_gain, rank_correlation
from crossarc.experiment.treebanks import TreebankFiles
from crossarc.tables import Table

BETTER, WORSE = "▴", "▾"

_SHORT = {
    "uas": "UAS",
    "las": "LAS",
    "clas": "CLAS",
    "uas_no_punct": "UAS w/o punct.",
    "las_no_punct": "LAS w/o punct.",
    "nonproj_precision": "NPP",
    "nonproj_recall": "NPR",
    "proj_precision": "PP",
    "proj_recall": "PR",
    "nonproj_labelled_precision": "labelled NPP",
    "nonproj_labelled_recall": "labelled NPR",
    "proj_labelled_precision": "labelled PP",
    "proj_labelled_recall": "labelled PR",
}
_FIGURES = {
    "nonprojective": "non-projective",
    "not_planar": "not planar",
    "not_2planar": "not 2-planar",
    "not_3planar": "not 3-planar",
    "not_4planar": "not 4-planar",
    "ill_nested": "ill-nested",
    "left": "L%",
    "right": "R%",
    "left1": "L1%",
    "right1": "R1%",
}
_COUNTS_OF_SENTENCES = {
    *("nonprojective", "not_planar", "not_2planar", "not_3planar", "not_4planar", "ill_nested", "several_roots"),
}


@dataclass
class BuiltTable:
    """A table with what has to be said under it."""

    table: Table
    notes: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        return "\n\n".join([self.table.markdown(), *self.notes])


def build_table(declared: TableDeclaration, board: Scoreboard) -> BuiltTable:
    """A table as far as its runs have been made."""
    parsers = [name for name in board.experiment.shown(declared) if board.is_known(name)]
    builder = _Builder(declared, board, parsers)
    table = builder.by_treebank() if declared.rows == "treebanks" else builder.by_parser()
    return BuiltTable(table, list(builder.notes()))


class _Builder:
    def __init__(self, declared: TableDeclaration, board: Scoreboard, parsers: list[str]) -> None:
        self.declared = declared
        self.board = board
        self.parsers = parsers
        self.treebanks = [treebank for treebank in board.treebanks if declared.shows(treebank.name)]
        baselines = [name for name in map(declared.baseline, parsers) if name is not None and board.is_known(name)]
        self.involved = list(dict.fromkeys([*parsers, *baselines]))
        # Means are of the same treebanks for every parser: those on which all of them have been run.
        self.complete = [tb for tb in self.treebanks if all(board.is_done(name, tb) for name in self.involved)]

    # A row for each treebank

    def by_treebank(self) -> Table:
        declared, board = self.declared, self.board
        columns = [(parser, score) for parser in self.parsers for score in declared.scores]
        if any(board.is_done(parser, treebank) for parser in self.parsers for treebank in self.treebanks):
            columns = [column for column in columns if self._has_value(*column)]
        header = ["treebank", *map(figure_title, declared.figures)]
        header += [_column_title(parser, score, declared.scores) for parser, score in columns]
        table = Table([*header, *(["best"] if declared.best else [])], title=declared.title, right_from=1)
        for treebank in self.treebanks:
            best = self._best_scores(treebank)
            cells = [self._score(parser, treebank, score, best.get(score)) for parser, score in columns]
            table.add(treebank.name, *self._figures(treebank), *cells, *self._best(treebank))
        if columns and len(self.complete) > 1:
            name = "average" if len(self.complete) == len(self.treebanks) else f"average of {len(self.complete)}"
            best_mean = self._best_means(columns)
            cells = [
                self._average(parser, score, self._comparable(score), best_mean.get(score)) for parser, score in columns
            ]
            table.add(name, *("" for _ in declared.figures), *cells, *([""] if declared.best else []))
        return table

    def _has_value(self, parser: str, score: str) -> bool:
        return any(
            self.board.score(parser, treebank, score) is not None or not self.board.is_done(parser, treebank)
            for treebank in self.treebanks
        )

    def _figure(self, treebank: TreebankFiles, name: str) -> float:
        """A figure as a number; counts of sentences as a share."""
        analysis = treebank.analysis(self.declared.part)
        value = getattr(analysis, name)
        return analysis.percent(value) if name in _COUNTS_OF_SENTENCES else float(value)

    def _figures(self, treebank: TreebankFiles) -> Iterator[str]:
        for name in self.declared.figures:
            analysis = treebank.analysis(self.declared.part)
            value = getattr(analysis, name)
            published = _bracketed(self.board.experiment.published.figure(treebank.name, name), ",")
            if name in _COUNTS_OF_SENTENCES:
                yield f"{value:,} ({analysis.percent(value):.2f} %){published}"
            else:
                yield (f"{value:,}" if isinstance(value, int) else f"{value:.1f}") + published

    def _best_scores(self, treebank: TreebankFiles) -> dict[str, float]:
        """The best of each score, where there are several to choose from."""
        found: dict[str, float] = {}
        for score in self._scores_with_a_best():
            values = [self.board.score(parser, treebank, score) for parser in self.parsers]
            if len(known := [value for value in values if value is not None]) > 1:
                found[score] = best_of(score, known)
        return found

    def _scores_with_a_best(self) -> Sequence[str]:
        return self.declared.scores if len(self.parsers) > 1 and not self.declared.differences else ()

    def _score(self, parser: str, treebank: TreebankFiles, score: str, best: float | None) -> str:
        """A cell: what the parser reaches or gains, and the same in the paper, if that has it."""
        published = _bracketed(self._published(parser, treebank, score), "+" if self._is_difference(parser) else "")
        return self._own_score(parser, treebank, score, best) + published

    def _own_score(self, parser: str, treebank: TreebankFiles, score: str, best: float | None) -> str:
        if not self.board.is_done(parser, treebank):
            return "not run" if self.board.failure(parser, treebank) is None else "failed"
        baseline = self.declared.baseline(parser)
        gain = None if baseline is None else self.board.gain(parser, baseline, treebank, score)
        if self._is_difference(parser):
            return self._gained(score, gain)
        return _shown(score, self.board.score(parser, treebank, score), self._mark(score, gain), best)

    def _published(self, parser: str, treebank: TreebankFiles, score: str) -> float | None:
        published, baseline = self.board.experiment.published, self.declared.baseline(parser)
        if self._is_difference(parser) and baseline is not None:
            return published.gain(treebank.name, parser, baseline, score)
        return published.score(treebank.name, parser, score)

    def _best(self, treebank: TreebankFiles) -> list[str]:
        names = self.declared.best
        if not names:
            return []
        scores = {name: self.board.score(name, treebank, self.declared.scores[0]) for name in names}
        known = {name: score for name, score in scores.items() if score is not None}
        best = best_of(self.declared.scores[0], known.values()) if len(known) == len(names) else None
        return [next((name for name, score in known.items() if score == best), "–")]

    def _best_means(self, columns: Sequence[tuple[str, str]]) -> dict[str, float | None]:
        found: dict[str, float | None] = {}
        for score in self._scores_with_a_best():
            means = (self._mean(parser, own, self._comparable(score)) for parser, own in columns if own == score)
            known = [mean for mean in means if mean is not None]
            found[score] = best_of(score, known) if known else None
        return found

    # A row for each parser

    def by_parser(self) -> Table:
        declared, board = self.declared, self.board
        groups = {group.name: group for group in (TreebankGroup(ALL), *board.experiment.groups)}
        members = {
            (name, score): [tb for tb in self._comparable(score) if groups[name].holds(tb.nonprojective, tb.sentences)]
            for name in declared.groups or [ALL]
            for score in declared.scores
        }
        header = [
            f"{name} [{len(own)}]" + (f" {score_title(score)}" if len(declared.scores) > 1 else "")
            for (name, score), own in members.items()
        ]
        table = Table(["parser", *header], title=declared.title, right_from=1)
        for parser in self.parsers:
            table.add(parser, *(self._average(parser, score, own) for (_, score), own in members.items()))
        return table

    # Both

    def _average(self, parser: str, score: str, treebanks: Sequence[TreebankFiles], best: float | None = None) -> str:
        gain = self._mean_gain(parser, score, treebanks)
        if self._is_difference(parser):
            return self._gained(score, gain)
        return _shown(score, self._mean(parser, score, treebanks), self._mark(score, gain), best)

    def _is_difference(self, parser: str) -> bool:
        """What it gains is shown, not its score."""
        return self.declared.differences and self.declared.baseline(parser) is not None

    def _gained(self, score: str, gain: Gain | None) -> str:
        return "–" if gain is None else f"{_difference(score, gain)}{self._mark(score, gain)}"

    def _comparable(self, score: str) -> list[TreebankFiles]:
        """Where each parser has the score that has it anywhere: there may be no non-projective arcs to score."""
        having = [
            name
            for name in self.involved
            if any(self.board.score(name, treebank, score) is not None for treebank in self.complete)
        ]
        return [
            treebank
            for treebank in self.complete
            if all(self.board.score(name, treebank, score) is not None for name in having)
        ]

    def _mean(self, parser: str, score: str, treebanks: Sequence[TreebankFiles]) -> float | None:
        values = [self.board.score(parser, treebank, score) for treebank in treebanks]
        known = [value for value in values if value is not None]
        return float(np.mean(known)) if known else None

    def _mean_gain(self, parser: str, score: str, treebanks: Sequence[TreebankFiles]) -> Gain | None:
        baseline = self.declared.baseline(parser)
        if baseline is None:
            return None
        gains = [self.board.gain(parser, baseline, treebank, score) for treebank in treebanks]
        return mean_gain([gain.difference for gain in gains if gain is not None])

    @staticmethod
    def _mark(score: str, gain: Gain | None) -> str:
        if gain is None or gain.level is None or gain.difference == 0:
            return ""
        is_better = (gain.difference < 0) == is_better_if_lower(score)
        return (BETTER if is_better else WORSE) * (2 if gain.level <= 0.01 else 1)

    def notes(self) -> Iterator[str]:
        declared, board = self.declared, self.board
        if declared.caption:
            yield declared.caption
        if {"las", "las_no_punct"} & {*declared.scores} and any(treebank.has_subtypes for treebank in self.treebanks):
            yield "LAS is of whole labels, with subtypes; that of the CoNLL 2018 shared task is LAS (UD), `las_ud`."
        if declared.rows == "parsers" and self.parsers:
            name = ", ".join(map(score_title, declared.scores))
            of = f"{len(self.complete)} of {len(self.treebanks)} treebanks"
            yield f"Mean {name} over treebanks, whose number is in brackets; {of} have results of all parsers."
        elif len(self.complete) > 1:
            yield from self._told_averages()
        if self._shows_published():
            yield "In brackets: what the paper has on the same treebank."
        pairs = [(parser, baseline) for parser in self.parsers if (baseline := declared.baseline(parser)) is not None]
        if pairs:
            found = "\n".join(f"- {self._found(*pair)}" for pair in pairs)
            yield f"{BETTER} better and {WORSE} worse at the .05 level, doubled at the .01 level:\n\n{found}"
        for link in declared.links:
            yield self._linked(link.figure, link.parser, link.over)
        failures = {
            f"{parser} on {treebank.name} failed: {reason}"
            for parser in self.involved
            for treebank in self.treebanks
            if (reason := board.failure(parser, treebank)) is not None
        }
        yield from sorted(failures)
        missing = sum(
            not board.is_done(parser, treebank) and board.failure(parser, treebank) is None
            for parser in self.involved
            for treebank in self.treebanks
        )
        if missing:
            pairs_in_all = len(self.involved) * len(self.treebanks)
            yield f"Not run yet: {missing:,} of {pairs_in_all:,} pairs of parser and treebank."

    def _shows_published(self) -> bool:
        published, treebanks = self.board.experiment.published, self.treebanks
        return self.declared.rows == "treebanks" and (
            any(
                published.figure(treebank.name, name) is not None
                for treebank in treebanks
                for name in self.declared.figures
            )
            or any(
                self._published(parser, treebank, score) is not None
                for parser in self.parsers
                for treebank in treebanks
                for score in self.declared.scores
            )
        )

    def _told_averages(self) -> Iterator[str]:
        """Which averages leave out treebanks."""
        for score in self.declared.scores:
            own = len(self._comparable(score))
            if self.parsers and own < len(self.complete):
                yield f"Averages of {score_title(score)} are of the {own} treebanks where all parsers have one."

    def _found(self, parser: str, baseline: str) -> str:
        """How a comparison came out, as papers put it: on how many treebanks, and on how many significantly."""
        score = self.declared.scores[0]
        gains = [self.board.gain(parser, baseline, treebank, score) for treebank in self.treebanks]
        known = [gain for gain in gains if gain is not None]
        mean = mean_gain([gain.difference for gain in known])
        if mean is None:
            return f"{parser} and {baseline} have not been run on the same treebanks yet."

        better = -1 if is_better_if_lower(score) else 1

        def told(sign: int) -> str:
            own = [gain for gain in known if gain.difference * sign * better > 0]
            return f"{len(own)} ({sum(gain.level is not None for gain in own)} significantly)"

        average = f"{_difference(score, mean)}{self._mark(score, mean)} {score_title(score)} on average"
        treebanks = f"better on {told(1)}, worse on {told(-1)} of {len(known)} treebanks"
        return f"{parser} against {baseline}: {average}; {treebanks}."

    def _linked(self, figure: str, parser: str, over: str) -> str:
        score = self.declared.scores[0]
        points = [
            (self._figure(treebank, figure), after - before)
            for treebank in self.treebanks
            if (after := self.board.score(parser, treebank, score)) is not None
            and (before := self.board.score(over, treebank, score)) is not None
        ]
        name = f"{figure_title(figure)} and what {parser} gains over {over} in {score_title(score)}"
        found = rank_correlation(*zip(*points, strict=True)) if points else None
        if found is None:
            return f"Rank correlation of {name}: fewer than three treebanks, or no differences between them."
        return f"Rank correlation of {name}: {found.rho:+.2f} over {len(points)} treebanks (p = {found.p:.3f})."


def score_title(score: str) -> str:
    """A score as a column is headed."""
    return title_of_extra(score) or _SHORT.get(score) or title(score)


def figure_title(figure: str) -> str:
    return _FIGURES.get(figure, figure.replace("_", " "))


def _column_title(parser: str, score: str, scores: Sequence[str]) -> str:
    return parser if len(scores) == 1 else f"{parser}: {score_title(score)}"


def _shown(score: str, value: float | None, mark: str, best: float | None = None) -> str:
    if value is None:
        return "–"
    text = f"{value:,.0f}" if score == "words_per_second" else f"{value:.2f}"
    return f"**{text}**{mark}" if value == best else f"{text}{mark}"


def _bracketed(published: float | None, form: str) -> str:
    """The paper's figure behind ours: ` [83.81]`, ` [+0.5]`, or nothing."""
    return "" if published is None else f" [{published:{form}}]"


def _difference(score: str, gain: Gain) -> str:
    return f"{gain.difference:+.1f} %" if score in TIMES else f"{gain.difference:+.2f}"
