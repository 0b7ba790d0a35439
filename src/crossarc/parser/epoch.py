"""What came of an epoch of training."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from crossarc.by_key import ByKey


@dataclass(frozen=True)
class Epoch(ByKey):
    """What came of one epoch. Scores are in percent; None without development data, or without such arcs.

    Its text is the line that `crossarc train` shows.
    """

    number: int
    seconds: float
    words_per_second: float
    uas: float | None = None
    las: float | None = None
    nonproj_recall: float | None = None
    nonproj_precision: float | None = None
    is_best: bool = True

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        text = f"epoch {self.number}: {self.seconds:.1f} s, {self.words_per_second:,.0f} words/s"
        if self.las is None:
            return text
        text += f", dev UAS {self.uas:.2f} LAS {self.las:.2f}"
        if self.nonproj_recall is not None:
            text += f", non-projective arcs {self.nonproj_recall:.1f} recall"
        if self.nonproj_precision is not None:
            text += f" {self.nonproj_precision:.1f} precision"
        return text + (" (best)" if self.is_best else "")


def is_better(las: float, earlier: Sequence[Epoch]) -> bool:
    """Than all epochs before."""
    return las > max((epoch.las or 0 for epoch in earlier), default=-1.0)


def epochs_of(values: Any, *, has_dev: bool, most: int) -> list[Epoch]:
    """Epochs that were written as tables of their fields. A ValueError or TypeError says that they are none."""
    epochs: list[Epoch] = []
    for own in values:
        epoch = Epoch(**own)
        scores = (epoch.uas, epoch.las, epoch.nonproj_recall, epoch.nonproj_precision)
        is_right = (
            type(epoch.number) is int
            and epoch.number == len(epochs) + 1 <= most
            and all(type(own) is float and 0 <= own < math.inf for own in (epoch.seconds, epoch.words_per_second))
            and all(score is None or (type(score) is float and 0 <= score <= 100) for score in scores)
            and all((score is not None) == has_dev for score in scores[:2])
            and epoch.is_best is (epoch.las is None or is_better(epoch.las, epochs))
        )
        if not is_right:
            raise ValueError("an epoch is invalid")
        epochs.append(epoch)
    if not epochs:
        raise ValueError("there is no epoch")
    return epochs
