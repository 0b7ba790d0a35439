"""Transition-based dependency parsing that gets crossing arcs right."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from crossarc import synthetic, transforms
    from crossarc.analysis import Analysis, analyze
    from crossarc.annotator import Annotator
    from crossarc.batch import Batch
    from crossarc.comparison import Comparison, compare
    from crossarc.evaluation import Evaluation, evaluate
    from crossarc.parser import ModelError, Parser, TrainingInterrupted, load, train
    from crossarc.reconstruction import reconstruct
    from crossarc.systems import Configuration, Oracle, System, system_names
    from crossarc.treebank import Sentence, Token, Treebank, TreebankError, Word, read, stream, write

# Where things are: imported when they are first asked for, so that `crossarc --help` need not wait for all of them.
_PLACES = {
    "synthetic": "",
    "transforms": "",
    "Analysis": "analysis",
    "analyze": "analysis",
    "Annotator": "annotator",
    "Batch": "batch",
    "Comparison": "comparison",
    "compare": "comparison",
    "Evaluation": "evaluation",
    "evaluate": "evaluation",
    "ModelError": "parser",
    "Parser": "parser",
    "TrainingInterrupted": "parser",
    "load": "parser",
    "train": "parser",
    "reconstruct": "reconstruction",
    "Configuration": "systems",
    "Oracle": "systems",
    "System": "systems",
    "system_names": "systems",
    "Sentence": "treebank",
    "Token": "treebank",
    "Treebank": "treebank",
    "TreebankError": "treebank",
    "Word": "treebank",
    "read": "treebank",
    "stream": "treebank",
    "write": "treebank",
}

__all__ = [
    "Analysis",
    "Annotator",
    "Batch",
    "Comparison",
    "Configuration",
    "Evaluation",
    "ModelError",
    "Oracle",
    "Parser",
    "Sentence",
    "System",
    "Token",
    "TrainingInterrupted",
    "Treebank",
    "TreebankError",
    "Word",
    "analyze",
    "compare",
    "evaluate",
    "load",
    "read",
    "reconstruct",
    "stream",
    "synthetic",
    "system_names",
    "train",
    "transforms",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'crossarc' has no attribute {name!r}")
    place = _PLACES[name]
    value = (
        getattr(importlib.import_module(f"crossarc.{place}"), name)
        if place
        else importlib.import_module(f"crossarc.{name}")
    )
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
