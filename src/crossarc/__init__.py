"""Transition-based dependency parsing that gets crossing arcs right."""

from __future__ import annotations

from crossarc.analysis import Analysis, analyze
from crossarc.treebank import Sentence, Treebank, TreebankError, Word, read, stream, write

__version__ = "0.1.0"
__all__ = ["Analysis", "Sentence", "Treebank", "TreebankError", "Word", "analyze", "read", "stream", "write"]
