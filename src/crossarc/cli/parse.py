"""`crossarc parse`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from crossarc.choices import OptionError, has_no_effect
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
from crossarc.cli.command import standard_input_for
from crossarc.cli.corpus_run import CorpusRun, OnCluster
from crossarc.cli.options import Quiet, TextFormat, Threads, refuse_lossy_output, refuse_second_stdin
from crossarc.cli.parameters import Argument, Option
from crossarc.parser import load
from crossarc.scale import CorpusPart, names_from
from crossarc.scale.parsing import Parsing

_MANY_FILES = "Many files"


def parse(
    model: Annotated[str, Argument("a model from `crossarc train`")],
    inputs: Annotated[list[str] | None, Argument("files to parse; - is standard input, the default", "INPUT")] = None,
    output: OutputFile = "-",
    confidence: Annotated[bool, Option("--confidence", "--scores", help="how likely an arc is right, in MISC")] = False,
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
        bool, Option("--strict-columns", help="missing columns are an error, not a warning")
    ] = False,
    lenient: LeaveBroken = False,
    format: TextFormat = None,
    offsets: Offsets = False,
    redo: Redo = None,
    json_wanted: JsonAccount = False,
    longest: Annotated[
        int | None,
        Option(
            "--longest", help="predict no tree for sentences of more than N words", metavar="N", limits=(1, 2**31 - 1)
        ),
    ] = None,
    out_dir: Annotated[
        Path | None,
        Option("--out-dir", help="an output for each INPUT; they may be folders", metavar="FOLDER", panel=_MANY_FILES),
    ] = None,
    files_from: Annotated[
        Path | None,
        Option(
            "--files-from", help="read the names of inputs from a file, one per line", metavar="FILE", panel=_MANY_FILES
        ),
    ] = None,
    resume: Annotated[
        bool, Option("--resume", help="skip files that an earlier run has finished", panel=_MANY_FILES)
    ] = False,
    part: Annotated[
        str | None,
        Option("--part", help="parse only the I-th of N parts, for job arrays", metavar="I/N", panel=_MANY_FILES),
    ] = None,
    cluster: Annotated[
        str | None,
        Option(
            "--cluster",
            help="run on a Ray cluster; local starts one",
            metavar="ADDRESS",
            panel=_MANY_FILES,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        Option(
            "--workers",
            help="processes on the cluster",
            metavar="N",
            told="one per core",
            limits=(1, 2**16),
            panel=_MANY_FILES,
        ),
    ] = None,
    threads: Threads = 0,
    quiet: Quiet = False,
) -> None:
    """Parse text, CoNLL-U or CoNLL-X: predict trees, and tags and lemmas that are missing.

    Files *.txt are text. In treebanks, tags and lemmas are kept, and predicted where they are missing, if the model has
    a tagger and a lemmatizer. HEAD and DEPREL of the input are ignored, whatever they contain, and replaced; DEPS that
    contradicts them becomes _, and Confidence=… in MISC is replaced (--confidence) or removed. Everything else stays
    the same, byte for byte.

    Files of any size are parsed in bounded memory; one more thread reads and writes.
    """
    if out_dir is None:
        for name, value in (("files_from", files_from), ("resume", resume), ("part", part), ("cluster", cluster)):
            if value:
                raise OptionError(name, has_no_effect("there is no --out-dir"))
    elif output != "-":
        raise OptionError("out_dir", "it does not go with -o")
    if cluster is None and workers is not None:
        raise OptionError("workers", has_no_effect("there is no --cluster"))
    given = [*(inputs or []), *(names_from(files_from) if files_from is not None else [])]
    given = given or standard_input_for("INPUT")
    refuse_second_stdin(given)
    if out_dir is None:
        refuse_lossy_output(output, [model, *given], json_wanted=json_wanted)
    with hinting_at_order(model, given, "parse"):
        parser = load(model)
    if out_dir is None:
        require_inputs(given, "parse")
    again = redone(redo, parser.annotator)
    own_format = format and format.value
    parsing = Parsing(
        beam, multi_root, confidence, longest, tuple(sorted(again)), strict_columns, own_format, offsets, lenient
    )
    work = parsing.work(parser, threads)
    work.complain()
    if out_dir is None:
        account = work.run(parsing.inputs(parser, given), output)
        tell(account, quiet)
        if json_wanted:
            print(json.dumps(account.to_dict()))
        return
    on_cluster = None if cluster is None else OnCluster(cluster, workers, threads or 1)
    corpus = CorpusRun.of(given, out_dir, parsing, CorpusPart.parsed(part) if part else CorpusPart(), resume)
    raise SystemExit(corpus.go(work, parser, model, json_wanted=json_wanted, quiet=quiet, cluster=on_cluster))
