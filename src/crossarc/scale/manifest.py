"""What is finished, written down file by file: `manifest.jsonl` in the output folder.

A line is a JSON object: the output's name, the digests of input and output, and what they were made with. Lines are
added when an output is in its place, so that what the manifest has is there, and what is there without a line is made
again. Each part of a corpus has a manifest of its own, which its process alone writes to; all are read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from crossarc.files.locks import lock
from crossarc.scale.corpus import CorpusFile, CorpusPart

_BLOCK = 1 << 20
Record = dict[str, Any]


class ManifestError(ValueError):
    """A manifest that cannot be used: `FILE: what is wrong`."""


class Digests(NamedTuple):
    """Sizes and SHA-256 digests of an input and its output."""

    input_bytes: int
    input_sha256: str
    output_bytes: int
    output_sha256: str

    @classmethod
    def of(cls, source: Path, output: Path) -> Digests:
        return cls(source.stat().st_size, sha256_of(source), output.stat().st_size, sha256_of(output))


class Manifest:
    """The records of a folder, to which those of one part are added. Use it in a `with` block."""

    def __init__(self, folder: Path, part: CorpusPart, made_with: Mapping[str, Any], *, resume: bool) -> None:
        self._folder = folder
        self._made_with = dict(made_with)
        name = "manifest.jsonl" if part.of == 1 else f"manifest.{part.number}-of-{part.of}.jsonl"
        self._path = folder / name
        self._resume = resume
        self._records: dict[str, list[Record]] = {}
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Manifest:
        file = self._path.open("ab")
        if not lock(file.fileno()):
            file.close()
            raise ManifestError(f"{self._path}: another process is writing the same part into this folder")
        if not self._resume:
            file.truncate(0)
        self._file = file
        if self._resume:
            for path in sorted(self._folder.glob("manifest*.jsonl")):
                for record in _records(path):
                    self._records.setdefault(record["output"], []).append(record)
            _end_last_line(self._path, file)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def name(self) -> str:
        """Of the part that it is for."""
        return self._path.stem

    @property
    def model_sha256(self) -> str:
        return str(self._made_with.get("model_sha256"))

    def finished(self, file: CorpusFile) -> Record | None:
        """The record of a file whose output is there and is what would be made of its input now."""
        return first_that_holds(self.told_of(file), file, self._folder)

    def told_of(self, file: CorpusFile) -> list[Record]:
        """The records of what would be made of a file now, the last first; whether they still hold is to be seen."""
        records = reversed(self._records.get(file.name.as_posix(), []))
        return [record for record in records if record.get("made_with") == self._made_with]

    def add(self, file: CorpusFile, digests: Digests, facts: Mapping[str, Any]) -> Record:
        """Write down that an output is in its place."""
        record: Record = {
            "output": file.name.as_posix(),
            "input": str(file.source),
            **digests._asdict(),
            "made_with": self._made_with,
            **facts,
        }
        assert self._file is not None, "used outside its `with` block"
        line = json.dumps(record, ensure_ascii=False)
        self._file.write(line.encode(errors="backslashreplace") + b"\n")  # names need not be UTF-8
        self._file.flush()
        return record


def first_that_holds(records: Sequence[Record], file: CorpusFile, folder: Path) -> Record | None:
    """The first record whose digests are those of a file and of its output below a folder."""
    return next((record for record in records if _holds(record, file, folder)), None)


def _holds(record: Record, file: CorpusFile, folder: Path) -> bool:
    try:
        return all(
            path.stat().st_size == record.get(f"{what}_bytes") and sha256_of(path) == record.get(f"{what}_sha256")
            for path, what in ((folder / file.name, "output"), (file.source, "input"))
        )
    except OSError:
        return False


def sha256_of(path: Path) -> str:
    """The digest of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _records(path: Path) -> Iterator[Record]:
    """A line that a killed process did not finish says nothing; nor does anything else that is no record."""
    with path.open("rb") as file:
        for line in file:
            with suppress(ValueError, RecursionError):
                record = json.loads(line)
                if isinstance(record, dict) and isinstance(record.get("output"), str):
                    yield record


def _end_last_line(path: Path, file: IO[bytes]) -> None:
    """What a killed process left of a line must not run into the next one."""
    with path.open("rb") as own:
        if own.seek(0, os.SEEK_END):
            own.seek(-1, os.SEEK_END)
            if own.read(1) != b"\n":
                file.write(b"\n")
                file.flush()
