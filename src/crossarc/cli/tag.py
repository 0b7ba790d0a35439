"""`crossarc tag`."""

from __future__ import annotations

import json
from typing import Annotated

from crossarc.annotator import Annotator
from crossarc.cli.annotating import (
    JsonAccount,
    LeaveBroken,
    Offsets,
    OutputFile,
    Redo,
    hinting_at_order,
    redone,
    require_inputs,
    tell,
)
from crossarc.cli.options import Quiet, TextFormat, Threads, refuse_lossy_output, refuse_second_stdin
from crossarc.cli.parameters import Argument
from crossarc.model_file import ModelError
from crossarc.scale.inputs import Inputs
from crossarc.scale.work import Work


def tag(
    model: Annotated[str, Argument("a model from `crossarc train`")],
    inputs: Annotated[list[str], Argument("files to tag; - is standard input, the default", "INPUT", or_stdin=True)],
    output: OutputFile = "-",
    lenient: LeaveBroken = False,
    format: TextFormat = None,
    offsets: Offsets = False,
    redo: Redo = None,
    json_wanted: JsonAccount = False,
    threads: Threads = 0,
    quiet: Quiet = False,
) -> None:
    """Tokenize text, and predict tags and lemmas that are missing, as `crossarc parse` does before parsing.

    HEAD and DEPREL stay the same, as all else that is there.
    """
    refuse_second_stdin(inputs)
    refuse_lossy_output(output, [model, *inputs], json_wanted=json_wanted)
    with hinting_at_order(model, inputs, "tag"):
        annotator = Annotator.load(model)
    require_inputs(inputs, "tag")
    if not annotator.names:
        raise ModelError(f"{model}: there is neither a tokenizer nor a tagger nor a lemmatizer in it")
    stages = annotator.stages(redone(redo, annotator))
    given = Inputs(inputs, annotator, format and format.value, offsets, lenient)
    work = Work(stages, "tagged", threads=threads)
    work.complain()
    account = work.run(given, output)
    tell(account, quiet)
    if json_wanted:
        print(json.dumps(account.to_dict()))
