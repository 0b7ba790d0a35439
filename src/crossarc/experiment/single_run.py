"""One run from start to end: train, parse, score."""

from __future__ import annotations

import hashlib
import time
from functools import cache
from pathlib import Path

import crossarc
from crossarc import _core
from crossarc.evaluation import evaluate
from crossarc.experiment.grid import Run
from crossarc.experiment.results import Predictions, Result, ResultFolder
from crossarc.experiment.transition_precision import precision_counts
from crossarc.parser import train


def make(run: Run, results: ResultFolder) -> None:
    """Make a run and keep its result. What goes wrong with it is its result, too."""
    began = time.perf_counter()
    about = {"parser": run.parser, "treebank": run.treebank.name, "options": run.options}
    try:
        result, predictions = _tested(run)
    except (ValueError, ArithmeticError, LookupError, RuntimeError, MemoryError, ImportError) as error:
        result, predictions = Result(run.key, failure=one_line(error)), None
    kept = Result(**(vars(result) | {"seconds": time.perf_counter() - began, "build": build(), "about": about}))
    results.put(kept, predictions)


def _tested(run: Run) -> tuple[Result, Predictions]:
    treebank = run.treebank
    dev, test = treebank.development_trees, treebank.test_trees
    parser = train(treebank.training_trees, dev=dev, threads=1, **run.options)
    parsed = parser.parse(test)
    result = Result(
        run.key,
        scores=evaluate(test, parsed).to_dict(),
        dev=evaluate(dev, parser.parse(dev)).to_dict(),
        transitions=precision_counts(test, parsed, parser.builders(test)),
    )
    return result, Predictions.of(parsed)


def one_line(error: BaseException) -> str:
    """What went wrong, for a note under a table."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if isinstance(error, ValueError) else f"{type(error).__name__}: {text}"


@cache
def build() -> str:
    """What tells apart builds of one version of crossarc: a hash of the compiled core and of what trains parsers."""
    package = Path(crossarc.__file__).parent
    sources = [Path(_core.__file__), *sorted((package / "parser").rglob("*.py"))]
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
