"""Parsers that are trained, saved, loaded and run."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crossarc.learners import LEARNERS
    from crossarc.parser.combining import combine
    from crossarc.parser.epoch import Epoch
    from crossarc.parser.model_file import ModelError
    from crossarc.parser.options import NONPROJECTIVE, TrainingOptions
    from crossarc.parser.parser import Parser, Trees, load
    from crossarc.parser.training import Training
    from crossarc.parser.training_run import TrainingInterrupted, train

# Where things are: imported when they are first asked for, so that options need not wait for NumPy.
_PLACES = {
    "LEARNERS": "crossarc.learners",
    "NONPROJECTIVE": "crossarc.parser.options",
    "Epoch": "crossarc.parser.epoch",
    "ModelError": "crossarc.parser.model_file",
    "Parser": "crossarc.parser.parser",
    "Training": "crossarc.parser.training",
    "TrainingInterrupted": "crossarc.parser.training_run",
    "TrainingOptions": "crossarc.parser.options",
    "Trees": "crossarc.parser.parser",
    "combine": "crossarc.parser.combining",
    "load": "crossarc.parser.parser",
    "train": "crossarc.parser.training_run",
}

__all__ = [
    "LEARNERS",
    "NONPROJECTIVE",
    "Epoch",
    "ModelError",
    "Parser",
    "Training",
    "TrainingInterrupted",
    "TrainingOptions",
    "Trees",
    "combine",
    "load",
    "train",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value = getattr(importlib.import_module(_PLACES[name]), name)
    return value
