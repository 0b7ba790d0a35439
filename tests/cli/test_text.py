"""`crossarc train`, `parse`, `tag` and `info` from text to trees, as a user runs them."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_runner import CliRunner, Result
from processes import wait_until, wait_until_at_work
from reference import small_pipeline

import crossarc
from crossarc import Annotator, synthetic
from crossarc.cli import app
from crossarc.tokenizer import restore

COMMAND = [sys.executable, "-m", "crossarc"]


def run(*arguments: object, input: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=input)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As UD releases a treebank."""
    folder = tmp_path_factory.mktemp("UD_Invented")
    for part, text in synthetic.splits(150, 30, 30).items():
        (folder / f"xx_invented-ud-{part}.conllu").write_text(text, encoding="utf-8")
    test = crossarc.read(folder / "xx_invented-ud-test.conllu")
    (folder / "test.txt").write_text(restore(test), encoding="utf-8")
    result = run("train", folder, "-o", folder / "model", "--epochs", "2")
    assert result.exit_code == 0
    lines = result.stderr.splitlines()
    train, dev = (folder / f"xx_invented-ud-{part}.conllu" for part in ("train", "dev"))
    assert lines[0] == f"crossarc: training data: {train}; development data: {dev}"
    for line, start in zip(
        lines[1:5],
        ["tokenizer: dev words ", "tagger: dev upos ", "lemmatizer: dev lemma ", "predicting tags and lemmas"],
        strict=True,
    ):
        assert line.startswith(f"crossarc: {start}")
    return folder


def test_text_to_trees(folder: Path, tmp_path: Path) -> None:
    result = run("parse", folder / "model", folder / "test.txt", "-o", tmp_path / "out.conllu", "--offsets")
    assert result.exit_code == 0
    assert result.stderr.startswith("crossarc: parsed ")
    parsed, text = crossarc.read(tmp_path / "out.conllu"), (folder / "test.txt").read_text(encoding="utf-8")
    assert restore(parsed) == text
    assert parsed == crossarc.load(folder / "model").parse_text(text)
    assert crossarc.evaluate(folder / "xx_invented-ud-test.conllu", parsed).las > 40
    tagged = run("tag", folder / "model", folder / "test.txt", "--offsets", "-q")
    assert tagged.stdout == crossarc.load(folder / "model").tag(annotator(folder).words(text)).to_conllu()
    assert "TokenRange=0:" in tagged.stdout.splitlines()[3]


def annotator(folder: Path) -> Annotator:
    return Annotator.load(folder / "model")


def test_text_in_other_files(folder: Path, tmp_path: Path) -> None:
    text = (folder / "test.txt").read_bytes()
    plain = run("parse", folder / "model", folder / "test.txt", "-q").stdout
    (tmp_path / "text.txt.gz").write_bytes(gzip.compress(text))
    (tmp_path / "book").write_bytes(text)
    assert run("parse", folder / "model", tmp_path / "text.txt.gz", "-q").stdout == plain
    assert run("parse", folder / "model", tmp_path / "book", "--format", "text", "-q").stdout == plain
    refused = run("parse", folder / "model", tmp_path / "book", "-q")
    assert refused.exit_code == 1
    assert refused.stderr.endswith("; text is read with --format text\n")
    assert refused.stderr.count("\n") == 1
    both = run("parse", folder / "model", folder / "test.txt", folder / "xx_invented-ud-test.conllu", "-q").stdout
    assert both == plain + run("parse", folder / "model", folder / "xx_invented-ud-test.conllu", "-q").stdout


def test_a_large_text_is_the_same_in_blocks(folder: Path, tmp_path: Path) -> None:
    text = (folder / "test.txt").read_text(encoding="utf-8") * 60
    (tmp_path / "large.txt").write_text(text, encoding="utf-8")
    expected = crossarc.load(folder / "model").parse_text(text, offsets=False).to_conllu()
    for threads in ("1", "2"):
        assert run("parse", folder / "model", tmp_path / "large.txt", "--threads", threads, "-q").stdout == expected


