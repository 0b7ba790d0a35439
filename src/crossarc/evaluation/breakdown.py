"""Where the errors are: precision and recall by label, arc length, direction and more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from crossarc.arc_lengths import ARC_LENGTHS, class_names, signed_lengths
from crossarc.by_key import ByKey
from crossarc.choices import did_you_mean
from crossarc.errors import ArgumentError, UnknownNameError
from crossarc.evaluation.alignment import Numbers
from crossarc.evaluation.arcs import Arcs, Side
from crossarc.evaluation.columns import shared_column
from crossarc.notebook import tables_html
from crossarc.tables import Table

# The upper ends of the classes of sentence lengths; the last class is open.
_SENTENCE_LENGTHS: Final = (5, 10, 20, 30, 40, 60)


@dataclass(frozen=True)
class Group(ByKey):
    """The arcs of one group: how many there are on each side, and how many of these are right."""

    name: str
    gold: int
    predicted: int
    gold_right: int
    predicted_right: int

    @property
    def precision(self) -> float | None:
        return 100 * (self.predicted_right / self.predicted) if self.predicted else None

    @property
    def recall(self) -> float | None:
        return 100 * (self.gold_right / self.gold) if self.gold else None

    @property
    def f1(self) -> float | None:
        if self.precision is None or self.recall is None:
            return None
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def to_dict(self) -> dict[str, str | int | float | None]:
        return {
            "name": self.name,
            "gold": self.gold,
            "predicted": self.predicted,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
        }


@dataclass(frozen=True)
class Breakdown:
    """Groups of arcs. An arc is right if its head is; by label, if its head and its label are."""

    by: str
    groups: tuple[Group, ...]

    def __len__(self) -> int:
        return len(self.groups)

    def __getitem__(self, name: str) -> Group:
        """The group of that name, such as `"nsubj"`."""
        for group in self.groups:
            if isinstance(name, str) and group.name == name:
                return group
        raise UnknownNameError(f"there is no group {name!r}{did_you_mean(name, [group.name for group in self.groups])}")

    def __iter__(self) -> Iterator[Group]:
        return iter(self.groups)

    def __repr__(self) -> str:
        return f"<Breakdown by {self.by}: {len(self)} groups>"

    def table(self) -> Table:
        what = "labelled" if self.by == "label" else "unlabelled"
        header = [self.by, "gold", "predicted", "precision", "recall", "F1"]
        rows = [(g.name, g.gold, g.predicted, g.precision, g.recall, g.f1) for g in self.groups]
        return Table(header, list(rows), title=f"By {self.by} ({what} arcs)")

    def __str__(self) -> str:
        return self.table().markdown()

    def _repr_html_(self) -> str:
        return tables_html([self.table()])


@dataclass(frozen=True)
class _Grouping:
    """Names of groups, and for each side the group of each arc."""

    names: list[str]
    gold: Numbers
    predicted: Numbers


def break_down(arcs: Arcs, by: str) -> Breakdown:
    """The arcs in groups, by any of `KINDS`; groups without arcs are left out."""
    if not isinstance(by, str) or by not in KINDS:
        raise ArgumentError(f"no breakdown by {by!r}: there are {', '.join(KINDS)}{did_you_mean(by, KINDS)}")
    grouping = KINDS[by](arcs)
    labelled = by == "label"
    columns = []
    for side, groups in ((arcs.gold, grouping.gold), (arcs.predicted, grouping.predicted)):
        right = side.right_arc if labelled else side.right_head
        columns += [_sizes(groups, grouping.names), _sizes(groups[right], grouping.names)]
    gold, gold_right, predicted, predicted_right = columns
    rows = zip(grouping.names, gold, predicted, gold_right, predicted_right, strict=True)
    groups_in_use = [Group(*row) for row in rows if row[1] or row[2]]
    if by in ("label", "upos"):
        groups_in_use.sort(key=lambda group: (-group.gold, -group.predicted, group.name))
    return Breakdown(by, tuple(groups_in_use))


def _sizes(groups: Numbers, names: list[str]) -> list[int]:
    sizes: list[int] = np.bincount(groups, minlength=len(names)).tolist()
    return sizes


def _by_label(arcs: Arcs) -> _Grouping:
    return _Grouping(arcs.labels, arcs.gold.labels, arcs.predicted.labels)


def _by_length(arcs: Arcs) -> _Grouping:
    def classes(side: Side) -> Numbers:
        lengths = np.abs(signed_lengths(side.treebank))
        return np.where(side.treebank.heads == 0, 0, 1 + np.searchsorted(ARC_LENGTHS, lengths))

    return _Grouping(["root", *class_names(ARC_LENGTHS)], classes(arcs.gold), classes(arcs.predicted))


def _by_direction(arcs: Arcs) -> _Grouping:
    # A left arc is one whose dependent stands to the left of its head.
    def directions(side: Side) -> Numbers:
        return np.where(side.treebank.heads == 0, 0, np.where(signed_lengths(side.treebank) < 0, 1, 2))

    return _Grouping(["root", "left", "right"], directions(arcs.gold), directions(arcs.predicted))


def _by_nonprojectivity(arcs: Arcs) -> _Grouping:
    groups = (side.nonprojective.astype(np.int32) for side in (arcs.gold, arcs.predicted))
    return _Grouping(["projective", "non-projective"], *groups)


def _by_upos(arcs: Arcs) -> _Grouping:
    """By the gold tag of the dependent; a predicted word that is paired with no gold word has its own."""
    tags = shared_column(arcs.gold.treebank, arcs.predicted.treebank, "upos")
    partners = arcs.alignment.gold_of
    return _Grouping(tags.strings, tags.gold, np.where(partners >= 0, tags.gold[partners], tags.predicted))


def _by_sentence_length(arcs: Arcs) -> _Grouping:
    classes = np.searchsorted(_SENTENCE_LENGTHS, arcs.gold.treebank.lengths).astype(np.int32)
    names = class_names(_SENTENCE_LENGTHS)
    return _Grouping(names, classes[arcs.gold.sentences], classes[arcs.predicted.sentences])


KINDS: Final[dict[str, Callable[[Arcs], _Grouping]]] = {
    "label": _by_label,
    "length": _by_length,
    "direction": _by_direction,
    "nonprojectivity": _by_nonprojectivity,
    "upos": _by_upos,
    "sentence-length": _by_sentence_length,
}
