"""What was done with inputs, and what was not."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from crossarc.messages import counted
from crossarc.parser.columns import ColumnCount
from crossarc.scale.inputs import Piece
from crossarc.stages import Shares
from crossarc.treebank import TreebankError


class Account:
    """Adds up what there is to tell of all blocks of some inputs; `done` is a word for what was done with them."""

    def __init__(self, inputs: list[str], learnt: Shares, done: str, longest: int | None = None) -> None:
        self.done = done
        self.sentences = self.words = self.broken = self.long = 0
        self._longest = longest
        self._columns = [ColumnCount(learnt) for _ in inputs]
        self._names = list(inputs)
        self._began = time.perf_counter()
        self.first_broken: TreebankError | None = None

    @property
    def seconds(self) -> float:
        """Since it was begun."""
        return time.perf_counter() - self._began

    def add(self, piece: Piece, filled: dict[str, int]) -> None:
        block = piece.block
        self._columns[piece.place].add(block.word_count, filled)
        self._names[piece.place] = block.path
        self.sentences += len(block)
        self.words += block.word_count
        if self._longest is not None:
            self.long += int((block.lengths > self._longest).sum())
        problems = block.problems
        self.broken += len(problems)
        if problems and self.first_broken is None:
            self.first_broken = problems[0]

    def join(self, next_shard: Account) -> None:
        """Take over what another tells of the next shard of the same input."""
        for mine, other in zip(self._columns, next_shard._columns, strict=True):
            mine.join(other)
        self.sentences += next_shard.sentences
        self.words += next_shard.words
        self.long += next_shard.long
        self.broken += next_shard.broken
        self.first_broken = self.first_broken or next_shard.first_broken

    def state(self) -> dict[str, Any]:
        """What it tells of a shard, as JSON can have it."""
        broken = self.first_broken and (self.first_broken.path, self.first_broken.line, self.first_broken.message)
        return {**self.counts(), "first_broken": broken, "filled": [count.filled for count in self._columns]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Tell what another account told of the same shard."""
        for count, filled in zip(self._columns, state["filled"], strict=True):
            count.add(state["words"], filled)
        self.sentences, self.words = state["sentences"], state["words"]
        self.broken, self.long = state["broken"], state["long"]
        self.first_broken = state["first_broken"] and TreebankError(*state["first_broken"])

    def refuse_lacking_columns(self, piece: Piece) -> None:
        if complaint := self._columns[piece.place].complaint():
            raise TreebankError(piece.block.path, None, complaint)

    def problems(self) -> Iterator[str]:
        """What is not done is always told: who does not read it takes it for done."""
        if self.broken:
            broken = counted(self.broken, "broken sentence")
            yield f"not {self.done}, but left as they came: {broken}, the first: {self.first_broken}"
        if self.long:
            yield f"{self._names[0]}: {counted(self.long, 'sentence')} of over {self._longest:,} words got no tree"

    def warnings(self) -> Iterator[str]:
        """What may not be what was meant."""
        if not self.sentences and not self.broken:
            which = f"{self._names[0]}: " if len(self._names) == 1 and self._names != ["-"] else ""
            yield f"{which}there is no sentence in the input"
        complaints = [(path, count.complaint()) for path, count in zip(self._names, self._columns, strict=True)]
        lacking = [f"{path}: {complaint}" for path, complaint in complaints if complaint]
        if lacking:
            others = len(lacking) - 1
            yield lacking[0] + (f" (and so for {others} more of the inputs)" if others else "")

    def counts(self) -> dict[str, int]:
        return {"sentences": self.sentences, "words": self.words, "broken": self.broken, "long": self.long}

    def to_dict(self) -> dict[str, Any]:
        lacking = {path: count.lacking() for path, count in zip(self._names, self._columns, strict=True)}
        return {
            **self.counts(),
            "first_broken": None if self.first_broken is None else str(self.first_broken),
            "lacking_columns": {path: columns for path, columns in lacking.items() if columns},
            "seconds": round(self.seconds, 3),
        }
