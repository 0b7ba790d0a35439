"""The stage `parse`: trees, from the columns that a parser learnt from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from crossarc.stages import Absent, Shares
from crossarc.treebank import Treebank

if TYPE_CHECKING:
    from crossarc.parser.parser import Parser, Trees


@dataclass(frozen=True)
class ParsingStage:
    """A parser with what is chosen for parsing; None is what it was trained with."""

    parser: Parser
    beam: int | None = None
    multi_root: bool | None = None
    confidence: bool = False
    longest: int | None = None  # sentences of more words get no tree
    gives: ClassVar = ("head", "deprel")

    @property
    def needs(self) -> Shares:
        return self.parser.columns

    @property
    def complaint(self) -> str | None:
        return self.parser.complaint_about_beam(self.beam)

    def __call__(self, treebank: Treebank, *, threads: int = 0, absent: Sequence[Absent] | None = None) -> Treebank:
        if self.longest is None or not (is_long := treebank.lengths > self.longest).any():
            return treebank.with_coded_trees(*self._trees(treebank, threads))
        heads, codes, labels, confidences = self._trees(treebank[~is_long], threads)
        has_tree = np.repeat(~is_long, treebank.lengths)
        all_heads = np.full(treebank.word_count, -1, np.int32)
        all_codes = np.full(treebank.word_count, len(labels), np.int32)
        all_heads[has_tree], all_codes[has_tree] = heads, codes
        if confidences is not None:
            own, confidences = confidences, np.full(treebank.word_count, np.nan, np.float32)
            confidences[has_tree] = own
        return treebank.with_coded_trees(all_heads, all_codes, [*labels, "_"], confidences)

    def _trees(self, treebank: Treebank, threads: int) -> Trees:
        return self.parser.trees(
            treebank, beam=self.beam, multi_root=self.multi_root, confidence=self.confidence, threads=threads
        )
