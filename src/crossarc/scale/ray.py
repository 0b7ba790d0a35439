"""Corpora on a Ray cluster: `crossarc.scale.ray.parse`."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from crossarc.errors import MissingPackageError

try:
    import ray
    from ray.exceptions import RayError
except ImportError:
    raise MissingPackageError.of_extra("ray", "parsing on a cluster needs ray", name="ray") from None

from crossarc.files import PathLike
from crossarc.parser import Parser, load
from crossarc.scale.account import Account
from crossarc.scale.cluster_files import ClusterFiles
from crossarc.scale.corpus import Corpus, CorpusFile, CorpusPart, absolute
from crossarc.scale.manifest import Manifest, sha256_of
from crossarc.scale.many_files import Failure, FileResult, Watch
from crossarc.scale.parsing import Parsing
from crossarc.scale.ray_pool import ClusterError, RayPool
from crossarc.scale.shard_work import ShardWork
from crossarc.tokenizer import FORMATS
from crossarc.treebank.files import format_of

SHARD_BYTES = 1 << 24
_HIDDEN = ".crossarc-shards"

__all__ = ["SHARD_BYTES", "ClusterError", "connected", "cores", "parse", "parse_corpus"]


def parse(
    inputs: Sequence[PathLike],
    model: PathLike,
    out: PathLike,
    *,
    address: str | None = None,
    workers: int | None = None,
    worker_threads: int = 1,
    resume: bool = False,
    shard_bytes: int = SHARD_BYTES,
    **options: Any,
) -> ClusterFiles:
    """Parse files into a folder on a Ray cluster: the same bytes as `crossarc parse --out-dir` writes.

    `inputs` and `out` are on a file system that all nodes see under the same names, and crossarc is installed on all of
    them; the model is sent to each node once. `address` is the cluster's, or "local" for one that is started here; None
    is the one that is connected to, or that Ray finds. `workers` processes with `worker_threads` threads each share the
    work; None is as many as the cluster has processors for. Treebanks (.conllu, .conllx) of over `shard_bytes` are cut
    into shards.
    `options` are those of `crossarc parse`, by the same names (`beam=8`, `confidence=True`).

    What came of the files is in `.results` and `.failures` of what is returned.
    """
    folder = Path(out)
    parser, parsing = load(model), Parsing(**options)
    corpus = Corpus.of(inputs, folder, is_text=parsing.format in FORMATS)
    folder.mkdir(parents=True, exist_ok=True)
    made_with = parsing.made_with(sha256_of(Path(model)))
    with connected(address), Manifest(folder, CorpusPart(), made_with, resume=resume) as manifest:
        return parse_corpus(
            corpus,
            parser,
            parsing,
            folder,
            manifest,
            workers=workers,
            worker_threads=worker_threads,
            shard_bytes=shard_bytes,
        )


def parse_corpus(
    corpus: Corpus,
    parser: Parser,
    parsing: Parsing,
    folder: Path,
    manifest: Manifest,
    *,
    workers: int | None = None,
    worker_threads: int = 1,
    shard_bytes: int = SHARD_BYTES,
    watch: Watch | None = None,
    problems: Callable[[Account], object] = lambda _: None,
) -> ClusterFiles:
    """The same for a corpus and a manifest that there are, on a cluster that is connected to."""
    parsing.inputs(parser, [str(file.source) for file in corpus.files]).check()
    number = workers or max(1, cores() // worker_threads)
    found_everywhere = absolute(folder)
    hidden = found_everywhere / _HIDDEN / manifest.name
    arguments = (ray.put(parser), parsing, manifest.model_sha256, found_everywhere, hidden, worker_threads)
    files = ClusterFiles(corpus, shard_bytes, lambda file: _can_be_cut(file, parsing), problems)
    with RayPool(ShardWork, arguments, workers=number, cpus=worker_threads) as pool:
        files.go(pool, manifest, hidden, watch or _Unwatched())
    return files


@contextmanager
def connected(address: str | None) -> Iterator[None]:
    """A connection to a cluster, which ends with the block unless it was there before."""
    if ray.is_initialized():
        yield
        return
    _require_reachable(address)
    try:
        if address == "local":
            ray.init(address="local", include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        else:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (
        ConnectionError,
        ValueError,
        RuntimeError,
        RayError,
    ) as error:  # the last: another token
        reason, *_ = (str(error).strip() or repr(error)).splitlines()
        raise ClusterError(f"{address or 'auto'}: cannot be connected to: {reason}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _require_reachable(address: str | None) -> None:
    """Ray itself would try for minutes."""
    host, _, port = (address or "").rpartition(":")
    if not port.isdecimal() or "/" in host:  # local, auto, ray://…
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"{address}: there is no cluster: {error}") from None


def cores() -> int:
    """Of the cluster that is connected to."""
    resources: Any = ray.cluster_resources  # which has no types
    return int(resources().get("CPU", 1))


def _can_be_cut(file: CorpusFile, parsing: Parsing) -> bool:
    """Whether shards of a file read like the whole: its format is known without looking, and nothing depends on the
    order of its sentences."""
    format = parsing.format or format_of(str(file.source))
    return format in ("conllu", "conllx") and not parsing.strict_columns


class _Unwatched:
    def begins(self, file: CorpusFile) -> None: ...
    def ends(self, file: CorpusFile, result: FileResult | Failure) -> None: ...
    def words(self, number: int) -> None: ...