def test_info(folder: Path) -> None:
    told = json.loads(run("info", folder / "model", "--json").stdout)
    assert list(told["stages"]) == ["tokenize", "tag", "lemma", "parse"]
    assert sum(stage["bytes"] for stage in told["stages"].values()) < (folder / "model").stat().st_size
    assert told["stages"]["tokenize"]["dev"]["words"] > 90
    assert told["stages"]["tag"]["dev"]["upos"] > 80
    assert told["stages"]["lemma"]["dev"]["lemma"] > 70
    assert told["epoch"]["las"] > 40
    assert told["train_tags"] == "predicted"
    shown = run("info", folder / "model").stdout
    assert "| stages tag dev upos " in shown


def test_the_same_model_again_from_what_it_tells(folder: Path, tmp_path: Path) -> None:
    config = run("info", folder / "model", "--config").stdout
    assert 'stages = "tokenize,tag,lemma,parse"\n' in config
    assert 'train-tags = "predicted"\n' in config
    (tmp_path / "model.toml").write_text(config, encoding="utf-8")
    command = [*COMMAND, "train", "--config", str(tmp_path / "model.toml"), "-o", str(tmp_path / "again"), "-q"]
    subprocess.run([*command, "--threads", "3"], cwd=folder, check=True)
    assert (tmp_path / "again").read_bytes() == (folder / "model").read_bytes()


def test_several_files_and_stages(folder: Path, tmp_path: Path) -> None:
    parts = [folder / f"xx_invented-ud-{part}.conllu" for part in ("train", "dev")]
    result = run("train", *parts, "-o", tmp_path / "tagger", "--stages", "lemma,tag")
    assert result.exit_code == 0
    assert [line.split(":")[1] for line in result.stderr.splitlines()] == [
        " tagger",
        " lemmatizer",
        " wrote " + str(tmp_path / "tagger"),
    ]
    assert Annotator.load(tmp_path / "tagger").names == ("tag", "lemma")
    told = json.loads(run("info", tmp_path / "tagger", "--json").stdout)
    assert list(told) == ["stages"]
    assert run("info", tmp_path / "tagger", "--config").exit_code == 1
    text = small_pipeline.blanked(small_pipeline.treebank().to_conllu(), 2, 3, 4, 5)
    tagged = crossarc.Treebank.from_conllu(run("tag", tmp_path / "tagger", "-", "-q", input=text).stdout)
    assert "_" not in {*tagged.column("upos"), *tagged.column("lemma")}
    refused = run("parse", tmp_path / "tagger", "-", input=text)
    assert refused.exit_code == 1
    assert "there is no parser in it, but tag, lemma" in refused.stderr


def test_what_cannot_be_learnt_is_said(tmp_path: Path) -> None:
    bare = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n\n" * 5
    (tmp_path / "bare.conllu").write_text(bare, encoding="utf-8")
    result = run("train", tmp_path / "bare.conllu", "-o", tmp_path / "model", "--epochs", "1")
    assert result.exit_code == 0
    assert [line.split(": ")[1] for line in result.stderr.splitlines()[:3]] == [
        "no tokenizer",
        "no tagger",
        "no lemmatizer",
    ]
    assert crossarc.load(tmp_path / "model").stages == ("parse",)
    refused = run("train", tmp_path / "bare.conllu", "-o", tmp_path / "other", "--stages", "tag,parse")
    assert refused.exit_code == 1
    assert "no tagger can be learnt: UPOS, XPOS and FEATS are _ throughout" in refused.stderr
    assert not (tmp_path / "other").exists()


