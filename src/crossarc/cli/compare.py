"""`crossarc compare`."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated

from crossarc.cli.messages import tell_skipped
from crossarc.cli.notes import show_note
from crossarc.cli.options import Format, Json, Lenient, Punctuation, Quiet, Seed, Threads, refuse_second_stdin
from crossarc.cli.parameters import Argument, Option, UsageError
from crossarc.comparison import compare as test
from crossarc.treebank import Treebank, read


def compare(
    gold: Annotated[str, Argument("the right trees; - is standard input")],
    predicted: Annotated[list[str], Argument("two or more files with predicted trees", "PREDICTED")],
    samples: Annotated[int, Option("--samples", metavar="N", help="how often to draw and to swap sentences")] = 10_000,
    punctuation: Punctuation = None,
    json_wanted: Json = False,
    lenient: Lenient = False,
    format: Format = None,
    quiet: Quiet = False,
    seed: Seed = 1,
    threads: Threads = 0,
) -> None:
    """Test which differences between the scores of parsers are significant.

    For every pair of parsers and every score of evaluate: the difference with its 95 % interval, and the p-values of a
    paired bootstrap test and of stratified shuffling, both two-sided. Predicted files may have other words
    and sentences than GOLD; the tests resample the sentences of GOLD.
    """
    if len(predicted) < 2:
        raise UsageError("two or more files with PREDICTED trees are needed")
    refuse_second_stdin([gold, *predicted])

    def trees_of(path: str) -> Treebank:
        treebank = read(path, format=format and format.value, lenient=lenient)
        tell_skipped(treebank, quiet)
        return treebank

    comparison = test(
        trees_of(gold),
        [partial(trees_of, path) for path in predicted],
        samples=samples,
        seed=seed,
        threads=threads,
        punctuation=punctuation and punctuation.value,
    )
    if json_wanted:
        print(json.dumps(comparison.to_dict()))
        return
    for pair in comparison.pairs:
        pair.table().show()
        for line in filter(None, [pair.all_right(), pair.summary()]):
            show_note(line)
            print()
    for note in comparison.notes():
        show_note(note)
        print()
