"""One run from start to end: train, parse, score."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import crossarc
from crossarc import _core
from crossarc.evaluation import evaluate
from crossarc.experiment.grid import Run
from crossarc.experiment.results import Predictions, Result, ResultFolder
from crossarc.experiment.run_stages import predicted
from crossarc.experiment.transition_precision import precision_counts
from crossarc.experiment.undirected import undirected_scores
from crossarc.parser import train

_Made = TypeVar("_Made")


def make(run: Run, results: ResultFolder) -> None:
    """Make a run and keep its result. What goes wrong with it is its result, too."""
    began, built_by = time.perf_counter(), build()  # before training: files may be edited in the meantime
    about = {"parser": run.parser, "treebank": run.treebank.name, "options": run.options}
    try:
        result, predictions = _tested(run)
    except Exception as error:  # whatever it is, the other runs can still be made
        result, predictions = Result(run.key, failure=one_line(error)), None
    kept = Result(**(vars(result) | {"seconds": time.perf_counter() - began, "build": built_by, "about": about}))
    results.put(kept, predictions)


def _tested(run: Run) -> tuple[Result, Predictions]:
    treebank = run.treebank
    given, dev, test = treebank.training_trees, treebank.development_trees, treebank.test_trees  # read before the clock
    parser, training = _timed(lambda: train(given, dev=dev, threads=1, **run.options))
    parsed, parsing = _timed(lambda: predicted(parser, test))
    given_words = "tokenize" not in parser.stages
    links = parser.links(parsed) if given_words else None
    result = Result(
        run.key,
        scores=evaluate(test, parsed).scores(),
        dev=evaluate(dev, predicted(parser, dev)).scores(),
        transitions=precision_counts(test, parsed, parser.builders(parsed), parser.transitions) if given_words else {},
        undirected={} if links is None else undirected_scores(test, links),
        seconds_of={"train": training, "parse": parsing},
    )
    return result, Predictions.of(parsed, with_words=len(parser.stages) > 1)


def _timed(action: Callable[[], _Made]) -> tuple[_Made, float]:
    """What comes of something, and the processor's seconds that it took: other runs at the same time do not count."""
    began = time.process_time()
    return action(), time.process_time() - began


def one_line(error: BaseException) -> str:
    """What went wrong, for a note under a table."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if isinstance(error, ValueError) else f"{type(error).__name__}: {text}"


@cache
def build() -> str:
    """What tells apart builds of one version of crossarc: a hash of all of it but what only shows results."""
    package = Path(crossarc.__file__).parent
    sources = [path for suffix in ("py", "txt") for path in sorted(package.rglob(f"*.{suffix}"))]
    own = [path for path in sources if path.relative_to(package).parts[0] not in ("cli", "experiment")]
    return hashlib.sha256(b"".join(path.read_bytes() for path in (Path(_core.__file__), *own))).hexdigest()[:12]