def test_a_treebank_without_trees_teaches_the_other_stages(tmp_path: Path) -> None:
    tagged = small_pipeline.blanked(small_pipeline.treebank().to_conllu(), 6, 7)
    (tmp_path / "tagged.conllu").write_text(tagged, encoding="utf-8")
    train = ("train", tmp_path / "tagged.conllu", "-o", tmp_path / "model")
    result = run(*train)
    assert result.exit_code == 0
    assert "crossarc: no parser: HEAD is _ throughout" in result.stderr.splitlines()
    assert Annotator.load(tmp_path / "model").names == ("tokenize", "tag", "lemma")
    for wanted in (("--stages", "tag,parse"), ("--epochs", "2"), ("--train-tags", "gold")):
        refused = run(*train, *wanted)
        assert refused.exit_code == 1
        assert "word 1 has no HEAD" in refused.stderr


def test_a_treebank_of_words_alone_teaches_nothing(tmp_path: Path) -> None:
    (tmp_path / "words.conllu").write_text("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n" * 5, encoding="utf-8")
    result = run("train", tmp_path / "words.conllu", "-o", tmp_path / "model")
    assert result.exit_code == 1
    assert "word 1 has no HEAD" in result.stderr.splitlines()[-1]
    assert not (tmp_path / "model").exists()


def test_a_lexicon_is_used(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "lexicon.tsv").write_text("qqxqq\tqqx\tADV\tAdv\t_\n", encoding="utf-8")
    train = ("train", folder / "xx_invented-ud-train.conllu", "--lexicon", tmp_path / "lexicon.tsv")
    assert run(*train, "-o", tmp_path / "model", "--stages", "tag,lemma", "-q").exit_code == 0
    word = Annotator.load(tmp_path / "model").words("qqxqq", format="tokens")
    tagged = Annotator.load(tmp_path / "model").tag(word)
    assert (tagged.column("upos"), tagged.column("lemma")) == (["ADV"], ["qqx"])


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["train", "EMPTY", "-o", "new"], 1, "a folder without a file *-ud-train.conllu"),
        (["train", "FOLDER", "-o", "new", "--stages", "tag,fly"], 2, "'fly' is not one of tokenize, tag, lemma, parse"),
        (
            ["train", "FOLDER", "-o", "new", "--stages", "tag", "--beam", "8"],
            2,
            "--beam: it has no effect: there is no",
        ),
        (["train", "FOLDER", "-o", "new", "--stages", "parse", "--train-tags", "predicted"], 2, "needs a tagger"),
        (["train", "FOLDER", "-o", "new", "--stages", "tag", "--train-tags", "gold"], 2, "there is no parser to train"),
        (["train", "FOLDER", "-o", "new", "--stages", "parse", "--lexicon", "x"], 2, "--lexicon: it has no effect"),
        (["train", "FOLDER", "-o", "new", "--lexicon", "missing"], 1, "missing: No such file"),
        (["parse", "MODEL", "TEST", "--offsets"], 2, "--offsets: it has no effect"),
        (["parse", "MODEL", "TEXT", "--lenient"], 2, "--lenient: it has no effect"),
        (["parse", "MODEL", "TEST", "--redo", "trees"], 2, "'trees' is not one of tags, lemmas"),
        (["parse", "ALONE", "TEST", "--redo", "lemmas"], 2, "there is no lemmatizer in the model"),
        (["parse", "ALONE", "TEXT"], 1, "test.txt: it is text, and the model has no tokenizer"),
        (["tag", "ALONE", "TEST"], 1, "there is neither a tokenizer nor a tagger nor a lemmatizer"),
        (["parse", "MODEL", "TEXT", "--format", "html"], 2, "html"),
        (["parse", "MODEL", "TEXT", "-o", "TEXT"], 2, "is an input as well"),
    ],
)
def test_errors(arguments: list[str], code: int, message: str, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    crossarc.train(small_pipeline.treebank(), epochs=1).save(tmp_path / "alone")
    named = {
        "EMPTY": tmp_path / "empty",
        "FOLDER": folder,
        "MODEL": folder / "model",
        "ALONE": tmp_path / "alone",
        "TEST": folder / "xx_invented-ud-test.conllu",
        "TEXT": folder / "test.txt",
        "new": tmp_path / "new",
    }
    result = run(*(named.get(word, word) for word in arguments))
    assert result.exit_code == code
    assert message in " ".join(result.stderr.split())
    assert result.stderr.startswith("crossarc: error: ")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("format", ["text", "lines", "tokens"])
@pytest.mark.parametrize(
    ("text", "is_fine"),
    [
        (b"", True),
        (b" \n\n\t\n", True),
        (b"\xff", False),
        (b"fine\n\xc3", False),
        (b"a\0b", True),
        (b"\xef\xbb\xbfa", True),
        ("\u200f\u202ea \U0001f469\u200d\U0001f4bb \ue000 \x07".encode(), True),
        (b"x" * 1_000_000, True),
        (("\u0301" * 100_000).encode(), True),
        (("\U0001f469\u200d" * 10_000).encode(), True),
        (b"\xed\xa0\x80", False),  # half of a character
        (b"\xff\xfea\0b\0", False),  # UTF-16
        (b"a\xc0\x80", False),  # NUL in two bytes
        ("\x01\x02\x1b[31m\x7f\x85a".encode(), True),
        (b"a\r\nb\r\n\r\nc", True),
    ],
)
def test_text_of_any_kind(format: str, text: bytes, is_fine: bool, folder: Path, tmp_path: Path) -> None:
    """A right answer from which the text can be restored, or one line and nothing written."""
    (tmp_path / "in").write_bytes(text)
    result = run("parse", folder / "model", tmp_path / "in", "--format", format, "-o", tmp_path / "out")
    if not is_fine:
        assert result.exit_code == 1
        assert result.stderr.startswith(f"crossarc: error: {tmp_path / 'in'}:")
        assert result.stderr.count("\n") == 1
        assert not (tmp_path / "out").exists()
        return
    assert result.exit_code == 0
    if text.strip():
        assert restore(crossarc.read(tmp_path / "out")).encode() == text
    else:
        assert "there is no sentence in the input" in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="nothing tells there whether a pipe is empty")
