"""Pretrained vectors, from every kind of file that they come in."""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
import struct
from pathlib import Path

import numpy as np
import pytest
from cli_runner import CliRunner

import crossarc
from crossarc import synthetic
from crossarc.cli import app
from crossarc.files import FileError
from crossarc.messages import CrossarcWarning
from crossarc.neural.word_vectors import WordVectors, read_word_vectors

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


GLOVE = b". . . 1 2.5\nat name@domain.com -3 0.125\n1 0 7\n"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (GLOVE, [". . .", "at name@domain.com", "1"]),
        (b"3 2\n" + GLOVE, [". . .", "at name@domain.com", "1"]),
        (text() + b"\n", WORDS),
        (b"\n" + text(), WORDS),
        (text("3 2\n") + b" \n\n", WORDS),
        (text().replace(b"\n", b"\r\n"), WORDS),
        (text().replace(b" ", b"\t"), WORDS),
        (codecs.BOM_UTF8 + text(), WORDS),
        (codecs.BOM_UTF8 + text("3 2\n"), WORDS),
        (codecs.BOM_UTF8 + binary(b""), WORDS),
    ],
)
def test_files_as_they_are_found(content: bytes, words: list[str], tmp_path: Path) -> None:
    """Blanks in words, blank lines, a byte-order mark, the ends of lines of Windows."""
    (tmp_path / "vectors").write_bytes(content)
    read = read_word_vectors(tmp_path / "vectors")
    assert read.words == words
    assert np.array_equal(read.vectors, VECTORS)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": there are no vectors in it"),
        (b"\n\n", ": there are no vectors in it"),
        (b"0 2\n", ": there are no vectors in it"),
        (b"3 2\n", ": it is cut off: there are 0 vectors of the 3 it promises"),
        (text("4 2\n"), ": it is cut off: there are 3 vectors of the 4 it promises"),
        (text("2 2\n"), ": there are more vectors than the 2 that its first line promises"),
        (text("3 3\n"), ":2: 2 numbers, 3 are expected"),
        (text("3 1\n"), ":2: more numbers than the 1 that are expected"),
        (text("3 2\n")[:-5], ":4: 1 numbers, 2 are expected"),
        (b"a 1 2\nb 1\n", ":2: 1 numbers, 2 are expected"),
        (b"a 1 2\nb 1 2 3\n", ":2: more numbers than the 2 that are expected"),
        (b"a 1 2\nb 1 x\n", ":2: 'x' is no number"),
        (b"these are words\n", ":1: no word and numbers"),
        (b"word\n", ":1: no word and numbers"),
        (b"1 2\na 1 nan\n", ":2: vector 1 has numbers that are not finite"),
        (b"a 1 2\nb 1 1e99\n", ":2: vector 2 has numbers that are not finite"),
        (binary(b"\n").replace(struct.pack("<f", 7), struct.pack("<f", np.inf)), ": vector 3 has numbers that are not"),
        (binary(b"\n")[:-5], ": it is cut off: there are 2 vectors of the 3 it promises"),
        (binary(b"\n").replace(b"3 2", b"2 2"), ": there are more vectors than the 2"),
        (b"\xba\x16\x4f\x2f" + b"\0" * 100, ": a binary model of fastText"),
        (b"99999999999 99999999999\n" + b"\0" * 100, ":1: vectors of 99999999999 numbers"),
        (b"4 0\n" + b"\0" * 100, ": there are no vectors in it"),
        (text().decode().encode("latin-1"), ":2: 1 of 3 words are not UTF-8, in which word vectors are expected"),
        (text().decode().encode("utf-16"), ": text in UTF-16: save it as UTF-8"),
        (b"x" * (1 << 22), ":1: a line of over 4,194,304 bytes"),
        (gzip.compress(text())[:-9], ": cannot be decompressed: "),
        (bz2.compress(text())[:-9], ": cannot be decompressed: "),
        (lzma.compress(text())[:-9], ": cannot be decompressed: "),
        (b"\x1f\x8b\x08 nonsense", ": cannot be decompressed: "),
    ],
)
def test_broken_files(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        read_word_vectors(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_few_words_that_are_not_utf8_are_left_out(tmp_path: Path) -> None:
    """word2vec cuts long words off in the midst of characters."""
    lines = [f"word{number} {number} 1".encode() for number in range(150)]
    lines[3] = b"na\xc3 1 2"
    (tmp_path / "vectors").write_bytes(b"\n".join(lines))
    with pytest.warns(CrossarcWarning, match="vectors: 1 of 150 words are not UTF-8, in which .*: they are left out"):
        read = read_word_vectors(tmp_path / "vectors")
    assert read.words == [f"word{number}" for number in range(150) if number != 3]
    assert read.vectors[3].tolist() == [4, 1]


@pytest.mark.usefixtures("need_torch")
def test_a_truncated_file_is_one_line_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "vectors.gz").write_bytes(gzip.compress(text() * 1000)[:-20])
    (tmp_path / "train.conllu").write_text(synthetic.conllu(5), encoding="utf-8")
    given = ["train", str(tmp_path / "train.conllu"), "--stages", "parse", "-o", str(tmp_path / "model")]
    result = CliRunner().invoke(app, [*given, "--learner", "bilstm", "--embeddings", str(tmp_path / "vectors.gz")])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"crossarc: error: {tmp_path / 'vectors.gz'}: cannot be decompressed: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("factor", [1e-30, 1.0, 29.0, 1e30])
def test_vectors_are_scaled_to_what_the_network_has_of_its_own(factor: float) -> None:
    own = np.random.default_rng(1).normal(size=(50, 8)).astype(np.float32)
    scaled = WordVectors(["w"] * 50, own * np.float32(factor)).scaled()
    assert scaled.dtype == np.float32
    norms = np.linalg.norm(scaled, axis=1)
    assert np.sqrt(np.mean(norms**2)) == pytest.approx(1, rel=1e-5)
    np.testing.assert_allclose(scaled / scaled[0, 0], own / own[0, 0], rtol=1e-4)
    nothing = np.zeros((3, 2), np.float32)
    assert np.array_equal(WordVectors(["a", "b", "c"], nothing).scaled(), nothing)


@pytest.mark.usefixtures("need_torch")
def test_a_parser_keeps_its_vectors(tmp_path: Path) -> None:
    treebank = synthetic.generate(20)
    random = np.random.default_rng(1)
    forms = sorted(set(treebank.strings("form")))
    lines = [f"{form} {' '.join(f'{x:.3f}' for x in random.normal(size=5))}\n" for form in forms]
    (tmp_path / "vectors.txt").write_text("".join(lines), encoding="utf-8")
    small = {"lstm_size": 8, "hidden_size": 8, "word_size": 4, "tune_embeddings": False}
    parser = crossarc.train(treebank, learner="bilstm", epochs=1, embeddings=str(tmp_path / "vectors.txt"), **small)
    parser.save(tmp_path / "model")
    (tmp_path / "vectors.txt").unlink()
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.parse(treebank) == parser.parse(treebank)
    assert loaded._model.members[0].network.input.vectors.shape == (len(forms) + 1, 5)
    assert struct.pack("<f", 0) * 5 == loaded._model.members[0].network.input.vectors[0].numpy().tobytes()


@pytest.mark.usefixtures("need_torch")
def test_vectors_of_training_words_are_tuned_and_no_others(tmp_path: Path) -> None:
    treebank = synthetic.generate(30)
    forms = sorted(set(treebank.strings("form")))
    known = sorted({form.lower() for form in forms if form[0].isalpha()})[::2]
    words = sorted({*known, "elsewhere", "nowhere"})
    own = np.random.default_rng(1).normal(size=(len(words), 5)).astype(np.float32)
    lines = [f"{word} {' '.join(map(str, row.tolist()))}\n" for word, row in zip(words, own, strict=True)]
    (tmp_path / "vectors.txt").write_text("".join(lines), encoding="utf-8")
    given = {"learner": "bilstm", "epochs": 2, "embeddings": str(tmp_path / "vectors.txt")}
    parser = crossarc.train(treebank, **given, lstm_size=8, hidden_size=8, word_size=4)
    parser.save(tmp_path / "model")
    (tmp_path / "vectors.txt").unlink()
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.parse(treebank) == parser.parse(treebank)
    (model,) = loaded._model.members
    assert model.vocabulary.vectors == [*known, "elsewhere", "nowhere"]
    before = dict(zip(words, WordVectors(words, own).scaled(), strict=True))
    tuned, fixed = (table.numpy() for table in (model.network.input.tuned_vectors.weight, model.network.input.vectors))
    assert (len(tuned), len(fixed)) == (len(known) + 1, 3)
    for word, row in zip(known, tuned[1:], strict=True):
        assert 0 < np.abs(row - before[word]).max() < 0.5  # learnt on from where they were
    for word, row in zip(("elsewhere", "nowhere"), fixed[1:], strict=True):
        assert np.array_equal(row, before[word])
    for words_of_a_sentence in (["elsewhere", known[0], "unheard-of"], [known[0]], ["nowhere"]):
        lines = [f"{n}\t{form}\t_\tX\t_\t_\t_\t_\t_\t_\n" for n, form in enumerate(words_of_a_sentence, 1)]
        found = model.vocabulary.encoded(crossarc.Treebank.from_conllu("".join(lines) + "\n")._document)
        vectors = model.network.input._vectors(found.columns["vector"]).numpy()
        right = {"elsewhere": fixed[1], "nowhere": fixed[2], known[0]: tuned[1], "unheard-of": tuned[0]}
        for form, row in zip(words_of_a_sentence, vectors, strict=False):
            assert np.array_equal(row, right[form])
