"""What a worker of a cluster does: parses files and shards of files, and puts shards together.

Outputs of shards lie in a hidden folder until the output of their file is in its place. The name of each is a digest of
all that it was made from, so that a run that is resumed takes what is there, and nothing that is stale.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from crossarc.errors import CrossarcError
from crossarc.files import FileError, writing
from crossarc.parser import Parser
from crossarc.scale.account import Account
from crossarc.scale.corpus import CorpusFile
from crossarc.scale.inputs import Inputs
from crossarc.scale.manifest import Digests, Record, first_that_holds
from crossarc.scale.many_files import NO_ROOM, FileState
from crossarc.scale.parsing import Parsing
from crossarc.scale.shards import Shard
from crossarc.treebank import TreebankError

Result = TypeVar("Result")


class Parsed(NamedTuple):
    """What is told of a shard, or of a file whose output is in its place: then with digests."""

    account: Account
    digests: Digests | None = None
    part: str = ""  # the name of the shard's output


class Refused(NamedTuple):
    """Why there is no output; `is_final`: all others would be refused as well."""

    reason: str
    is_final: bool = False


class ShardWork:
    """Parses into a folder that all machines see under the same name; `hidden` is a folder for shards."""

    def __init__(
        self, parser: Parser, parsing: Parsing, model_sha256: str, folder: Path, hidden: Path, threads: int
    ) -> None:
        self._parser = parser
        self._parsing = parsing
        self._folder = folder
        self._hidden = hidden
        self._made_with = json.dumps(parsing.made_with(model_sha256), sort_keys=True)
        self._work = parsing.work(parser, threads)

    def lives(self) -> bool:
        return True

    def finished(self, file: CorpusFile, records: Sequence[Record]) -> Record | None:
        """The record that still holds, if there is one. Reading files again takes long, so workers do it."""
        return first_that_holds(records, file, self._folder)

    def whole(self, file: CorpusFile, state: FileState) -> Parsed | Refused:
        """A file into its output."""
        return self._tried(file.source, lambda: self._whole(file, state))

    def tags(self, file: CorpusFile, shard: Shard) -> frozenset[str] | Refused:
        """The columns of tags that a shard has somewhere."""
        return self._tried(file.source, lambda: self._inputs(shard).tags_of_shard(), shard)

    def shard(self, file: CorpusFile, shard: Shard, absent: frozenset[str]) -> Parsed | Refused:
        """A shard of a file into the hidden folder, unless it is there; `absent` are tags that the file has nowhere."""
        return self._tried(file.source, lambda: self._shard(file, shard, absent), shard)

    def put_together(self, file: CorpusFile, state: FileState, parts: Sequence[str]) -> Digests | Refused:
        """The outputs of all shards, in their order, as the output of the file."""
        return self._tried(file.source, lambda: self._put_together(file, state, parts))

    def _whole(self, file: CorpusFile, state: FileState) -> Parsed:
        output = self._output(file)
        account = self._work.run(self._parsing.inputs(self._parser, [str(file.source)]), output)
        return Parsed(account, self._digests(file, state))

    def _shard(self, file: CorpusFile, shard: Shard, absent: frozenset[str]) -> Parsed:
        output = self._place(file, shard, absent)
        told = _told(output)
        inputs = replace(self._inputs(shard), absent=absent)
        account = self._work.account(inputs)
        with suppress(OSError, ValueError, KeyError, TypeError):  # what is not there, or broken, is made again
            account.restore(json.loads(told.read_bytes()))
            if output.is_file():
                return Parsed(account, part=output.name)
        output.parent.mkdir(parents=True, exist_ok=True)
        account = self._work.run(inputs, output)
        if account.first_broken is not None:
            account.first_broken = shifted(account.first_broken, shard)
        with writing(told) as written:
            written.write(json.dumps(account.state()).encode())
        return Parsed(account, part=output.name)

    def _put_together(self, file: CorpusFile, state: FileState, parts: Sequence[str]) -> Digests:
        output = self._output(file)
        with writing(output, compress=True) as whole:
            for name in parts:
                with (self._hidden / name).open("rb") as part:
                    shutil.copyfileobj(part, whole, 1 << 20)
        return self._digests(file, state)

    def _output(self, file: CorpusFile) -> Path:
        output = self._folder / file.name
        output.parent.mkdir(parents=True, exist_ok=True)
        return output

    def _digests(self, file: CorpusFile, state: FileState) -> Digests:
        output = self._folder / file.name
        digests = Digests.of(file.source, output)
        if FileState.of(file.source) != state:
            output.unlink()
            raise FileError(str(file.source), None, "it was changed while it was read")
        return digests

    def _inputs(self, shard: Shard) -> Inputs:
        return self._parsing.inputs(self._parser, [shard.path], shard)

    def _place(self, file: CorpusFile, shard: Shard, absent: frozenset[str]) -> Path:
        place = (file.name.as_posix(), shard.begin, shard.end, shard.sha256())
        made_from = (self._made_with, sorted(absent), *place)
        return self._hidden / (hashlib.sha256(repr(made_from).encode()).hexdigest() + ".part")

    def _tried(self, source: Path, does: Callable[[], Result], shard: Shard | None = None) -> Result | Refused:
        try:
            return does()
        except OSError as error:
            name = os.fspath(error.filename or source)
            return Refused(f"{name}: {error.strerror or error}", error.errno in NO_ROOM)
        except TreebankError as error:
            return Refused(str(error if shard is None else shifted(error, shard)))
        except CrossarcError as error:
            return Refused(str(error))


def remove_shard(output: Path) -> None:
    """The output of a shard, and first what is told of it, without which it would be made again."""
    _told(output).unlink(missing_ok=True)
    output.unlink(missing_ok=True)


def _told(output: Path) -> Path:
    return output.with_suffix(".json")


def shifted(error: TreebankError, shard: Shard) -> TreebankError:
    """An error with the line of the file in place of that of the shard."""
    if error.line is None:
        return error
    return TreebankError(error.path, error.line + shard.lines_before(), error.message)
