"""One output for each input, made by the workers of a cluster: like `ManyFiles`, with files in shards."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crossarc.absent_columns import TAGS
from crossarc.scale.account import Account
from crossarc.scale.corpus import Corpus, CorpusFile, absolute
from crossarc.scale.manifest import Digests, Manifest, Record
from crossarc.scale.many_files import Failure, FileResult, FileState, Watch
from crossarc.scale.ray_pool import Call, ClusterError, Lost, RayPool
from crossarc.scale.shard_work import Parsed, Refused, remove_shard
from crossarc.scale.shards import Shard, shards_of


@dataclass
class _FileAtWork:
    """A file, its shards and what is known of them so far, in their order."""

    file: CorpusFile
    state: FileState
    shards: list[Shard]
    parsed: dict[int, Parsed] = field(default_factory=dict)  # by the number of the shard
    tags: set[str] = field(default_factory=set)  # columns that some shard has
    failure: str | None = None
    unfinished: int = 0

    @property
    def absent(self) -> frozenset[str]:
        return TAGS - self.tags

    @property
    def absolute(self) -> CorpusFile:
        return _found_everywhere(self.file)


def _found_everywhere(file: CorpusFile) -> CorpusFile:
    """As all machines find it."""
    return CorpusFile(absolute(file.source), file.name)


@dataclass
class ClusterFiles:
    """The files of a corpus into a folder. `problems` is told the account of each file that is finished."""

    corpus: Corpus
    shard_bytes: int
    can_be_cut: Callable[[CorpusFile], bool]
    problems: Callable[[Account], object]
    results: list[FileResult] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def go(self, pool: RayPool, manifest: Manifest, hidden: Path, watch: Watch) -> None:
        """Raises only what would keep the other files from being done as well, a full disk above all.

        `hidden` is the folder of shards. Those of a file go when its output is in place, so that the folder does not
        grow with the corpus; those of files that failed stay for another run.
        """
        calls = self._calls(manifest, watch)
        more = True
        while more or pool.unfinished:
            while more and pool.has_room:
                call = next(calls, None)
                if call is None:
                    more = False
                else:
                    pool.put(call)
            if pool.unfinished:
                self._take(*pool.take(), pool, manifest, hidden, watch)
        if not self.failures:
            shutil.rmtree(hidden, ignore_errors=True)  # with what earlier runs left of other inputs or options
        with suppress(OSError):  # there are shards of files that failed in it, or of other parts
            hidden.rmdir()
        with suppress(OSError):
            hidden.parent.rmdir()

    def _calls(self, manifest: Manifest, watch: Watch) -> Iterator[Call]:
        """Made when there is room for them, so that a corpus of any size has few of them at a time."""
        for file in self.corpus.files:
            watch.begins(file)
            if records := manifest.told_of(file):
                yield Call("finished", (_found_everywhere(file), records), file)
            else:
                yield from self._calls_for(file, watch)

    def _calls_for(self, file: CorpusFile, watch: Watch) -> Iterator[Call]:
        """For a file that is not finished."""
        try:
            state = FileState.of(file.source)
            cut = shards_of(str(absolute(file.source)), self.shard_bytes) if self.can_be_cut(file) else []
        except OSError as error:
            self._end(Failure(file, f"{file.source}: {error.strerror or error}"), watch)
            return
        at_work = _FileAtWork(file, state, cut)
        if len(cut) <= 1:
            yield Call("whole", (at_work.absolute, state), at_work)
            return
        at_work.unfinished = len(cut)
        for shard in cut:
            yield Call("tags", (at_work.absolute, shard), at_work)

    def _take(self, call: Call, result: Any, pool: RayPool, manifest: Manifest, hidden: Path, watch: Watch) -> None:
        if call.method == "finished":
            self._take_finished(call.key, result, pool, watch)
            return
        at_work: _FileAtWork = call.key[0] if call.method == "shard" else call.key
        if isinstance(result, Lost):
            result = Refused(f"{at_work.file.source}: {result.deaths} workers died over it")
        if isinstance(result, Refused):
            if result.is_final:
                raise ClusterError(result.reason)
            self._fail(at_work, result.reason, watch)
        if at_work.failure is None:
            self._go_on(call, at_work, result, pool, manifest, hidden, watch)

    def _go_on(
        self,
        call: Call,
        at_work: _FileAtWork,
        result: Any,
        pool: RayPool,
        manifest: Manifest,
        hidden: Path,
        watch: Watch,
    ) -> None:
        """With what comes after a call that went well."""
        match call.method:
            case "whole":
                watch.words(result.account.words)
                at_work.parsed[0] = result
                self._finish(at_work, result.digests, manifest, watch)
            case "tags":
                at_work.tags |= result
                at_work.unfinished -= 1
                if not at_work.unfinished:
                    at_work.unfinished = len(at_work.shards)
                    for number, shard in enumerate(at_work.shards):
                        pool.put(Call("shard", (at_work.absolute, shard, at_work.absent), (at_work, number)))
            case "shard":
                watch.words(result.account.words)
                at_work.parsed[call.key[1]] = result
                at_work.unfinished -= 1
                if not at_work.unfinished:
                    parts = [at_work.parsed[number].part for number in range(len(at_work.shards))]
                    pool.put(Call("put_together", (at_work.absolute, at_work.state, parts), at_work))
            case "put_together":
                self._finish(at_work, result, manifest, watch)
                for parsed in at_work.parsed.values():
                    remove_shard(hidden / parsed.part)

    def _take_finished(self, file: CorpusFile, found: Record | Lost | None, pool: RayPool, watch: Watch) -> None:
        if isinstance(found, dict):
            self._end(FileResult(file, found, True), watch)
            return
        for call in self._calls_for(file, watch):
            pool.put(call)

    def _finish(self, at_work: _FileAtWork, digests: Digests, manifest: Manifest, watch: Watch) -> None:
        account, *others = (at_work.parsed[number].account for number in sorted(at_work.parsed))
        for other in others:
            account.join(other)
        self.problems(account)
        self._end(FileResult(at_work.file, manifest.add(at_work.file, digests, account.counts()), False), watch)

    def _fail(self, at_work: _FileAtWork, reason: str, watch: Watch) -> None:
        if at_work.failure is None:
            at_work.failure = reason
            self._end(Failure(at_work.file, reason), watch)

    def _end(self, result: FileResult | Failure, watch: Watch) -> None:
        watch.ends(result.file, result)
        if isinstance(result, Failure):
            self.failures.append(result)
        else:
            self.results.append(result)
