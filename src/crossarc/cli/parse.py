"""`crossarc parse`."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from crossarc.cli.messages import complain, tell_skipped
from crossarc.cli.options import Format, Lenient, Quiet, Threads, refuse_second_stdin
from crossarc.parser import load
from crossarc.treebank.files import stream_blocks, writing


def parse(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A parser from `crossarc train`.")],
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT…", help="Files to parse; - is standard input.")],
    output: Annotated[str, typer.Option("--output", "-o", help="Where to write to; - is standard output.")] = "-",
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

    Files of any size are parsed in bounded memory.
    """
    refuse_second_stdin(inputs)
    parser = load(model)
    began, sentences, words = time.perf_counter(), 0, 0
    with writing(output) as file:
        for path in inputs:
            for block in stream_blocks(path, format=format and format.value, lenient=lenient):
                tell_skipped(block, quiet)
                file.write(parser.parsed_text(block, multi_root=multi_root, threads=threads))
                sentences += len(block)
                words += block.word_count
    if not quiet:
        speed = words / (time.perf_counter() - began)
        complain(f"parsed {sentences:,} sentences, {words:,} words, {speed:,.0f} words/s")
