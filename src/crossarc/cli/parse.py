"""`crossarc parse`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from crossarc.cli.messages import complain, tell_skipped
from crossarc.cli.options import Format, Lenient, Quiet, Threads, number, refuse_lossy_output, refuse_second_stdin
from crossarc.files import writing
from crossarc.parser import Trees, load
from crossarc.pipeline import Background
from crossarc.treebank import Treebank
from crossarc.treebank.files import stream_blocks
from crossarc.treebank.joining import JoinedFiles

_BLOCK = 1 << 19  # bytes parsed at a time: after each there is a look at the keyboard


def parse(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A parser from `crossarc train`.")],
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT…", help="Files to parse; - is standard input.")],
    output: Annotated[str, typer.Option("--output", "-o", help="Where to write to; - is standard output.")] = "-",
    scores: Annotated[
        bool, typer.Option("--scores", help="Write into MISC how likely each arc and its label are right.")
    ] = False,
    beam: Annotated[int | None, number("beam", "How many derivations to keep; as in training if not given.")] = None,
    multi_root: Annotated[
        bool | None,
        typer.Option("--multi-root/--one-root", help="Allow several roots; as the parser was trained if not given."),
    ] = None,
    lenient: Lenient = False,
    format: Format = None,
    threads: Threads = 0,
    quiet: Quiet = False,
) -> None:
    """Parse CoNLL-U or CoNLL-X: the same bytes come out, but for HEAD and DEPREL, and DEPS where it contradicts them.

    Files of any size are parsed in bounded memory; one thread more reads and writes in the meantime.
    """
    refuse_second_stdin(inputs)
    refuse_lossy_output(output, [model, *inputs])
    parser = load(model)
    began, sentences, words = time.perf_counter(), 0, 0

    def trees(piece: tuple[Treebank, bool]) -> Trees:
        return parser.trees(piece[0], beam=beam, multi_root=multi_root, scores=scores, threads=threads)

    workers = 1 if threads == 1 else 2  # while the last sentences of a block are parsed, the next has begun
    with writing(output, compress=True) as file:
        joined = JoinedFiles(file)

        def use(piece: tuple[Treebank, bool], found: Trees) -> None:
            block, begins_file = piece
            joined.write(block.text_with_trees(*found), begins_file=begins_file)

        def idle() -> bool:
            """Whoever sends no more may be waiting for an answer."""
            busy = parsing.idle()
            if not busy:
                file.flush()
            return busy

        with Background(trees, use, workers=workers) as parsing:
            for path in inputs:
                while not Path(path).is_file() and idle():  # a pipe may be opened only after answers have come
                    pass
                chosen = format and format.value
                blocks = stream_blocks(path, format=chosen, lenient=lenient, size=_BLOCK, idle=idle)
                for number, block in enumerate(blocks):
                    tell_skipped(block, quiet)
                    parsing.put((block, number == 0))
                    sentences += len(block)
                    words += block.word_count
    if not quiet:
        speed = words / (time.perf_counter() - began)
        complain(f"parsed {sentences:,} sentences, {words:,} words, {speed:,.0f} words/s")
