"""What `crossarc parse` and `crossarc tag` share: inputs of any format through stages, block by block."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from crossarc.absent_columns import AbsentColumns
from crossarc.annotator import REDO, Annotator
from crossarc.choices import OptionError, require_one_of
from crossarc.cli.messages import broken_sentences, complain
from crossarc.cli.parameters import Option
from crossarc.files import FileError, writing
from crossarc.messages import counted, warn
from crossarc.parser.columns import ColumnCount, filled_words
from crossarc.pipeline import Background
from crossarc.stages import Absent, Shares, Stage, needed, run
from crossarc.tokenizer import FORMATS
from crossarc.tokenizer.blocks import is_text, text_blocks
from crossarc.treebank import Treebank, TreebankError
from crossarc.treebank.arrival import Idle
from crossarc.treebank.files import stream_blocks
from crossarc.treebank.joining import JoinedFiles
from crossarc.treebank.treebank import NO_TREEBANK

_BLOCK = 1 << 19  # bytes worked on at a time: after each there is a look at the keyboard

OutputFile = Annotated[str, Option("--output", "-o", help="where to write", metavar="FILE", told="standard output")]
LeaveBroken = Annotated[bool, Option("--lenient", help="leave broken sentences as they are, say how many")]
JsonAccount = Annotated[bool, Option("--json", help="print one JSON object on what was done; with -o")]
Offsets = Annotated[bool, Option("--offsets", help="text: write TokenRange=start:end into MISC")]
Redo = Annotated[
    str | None,
    Option(
        "--redo",
        help="predict tags, lemmas even where the input has them",
        metavar="NAMES",
        suggested=lambda: [*REDO, ",".join(REDO)],
    ),
]


def redone(names: str | None, annotator: Annotator) -> frozenset[str]:
    """What `--redo` says, checked."""
    given = [] if names is None else [name.strip() for name in names.split(",")]
    for name in given:
        require_one_of("redo", name, REDO)
    return annotator.checked_redo(given)


@dataclass(frozen=True)
class Inputs:
    """Files and what they are; None is a treebank or text, as the name says."""

    paths: Sequence[str]
    annotator: Annotator
    format: str | None = None
    offsets: bool = False
    lenient: bool = False

    def check(self) -> None:
        """Refuse what has no effect, and text that cannot be read without a tokenizer."""
        formats = [self.format_of(path) for path in self.paths]
        text = [format for format in formats if format in FORMATS]
        if self.offsets and not text:
            raise OptionError("offsets", "it has no effect: no input is text (--format text, lines, tokens)")
        if self.lenient and len(text) == len(formats):
            raise OptionError("lenient", "it has no effect on text")
        for path, format in zip(self.paths, formats, strict=True):
            if self.annotator.tokenizer is None and format in FORMATS and format != "tokens":
                raise FileError(path, None, "it is text, and the model has no tokenizer: it reads --format tokens")

    def format_of(self, path: str) -> str | None:
        return self.format or ("text" if is_text(path) else None)

    def pieces(self, idle: Idle) -> Iterator[Piece]:
        for place, path in enumerate(self.paths):
            while not Path(path).is_file() and idle():  # a pipe may be opened only after answers have come
                pass
            format = self.format_of(path)
            if format in FORMATS:
                model = self.annotator.core_tokenizer(str(format))
                blocks = text_blocks(model, path, format=str(format), offsets=self.offsets, idle=idle)
                for count, block in enumerate(blocks):
                    yield Piece(block, place, count == 0, None)
            else:
                yield from self._pieces_of_treebank(place, path, format, idle)

    def _pieces_of_treebank(self, place: int, path: str, format: str | None, idle: Idle) -> Iterator[Piece]:
        def blocks(idle: Idle) -> Iterator[Treebank]:
            return stream_blocks(path, format=format, lenient=self.lenient, ignore_trees=True, size=_BLOCK, idle=idle)

        absent = AbsentColumns((lambda: blocks(lambda: False)) if Path(path).is_file() else None)
        try:
            for count, block in enumerate(blocks(idle)):
                known = None if self.annotator.tagger is None else absent.of(block)
                yield Piece(block, place, count == 0, known)
        except TreebankError as error:
            if error.message.endswith(NO_TREEBANK) and self.format is None:
                raise TreebankError(
                    error.path, error.line, f"{error.message}; text is read with --format text"
                ) from None
            raise


@dataclass(frozen=True)
class Work:
    """Stages, and how they are to be run. `done` is a word for what they do."""

    stages: Sequence[Stage]
    done: str
    strict_columns: bool = False
    threads: int = 0
    longest: int | None = None  # sentences of more words get no tree, which is told

    def complain(self) -> None:
        """Say, once, what there is to say of what was chosen for the stages."""
        for stage in self.stages:
            if stage.complaint:
                warn(stage.complaint)

    def run(self, inputs: Inputs, output: str, words_done: Callable[[int], object] = lambda _: None) -> Account:
        """Write what the stages make of the inputs, piece by piece, and tell what that was.

        `words_done` is told how many words each piece has, when it is written.
        """
        inputs.check()
        columns = needed(self.stages)
        account = Account(list(inputs.paths), columns, self.done, self.longest)

        def filled(piece: Piece) -> tuple[Treebank, dict[str, int]]:
            treebank = run(self.stages, piece.block, threads=self.threads, absent=piece.absent)
            return treebank, filled_words(piece.block, columns)

        workers = 1 if self.threads == 1 else 2  # while the last sentences of a block are parsed, the next has begun
        with writing(output, compress=True) as file:
            joined = JoinedFiles(file)

            def use(piece: Piece, done: tuple[Treebank, dict[str, int]]) -> None:
                treebank, filled = done
                account.add(piece, filled)
                if self.strict_columns:
                    account.refuse_lacking_columns(piece)
                joined.write(treebank.to_bytes(keep_broken=True), begins_file=piece.begins_file)
                words_done(treebank.word_count)

            def idle() -> bool:
                """Whoever sends no more may be waiting for an answer."""
                busy = working.idle()
                if not busy:
                    file.flush()
                return busy

            with Background(filled, use, workers=workers) as working:
                for piece in inputs.pieces(idle):
                    working.put(piece)
        return account


class Piece(NamedTuple):
    """Some sentences, the number of the input that they are from, whether they are its first, what the input lacks."""

    block: Treebank
    place: int
    begins_file: bool
    absent: list[Absent] | None


class Account:
    """What was done and what was not, over all blocks; `done` is a word for it."""

    def __init__(self, inputs: list[str], learnt: Shares, done: str, longest: int | None = None) -> None:
        self._done = done
        self._longest = longest
        self._long = 0
        self._columns = [ColumnCount(learnt) for _ in inputs]
        self._names = list(inputs)
        self._began = time.perf_counter()
        self._sentences = self._words = self._broken = 0
        self._first_broken: TreebankError | None = None

    def add(self, piece: Piece, filled: dict[str, int]) -> None:
        block = piece.block
        self._columns[piece.place].add(block.word_count, filled)
        self._names[piece.place] = block.path
        self._sentences += len(block)
        self._words += block.word_count
        if self._longest is not None:
            self._long += int((block.lengths > self._longest).sum())
        problems = block.problems
        self._broken += len(problems)
        if problems and self._first_broken is None:
            self._first_broken = problems[0]

    def refuse_lacking_columns(self, piece: Piece) -> None:
        if complaint := self._columns[piece.place].complaint():
            raise TreebankError(piece.block.path, None, complaint)

    def tell(self, quiet: bool) -> None:
        """On standard error: what was wrong, and how much was done how fast."""
        self.tell_problems()
        if not quiet:
            speed = self._words / (time.perf_counter() - self._began)
            done = f"{self._done} {counted(self._sentences, 'sentence')}, {counted(self._words, 'word')}"
            complain(f"{done}, {speed:,.0f} words/s")

    def tell_problems(self) -> None:
        """What is not parsed is always told: who does not read it takes it for parsed."""
        if self._broken:
            complain(
                f"warning: not {self._done}, but left as they came: {broken_sentences(self._broken)}, "
                f"the first: {self._first_broken}"
            )
        if self._long:
            long = f"{counted(self._long, 'sentence')} of over {self._longest:,} words"
            complain(f"warning: {self._names[0]}: {long} got no tree")
        if not self._sentences and not self._broken:
            warn("there is no sentence in the input")
        complaints = [(path, count.complaint()) for path, count in zip(self._names, self._columns, strict=True)]
        lacking = [f"{path}: {complaint}" for path, complaint in complaints if complaint]
        if lacking:
            others = len(lacking) - 1
            warn(lacking[0] + (f" (and so for {others} more of the inputs)" if others else ""))

    def to_dict(self) -> dict[str, Any]:
        lacking = {path: count.lacking() for path, count in zip(self._names, self._columns, strict=True)}
        return {
            "sentences": self._sentences,
            "words": self._words,
            "broken": self._broken,
            "long": self._long,
            "first_broken": None if self._first_broken is None else str(self._first_broken),
            "lacking_columns": {path: columns for path, columns in lacking.items() if columns},
            "seconds": round(time.perf_counter() - self._began, 3),
        }
