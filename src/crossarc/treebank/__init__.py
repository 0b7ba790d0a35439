"""Treebanks in memory and in files: CoNLL-U and CoNLL-X, kept byte for byte."""

from crossarc.treebank.errors import TreebankError
from crossarc.treebank.files import read, stream, stream_blocks, write
from crossarc.treebank.sentence import Sentence, Token, Word
from crossarc.treebank.treebank import Treebank

__all__ = ["Sentence", "Token", "Treebank", "TreebankError", "Word", "read", "stream", "stream_blocks", "write"]
