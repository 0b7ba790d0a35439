"""`crossarc experiment` as a user runs it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import CliRunner
from processes import running_in_group, wait_until, worked

from crossarc import synthetic
from crossarc.cli import app
from crossarc.experiment import single_run

runner = CliRunner()

DECLARATION = """
title = "Two oracles"
finding = "the dynamic one is better."

[parsers]
"{oracle}" = { system = "arc-eager", oracle = ["static", "dynamic"], epochs = 1 }

[[table]]
title = "Scores"
scores = ["las"]
against = "static"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("A", "B"):
        (tmp_path / "treebanks" / name).mkdir(parents=True)
        for part, text in synthetic.splits(30, 10, 20, seed=ord(name)).items():
            (tmp_path / "treebanks" / name / f"{part}.conllu").write_text(text, encoding="utf-8")
    (tmp_path / "oracles.toml").write_text(DECLARATION, encoding="utf-8")
    return tmp_path


def arguments(folder: Path, *more: str) -> list[str]:
    places = ["--treebanks", str(folder / "treebanks"), "--results", str(folder / "results")]
    return ["experiment", str(folder / "oracles.toml"), *places, "-j", "1", "--samples", "100", *more]


def test_from_nothing_to_tables(folder: Path) -> None:
    listed = runner.invoke(app, arguments(folder, "--list"))
    assert listed.exit_code == 0
    assert listed.stdout.count("to do\t") == 4
    assert "runs: 0 done, 0 failed, 4 to do" in listed.stderr
    first = runner.invoke(app, arguments(folder, "--only", "treebank=A", "--only", "parser=s*"))
    assert first.exit_code == 0
    assert "crossarc: 1 of 1: static on A, seed 1: LAS" in first.stderr
    assert "crossarc: left out, since they were not asked for: B\n" in first.stderr
    whole = runner.invoke(app, arguments(folder, "-o", str(folder / "out")))
    assert whole.exit_code == 0
    assert "crossarc: 3 of 3: " in whole.stderr
    assert {path.name for path in (folder / "out").iterdir()} == {"oracles.md", "oracles.csv", "oracles.svg"}
    page = (folder / "out" / "oracles.md").read_text(encoding="utf-8")
    assert page.startswith("# Two oracles\n\nThe paper's finding: the dynamic one is better.\n\n**Scores**\n")
    assert f"`crossarc experiment {folder}/oracles.toml --treebanks FOLDER --samples 100`" in page
    again = runner.invoke(app, arguments(folder, "--quiet"))
    assert again.exit_code == 0
    assert again.stderr == ""
    for line in page.splitlines():
        if line.startswith("|"):
            assert line in again.stdout


def test_an_incomplete_treebank_is_named_and_an_empty_file_is_an_error(folder: Path) -> None:
    (folder / "treebanks" / "B" / "test.conllu").rename(folder / "test.conllu")
    result = runner.invoke(app, arguments(folder, "--list"))
    assert result.exit_code == 0
    assert "crossarc: warning: left out " in result.stderr
    assert "B/train.conllu (there is no file to test)" in result.stderr
    (folder / "treebanks" / "B" / "test.conllu").write_text("")
    result = runner.invoke(app, arguments(folder))
    assert result.exit_code == 1
    path = folder / "treebanks" / "B" / "test.conllu"
    assert result.stderr == f"crossarc: error: {path}: there is no sentence in it\n"


