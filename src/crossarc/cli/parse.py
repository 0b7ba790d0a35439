"""`crossarc parse`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from crossarc import __version__
from crossarc.choices import OptionError
from crossarc.cli.annotating import Inputs, Offsets, Redo, Work, redone
from crossarc.cli.corpus_run import CorpusRun
from crossarc.cli.options import Quiet, TextFormat, Threads, number, refuse_lossy_output, refuse_second_stdin
from crossarc.parser import load
from crossarc.parser.stage import ParsingStage
from crossarc.scale import Corpus, Part, names_from
from crossarc.scale.manifest import sha256_of
from crossarc.tokenizer import FORMATS


def parse(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model from `crossarc train`.")],
    inputs: Annotated[
        list[str] | None,
        typer.Argument(metavar="INPUT…", help="Files to parse; - is standard input. With --out-dir also folders."),
    ] = None,
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
    longest: Annotated[
        int | None,
        number("longest", "Sentences of more words get no tree, and are counted.", limits=(1, 2**31 - 1)),
    ] = None,
    out_dir: Annotated[
        Path | None,
        typer.Option(
            "--out-dir", metavar="FOLDER", help="Write one output for each INPUT, of the same name, into this folder."
        ),
    ] = None,
    files_from: Annotated[
        str | None,
        typer.Option("--files-from", metavar="FILE", help="--out-dir: names of further inputs, a line each."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="--out-dir: leave what an earlier run has finished, by its manifest.")
    ] = False,
    part: Annotated[
        str | None,
        typer.Option("--part", metavar="I/N", help="--out-dir: only one of N parts of the inputs, for job arrays."),
    ] = None,
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
    given = [*(inputs or []), *(names_from(files_from) if files_from is not None else [])]
    if out_dir is None:
        for name, value in (("files_from", files_from), ("resume", resume), ("part", part)):
            if value:
                raise OptionError(name, "it has no effect without --out-dir")
    elif output != "-":
        raise OptionError("out_dir", "it does not go with -o")
    if not given:
        raise typer.BadParameter("there is no input", param_hint="INPUT…")
    refuse_second_stdin(given)
    if out_dir is None:
        refuse_lossy_output(output, [model, *given], json_wanted=json_wanted)
    parser = load(model)
    again = redone(redo, parser.annotator)
    stages = [*parser.annotator.stages(again), ParsingStage(parser, beam, multi_root, scores, longest)]
    work = Work(stages, "parsed", strict_columns, threads, longest)
    chosen = format and format.value

    def of(paths: list[str]) -> Inputs:
        return Inputs(paths, parser.annotator, chosen, offsets, lenient)

    work.complain()
    if out_dir is None:
        account = work.run(of(given), output)
        account.tell(quiet)
        if json_wanted:
            print(json.dumps(account.to_dict()))
        return
    corpus = Corpus.of(given, out_dir, is_text=chosen in FORMATS)
    of([str(file.source) for file in corpus.files]).check()
    options: dict[str, object] = {
        "beam": beam,
        "multi_root": multi_root,
        "scores": scores,
        "longest": longest,
        "lenient": lenient,
    }
    options |= {"format": chosen, "offsets": offsets, "redo": sorted(again), "strict_columns": strict_columns}
    made_with = {"crossarc": __version__, "model_sha256": sha256_of(Path(model)), "options": options}
    run = CorpusRun(corpus, out_dir, Part.parsed(part) if part else Part(), resume, made_with)
    code = run.go(
        lambda source, target, words_done: work.run(of([source]), target, words_done),
        json_wanted=json_wanted,
        quiet=quiet,
    )
    raise typer.Exit(code)
