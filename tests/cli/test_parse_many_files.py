"""`crossarc parse --out-dir`."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from cli_runner import CliRunner, Result
from processes import wait_until

import crossarc
from crossarc import Treebank, synthetic
from crossarc.cli import app


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("models") / "model"
    crossarc.train(Treebank.from_conllu(synthetic.splits(150, 1, 1)["train"]), stages=None, epochs=2).save(path)
    return str(path)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Four files: plain, compressed, text, and deeper."""
    text = synthetic.splits(1, 1, 120)["test"]
    sentences = [sentence + "\n\n" for sentence in text.split("\n\n") if sentence.strip()]
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.conllu").write_text("".join(sentences[:40]), encoding="utf-8")
    (folder / "b.conllu.gz").write_bytes(gzip.compress("".join(sentences[40:80]).encode()))
    (folder / "deep" / "c.conllu").write_text("".join(sentences[80:]), encoding="utf-8")
    (folder / "d.txt").write_text("Filim dreiflokõnim hainir. Hainir drosun kveša?\n", encoding="utf-8")
    return folder


def parse(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["parse", *arguments])


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): gzip.decompress(path.read_bytes())
        if path.suffix == ".gz"
        else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".jsonl"
    }


def test_each_output_is_what_parsing_the_file_alone_gives(model: str, corpus: Path, tmp_path: Path) -> None:
    result = parse(model, str(corpus), "--out-dir", str(tmp_path / "out"), "--json")
    assert result.exit_code == 0, result.output
    found = contents(tmp_path / "out")
    assert sorted(found) == ["a.conllu", "b.conllu.gz", "d.conllu", "deep/c.conllu"]
    for name, source in (("a.conllu", "a.conllu"), ("b.conllu.gz", "b.conllu.gz"), ("d.conllu", "d.txt")):
        parse(model, str(corpus / source), "-o", str(tmp_path / "alone.conllu"))
        assert found[name] == (tmp_path / "alone.conllu").read_bytes()
    told = json.loads(result.stdout)
    assert told["files"] == told["done"] == 4
    assert told["failed"] == {}


