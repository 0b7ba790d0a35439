"""One output for each input: what is finished is skipped, what fails does not end the run."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from crossarc.files import FileError
from crossarc.scale.corpus import Corpus, CorpusFile
from crossarc.scale.manifest import Digests, Manifest, Record

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)  # what every other output would meet as well

Facts = Mapping[str, Any]
"""What is told of an output: numbers of sentences and words, and the like."""

Make = Callable[[Path, Path], Facts]
"""Reads an input and writes its output, which is there whole or not at all."""


class FileState(NamedTuple):
    """By what it is seen that a file was changed."""

    size: int
    changed: int

    @classmethod
    def of(cls, path: Path) -> FileState:
        status = path.stat()
        return cls(status.st_size, status.st_mtime_ns)


class Watch(Protocol):
    """Is told what becomes of each file."""

    def begins(self, file: CorpusFile) -> None: ...
    def ends(self, file: CorpusFile, result: FileResult | Failure) -> None: ...
    def words(self, number: int) -> None: ...


class Failure(NamedTuple):
    """An input without an output, and why."""

    file: CorpusFile
    reason: str


class FileResult(NamedTuple):
    """An input whose output is in its place; `resumed`: it was there before."""

    file: CorpusFile
    record: Record
    resumed: bool


@dataclass
class ManyFiles:
    """The files of a corpus into a folder, one after the other."""

    corpus: Corpus
    folder: Path
    make: Make
    results: list[FileResult] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def go(self, manifest: Manifest, watch: Watch) -> None:
        """Raises only what would keep the other files from being done as well, a full disk above all."""
        for file in self.corpus.files:
            watch.begins(file)
            result = self._done(file, manifest)
            watch.ends(file, result)
            if isinstance(result, Failure):
                self.failures.append(result)
            else:
                self.results.append(result)

    def _done(self, file: CorpusFile, manifest: Manifest) -> FileResult | Failure:
        if (record := manifest.finished(file)) is not None:
            return FileResult(file, record, True)
        output = self.folder / file.name
        try:
            before = FileState.of(file.source)
            output.parent.mkdir(parents=True, exist_ok=True)
            facts = self.make(file.source, output)
            digests = Digests.of(file.source, output)
            if FileState.of(file.source) != before:
                output.unlink()
                raise FileError(str(file.source), None, "it was changed while it was read")
        except OSError as error:
            if error.errno in NO_ROOM:
                raise
            name = os.fspath(error.filename or file.source)
            return Failure(file, f"{name}: {error.strerror or error}")
        except FileError as error:
            return Failure(file, str(error))
        return FileResult(file, manifest.add(file, digests, facts), False)
