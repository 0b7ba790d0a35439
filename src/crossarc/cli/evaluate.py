"""`crossarc evaluate`."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated, Any

from crossarc.cli.messages import tell_skipped
from crossarc.cli.notes import show_note
from crossarc.cli.options import Format, Json, Lenient, Punctuation, Quiet, refuse_second_stdin
from crossarc.cli.parameters import Argument, Option
from crossarc.evaluation import evaluate as score
from crossarc.treebank import read


class By(StrEnum):
    label = "label"
    length = "length"
    direction = "direction"
    nonprojectivity = "nonprojectivity"
    upos = "upos"
    sentence_length = "sentence-length"


def evaluate(
    gold: Annotated[str, Argument("the right trees; - is standard input")],
    predicted: Annotated[str, Argument("the trees to score; - is standard input, the default", or_stdin=True)],
    by: Annotated[
        list[By] | None,
        Option("--by", metavar="WHAT", help="also by label, length, direction …; repeatable"),
    ] = None,
    punctuation: Punctuation = None,
    json_wanted: Json = False,
    lenient: Lenient = False,
    format: Format = None,
    quiet: Quiet = False,
) -> None:
    """Score predicted words, tags, lemmas and trees: as the CoNLL 2018 shared task does, and non-projective arcs.

    The first table is that of the task's official scorer: Tokens, Sentences, Words, UPOS, XPOS, UFeats, AllTags,
    Lemmas, UAS, LAS (UD), CLAS, MLAS, BLEX. LAS with subtypes, in the second one, compares whole labels: in JSON it is
    las, and the official LAS is las_ud. PREDICTED may have cut the same text into other words and sentences.
    Without UPOS in GOLD there are no scores without punctuation, unless --punctuation conllx is given.

    --by adds precision and recall by label, length, direction, nonprojectivity, upos or sentence-length.
    """
    refuse_second_stdin([gold, predicted])
    treebanks = [read(path, format=format and format.value, lenient=lenient) for path in (gold, predicted)]
    for treebank in treebanks:
        tell_skipped(treebank, quiet)
    scores = score(*treebanks, punctuation=punctuation and punctuation.value)
    breakdowns = [scores.by(kind) for kind in dict.fromkeys(kind.value for kind in by or [])]
    if json_wanted:
        result: dict[str, Any] = scores.to_dict()
        if breakdowns:
            result["by"] = {parts.by: [group.to_dict() for group in parts] for parts in breakdowns}
        print(json.dumps(result))
        return
    for table in scores.tables():
        table.show()
    for parts in breakdowns:
        parts.table().show()
    print(scores.size())
    for note in scores.notes():
        print()
        show_note(note)
