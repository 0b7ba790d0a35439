"""`crossarc parse`."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from crossarc.cli.messages import broken_sentences, complain
from crossarc.cli.options import Format, Quiet, Threads, number, refuse_lossy_output, refuse_second_stdin
from crossarc.files import writing
from crossarc.messages import warn
from crossarc.parser.columns import ColumnCount, filled_words
from crossarc.pipeline import Background
from crossarc.stages import Shares, load_stages, needed, run
from crossarc.treebank import Treebank, TreebankError
from crossarc.treebank.files import stream_blocks
from crossarc.treebank.joining import JoinedFiles

_BLOCK = 1 << 19  # bytes parsed at a time: after each there is a look at the keyboard


def parse(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A parser from `crossarc train`.")],
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
    format: Format = None,
    json_wanted: Annotated[
        bool, typer.Option("--json", help="Print one JSON object that says what was parsed; trees need -o FILE.")
    ] = False,
    threads: Threads = 0,
    quiet: Quiet = False,
) -> None:
    """Parse CoNLL-U or CoNLL-X: the same bytes come out, but for HEAD and DEPREL, and DEPS where it contradicts them.

    HEAD and DEPREL of the input are not looked at, and never an error. A Confidence=… in MISC is that of the new tree,
    with --scores, or is removed. With --lenient, sentences that are broken otherwise stay in the output as they are.

    Files of any size are parsed in bounded memory; one thread more reads and writes in the meantime.
    """
    refuse_second_stdin(inputs)
    refuse_lossy_output(output, [model, *inputs], json_wanted=json_wanted)
    stages = load_stages(model, parse={"beam": beam, "multi_root": multi_root, "scores": scores})
    for stage in stages:
        if stage.complaint:
            warn(stage.complaint)
    columns = needed(stages)
    account = _Account(inputs, columns)

    def parsed(piece: _Piece) -> tuple[Treebank, dict[str, int]]:
        return run(stages, piece.block, threads=threads), filled_words(piece.block, columns)

    workers = 1 if threads == 1 else 2  # while the last sentences of a block are parsed, the next has begun
    with writing(output, compress=True) as file:
        joined = JoinedFiles(file)

        def use(piece: _Piece, done: tuple[Treebank, dict[str, int]]) -> None:
            treebank, filled = done
            account.add(piece, filled)
            if strict_columns:
                account.refuse_lacking_columns(piece)
            joined.write(treebank.to_bytes(keep_broken=True), begins_file=piece.begins_file)

        def idle() -> bool:
            """Whoever sends no more may be waiting for an answer."""
            busy = parsing.idle()
            if not busy:
                file.flush()
            return busy

        with Background(parsed, use, workers=workers) as parsing:
            for place, path in enumerate(inputs):
                while not Path(path).is_file() and idle():  # a pipe may be opened only after answers have come
                    pass
                chosen = format and format.value
                blocks = stream_blocks(path, format=chosen, lenient=lenient, ignore_trees=True, size=_BLOCK, idle=idle)
                for count, block in enumerate(blocks):
                    parsing.put(_Piece(block, place, count == 0))
    account.tell(quiet)
    if json_wanted:
        print(json.dumps(account.to_dict()))


class _Piece(NamedTuple):
    """Some sentences, the number of the input that they are from, and whether they are its first."""

    block: Treebank
    place: int
    begins_file: bool


class _Account:
    """What was parsed and what was not, over all blocks."""

    def __init__(self, inputs: list[str], learnt: Shares) -> None:
        self._columns = [ColumnCount(learnt) for _ in inputs]
        self._names = list(inputs)
        self._began = time.perf_counter()
        self._sentences = self._words = self._broken = 0
        self._first_broken: TreebankError | None = None

    def add(self, piece: _Piece, filled: dict[str, int]) -> None:
        block = piece.block
        self._columns[piece.place].add(block.word_count, filled)
        self._names[piece.place] = block.path
        self._sentences += len(block)
        self._words += block.word_count
        problems = block.problems
        self._broken += len(problems)
        if problems and self._first_broken is None:
            self._first_broken = problems[0]

    def refuse_lacking_columns(self, piece: _Piece) -> None:
        if complaint := self._columns[piece.place].complaint():
            raise TreebankError(piece.block.path, None, complaint)

    def tell(self, quiet: bool) -> None:
        """On standard error. What is not parsed is always told: who does not read it takes it for parsed."""
        if self._broken:
            complain(
                f"warning: not parsed, but left as they came: {broken_sentences(self._broken)}, "
                f"the first: {self._first_broken}"
            )
        if not self._sentences and not self._broken:
            warn("there is no sentence in the input")
        complaints = [(path, count.complaint()) for path, count in zip(self._names, self._columns, strict=True)]
        lacking = [f"{path}: {complaint}" for path, complaint in complaints if complaint]
        if lacking:
            others = len(lacking) - 1
            warn(lacking[0] + (f" (and so for {others} more of the inputs)" if others else ""))
        if not quiet:
            speed = self._words / (time.perf_counter() - self._began)
            complain(f"parsed {self._sentences:,} sentences, {self._words:,} words, {speed:,.0f} words/s")

    def to_dict(self) -> dict[str, Any]:
        lacking = {path: count.lacking() for path, count in zip(self._names, self._columns, strict=True)}
        return {
            "sentences": self._sentences,
            "words": self._words,
            "broken": self._broken,
            "first_broken": None if self._first_broken is None else str(self._first_broken),
            "lacking_columns": {path: columns for path, columns in lacking.items() if columns},
            "seconds": round(time.perf_counter() - self._began, 3),
        }
