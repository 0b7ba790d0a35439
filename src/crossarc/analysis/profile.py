"""The figures of a treebank: the tables of 2010 and 2012 buffer, and what else tells trees apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast, overload

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.analysis.coverage import coverage
from crossarc.arc_lengths import ARC_LENGTHS, class_names, signed_lengths
from crossarc.by_key import ByKey
from crossarc.calls import called_as
from crossarc.choices import in_range
from crossarc.messages import counted
from crossarc.notebook import tables_html
from crossarc.roots import root_counts
from crossarc.tables import Table
from crossarc.treebank import Treebank, TreebankSource, TreebankSources, treebank_of
from crossarc.treebank.sources import is_several


@dataclass(frozen=True, repr=False)
class Analysis(ByKey):
    """Counts over one treebank; `left`, `right`, `left1`, `right1` and `coverage` are percentages.

    Planarity leaves out the arcs from the artificial root; `left` to `right1` count them, as arcs from position 0
    (as Table 2 of Fernández-González & Gómez-Rodríguez 2012 does: its figures for Danish come out to the digit).
    """

    name: str
    sentences: int
    tokens: int
    left_out: int  # broken sentences that lenient reading left out
    nonprojective: int
    not_planar: int
    not_2planar: int
    not_3planar: int
    not_4planar: int
    ill_nested: int
    left: float
    right: float
    left1: float
    right1: float
    nonprojective_arcs: int
    projective_uas: float  # the best that any projective parser can reach, in %
    several_roots: int
    longest_sentence: int
    planes: dict[int, int]  # sentences by the number of planes that their arcs are known to need
    undecided: int  # sentences of at most four planes, as far as is known, whose number was not found for sure
    gap_degree: dict[int, int]  # sentences by the largest number of gaps in a word's projection
    arc_lengths: dict[str, tuple[int, int]]  # leftward and rightward arcs by length; arcs from the root left out
    coverage: dict[str, float]  # for each system, the share of trees that it can build
    filled_columns: dict[str, float]  # the share of words that have a lemma, tags, features

    @property
    def words(self) -> int:
        """How many there are; `tokens` is an older name."""
        return self.tokens

    @property
    def label(self) -> str:
        """The end of the file's path, which tells treebanks apart."""
        return "/".join(self.name.replace("\\", "/").split("/")[-2:])

    @property
    def recommendation(self) -> list[str]:
        """The advice of `crossarc analyze`, the most important first."""
        from crossarc.analysis.recommendation import recommend  # noqa: PLC0415

        return recommend(self)

    def to_dict(self) -> dict[str, Any]:
        """All figures but the name, ready for JSON."""
        values = {key: value for key, value in vars(self).items() if key != "name"}
        values["words"] = self.words
        values["planes"] = {str(key): count for key, count in self.planes.items()}
        values["gap_degree"] = {str(key): count for key, count in self.gap_degree.items()}
        values["arc_lengths"] = {
            length: {"left": left, "right": right} for length, (left, right) in self.arc_lengths.items()
        }
        return values

    def percent(self, sentences: int) -> float:
        """A number of sentences as a share of all."""
        return 100 * sentences / self.sentences

    def tables(self) -> list[Table]:
        """What `crossarc analyze` shows."""
        from crossarc.analysis.report import tables  # noqa: PLC0415

        return tables([self])

    def __str__(self) -> str:
        return "\n\n".join(table.markdown() for table in self.tables())

    def __repr__(self) -> str:
        share = self.percent(self.nonprojective)
        return f"<Analysis {self.label}: {counted(self.sentences, 'sentence')}, {share:.2f}% non-projective>"

    def _repr_html_(self) -> str:
        return tables_html(self.tables())


@overload  # a list of sentences is both, and one treebank
def analyze(treebank: TreebankSource, *, threads: int = 0) -> Analysis: ...  # type: ignore[overload-overlap]
@overload
def analyze(treebank: Sequence[TreebankSource], *, threads: int = 0) -> list[Analysis]: ...
@called_as("crossarc.analyze")
def analyze(treebank: TreebankSources, *, threads: int = 0) -> Analysis | list[Analysis]:
    """Measure the trees of a treebank, which is given as such or as a file; of several, in a list, each by itself.

    >>> from crossarc import synthetic
    >>> analyze(synthetic.generate(100, crossing="projective")).nonprojective
    0
    """
    threads = in_range("threads", threads)
    if is_several(treebank):
        several = cast(Sequence[TreebankSource], treebank)
        return [_analysis(treebank_of(one), threads) for one in several]
    return _analysis(treebank_of(cast(TreebankSource, treebank)), threads)


def _analysis(treebank: Treebank, threads: int) -> Analysis:
    treebank.require_trees()
    profiles = _core.tree_profiles(treebank.heads, treebank.offsets, threads)
    nonprojective_arcs = cast(npt.NDArray[np.int32], profiles["nonprojective_arcs"])
    planes = cast(npt.NDArray[np.int32], profiles["least_planes"])
    enough_planes = cast(npt.NDArray[np.int32], profiles["most_planes"])
    return Analysis(
        name=treebank.path,
        sentences=len(treebank),
        tokens=treebank.word_count,
        left_out=len(treebank.problems),
        nonprojective=_count(nonprojective_arcs > 0),
        not_planar=_count(planes > 1),
        not_2planar=_count(planes > 2),
        not_3planar=_count(planes > 3),
        not_4planar=_count(planes > 4),
        ill_nested=_count(profiles["ill_nested"]),
        **_directions(treebank),
        nonprojective_arcs=int(nonprojective_arcs.sum()),
        projective_uas=100
        * float(np.mean(_core.projectivize(treebank.heads, treebank.offsets, threads) == treebank.heads)),
        several_roots=_count(root_counts(treebank) > 1),
        longest_sentence=int(treebank.lengths.max()),
        planes=_histogram(planes),
        undecided=_count((planes < enough_planes) & (planes <= 4)),
        gap_degree=_histogram(cast(npt.NDArray[np.int32], profiles["gap_degree"])),
        arc_lengths=_arc_lengths(treebank),
        coverage=coverage(treebank, threads=threads),
        filled_columns={name: _filled(treebank, name) for name in ("lemma", "upos", "xpos", "feats")},
    )


def _count(flags: npt.NDArray[Any]) -> int:
    return int(np.count_nonzero(flags))


def _histogram(values: npt.NDArray[np.int32]) -> dict[int, int]:
    return {int(value): int(count) for value, count in zip(*np.unique(values, return_counts=True), strict=True)}


def _directions(treebank: Treebank) -> dict[str, float]:
    lengths = signed_lengths(treebank)
    shares = {"left": lengths < 0, "right": lengths > 0, "left1": lengths == -1, "right1": lengths == 1}
    return {name: 100 * float(np.mean(arcs)) for name, arcs in shares.items()}


def _arc_lengths(treebank: Treebank) -> dict[str, tuple[int, int]]:
    lengths = signed_lengths(treebank)[treebank.heads > 0]
    names = class_names(ARC_LENGTHS)
    classes = np.searchsorted(ARC_LENGTHS, np.abs(lengths))
    sides = [np.bincount(classes[side], minlength=len(names)).tolist() for side in (lengths < 0, lengths > 0)]
    return dict(zip(names, zip(*sides, strict=True), strict=True))


def _filled(treebank: Treebank, column: str) -> float:
    strings = treebank.strings(column)
    if "_" not in strings:
        return 100.0
    return 100 * float(np.mean(treebank.codes(column) != strings.index("_")))
