"""The stage `tag`: UPOS, XPOS and FEATS where they are missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from crossarc.column_filling import FilledColumn, filled
from crossarc.stages import Absent, Lessons, NothingToLearnError, Shares, Stage
from crossarc.tagging.tagger import TAG_COLUMNS, Tagger
from crossarc.treebank import Treebank


@dataclass(frozen=True)
class TaggingStage:
    """A tagger; with `redo` it does not look at the tags that are there."""

    tagger: Tagger
    redo: bool = False
    gives: ClassVar = TAG_COLUMNS
    complaint: ClassVar[str | None] = None

    @property
    def needs(self) -> Shares:
        return {"form": None}

    def __call__(self, treebank: Treebank, *, threads: int = 0, absent: Sequence[Absent] | None = None) -> Treebank:
        if absent is None or self.redo:
            return self.tagger.tag(treebank, redo=self.redo, threads=threads)
        columns = self._columns(treebank, absent[0], threads)
        for later in absent[1:]:
            first = treebank.offsets[later.first_sentence]
            for name, column in self._columns(treebank, later, threads).items():
                columns[name] = FilledColumn(
                    np.concatenate([columns[name].codes[:first], column.codes[first:]]), column.strings
                )
        return filled(treebank, columns)

    def _columns(self, treebank: Treebank, absent: Absent, threads: int) -> dict[str, FilledColumn]:
        upos, xpos, feats = (name in absent.columns for name in TAG_COLUMNS)
        return self.tagger.columns(treebank, missing=(upos, xpos, feats), threads=threads)


class Tagging:
    """What there is to know of taggers as a part of models."""

    what = "tagger"
    redo = "tags"
    has_lexicon = True

    def train(self, lessons: Lessons, earlier: Sequence[Stage]) -> tuple[Tagger, Mapping[str, float]]:
        if not Tagger.can_learn_from(lessons.treebank):
            raise NothingToLearnError("UPOS, XPOS and FEATS are _ throughout")
        dev = lessons.dev if lessons.dev is not None and Tagger.can_learn_from(lessons.dev) else None
        tagger = Tagger.train(
            lessons.treebank, dev, seed=lessons.seed, threads=lessons.threads, lexicon=lessons.lexicon
        )
        return tagger, {} if dev is None else tagger.accuracy(dev, threads=lessons.threads)

    def load(self, content: bytes) -> Tagger:
        return Tagger.from_bytes(content)

    def stage(self, trained: Tagger, redo: bool) -> TaggingStage:
        return TaggingStage(trained, redo)


KIND = Tagging()
