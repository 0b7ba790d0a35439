"""Tags and lemmas as a parser will see them: predicted, and by those who have not learnt from the sentence."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from crossarc.column_filling import FilledColumn, filled
from crossarc.lemmas import Lemmatizer
from crossarc.lexicon import Lexicon
from crossarc.tagging.tagger import TAG_COLUMNS, Tagger
from crossarc.treebank import Treebank
from crossarc.whole_numbers import whole_number

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def jackknifed(
    treebank: Treebank,
    folds: int = 10,
    *,
    seed: int = 1,
    threads: int = 0,
    lexicon: Lexicon | None = None,
    tags: bool = True,
    lemmas: bool = True,
) -> Treebank:
    """The treebank with predicted tags and lemmas: those of each part by a tagger and lemmatizer trained on the others.

    `tags` and `lemmas` say which of the two are predicted; the others stay. The parts are `folds` runs of sentences, so
    that texts stay together. Columns that are `_` throughout stay so. A treebank of one sentence stays as it is.
    `threads` work on parts of their own, with the same result as one.
    """
    folds = min(whole_number(folds, "folds", least=2), len(treebank))
    threads = whole_number(threads, "threads")
    if folds < 2:
        return treebank
    parts = np.array_split(np.arange(len(treebank)), folds)

    def predicted(part: npt.NDArray[np.intp]) -> dict[str, FilledColumn]:
        rest = treebank[np.setdiff1d(np.arange(len(treebank)), part)]
        own = treebank[part]
        columns: dict[str, FilledColumn] = {}
        if tags and Tagger.can_learn_from(rest):
            columns = Tagger.train(rest, seed=seed, lexicon=lexicon).columns(own, redo=True)
        if lemmas and Lemmatizer.can_learn_from(rest):
            lemmatizer = Lemmatizer.train(rest, seed=seed, lexicon=lexicon)
            columns["lemma"] = lemmatizer.column(filled(own, columns), redo=True)
        return {name: columns.get(name) or FilledColumn.of_nothing(own) for name in (*TAG_COLUMNS, "lemma")}

    pieces = _in_threads(predicted, parts, threads)
    names = pieces[0]
    return filled(treebank, {name: FilledColumn.joined([piece[name] for piece in pieces]) for name in names})


def _in_threads(work: Callable[[_Item], _Result], items: list[_Item], threads: int) -> list[_Result]:
    if threads == 1:
        return [work(item) for item in items]
    pool = ThreadPoolExecutor(threads or os.cpu_count())
    try:
        return list(pool.map(work, items))
    finally:
        # After Ctrl-C what has begun is not waited for: it would take as long as a tagger's training.
        pool.shutdown(wait=False, cancel_futures=True)
