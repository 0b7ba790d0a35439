"""Tags of words: UPOS, XPOS and FEATS."""

from crossarc.tagging.jackknifing import jackknifed
from crossarc.tagging.tagger import Tagger

__all__ = ["Tagger", "jackknifed"]
