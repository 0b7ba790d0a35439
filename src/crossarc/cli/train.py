"""`crossarc train`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from crossarc.choices import Declared
from crossarc.cli.command import Invocation
from crossarc.cli.options import Format, Json, Lenient, Quiet, Threads
from crossarc.cli.parameters import Argument, Option, OptionTable, Panel
from crossarc.cli.settings import CHECKSUM
from crossarc.cli.training_options import training_options

_DATA, _OUTPUT = "Data", "Output"


class TrainTags(StrEnum):
    gold = "gold"
    predicted = "predicted"


def _stages() -> list[str]:
    from crossarc.stages import stage_names  # noqa: PLC0415  # for completion alone

    return [*stage_names(), ",".join(stage_names())]


def _checksums() -> list[Declared]:
    """In files of options: what the trees were that it is for."""
    return [Declared(f"{part}_{CHECKSUM}") for part in ("train", "dev")]


def train(
    *,
    treebank: Annotated[
        list[str],
        Argument("files with trees, or the folder of a UD release", "TRAIN", panel=_DATA),
    ],
    dev: Annotated[
        str | None,
        Option("--dev", metavar="DEV", help="choose the best epoch by these trees", told="the last", panel=_DATA),
    ] = None,
    format: Annotated[Format, Panel(_DATA)] = None,
    lenient: Annotated[Lenient, Panel(_DATA)] = False,
    stages: Annotated[
        str | None,
        Option(
            "--stages",
            metavar="NAMES",
            help="tokenize,tag,lemma,parse",
            told="all that TRAIN can teach",
            suggested=_stages,
            panel=_DATA,
        ),
    ] = None,
    train_tags: Annotated[
        TrainTags | None,
        Option(
            "--train-tags",
            metavar="WHICH",
            help="gold or predicted",
            told="predicted if it has a tagger",
            panel=_DATA,
        ),
    ] = None,
    lexicon: Annotated[
        Path | None,
        Option("--lexicon", metavar="FILE", help="entries for the tagger: FORM LEMMA UPOS XPOS FEATS", panel=_DATA),
    ] = None,
    config: Annotated[
        str | None,
        Option(
            "--config",
            metavar="FILE.toml",
            help="options in TOML; the command line goes first",
            reads_options=True,
            panel=_DATA,
        ),
    ] = None,
    chosen: Annotated[dict[str, Any], OptionTable(training_options)],
    resume: Annotated[
        bool,
        Option("--resume", help="go on from MODEL.checkpoint, which each epoch leaves", panel="Neural parser (bilstm)"),
    ] = False,
    checksums: Annotated[dict[str, Any], OptionTable(_checksums)],
    threads: Annotated[Threads, Panel("Training")] = 0,
    model: Annotated[
        Path, Option("--output", "-o", metavar="MODEL", help="where to write the model; required", panel=_OUTPUT)
    ],
    log: Annotated[
        Path | None,
        Option("--log", metavar="FILE.jsonl", help="a line for each epoch; `crossarc explore` draws it", panel=_OUTPUT),
    ] = None,
    json_wanted: Annotated[Json, Panel(_OUTPUT)] = False,
    quiet: Annotated[Quiet, Panel(_OUTPUT)] = False,
    invocation: Invocation,
) -> None:
    """Train a model that goes from text to trees: a tokenizer, a tagger, a lemmatizer and a parser.

    Most options are the parser's; docs/train.md says when to change them. Options without an
    effect beside the others are errors. Ctrl-C ends the parser's training and keeps the best parser so far.
    """
    from crossarc.cli.training_run import run_training  # noqa: PLC0415  # help need not wait for it

    run_training(
        treebank,
        dev,
        model,
        chosen,
        invocation,
        stages=stages,
        train_tags=train_tags and train_tags.value,
        lexicon=lexicon,
        format=format and format.value,
        lenient=lenient,
        config=config,
        checksums=checksums,
        resume=resume,
        threads=threads,
        log=log,
        json_wanted=json_wanted,
        quiet=quiet,
    )
