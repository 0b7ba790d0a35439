"""`crossarc train`, `crossarc parse` and `crossarc info` as a user runs them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import CliRunner

import crossarc
from crossarc import synthetic
from crossarc.cli import app

runner = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("train")
    for name, text in synthetic.splits(200, 40, 40, crossing="any", rate=0.4).items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    arguments = [
        "train",
        str(folder / "train.conllu"),
        "--dev",
        str(folder / "dev.conllu"),
        "-o",
        str(folder / "model"),
    ]
    result = runner.invoke(app, [*arguments, "--stages", "parse", "--system", "covington", "--epochs", "3"])
    assert result.exit_code == 0
    assert len(re.findall(r"^crossarc: epoch \d: .* words/s, dev UAS .* LAS ", result.stderr, re.MULTILINE)) == 3
    assert f"crossarc: wrote {folder / 'model'}: epoch" in result.stderr
    assert result.stdout == ""
    return folder


def test_parse_changes_nothing_but_the_trees(folder: Path) -> None:
    test, output = folder / "test.conllu", folder / "output.conllu"
    result = runner.invoke(app, ["parse", str(folder / "model"), str(test), "-o", str(output)])
    assert result.exit_code == 0
    assert result.stderr.startswith("crossarc: parsed 40 sentences, ")
    before, after = (path.read_text(encoding="utf-8").split("\n") for path in (test, output))
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        if re.match(r"\d+\t", old):
            assert old.split("\t")[:6] + old.split("\t")[9:] == new.split("\t")[:6] + new.split("\t")[9:]
        else:
            assert old == new
    assert crossarc.evaluate(test, output).las > 60


def test_parse_reads_several_files_and_standard_input(folder: Path) -> None:
    test, dev = (folder / f"{name}.conllu" for name in ("test", "dev"))
    both = runner.invoke(app, ["parse", str(folder / "model"), str(test), "-", "-q"], input=dev.read_bytes())
    assert both.exit_code == 0
    assert both.stderr == ""
    alone = [runner.invoke(app, ["parse", str(folder / "model"), str(path), "-q"]).stdout for path in (test, dev)]
    assert both.stdout == "".join(alone)


def test_words_without_heads_are_parsed(folder: Path) -> None:
    text = "# a comment\n1\tword\t_\tNOUN\t_\t_\t_\t_\t_\tKey=1\n1.1\tempty\t_\t_\t_\t_\t_\t_\t0:x\t_\n\n"
    result = runner.invoke(app, ["parse", str(folder / "model"), "-", "-q"], input=text)
    assert result.stdout == text.replace("NOUN\t_\t_\t_\t_", "NOUN\t_\t_\t0\troot")


def test_info(folder: Path) -> None:
    shown = runner.invoke(app, ["info", str(folder / "model")]).stdout
    assert "| system " in shown
    assert "| train sha256 " in shown
    figures = json.loads(runner.invoke(app, ["info", str(folder / "model"), "--json"]).stdout)
    assert figures["options"]["oracle"] == "dynamic"
    assert figures["epoch"]["las"] > 50
    assert "S0.w\n" in runner.invoke(app, ["info", str(folder / "model"), "--features"]).stdout


def test_own_features_and_json(folder: Path) -> None:
    (folder / "features.txt").write_text("S0.p+B0.p  # the two tags\nB0.f:*\n", encoding="utf-8")
    arguments = ["train", str(folder / "train.conllu"), "-o", str(folder / "small"), "--epochs", "1", "--json", "-q"]
    result = runner.invoke(app, [*arguments, "--features", str(folder / "features.txt"), "--tags", "upos"])
    assert result.exit_code == 0
    assert result.stderr == ""
    assert json.loads(result.stdout)["system"] == "arc-eager"
    assert "S0.p+B0.p\nB0.f:" in runner.invoke(app, ["info", str(folder / "small"), "--features"]).stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["train", "TRAIN", "-o", "new", "-s", "arc-egaer"], 2, "did you mean 'arc-eager'"),
        (["train", "missing.conllu", "-o", "new"], 1, "missing.conllu: No such file"),
        (["train", "TRAIN", "-o", "new", "--features", "missing.txt"], 1, "missing.txt: No such file"),
        (["train", "TRAIN", "-o", "new", "--features", "FEATURES"], 1, "features.txt:3: 'q' is no attribute"),
        (["train", "TRAIN", "-o", "new", "--features", "MODEL"], 1, "model:1: it is not UTF-8"),
        (["train", "TRAIN", "-o", "new/new"], 1, "new/new: No such file or directory"),
        (["train", "TRAIN", "-o", "."], 1, ".: Is a directory"),
        (["train", "MODEL", "-o", "new"], 1, "model: a model and no treebank"),
        (["train", "TRAIN"], 2, "-o MODEL is missing"),
        (["train", "-", "--dev", "-", "-o", "new"], 2, "standard input"),
        (["train", "TRAIN", "-o", "new", "--epochs", "0"], 2, "epochs"),
        (["parse", "TRAIN", "TRAIN"], 1, "not a crossarc model"),
        (["parse", "missing", "TRAIN"], 1, "missing: No such file"),
        (["info", "TRAIN"], 1, "not a crossarc model"),
    ],
)
def test_errors(arguments: list[str], code: int, message: str, folder: Path) -> None:
    (folder / "features.txt").write_text("# the words\nS0.w\nS0.q\n", encoding="utf-8")
    files = {"TRAIN": "train.conllu", "FEATURES": "features.txt", "MODEL": "model"}
    given = [str(folder / files[word]) if word in files else word for word in arguments]
    result = runner.invoke(app, given)
    assert result.exit_code == code
    assert message in result.stderr
    if code == 1:
        assert result.stderr.startswith("crossarc: error: ")
        assert result.stderr.count("\n") == 1
    assert not Path("new").exists()


def test_a_parser_interrupted_while_its_confidence_is_fitted_is_kept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(crossarc.Parser, "with_confidence", interrupted)
    parts = [str(folder / "train.conllu"), "--dev", str(folder / "dev.conllu")]
    trained = runner.invoke(app, ["train", *parts, "-o", str(tmp_path / "model"), "--epochs", "1"])
    assert trained.exit_code == 130
    assert "crossarc: interrupted: the parser is kept, but gives no --confidence\n" in trained.stderr
    assert runner.invoke(app, ["parse", str(tmp_path / "model"), str(folder / "test.conllu")]).exit_code == 0
    scored = runner.invoke(app, ["parse", str(tmp_path / "model"), str(folder / "test.conllu"), "--confidence"])
    assert scored.exit_code == 2
    assert scored.stderr.count("\n") == 1


def test_blocks_come_out_in_order(folder: Path, tmp_path: Path) -> None:
    """A file of many blocks gives what its parts give, whatever the number of threads."""
    text = (folder / "test.conllu").read_bytes()
    (tmp_path / "large.conllu").write_bytes(text * 30)
    part = runner.invoke(app, ["parse", str(folder / "model"), str(folder / "test.conllu"), "-q"]).stdout_bytes
    for threads in ("1", "2"):
        arguments = [str(folder / "model"), str(tmp_path / "large.conllu"), "-o", str(tmp_path / "o")]
        assert runner.invoke(app, ["parse", *arguments, "--threads", threads, "-q"]).exit_code == 0
        assert (tmp_path / "o").read_bytes() == part * 30


def test_who_reads_the_output_may_stop(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "large.conllu").write_bytes((folder / "test.conllu").read_bytes() * 200)
    command = [sys.executable, "-m", "crossarc", "parse", str(folder / "model"), str(tmp_path / "large.conllu")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith(b"#")
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""


def test_a_broken_input_leaves_no_output(folder: Path, tmp_path: Path) -> None:
    good = (folder / "test.conllu").read_bytes() * 60  # the mistake is in a later block
    (tmp_path / "bad.conllu").write_bytes(good + b"1\tx\n\n")
    result = runner.invoke(
        app, ["parse", str(folder / "model"), str(tmp_path / "bad.conllu"), "-o", str(tmp_path / "o")]
    )
    assert result.exit_code == 1
    line = good.count(b"\n") + 1
    assert (
        result.stderr
        == f"crossarc: error: {tmp_path / 'bad.conllu'}:{line}: expected 10 columns separated by tabs, found 2\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["bad.conllu"]
