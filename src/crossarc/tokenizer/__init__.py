"""From text to words and sentences, as a treebank has them, and back. What is promised is in docs/tokenizer.md."""

from crossarc.tokenizer.text import restore
from crossarc.tokenizer.tokenizer import FORMATS, Tokenizer

__all__ = ["FORMATS", "Tokenizer", "restore"]
