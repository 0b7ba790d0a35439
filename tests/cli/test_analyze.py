"""`crossarc analyze` as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import CliRunner

from crossarc import synthetic
from crossarc.cli import app

runner = CliRunner()

KEYS = {
    *("sentences", "tokens", "nonprojective", "not_planar", "not_2planar", "not_3planar", "not_4planar", "ill_nested"),
    *("left", "right", "left1", "right1"),
}


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    path = tmp_path / "x.conllu"
    path.write_text(synthetic.conllu(100, rate=0.3), encoding="utf-8")
    return path


def test_json_has_an_entry_for_each_file(treebank: Path) -> None:
    result = runner.invoke(app, ["analyze", str(treebank), "--json"])
    assert result.exit_code == 0
    figures = json.loads(result.stdout)[str(treebank)]
    assert set(figures) >= KEYS
    assert (figures["sentences"], figures["nonprojective"], figures["not_2planar"]) == (100, 30, 0)
    assert figures["coverage"]["arc-eager"] == 70
    assert figures["words"] == figures["tokens"]


def test_tables_and_recommendation(treebank: Path) -> None:
    result = runner.invoke(app, ["analyze", str(treebank)])
    assert result.exit_code == 0
    assert "| not 2-planar |" in result.stdout
    assert "Recommendation for" in result.stdout
    assert "On the 2 measured treebanks most like this one " in result.stdout


def test_plot(treebank: Path, tmp_path: Path) -> None:
    assert runner.invoke(app, ["analyze", str(treebank), "--plot", str(tmp_path / "p.svg")]).exit_code == 0
    assert (tmp_path / "p.svg").read_text(encoding="utf-8").startswith("<svg")


def test_standard_input(treebank: Path) -> None:
    result = runner.invoke(app, ["analyze", "-", "--json"], input=treebank.read_bytes())
    assert json.loads(result.stdout)["<stdin>"]["sentences"] == 100


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": there is no sentence in it"),
        (b"hello\n", ":1: not a treebank: expected 10 columns separated by tabs, found 1 in 'hello'; CoNLL-U has"),
        (b"\x00\xff", ":1: invalid UTF-8 at byte 2 of the line"),
        (b"1\ta\ta\tX\t_\t_\t_\t_\t_\t_\n", ":1: word 1 has no HEAD"),
    ],
)
def test_bad_data_is_one_line_and_exit_1(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.conllu"
    path.write_bytes(content)
    result = runner.invoke(app, ["analyze", str(path), "--plot", str(tmp_path / "p.svg")])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"crossarc: error: {path}{message}")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert not (tmp_path / "p.svg").exists()


def test_lenient_says_what_it_left_out(treebank: Path) -> None:
    treebank.write_text(treebank.read_text(encoding="utf-8") + "1\tx\n\n", encoding="utf-8")
    assert runner.invoke(app, ["analyze", str(treebank)]).exit_code == 1
    result = runner.invoke(app, ["analyze", str(treebank), "--lenient", "--json"])
    assert result.exit_code == 0
    assert "left out 1 broken sentence, the first: " in result.stderr
    figures = json.loads(result.stdout)[str(treebank)]
    assert (figures["sentences"], figures["left_out"]) == (100, 1)


def test_a_missing_file_and_wrong_usage(tmp_path: Path) -> None:
    result = runner.invoke(app, ["analyze", str(tmp_path / "none.conllu")])
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "No such file" in result.stderr
    assert runner.invoke(app, ["analyze"], terminal=True).exit_code == 2
    assert runner.invoke(app, ["analyze", "--nonsense"]).exit_code == 2
    assert runner.invoke(app, ["nonsense"]).exit_code == 2
    assert runner.invoke(app, ["analyze", "-", "-"]).exit_code == 2
    assert runner.invoke(app, ["analyze", "x", "--plot", "-"]).exit_code == 2
    assert runner.invoke(app, ["analyze", "x", "--format", "conll"]).exit_code == 2


def test_closed_streams_and_other_encodings(treebank: Path) -> None:
    command = f"{sys.executable} -m crossarc analyze"
    for call, code in ((f"{command} {treebank} >&-", 0), (f"{command} - <&-", 1)):
        finished = subprocess.run(["sh", "-c", call], capture_output=True, text=True, check=False)
        assert finished.returncode == code
        assert "Traceback" not in finished.stderr
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    demo = [sys.executable, "-m", "crossarc", "demo", "--sentences", "20"]
    shown = subprocess.run(demo, capture_output=True, check=True, env=environment).stdout
    assert "●" in shown.decode("utf-8")
