"""`crossarc parse`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from crossarc.cli.annotating import Inputs, Offsets, Redo, Work, redone
from crossarc.cli.options import Quiet, TextFormat, Threads, number, refuse_lossy_output, refuse_second_stdin
from crossarc.parser import load
from crossarc.parser.stage import ParsingStage


def parse(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model from `crossarc train`.")],
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT…", help="Files to parse; - is standard input.")],
    output: Annotated[str, typer.Option("--output", "-o", help="Where to write to; - is standard output.")] = "-",
    scores: Annotated[
        bool,
        typer.Option(
            "--scores", help="Write into MISC how likely each arc and its label are right: Confidence=0.95 (CoNLL-U)."
        ),
    ] = False,
    beam: Annotated[
        int | None,
        number(
            "beam",
            "How many derivations to keep; as in training if not given. A beam belongs to `train`: with another than "
            "in training the parser is worse.",
        ),
    ] = None,
    multi_root: Annotated[
        bool | None,
        typer.Option("--multi-root/--one-root", help="Allow several roots; as the parser was trained if not given."),
    ] = None,
    strict_columns: Annotated[
        bool,
        typer.Option(
            "--strict-columns",
            help="Stop, instead of warning, if an input lacks a column that the parser learnt from (`crossarc info`).",
        ),
    ] = False,
    lenient: Annotated[
        bool,
        typer.Option("--lenient", help="Leave broken sentences as they are, and say how many, instead of stopping."),
    ] = False,
    format: TextFormat = None,
    offsets: Offsets = False,
    redo: Redo = None,
    json_wanted: Annotated[
        bool, typer.Option("--json", help="Print one JSON object that says what was parsed; trees need -o FILE.")
    ] = False,
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
