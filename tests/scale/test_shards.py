"""Shards add up to their file, and end where sentences end."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crossarc
from crossarc.scale.shards import Shard, shards_of
from crossarc.treebank.files import stream_blocks

SENTENCES = (
    "# a comment\n1\tA\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
    "1\tA\t_\t_\t_\t_\t0\troot\t_\t_\r\n\r\n",
    "1\tA\t_\t_\t_\t_\t2\tx\t_\t \n2\tB B\t_\t_\t_\t_\t0\troot\t_\t_\n \n",
    "\n",
)


def written(folder: Path, content: bytes, name: str = "x.conllu") -> str:
    (folder / name).write_bytes(content)
    return str(folder / name)


@given(st.lists(st.sampled_from(SENTENCES), max_size=30), st.booleans(), st.integers(1, 200))
def test_shards_are_the_file_in_whole_sentences(tmp_path: Path, sentences: list[str], is_cut: bool, size: int) -> None:
    content = "".join(sentences).encode()
    if is_cut:
        content = content.rstrip()
    path = written(tmp_path, content)
    shards = shards_of(path, size)
    pieces = []
    for shard in shards:
        with shard.open() as file:
            pieces.append(file.read())
    assert b"".join(pieces) == content
    assert sum(shard.size for shard in shards) == len(content)
    read = [sentence for piece in pieces for sentence in crossarc.read(piece, format="conllu")]
    assert [str(sentence) for sentence in read] == [str(sentence) for sentence in crossarc.read(path)]
    assert all(shard.lines_before() == content[: shard.begin].count(b"\n") for shard in shards)


def test_shards_have_the_size_that_is_asked_for(tmp_path: Path) -> None:
    sentence = SENTENCES[0].encode()
    path = written(tmp_path, sentence * 100_000)
    shards = shards_of(path, 1_000_000)
    assert len(shards) > 1
    assert all(1_000_000 <= shard.size < 2_100_000 for shard in shards)


def test_what_has_no_end_is_one_shard(tmp_path: Path) -> None:
    path = written(tmp_path, b"1\tA" * 100_000)
    assert shards_of(path, 1000) == [Shard(path, 0, 300_000)]


@pytest.mark.parametrize("name", ["x.conllu.gz", "x.conllu"])
def test_what_is_compressed_is_one_shard(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, gzip.compress(SENTENCES[0].encode() * 1000, 0), name)
    assert len(shards_of(path, 100)) == 1


def test_a_shard_has_the_name_of_its_file(tmp_path: Path) -> None:
    path = written(tmp_path, SENTENCES[0].encode() * 100)
    last = shards_of(path, 1000)[-1]
    with last.open() as file:
        assert [block.path for block in stream_blocks(file)] == [path]


def test_digests_are_of_the_shard_alone(tmp_path: Path) -> None:
    sentence = SENTENCES[0].encode()
    path = written(tmp_path, sentence * 3)
    one, other = Shard(path, 0, len(sentence)), Shard(path, len(sentence), 2 * len(sentence))
    assert one.sha256() == other.sha256() != Shard(path, 0, 2 * len(sentence)).sha256()
