"""`crossarc completion`: what Tab offers, and a real bash that asks for it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import CliRunner

from crossarc import system_names
from crossarc.cli import COMMANDS, app
from crossarc.cli.completion import FILES, Shell, candidates

runner = CliRunner()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([""], sorted(COMMANDS)),
        (["tra"], ["trace", "train"]),
        (["--v"], ["--version"]),
        (["nonsense", ""], []),
        (["train", ""], [FILES]),
        (["train", "x", "--sys"], ["--system"]),
        (["train", "x", "--system", ""], sorted(system_names())),
        (["train", "-s", "2"], ["2-planar"]),
        (["train", "--tags", ""], ["both", "none", "upos", "xpos"]),
        (["train", "--tags=u"], ["--tags=upos"]),
        (["train", "--keep"], ["--keep-embeddings"]),
        (["train", "--epochs", ""], []),
        (["train", "--output", ""], [FILES]),
        (["train", "--output="], [FILES]),
        (["train", "--quiet", ""], [FILES]),
        (["train", "--learner", "lib"], ["liblinear", "libsvm"]),
        (["train", "--stages", "to"], ["tokenize", "tokenize,tag,lemma,parse"]),
        (["parse", "model", "x", "--redo", "l"], ["lemmas"]),
        (["info", "model", ""], []),
        (["completion", ""], ["bash", "fish", "zsh"]),
    ],
)
def test_candidates(words: list[str], expected: list[str]) -> None:
    assert candidates(words) == expected
    told = runner.invoke(app, ["completion", "bash", "--", *words])
    assert (told.exit_code, told.stdout.split()) == (0, expected)


@pytest.mark.parametrize("shell", Shell)
def test_scripts(shell: str) -> None:
    script = runner.invoke(app, ["completion", shell])
    assert script.exit_code == 0
    assert f"crossarc completion {shell} -- " in script.stdout
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script.stdout, text=True, check=True)
    assert runner.invoke(app, ["completion", "tcsh"]).exit_code == 2


@pytest.mark.skipif(not shutil.which("bash") or os.name == "nt", reason="needs bash")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("crossarc tra", ["trace", "train"]),
        ("crossarc train --system arc-h", ["arc-hybrid", "arc-hybrid-swap"]),
        ("crossarc train --tags = u", ["upos"]),  # the words that bash makes of --tags=u
        ("crossarc train 'with blank' --learner b", ["bilstm"]),
        ("crossarc parse mo", ["model one", "model two"]),
    ],
)
def test_bash(line: str, expected: list[str], tmp_path: Path) -> None:
    for name in ("model one", "model two", "other"):
        (tmp_path / name).touch()
    words = line.split(" ") if "'" not in line else ["crossarc", "train", "'with blank'", "--learner", "b"]
    program = tmp_path / "crossarc"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m crossarc "$@"\n')
    program.chmod(0o755)
    script = f"""
        PATH={shlex.quote(str(tmp_path))}:$PATH
        source <(crossarc completion bash)
        COMP_WORDS=({" ".join(map(shlex.quote, words))}); COMP_CWORD={len(words) - 1}
        _crossarc; printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    ended = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert sorted(ended.stdout.splitlines()) == expected, ended.stderr
