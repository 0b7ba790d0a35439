"""The stage `lemma`: LEMMA where it is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from crossarc.lemmas.lemmatizer import Lemmatizer
from crossarc.stages import Absent, Lessons, NothingToLearnError, Shares, Stage, run
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


class Lemmatizing:
    """What there is to know of lemmatizers as a part of models."""

    what = "lemmatizer"
    redo = "lemmas"
    has_lexicon = True

    def train(self, lessons: Lessons, earlier: Sequence[Stage]) -> tuple[Lemmatizer, Mapping[str, float]]:
        if not Lemmatizer.can_learn_from(lessons.treebank):
            raise NothingToLearnError("LEMMA is _ throughout")
        dev = lessons.dev if lessons.dev is not None and Lemmatizer.can_learn_from(lessons.dev) else None
        lemmatizer = Lemmatizer.train(
            lessons.treebank, dev, seed=lessons.seed, threads=lessons.threads, lexicon=lessons.lexicon
        )
        if dev is None:
            return lemmatizer, {}
        seen = run(earlier, dev, threads=lessons.threads)
        return lemmatizer, {"lemma": lemmatizer.accuracy(seen, threads=lessons.threads)}

    def load(self, content: bytes) -> Lemmatizer:
        return Lemmatizer.from_bytes(content)

    def stage(self, trained: Lemmatizer, redo: bool) -> LemmaStage:
        return LemmaStage(trained, redo)


KIND = Lemmatizing()
