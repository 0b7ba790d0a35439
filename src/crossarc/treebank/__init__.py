"""Treebanks in memory and in files: CoNLL-U and CoNLL-X, kept byte for byte."""

from crossarc.treebank.errors import TreebankError
from crossarc.treebank.feats import Feats
from crossarc.treebank.files import read, stream, stream_blocks
from crossarc.treebank.sentence import Arc, Sentence
from crossarc.treebank.sources import TreebankSource, TreebankSources, joined_sources, treebank_of
from crossarc.treebank.token import EmptyNode, Token
from crossarc.treebank.treebank import Treebank
from crossarc.treebank.word import Word
from crossarc.treebank.writing import write

__all__ = [
    "Arc",
    "EmptyNode",
    "Feats",
    "Sentence",
    "Token",
    "Treebank",
    "TreebankError",
    "TreebankSource",
    "TreebankSources",
    "Word",
    "joined_sources",
    "read",
    "stream",
    "stream_blocks",
    "treebank_of",
    "write",
]
