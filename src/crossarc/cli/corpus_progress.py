"""How far a run over many files has come, on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from crossarc.files.compression import compression_of_name
from crossarc.messages import counted
from crossarc.scale import Corpus, CorpusFile, Failure, FileResult
from crossarc.scale.corpus import total_bytes
from crossarc.tokenizer.blocks import is_text

_BYTES_OF_A_WORD, _OF_TEXT = 70.0, 6.0  # before a file has ended; docs/planning.md has those of real treebanks
_COMPRESSED = 0.16  # of that


class Progress:
    """What a run tells of itself. This one is where nobody looks."""

    def begins(self, file: CorpusFile) -> None: ...
    def ends(self, file: CorpusFile, result: FileResult | Failure) -> None: ...
    def words(self, number: int) -> None: ...
    def clear(self, say: Callable[[], None]) -> None:
        say()


class DoneBytes:
    """How many bytes of the inputs are done: those of files that have ended, and of the others by their words.

    How many bytes a word has is what files that have ended had; until one has, it is guessed.
    """

    def __init__(self, files: Sequence[CorpusFile]) -> None:
        self.total = max(total_bytes(files), 1)
        self._ended = self._open_words = 0
        self._parsed_bytes = self._parsed_words = 0
        self._guess = _bytes_of_a_word(files[0]) if files else 1.0
        self._shown = 0.0

    def words(self, number: int) -> None:
        self._open_words += number

    def ends(self, file: CorpusFile, result: FileResult | Failure) -> None:
        size = total_bytes([file])
        self._ended += size
        if isinstance(result, Failure):
            self._open_words = 0
        elif not result.resumed:
            words = int(result.record.get("words", 0))
            self._open_words = max(0, self._open_words - words)
            self._parsed_bytes += size
            self._parsed_words += words

    def now(self) -> float:
        """Never less than before, whatever the guess was."""
        each = self._parsed_bytes / self._parsed_words if self._parsed_words else self._guess
        self._shown = max(self._shown, min(self._ended + self._open_words * each, self.total))
        return self._shown


def _bytes_of_a_word(file: CorpusFile) -> float:
    each = _OF_TEXT if is_text(file.source) else _BYTES_OF_A_WORD
    return each * _COMPRESSED if compression_of_name(file.source) else each


class _Bar(Progress):
    """Files, words, words a second, and the time that is left."""

    def __init__(self, bar: Any, corpus: Corpus) -> None:
        self._bar = bar
        self._files, self._ended = len(corpus.files), 0
        self._began = time.perf_counter()
        self._words = 0
        self._done = DoneBytes(corpus.files)
        self._task = bar.add_task("", total=self._done.total, told="")

    def ends(self, file: CorpusFile, result: FileResult | Failure) -> None:
        self._ended += 1
        self._done.ends(file, result)
        self._show()

    def words(self, number: int) -> None:
        self._words += number
        self._done.words(number)
        self._show()

    def clear(self, say: Callable[[], None]) -> None:
        with self._bar.console:
            say()

    def _show(self) -> None:
        speed = self._words / (time.perf_counter() - self._began)
        told = f"{self._ended:,} of {counted(self._files, 'file')}, {self._words:,} words, {speed:,.0f} words/s"
        self._bar.update(self._task, completed=self._done.now(), told=told)


@contextmanager
def shown_progress(corpus: Corpus, quiet: bool) -> Iterator[Progress]:
    if quiet or not sys.stderr.isatty():
        yield Progress()
        return
    from rich import progress  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415

    columns = (progress.BarColumn(), progress.TextColumn("{task.fields[told]}"), progress.TimeRemainingColumn())
    with progress.Progress(*columns, console=Console(stderr=True), transient=True, redirect_stderr=True) as bar:
        yield _Bar(bar, corpus)
