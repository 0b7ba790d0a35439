"""Transition-based dependency parsing that builds non-projective trees directly."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from crossarc import synthetic, transforms
    from crossarc.analysis import Analysis, analyze
    from crossarc.annotator import Annotator
    from crossarc.batch import Batch
    from crossarc.choices import OptionError
    from crossarc.comparison import Comparison, compare
    from crossarc.errors import CrossarcError
    from crossarc.evaluation import Evaluation, evaluate
    from crossarc.messages import CrossarcWarning
    from crossarc.names import SystemName
    from crossarc.parser import Epoch, ModelError, Parser, TrainingInterrupted, combine, load, train
    from crossarc.reconstruction import reconstruct
    from crossarc.tracing import Trace, trace
    from crossarc.transition_systems import Configuration, Oracle, System, system_names, systems
    from crossarc.treebank import (
        Arc,
        EmptyNode,
        Feats,
        Sentence,
        Token,
        Treebank,
        TreebankError,
        Word,
        read,
        stream,
        write,
    )

# Where things are: imported when they are first asked for, so that `crossarc --help` need not wait for all of them.
_PLACES = {
    "synthetic": "",
    "transforms": "",
    "Analysis": "analysis",
    "analyze": "analysis",
    "Annotator": "annotator",
    "Batch": "batch",
    "OptionError": "choices",
    "Comparison": "comparison",
    "compare": "comparison",
    "CrossarcError": "errors",
    "Evaluation": "evaluation",
    "evaluate": "evaluation",
    "CrossarcWarning": "messages",
    "SystemName": "names",
    "Epoch": "parser",
    "ModelError": "parser",
    "Parser": "parser",
    "TrainingInterrupted": "parser",
    "combine": "parser",
    "load": "parser",
    "train": "parser",
    "reconstruct": "reconstruction",
    "Trace": "tracing",
    "trace": "tracing",
    "Configuration": "transition_systems",
    "Oracle": "transition_systems",
    "System": "transition_systems",
    "system_names": "transition_systems",
    "systems": "transition_systems",
    "Arc": "treebank",
    "EmptyNode": "treebank",
    "Feats": "treebank",
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
    "Arc",
    "Batch",
    "Comparison",
    "Configuration",
    "CrossarcError",
    "CrossarcWarning",
    "EmptyNode",
    "Epoch",
    "Evaluation",
    "Feats",
    "ModelError",
    "OptionError",
    "Oracle",
    "Parser",
    "Sentence",
    "System",
    "SystemName",
    "Token",
    "Trace",
    "TrainingInterrupted",
    "Treebank",
    "TreebankError",
    "Word",
    "__version__",
    "analyze",
    "combine",
    "compare",
    "evaluate",
    "load",
    "read",
    "reconstruct",
    "stream",
    "synthetic",
    "system_names",
    "systems",
    "trace",
    "train",
    "transforms",
    "write",
]


_MODULES = ("drawing", "errors", "features", "files", "lemmas", "lexicon", "queries", "scale", "tagging", "tokenizer")
"""Modules that the reference lists, too: there when they are asked for, without an import of their own."""


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"crossarc.{name}")
    if name not in _PLACES:
        from crossarc.choices import did_you_mean  # noqa: PLC0415
        from crossarc.other_names import INSTEAD  # noqa: PLC0415

        instead = INSTEAD["crossarc"].get(name)
        meant = f"; use {instead}" if instead else "" if name.startswith("_") else did_you_mean(name, _PLACES)
        raise AttributeError(f"module 'crossarc' has no attribute {name!r}{meant}", name=name)
    place = _PLACES[name]
    value = (
        getattr(importlib.import_module(f"crossarc.{place}"), name)
        if place
        else importlib.import_module(f"crossarc.{name}")
    )
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
