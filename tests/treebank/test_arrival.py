"""Reading what has arrived: in large pieces where all is there, at once where more has yet to come."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path

import pytest

import crossarc
from crossarc.treebank.arrival import arriving
from crossarc.treebank.files import stream_blocks

WORD = "{}\tw\tw\tX\t_\t_\t{}\tdep\t_\t_\n"


class Trickle(io.BytesIO):
    """Gives few bytes at a time, as decompression and slow pipes do."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(min(size or 0, 7))


def test_pieces_are_filled_up_where_nothing_has_to_be_waited_for() -> None:
    assert list(arriving(Trickle(b"x" * 50), 20)) == [b"x" * 20, b"x" * 20, b"x" * 10]
    assert list(arriving(io.BytesIO(b""), 20)) == []


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zst"])
def test_blocks_of_files_have_the_size_that_was_asked_for(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x.conllu{suffix}"
    sentence = WORD.format(1, 0) + "\n"
    crossarc.write(crossarc.Treebank.from_conllu(sentence * 100_000), path)
    sizes = [len(block.to_bytes()) for block in stream_blocks(path, size=1 << 19)]
    assert min(sizes[:-1]) > (1 << 19) - len(sentence)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing tells there whether a pipe is empty")
def test_there_is_time_for_other_things_while_nothing_arrives() -> None:
    source, target = os.pipe()
    done: list[str] = []

    def idle() -> bool:
        done.append("idle")
        if len(done) == 3:
            os.write(target, b"late")
            os.close(target)
        return True

    with os.fdopen(source, "rb") as file:
        assert list(arriving(file, 20, idle)) == [b"late"]
    assert done == ["idle"] * 3


@pytest.mark.skipif(sys.platform == "win32", reason="it has other pipes")
def test_a_long_sentence_in_tiny_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for its end takes time in proportion to its length."""
    source, target = os.pipe()
    text = "".join(WORD.format(number, number - 1) for number in range(1, 20_001)) + "\n"

    def send() -> None:
        content = text.encode()
        for begin in range(0, len(content), 11):
            os.write(target, content[begin : begin + 11])
        os.close(target)

    threading.Thread(target=send, daemon=True).start()
    with os.fdopen(source, "rb") as file:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(file))
        (sentence,) = crossarc.stream("-")
    assert sentence.to_conllu() == text
