"""Transition-based dependency parsing that gets crossing arcs right."""

from __future__ import annotations

from crossarc import synthetic, transforms
from crossarc.analysis import Analysis, analyze
from crossarc.batch import Batch
from crossarc.comparison import Comparison, compare
from crossarc.evaluation import Evaluation, evaluate
from crossarc.parser import ModelError, Parser, TrainingInterrupted, load, train
from crossarc.systems import Configuration, Oracle, System, system_names
from crossarc.treebank import Sentence, Token, Treebank, TreebankError, Word, read, stream, write

__version__ = "0.1.0"
__all__ = [
    "Analysis",
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
    "stream",
    "synthetic",
    "system_names",
    "train",
    "transforms",
    "write",
]
