"""`crossarc combine`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from crossarc.choices import OptionError, has_no_effect
from crossarc.cli.messages import complain
from crossarc.cli.options import Format, Json, Quiet, Threads, refuse_lossy_output
from crossarc.cli.parameters import Argument, Option
from crossarc.cli.training_run import tell_written
from crossarc.files import require_writable
from crossarc.messages import counted
from crossarc.parser import combine as combine_parsers
from crossarc.treebank import read


def combine(
    models: Annotated[list[str], Argument("models from `crossarc train --learner bilstm`", "MODEL")],
    output: Annotated[Path, Option("--output", "-o", metavar="COMBINED", help="where to write the model; required")],
    dev: Annotated[
        str | None, Option("--dev", metavar="DEV", help="fit confidence to these trees; tell scores")
    ] = None,
    format: Format = None,
    json_wanted: Json = False,
    threads: Threads = 0,
    quiet: Quiet = False,
) -> None:
    """Make one model of several neural ones, which decides by the mean of their scores.

    Train them on the same treebank with other seeds (`--seed`). What stands before the parser is that of the first.
    """
    if format is not None and dev is None:
        raise OptionError("format", has_no_effect("there is no --dev"))
    refuse_lossy_output(output, [*models, dev], json_wanted=json_wanted)
    require_writable(output)
    trees = None if dev is None else read(dev, format=format and format.value)
    parser = combine_parsers(models, trees, threads=threads)
    parser.save(output)
    if json_wanted:
        print(json.dumps(parser.info))
        return
    scores = parser.info.get("scores")
    if scores is not None and not quiet:
        complain(f"{counted(len(models), 'model')} together: dev UAS {scores['uas']:.2f} LAS {scores['las']:.2f}")
    tell_written(output, quiet)
