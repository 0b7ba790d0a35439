"""Tags and lemmas as a parser will see them: predicted, and by those who have not learnt from the sentence."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from crossarc.arguments import require_flag
from crossarc.calls import called_as
from crossarc.column_filling import FilledColumn, filled
from crossarc.files import PathLike
from crossarc.lemmas import Lemmatizer
from crossarc.lexicon import Lexicon, lexicon_of
from crossarc.tagging.tagger import TAG_COLUMNS, Tagger
from crossarc.treebank import Treebank, TreebankSource, treebank_of
from crossarc.whole_numbers import whole_number

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


@called_as("tagging.jackknifed")
def jackknifed(
    treebank: TreebankSource,
    folds: int = 10,
    *,
    seed: int = 1,
    threads: int = 0,
    lexicon: Lexicon | PathLike | None = None,
    tags: bool = True,
    lemmas: bool = True,
) -> Treebank:
    """The treebank with predicted tags and lemmas: those of each part by a tagger and lemmatizer trained on the others.

    `tags` and `lemmas` say which of the two are predicted; the others stay. The parts are `folds` runs of sentences, so
    that texts stay together. Columns that are `_` throughout stay so. A treebank of one sentence stays as it is.
    `threads` work on parts of their own, with the same result as one.
    """
    whole, entries = treebank_of(treebank), lexicon_of(lexicon)
    require_flag(tags, "tags"), require_flag(lemmas, "lemmas")
    folds = min(whole_number(folds, "folds", least=2), len(whole))
    threads = whole_number(threads, "threads")
    if folds < 2:
        return whole
    parts = np.array_split(np.arange(len(whole)), folds)

    def predicted(part: npt.NDArray[np.intp]) -> dict[str, FilledColumn]:
        rest = whole[np.setdiff1d(np.arange(len(whole)), part)]
        own = whole[part]
        columns: dict[str, FilledColumn] = {}
        if tags and Tagger.can_learn_from(rest):
            columns = Tagger.train(rest, seed=seed, lexicon=entries).columns(own, redo=True)
        if lemmas and Lemmatizer.can_learn_from(rest):
            lemmatizer = Lemmatizer.train(rest, seed=seed, lexicon=entries)
            columns["lemma"] = lemmatizer.column(filled(own, columns), redo=True)
        return {name: columns.get(name) or FilledColumn.of_nothing(own) for name in (*TAG_COLUMNS, "lemma")}

    pieces = _in_threads(predicted, parts, threads)
    names = pieces[0]
    return filled(whole, {name: FilledColumn.joined([piece[name] for piece in pieces]) for name in names})


def _in_threads(work: Callable[[_Item], _Result], items: list[_Item], threads: int) -> list[_Result]:
    if threads == 1:
        return [work(item) for item in items]
    pool = ThreadPoolExecutor(threads or os.cpu_count())
    try:
        return list(pool.map(work, items))
    finally:
        # After Ctrl-C what has begun is not waited for: it would take as long as a tagger's training.
        pool.shutdown(wait=False, cancel_futures=True)
