"""`crossarc parse` between two pipes: what is sent is answered before more is sent, however it is cut into pieces."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import crossarc
from crossarc import synthetic

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing tells there whether a pipe is empty")

SENTENCES = [sentence + "\n\n" for sentence in synthetic.conllu(20, crossing="any").strip().split("\n\n")]
THREADS = pytest.mark.parametrize("threads", ["1", "2"])


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pipe") / "model"
    crossarc.train(crossarc.Treebank.from_conllu("".join(SENTENCES)), system="2-planar", epochs=1).save(path)
    return path


def parsed(model: Path, text: str) -> bytes:
    """As it comes out when all is there from the start."""
    return crossarc.load(model).parse(crossarc.Treebank.from_conllu(text)).to_bytes()


class Coprocess:
    """Sends, and waits for no longer than a limit for what comes back."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self.input, self.output = process.stdin, process.stdout

    def answer(self, size: int) -> bytes:
        received = b""
        deadline = time.monotonic() + 60
        while len(received) < size and select.select([self.output], [], [], max(0, deadline - time.monotonic()))[0]:
            chunk = os.read(self.output.fileno(), size - len(received))
            if not chunk:
                break
            received += chunk
        return received

    def rest(self) -> bytes:
        self.input.close()
        rest = self.output.read()
        assert self.process.wait(60) == 0
        return rest


@contextmanager
def coprocess(model: Path, *options: str, inputs: tuple[str, ...] = ("-",)) -> Iterator[Coprocess]:
    command = [sys.executable, "-m", "crossarc", "parse", str(model), *inputs, "--quiet", *options]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    try:
        yield Coprocess(process)
    finally:
        process.kill()
        process.wait()


@THREADS
def test_each_sentence_is_answered(model: Path, threads: str) -> None:
    with coprocess(model, "--threads", threads) as parser:
        for sentence in SENTENCES:
            parser.input.write(sentence.encode())
            expected = parsed(model, sentence)
            assert parser.answer(len(expected)) == expected
        assert parser.rest() == b""


@THREADS
def test_several_at_once_and_a_part_of_the_next(model: Path, threads: str) -> None:
    text = "".join(SENTENCES[:5])
    expected = parsed(model, text)
    with coprocess(model, "--threads", threads) as parser:
        begin, end = SENTENCES[5].encode()[:30], SENTENCES[5].encode()[30:]
        parser.input.write(text.encode() + begin)
        assert parser.answer(len(expected)) == expected
        parser.input.write(end)
        expected = parsed(model, SENTENCES[5])
        assert parser.answer(len(expected)) == expected
        assert parser.rest() == b""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_byte_by_byte(model: Path, newline: str) -> None:
    text = "".join(SENTENCES[:2]).replace("\n", newline)
    with coprocess(model, "--threads", "2") as parser:
        for byte in text.encode():
            parser.input.write(bytes([byte]))
        expected = parsed(model, text)
        assert parser.answer(len(expected)) == expected
        assert parser.rest() == b""


def test_the_last_sentence_may_lack_its_blank_line(model: Path) -> None:
    with coprocess(model) as parser:
        expected = parsed(model, SENTENCES[0])
        parser.input.write((SENTENCES[0] + SENTENCES[1].rstrip("\n")).encode())
        assert parser.answer(len(expected)) == expected
        assert parser.rest() == parsed(model, SENTENCES[1].rstrip("\n"))


def test_blank_lines_and_what_is_before_them(model: Path) -> None:
    """A blank line alone is answered, too, and says nothing of the format of what follows."""
    conllx = "1\ta\ta\tNC\tNCMS\t_\t0\tROOT\t_\t_\n\n"
    with coprocess(model) as parser:
        parser.input.write(b"\n")
        assert parser.answer(1) == b"\n"
        parser.input.write(conllx.encode())
        expected = parsed(model, conllx)
        assert parser.answer(len(expected)) == expected
        assert parser.rest() == b""


def test_a_file_before_the_pipe(model: Path, tmp_path: Path) -> None:
    (tmp_path / "first.conllu").write_text(SENTENCES[0], encoding="utf-8")
    with coprocess(model, inputs=(str(tmp_path / "first.conllu"), "-")) as parser:
        expected = parsed(model, SENTENCES[0])
        assert parser.answer(len(expected)) == expected
        parser.input.write(SENTENCES[1].encode())
        assert parser.rest() == parsed(model, SENTENCES[1])


def test_named_pipes(model: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "in.conllu", tmp_path / "out.conllu"
    os.mkfifo(source)
    os.mkfifo(target)
    with coprocess(model, "-o", str(target), inputs=(str(source),)), target.open("rb", buffering=0) as output:
        with source.open("wb", buffering=0) as file:
            for sentence in SENTENCES[:3]:
                file.write(sentence.encode())
                expected = parsed(model, sentence)
                received = b""
                while len(received) < len(expected) and select.select([output], [], [], 60)[0]:
                    received += output.read(len(expected) - len(received))
                assert received == expected
        assert output.read() == b""


def test_a_broken_sentence_is_told_at_its_line(model: Path) -> None:
    command = [sys.executable, "-m", "crossarc", "parse", str(model), "-", "--quiet"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, bufsize=0, **pipes)
    parser = Coprocess(process)
    parser.input.write(SENTENCES[0].encode())
    expected = parsed(model, SENTENCES[0])
    assert parser.answer(len(expected)) == expected
    parser.input.write(b"1\tx\n\n")
    _, told = process.communicate(timeout=60)
    assert process.returncode == 1
    assert told.decode().startswith(f"crossarc: error: <stdin>:{SENTENCES[0].count(chr(10)) + 1}: ")
