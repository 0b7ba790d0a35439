"""The stage `tokenize`: words and sentences of text, before there is a treebank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crossarc.evaluation.segmentation import segmentation_scores
from crossarc.stages import Lessons, NothingToLearnError, Stage
from crossarc.tokenizer.text import restore
from crossarc.tokenizer.tokenizer import Tokenizer
from crossarc.treebank import Treebank, TreebankError


class Tokenizing:
    """What there is to know of tokenizers as a part of models."""

    what = "tokenizer"
    redo = None
    has_lexicon = False

    def train(self, lessons: Lessons, earlier: Sequence[Stage]) -> tuple[Tokenizer, Mapping[str, float]]:
        try:
            tokenizer = Tokenizer.train(lessons.treebank, seed=lessons.seed, threads=lessons.threads)
        except TreebankError as error:
            raise NothingToLearnError(error.message) from None
        return tokenizer, {} if lessons.dev is None else _scores(tokenizer, lessons.dev)

    def load(self, content: bytes) -> Tokenizer:
        return Tokenizer.from_bytes(content)

    def stage(self, trained: Tokenizer, redo: bool) -> None:
        return None


KIND = Tokenizing()


def _scores(tokenizer: Tokenizer, dev: Treebank) -> dict[str, float]:
    """F1 of words and sentences, from the text of a treebank."""
    try:
        return segmentation_scores(dev, tokenizer.treebank(restore(dev), path=dev.path))
    except TreebankError:  # forms and text differ
        return {}
