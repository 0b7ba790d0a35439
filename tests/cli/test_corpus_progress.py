"""What the bar of `crossarc parse --out-dir` knows: how many bytes of the inputs are done."""

from __future__ import annotations

from pathlib import Path, PurePath

import pytest

from crossarc.cli.corpus_progress import DoneBytes
from crossarc.scale import CorpusFile, Failure, FileResult


@pytest.fixture
def files(tmp_path: Path) -> list[CorpusFile]:
    made = [CorpusFile(tmp_path / name, PurePath(name)) for name in ("a.conllu", "b.conllu", "c.conllu")]
    for file in made:
        file.source.write_bytes(b"x" * 10_000)
    return made


def test_words_of_a_file_that_has_not_ended_count(files: list[CorpusFile]) -> None:
    done = DoneBytes(files)
    assert (done.total, done.now()) == (30_000, 0)
    done.words(50)
    assert done.now() == 50 * 70
    done.ends(files[0], FileResult(files[0], {"words": 100}, False))
    assert done.now() == 10_000
    done.words(50)  # now it is known that a word has 100 bytes
    assert done.now() == 15_000


def test_it_never_goes_back_or_beyond_the_end(files: list[CorpusFile]) -> None:
    done = DoneBytes(files)
    done.words(10_000)
    assert done.now() == 30_000
    done.ends(files[0], Failure(files[0], "broken"))
    assert done.now() == 30_000


def test_what_was_finished_before_tells_nothing_of_words(files: list[CorpusFile]) -> None:
    done = DoneBytes(files)
    done.ends(files[0], FileResult(files[0], {"words": 1}, True))
    done.words(10)
    assert done.now() == 10_000 + 10 * 70


@pytest.mark.parametrize(
    ("name", "each"), [("a.conllu", 70), ("a.txt", 6), ("a.conllu.gz", 70 * 0.16), ("a.txt.gz", 6 * 0.16)]
)
def test_the_first_guess_is_by_the_name(name: str, each: float, tmp_path: Path) -> None:
    source = tmp_path / name
    source.write_bytes(b"x" * 10_000)
    done = DoneBytes([CorpusFile(source, PurePath(name))])
    done.words(10)
    assert done.now() == pytest.approx(10 * each)