@pytest.mark.parametrize("command", ["parse", "tag"])
def test_lines_are_answered_on_a_pipe(command: str, folder: Path) -> None:
    line = "Zë neflivu hožõšit.\n"
    process = subprocess.Popen(
        [*COMMAND, command, str(folder / "model"), "-", "--format", "lines", "-q"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        for number in range(1, 4):
            process.stdin.write(line.encode())
            answer = b""
            while not answer.endswith(b"\n\n"):
                piece = os.read(process.stdout.fileno(), 1 << 16)
                assert piece
                answer += piece
            assert f"# sent_id = {number}\n" in answer.decode()
        process.stdin.close()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_ctrl_c_while_tags_are_predicted_for_the_parser(folder: Path, tmp_path: Path) -> None:
    treebank = (folder / "xx_invented-ud-train.conllu").read_bytes()
    (tmp_path / "large.conllu").write_bytes(treebank * 50)
    arguments = ["train", str(tmp_path / "large.conllu"), "-o", str(tmp_path / "out"), "--stages", "tag,parse"]
    process = subprocess.Popen([*COMMAND, *arguments, "--threads", "2"], stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        while "predicting tags" not in process.stderr.readline():
            pass
        wait_until_at_work(process.pid, 0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == "crossarc: interrupted\n"
    finally:
        process.kill()
        process.wait()
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_ctrl_c_leaves_nothing_half_written(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_bytes((folder / "test.txt").read_bytes() * 5000)
    arguments = ["parse", str(folder / "model"), str(tmp_path / "large.txt"), "-o", str(tmp_path / "out")]
    process: subprocess.Popen[Any] = subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.PIPE)
    try:
        wait_until(lambda: len([*tmp_path.iterdir()]) == 2)  # what is written so far
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b"crossarc: interrupted\n"
    finally:
        process.kill()
        process.wait()
    assert [path.name for path in tmp_path.iterdir()] == ["large.txt"]
