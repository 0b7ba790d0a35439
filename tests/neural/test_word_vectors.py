"""Pretrained vectors, from every kind of file that they come in."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import crossarc
from crossarc import TreebankError, synthetic
from crossarc.neural.word_vectors import read_word_vectors

WORDS = ["the", "naïve", "1"]
VECTORS = np.array([[1, 2.5], [-3, 0.125], [0, 7]], np.float32)


def text(header: str = "") -> bytes:
    lines = [f"{word} {' '.join(map(str, row))}" for word, row in zip(WORDS, VECTORS.tolist(), strict=True)]
    return (header + "\n".join(lines) + "\n").encode()


def binary(after: bytes) -> bytes:
    rows = zip(WORDS, VECTORS, strict=True)
    return b"3 2\n" + b"".join(word.encode() + b" " + row.astype("<f4").tobytes() + after for word, row in rows)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("glove.txt", text()),
        ("fasttext.vec", text("3 2\n")),
        ("trailing.vec", text("3 2\n").replace(b"\n", b" \n")),
        ("word2vec.bin", binary(b"\n")),
        ("gensim.bin", binary(b"")),
        ("glove.txt.gz", gzip.compress(text())),
        ("word2vec.bin.gz", gzip.compress(binary(b"\n"))),
    ],
)
def test_formats(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    read = read_word_vectors(tmp_path / name)
    assert read.words == WORDS
    assert np.array_equal(read.vectors, VECTORS)
    assert read_word_vectors(tmp_path / name, most=2).words == WORDS[:2]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": there are no vectors in it"),
        (b"3 2\n", ": there are no vectors in it"),
        (b"a 1 2\nb 1\n", ":2: 1 numbers, 2 are expected"),
        (b"a 1 2\nb 1 x\n", ":2: no word and numbers"),
        (b"2 2\na 1 nan\n", ":2: 2 numbers, or numbers that are none"),
        (binary(b"\n")[:-5], ": it ends within vector 3 of 3"),
        (b"\xba\x16\x4f\x2f" + b"\0" * 100, ": a binary model of fastText"),
        (b"99999999999 99999999999\n" + b"\0" * 100, ":1: vectors of 99999999999 numbers"),
        (b"4 0\n" + b"\0" * 100, ": there are no vectors in it"),
    ],
)
def test_broken_files(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    path.write_bytes(content)
    with pytest.raises(TreebankError) as caught:
        read_word_vectors(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_a_parser_keeps_its_vectors(tmp_path: Path) -> None:
    treebank = synthetic.generate(20)
    random = np.random.default_rng(1)
    forms = sorted(set(treebank.strings("form")))
    lines = [f"{form} {' '.join(f'{x:.3f}' for x in random.normal(size=5))}\n" for form in forms]
    (tmp_path / "vectors.txt").write_text("".join(lines), encoding="utf-8")
    small = {"lstm_size": 8, "hidden_size": 8, "word_size": 4}
    parser = crossarc.train(treebank, learner="bilstm", epochs=1, embeddings=str(tmp_path / "vectors.txt"), **small)
    parser.save(tmp_path / "model")
    (tmp_path / "vectors.txt").unlink()
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.parse(treebank) == parser.parse(treebank)
    assert loaded._model.network.input.vectors.shape == (len(forms) + 1, 5)
    assert struct.pack("<f", 0) * 5 == loaded._model.network.input.vectors[0].numpy().tobytes()
