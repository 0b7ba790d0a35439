"""The stage `lemma`: LEMMA where it is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from crossarc.lemmas.lemmatizer import Lemmatizer
from crossarc.model_file import Part
from crossarc.stages import Absent, Shares
from crossarc.treebank import Treebank


@dataclass(frozen=True)
class LemmaStage:
    """A lemmatizer; with `redo` it does not look at the lemmas that are there."""

    lemmatizer: Lemmatizer
    redo: bool = False
    gives: ClassVar = ("lemma",)
    complaint: ClassVar[str | None] = None

    @property
    def needs(self) -> Shares:
        return {"form": None}

    def __call__(self, treebank: Treebank, *, threads: int = 0, absent: Sequence[Absent] | None = None) -> Treebank:
        return self.lemmatizer.lemmatize(treebank, redo=self.redo, threads=threads)


def load(part: Part, *, redo: bool = False) -> LemmaStage:
    return LemmaStage(Lemmatizer.from_bytes(bytes(part.content)), redo)