def test_resume_makes_only_what_is_missing(model: str, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    parse(model, str(corpus), "--out-dir", str(out))
    before = contents(out)
    (out / "a.conllu").unlink()
    result = parse(model, str(corpus), "--out-dir", str(out), "--resume", "--json")
    told = json.loads(result.stdout)
    assert (told["done"], told["resumed"]) == (1, 3)
    assert contents(out) == before


def test_other_options_are_not_taken_for_done(model: str, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    parse(model, str(corpus), "--out-dir", str(out))
    result = parse(model, str(corpus), "--out-dir", str(out), "--resume", "--multi-root", "--json")
    assert json.loads(result.stdout)["done"] == 4


def test_parts_make_the_whole(model: str, corpus: Path, tmp_path: Path) -> None:
    parse(model, str(corpus), "--out-dir", str(tmp_path / "whole"))
    for part in ("1/3", "2/3", "3/3"):
        assert parse(model, str(corpus), "--out-dir", str(tmp_path / "parts"), "--part", part).exit_code == 0
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")


def test_a_bad_file_is_told_at_the_end_and_the_others_are_done(model: str, corpus: Path, tmp_path: Path) -> None:
    (corpus / "a.conllu").write_text("1\ttwo columns\n\n")
    result = parse(model, str(corpus), "--out-dir", str(tmp_path / "out"))
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    assert lines[-2].startswith(f"crossarc: error: {corpus / 'a.conllu'}:1: ")
    assert lines[-1] == "crossarc: error: 1 file failed; the others are done"
    assert sorted(contents(tmp_path / "out")) == ["b.conllu.gz", "d.conllu", "deep/c.conllu"]


def test_names_from_a_file(model: str, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "names").write_text(f"{corpus / 'a.conllu'}\n{corpus / 'deep' / 'c.conllu'}\n")
    result = parse(model, "--files-from", str(tmp_path / "names"), "--out-dir", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    assert sorted(contents(tmp_path / "out")) == ["a.conllu", "deep/c.conllu"]


def test_names_from_files_of_windows_and_of_nothing(model: str, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "names").write_bytes(f"{corpus / 'a.conllu'}\r\n".encode())
    result = parse(model, "--files-from", str(tmp_path / "names"), "--out-dir", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    (tmp_path / "names").write_text("\n")
    result = parse(model, "--files-from", str(tmp_path / "names"), "--out-dir", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert result.stderr == f"crossarc: error: {tmp_path / 'names'}: there is no name of a file in it\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are Unicode, and of one line")
@pytest.mark.parametrize("name", [b"\xff.conllu", b"a\nb.conllu", b"a\nb.txt", b" .conllu"])
def test_strange_names(model: str, corpus: Path, tmp_path: Path, name: bytes) -> None:
    strange = os.fsdecode(name)
    (corpus / "a.conllu").rename(corpus / strange)
    for resumed in (0, 4):
        result = parse(model, str(corpus), "--out-dir", str(tmp_path / "out"), "--resume", "--json")
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["resumed"] == resumed
    assert (tmp_path / "out" / strange).with_suffix(".conllu").is_file()
    end = b"\0" if b"\n" in name else b"\n"
    listed = [corpus / strange, corpus / "deep" / "c.conllu"]
    (tmp_path / "names").write_bytes(b"".join(os.fsencode(path) + end for path in listed))
    result = parse(model, "--files-from", str(tmp_path / "names"), "--out-dir", str(tmp_path / "listed"), "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["done"] == 2


def test_empty_files_are_told_by_name(model: str, corpus: Path, tmp_path: Path) -> None:
    (corpus / "a.conllu").write_text("")
    result = parse(model, str(corpus), "--out-dir", str(tmp_path / "out"))
    assert result.exit_code == 0
    assert f"crossarc: warning: {corpus / 'a.conllu'}: there is no sentence in the input\n" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["x.conllu", "--resume"], "--resume: it has no effect: there is no --out-dir"),
        (["x.conllu", "--part", "1/2"], "--part: it has no effect: there is no --out-dir"),
        (["x.conllu", "--out-dir", "out", "-o", "y"], "--out-dir: it does not go with -o"),
        (["-", "--out-dir", "out"], "--out-dir: standard input has no name for its output"),
        (["x.conllu", "--out-dir", "out", "--part", "3/2"], "--part: '3/2' is not I/N"),
        (["--out-dir", "out"], "--out-dir: standard input has no name for its output"),
        (["x.conllu", "--out-dir", ""], "--out-dir: the name is empty"),
    ],
)
def test_wrong_usage(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.conllu").write_text("")
    result = parse(model, *arguments)
    assert (result.exit_code, told in result.stderr) == (2, True), result.stderr


def test_long_sentences_get_no_tree(model: str, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    result = parse(model, str(corpus / "a.conllu"), "-o", str(out), "--longest", "12")
    parse(model, str(corpus / "a.conllu"), "-o", str(tmp_path / "all.conllu"))
    cut, whole = crossarc.read(out), crossarc.read(tmp_path / "all.conllu")
    for sentence, other in zip(cut, whole, strict=True):
        if len(other) > 12:
            assert set(sentence.column("head")) == set(sentence.column("deprel")) == {"_"}
        else:
            assert sentence.heads.tolist() == other.heads.tolist()
    number = int((whole.lengths > 12).sum())
    assert number
    assert f"{number} sentences of over 12 words got no tree" in result.stderr


def test_killed_and_resumed_the_outputs_are_the_same(model: str, tmp_path: Path) -> None:
    text = synthetic.splits(1, 1, 100)["test"]
    (tmp_path / "in").mkdir()
    for number in range(24):
        (tmp_path / "in" / f"{number:02}.conllu").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "crossarc", "parse", model, str(tmp_path / "in"), "--threads", "1", "--resume"]
    subprocess.run([*command, "--out-dir", str(tmp_path / "whole")], check=True, capture_output=True)
    out = tmp_path / "out"
    kills = 0
    for _ in range(20):
        process = subprocess.Popen([*command, "--out-dir", str(out)], stderr=subprocess.DEVNULL)
        enough = len(list(out.glob("*.conllu"))) + 5
        wait_until(partial(_is_over_or_has, process, out, enough))
        if process.poll() is not None:
            break
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills += 1
    assert process.wait() == 0
    assert kills >= 3
    assert contents(out) == contents(tmp_path / "whole")
    assert not list(out.glob(".crossarc-*"))


def _is_over_or_has(process: subprocess.Popen[bytes], folder: Path, outputs: int) -> bool:
    return process.poll() is not None or len(list(folder.glob("*.conllu"))) >= outputs
