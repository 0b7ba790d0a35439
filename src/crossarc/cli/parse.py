"""`crossarc parse`."""

from __future__ import annotations

import json
from typing import Annotated

from crossarc.cli.annotating import Inputs, JsonAccount, LeaveBroken, Offsets, OutputFile, Redo, Work, redone
from crossarc.cli.options import Quiet, TextFormat, Threads, refuse_lossy_output, refuse_second_stdin
from crossarc.cli.parameters import Argument, Option
from crossarc.parser import load
from crossarc.parser.stage import ParsingStage


def parse(
    model: Annotated[str, Argument("a model from `crossarc train`")],
    inputs: Annotated[list[str], Argument("files to parse; - is standard input", "INPUT", or_stdin=True)],
    output: OutputFile = "-",
    scores: Annotated[bool, Option("--scores", help="how likely an arc is right, as Confidence= in MISC")] = False,
    beam: Annotated[
        int | None, Option("--beam", help="keep N derivations", metavar="N", told="as in training, which is best")
    ] = None,
    multi_root: Annotated[
        bool | None,
        Option(
            "--multi-root/--one-root",
            help="allow several roots in a sentence",
            otherwise="allow one root in a sentence",
            told="as in training",
        ),
    ] = None,
    strict_columns: Annotated[
        bool, Option("--strict-columns", help="stop if a column is missing that the parser needs")
    ] = False,
    lenient: LeaveBroken = False,
    format: TextFormat = None,
    offsets: Offsets = False,
    redo: Redo = None,
    json_wanted: JsonAccount = False,
    threads: Threads = 0,
    quiet: Quiet = False,
) -> None:
    """Parse text, CoNLL-U or CoNLL-X: what is missing is filled in, all else stays byte for byte.

    Files *.txt are text. Of treebanks, tags and lemmas that are there are kept, and those that are missing are
    predicted if the model has a tagger and a lemmatizer. HEAD and DEPREL are not looked at, and never an error: new
    ones take their place, and DEPS that contradicts them becomes _. A Confidence=… in MISC is that of the new tree,
    with --scores, or is removed. With --lenient, sentences that are broken otherwise stay in the output as they are.

    Files of any size are parsed in bounded memory; one thread more reads and writes in the meantime.
    """
    refuse_second_stdin(inputs)
    refuse_lossy_output(output, [model, *inputs], json_wanted=json_wanted)
    parser = load(model)
    parsing = ParsingStage(parser, beam, multi_root, scores)
    stages = [*parser.annotator.stages(redone(redo, parser.annotator)), parsing]
    given = Inputs(inputs, parser.annotator, format and format.value, offsets, lenient)
    account = Work(stages, "parsed", strict_columns, threads).run(given, output)
    account.tell(quiet)
    if json_wanted:
        print(json.dumps(account.to_dict()))