def test_tables_only(folder: Path) -> None:
    result = runner.invoke(app, arguments(folder, "--tables-only"))
    assert result.exit_code == 0
    assert result.stdout.count("not run") == 4
    assert not (folder / "results").exists()


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--only", "trebank=A"], 2, "--only: 'trebank=A' is not parser=PATTERN, treebank=PATTERN or seed=NUMBER"),
        (["--only", "treebank=C"], 2, "--only: there is no treebank 'C'"),
        (["--only", "parser=dinamic"], 2, "--only: there is no parser 'dinamic'; did you mean 'dynamic'?"),
        (["--set", "epochs=none"], 2, "--set: epochs=none: Invalid value; it is OPTION=VALUE, and text has quotes"),
        (["--set", "system=arc-eager"], 2, "--set: system=arc-eager: Invalid value"),
        (["--set", "system=5"], 2, "--set: parser 'static': system: must be text: 5"),
        (["--set", "epochs=1.5"], 2, "--set: parser 'static': epochs: must be a whole number: 1.5"),
        (["--set", "epochs=0"], 2, "--set: parser 'static': epochs: must be at least 1: 0"),
        (["--set", "beam=" + "9" * 5000], 2, "--set: "),
        (["--jobs", "99999999999"], 2, "--jobs: must be at most 1024"),
        (["--samples", "0"], 2, "--samples: must be at least 1: 0"),
        (["--treebanks", "nowhere"], 1, "nowhere: there is no such folder"),
    ],
)
def test_mistakes_are_one_line(options: list[str], code: int, message: str, folder: Path) -> None:
    result = runner.invoke(app, arguments(folder, *options))
    assert result.exit_code == code
    assert result.stderr.startswith("crossarc: error: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_mistakes_in_the_file_are_told_with_their_line(folder: Path) -> None:
    text = DECLARATION.replace("epochs = 1", 'epochs = 1, learner = "liblinear"')
    (folder / "oracles.toml").write_text(text, encoding="utf-8")
    result = runner.invoke(app, arguments(folder))
    reason = "the learner liblinear learns once, from the static oracle's derivations"
    place = f"{folder / 'oracles.toml'}:6"
    told = f"crossarc: error: {place}: parser 'static': epochs: it has no effect: {reason}\n"
    assert (result.exit_code, result.stderr) == (1, told)


def test_failed_runs_are_told_each_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise OSError("the disk is tired")  # an error that nobody has thought of

    with monkeypatch.context() as patch:
        patch.setattr(single_run, "train", fail)
        first = runner.invoke(app, arguments(folder, "--only", "parser=static"))
    again = runner.invoke(app, arguments(folder, "-o", str(folder / "out")))
    for result in (first, again):
        assert result.exit_code == 1
        assert result.stderr.endswith("runs failed; --retry repeats them\n")
    assert "static on A, seed 1 failed: OSError: the disk is tired" in first.stderr
    assert "static on A failed: OSError: the disk is tired" in (folder / "out" / "oracles.md").read_text(
        encoding="utf-8"
    )
    assert runner.invoke(app, arguments(folder, "--retry")).exit_code == 0
    assert runner.invoke(app, arguments(folder)).exit_code == 0


def test_a_folder_that_cannot_be_made_is_told_before_the_work(folder: Path) -> None:
    (folder / "file").write_text("")
    for option in ("-o", "--results"):
        result = runner.invoke(app, arguments(folder, option, str(folder / "file" / "out")))
        assert result.exit_code == 1
        assert "Not a directory" in result.stderr
        assert result.stderr.count("\n") == 1


def test_no_such_file(folder: Path) -> None:
    result = runner.invoke(app, ["experiment", str(folder / "none.toml"), "--treebanks", str(folder)])
    assert result.exit_code == 1
    assert result.stderr == f"crossarc: error: {folder / 'none.toml'}: No such file or directory\n"


def _at_work_for(process: int) -> list[int]:
    """The processes that another one has started and that have done more than import what they need."""
    return [own for own in running_in_group(process) if own != process and worked(own) >= 0.3]


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
@pytest.mark.parametrize("by", ["ctrl-c", "kill"])
def test_an_interruption_ends_all_processes(by: str, folder: Path) -> None:
    command = [sys.executable, "-m", "crossarc", *arguments(folder, "-j", "2", "--set", "epochs=100000")]
    command += ["--set", "patience=100000"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait_until(lambda: len(_at_work_for(process.pid)) == 2)  # it has started two others
    if by == "ctrl-c":
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    else:
        process.terminate()
    _, told = process.communicate(timeout=60)
    if by == "ctrl-c":
        assert process.returncode == 130
        assert "0 of 4 runs made; the same command goes on from there" in told
        assert told.endswith("crossarc: interrupted\n")
    else:
        assert process.returncode == 143
    assert "Traceback" not in told
    wait_until(lambda: not running_in_group(process.pid))
