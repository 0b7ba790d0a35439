"""Corpora on a cluster: the same bytes as on one machine, whatever happens to workers and drivers."""

from __future__ import annotations

import gzip
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

ray = pytest.importorskip("ray")

import crossarc  # noqa: E402
from crossarc import Treebank, synthetic  # noqa: E402
from crossarc.scale import Corpus, CorpusFile, CorpusPart, Failure, FileResult, Manifest  # noqa: E402
from crossarc.scale.account import Account  # noqa: E402
from crossarc.scale.parsing import Parsing  # noqa: E402
from crossarc.scale.ray import ClusterError, connected, parse, parse_corpus  # noqa: E402

SHARD = 50_000  # bytes: some eight shards of the largest file
KILLS = 6  # of workers, far fewer than there are shards
COMMAND = [sys.executable, "-m", "crossarc", "parse"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model, a corpus of all kinds of files in `in`, and in `here` what one machine makes of them."""
    made = tmp_path_factory.mktemp("cluster")
    parts = synthetic.splits(200, 40, 400, crossing="any")
    crossarc.train(Treebank.from_conllu(parts["train"]), stages=None, epochs=2).save(made / "model")
    (made / "in" / "deep").mkdir(parents=True)
    treebank = Treebank.from_conllu(parts["test"])
    files = {
        "large.conllu": parts["test"].encode(),
        "no-end.conllu": parts["test"].encode().rstrip(),
        "windows.conllu": parts["test"].replace("\n", "\r\n").encode(),
        "without-xpos-and-late-feats.conllu": _with_late_tags(parts["test"]).encode(),
        "deep/small.conllu": treebank[:3].to_conllu().encode(),
        "deep/packed.conllu.gz": gzip.compress(parts["test"].encode()),
        "deep/empty.conllu": b"",
        "book.txt": "\n".join(sentence.text for sentence in treebank).encode(),
        "broken.conllu": parts["test"].encode() + b"1\tx\n\n",
    }
    for name, content in files.items():
        (made / "in" / name).write_bytes(content)
    parse_here = [*COMMAND, "model", "in", "--out-dir", "here"]
    assert subprocess.run(parse_here, cwd=made, check=False, capture_output=True).returncode == 1  # broken.conllu
    return made


def _with_late_tags(text: str) -> str:
    """Tags are missing in the first half but for UPOS, and XPOS everywhere."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        columns = line.split("\t")
        if len(columns) == 10:
            columns[4] = "_"
            if number < len(lines) // 2:
                columns[5] = "_"
            lines[number] = "\t".join(columns)
    return "\n".join(lines)


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    with connected("local"):
        yield


def outputs(folder: Path) -> dict[str, bytes]:
    """All but the manifest, whose lines are in the order in which files were finished."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("manifest"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.usefixtures("cluster")
def test_the_same_bytes_and_the_same_errors(folder: Path, tmp_path: Path) -> None:
    result = parse([folder / "in"], folder / "model", tmp_path, workers=2, shard_bytes=SHARD)
    found = outputs(tmp_path)
    hidden = [name for name in found if name.startswith(".crossarc-shards")]
    assert {name: found[name] for name in found if name not in hidden} == outputs(folder / "here")
    (failure,) = result.failures
    shards_of_it = (folder / "in/broken.conllu").stat().st_size // SHARD
    assert len([name for name in hidden if name.endswith(".part")]) <= shards_of_it, "shards of files that are finished"
    lines = (folder / "in/broken.conllu").read_text().count("\n")
    assert failure.reason.endswith(f"broken.conllu:{lines - 1}: expected 10 columns separated by tabs, found 2")
    (folder / "in/broken.conllu").rename(tmp_path / "broken.conllu")
    try:
        again = parse([folder / "in"], folder / "model", tmp_path, workers=2, shard_bytes=SHARD, resume=True)
    finally:
        (tmp_path / "broken.conllu").rename(folder / "in/broken.conllu")
    assert all(result.resumed for result in again.results)
    assert outputs(tmp_path) == outputs(folder / "here")


@pytest.mark.usefixtures("cluster")
def test_lenient_reading_tells_lines_of_the_file(folder: Path, tmp_path: Path) -> None:
    told: list[Account] = []
    parser, parsing = crossarc.load(folder / "model"), Parsing(lenient=True)
    corpus = Corpus.of([folder / "in/broken.conllu"], tmp_path)
    with Manifest(tmp_path, CorpusPart(), {}, resume=False) as manifest:
        parse_corpus(*(corpus, parser, parsing, tmp_path, manifest), workers=2, shard_bytes=SHARD, problems=told.append)
    lines = (folder / "in/broken.conllu").read_text().count("\n")
    (account,) = told
    assert str(account.first_broken).endswith(
        f"broken.conllu:{lines - 1}: expected 10 columns separated by tabs, found 2"
    )
    assert account.broken == 1
    assert account.sentences == 400


@pytest.mark.usefixtures("cluster")
def test_workers_are_killed_at_random(folder: Path, tmp_path: Path) -> None:
    chance = random.Random(1)
    is_over = threading.Event()
    kills: list[int] = []

    def kill() -> None:
        """Whenever shards have been finished: workers that are killed before they have done anything do nothing."""
        finished = 0
        while len(kills) < KILLS and not is_over.wait(0.02):
            parts = len([*tmp_path.rglob("*.part")])
            if parts > finished and (workers := _own_processes("ray::ShardWork")):
                kills.append(chance.choice(workers))
                os.kill(kills[-1], signal.SIGKILL)
            finished = parts

    killer = threading.Thread(target=kill)
    killer.start()
    names = ["large.conllu", "windows.conllu"]
    try:
        given = [folder / "in" / name for name in names]
        result = parse(given, folder / "model", tmp_path, workers=2, shard_bytes=SHARD // 8)
    finally:
        is_over.set()
        killer.join()
    assert len(kills) == KILLS
    assert not result.failures
    assert outputs(tmp_path) == {name: (folder / "here" / name).read_bytes() for name in names}


def _own_processes(title: str) -> list[int]:
    """Those that this process, or one that it has started, has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(title.encode()) and os.getpid() in _ancestors(int(path.parent.name)):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def _ancestors(process: int) -> Iterator[int]:
    while process > 1:
        after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        process = int(after_name[1])
        yield process


class Interrupting:
    """A watch that ends the run after some shards."""

    def __init__(self, shards: int) -> None:
        self._left = shards

    def begins(self, file: CorpusFile) -> None: ...
    def ends(self, file: CorpusFile, result: FileResult | Failure) -> None: ...
    def words(self, number: int) -> None:
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt


@pytest.mark.usefixtures("cluster")
def test_runs_are_interrupted_and_resumed(folder: Path, tmp_path: Path) -> None:
    parser, parsing = crossarc.load(folder / "model"), Parsing()
    corpus = Corpus.of([folder / "in/large.conllu", folder / "in/windows.conllu"], tmp_path)
    for shards in (3, 4):
        with Manifest(tmp_path, CorpusPart(), {}, resume=True) as manifest, pytest.raises(KeyboardInterrupt):
            parse_corpus(
                *(corpus, parser, parsing, tmp_path, manifest), workers=2, shard_bytes=SHARD, watch=Interrupting(shards)
            )
    assert [*tmp_path.rglob("*.part")]
    with Manifest(tmp_path, CorpusPart(), {}, resume=True) as manifest:
        result = parse_corpus(*(corpus, parser, parsing, tmp_path, manifest), workers=2, shard_bytes=SHARD)
    assert not result.failures
    names = ("large.conllu", "windows.conllu")
    assert outputs(tmp_path) == {name: (folder / "here" / name).read_bytes() for name in names}


def test_from_the_command_line(folder: Path, tmp_path: Path) -> None:
    command = [*COMMAND, "model", "in", "--out-dir", str(tmp_path), "--cluster", "local", "--workers", "1"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "crossarc: error: 1 file failed; the others are done\n" in done.stderr
    assert outputs(tmp_path) == outputs(folder / "here")


def test_a_cluster_that_is_not_there(folder: Path, tmp_path: Path) -> None:
    command = [*COMMAND, "model", "in", "--out-dir", str(tmp_path), "--cluster", "127.0.0.1:9"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("crossarc: error: 127.0.0.1:9: ")


def test_a_cluster_whose_token_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise ray.exceptions.AuthenticationError("invalid token")

    monkeypatch.setattr(ray, "init", refuse)
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(ClusterError, match="auto: cannot be connected to: invalid token"), connected("auto"):
        pass
