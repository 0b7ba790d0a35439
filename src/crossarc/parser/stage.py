"""The stage `parse`: trees, from the columns that a parser learnt from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from crossarc.model_file import Part
from crossarc.stages import Absent, Shares
from crossarc.treebank import Treebank

if TYPE_CHECKING:
    from crossarc.parser.parser import Parser


@dataclass(frozen=True)
class ParsingStage:
    """A parser with what is chosen for parsing; None is what it was trained with."""

    parser: Parser
    beam: int | None = None
    multi_root: bool | None = None
    scores: bool = False
    gives: ClassVar = ("head", "deprel")

    @property
    def needs(self) -> Shares:
        return self.parser.columns

    @property
    def complaint(self) -> str | None:
        return self.parser.complaint_about_beam(self.beam)

    def __call__(self, treebank: Treebank, *, threads: int = 0, absent: Sequence[Absent] | None = None) -> Treebank:
        trees = self.parser.trees(
            treebank, beam=self.beam, multi_root=self.multi_root, scores=self.scores, threads=threads
        )
        return treebank.with_coded_trees(*trees)


def load(part: Part, **chosen: Any) -> ParsingStage:
    from crossarc.parser.model_file import parser_of  # noqa: PLC0415
    from crossarc.parser.parser import Parser  # noqa: PLC0415

    return ParsingStage(Parser(*parser_of(part)), **chosen)
