"""How long taggers and lemmatizers learn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

_Model = TypeVar("_Model")
_Learnt_co = TypeVar("_Learnt_co", covariant=True)


class EpochTrainer(Protocol[_Learnt_co]):
    """Learns from all of a treebank at a time."""

    def learn(self) -> None: ...
    def model(self) -> _Learnt_co: ...


def best_epoch(trainer: EpochTrainer[_Model], epochs: int, score: Callable[[_Model], float] | None) -> _Model:
    """The model after the epoch with the highest score, the first of equals; without scores after the last."""
    best: tuple[float, _Model] | None = None
    for _ in range(epochs):
        trainer.learn()
        if score is None:
            continue
        model = trainer.model()
        scored = score(model)
        if best is None or scored > best[0]:
            best = scored, model
    return trainer.model() if best is None else best[1]
