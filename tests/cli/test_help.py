"""`--help`: one line for each option at 80 columns, nothing cut at any width, no more lines than a screen has."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import CliRunner
from reference.example_files import DOCS

from crossarc.cli import COMMANDS, app, command_named
from crossarc.cli.help import panels

runner = CliRunner()
SCREEN = 50  # lines
ESCAPES = re.compile(r"\x1b\[\d*m")
# Pages that tell of a command's options, beside the one that has its name.
PAGES = {
    "combine": ["neural.md"],
    "info": ("train.md",),
    "parse": ("text.md",),
    "tag": ("tagging.md", "text.md", "parse.md"),
    "train": ("neural.md", "svm.md", "text.md"),
}


def shown(*words: str, columns: int = 80, terminal: bool = False, **environment: str) -> str:
    environment = {"NO_COLOR": "", "TERM": "xterm", "COLUMNS": str(columns)} | environment
    result = runner.invoke(app, [*words, "--help"], env=environment, terminal=terminal)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_it_fits_a_screen(command: str) -> None:
    lines = shown(command).splitlines()
    assert all(len(line) <= 80 for line in lines)
    if command != "train":
        assert len(lines) < SCREEN  # a line is left for the prompt
    for title, panel in panels(command_named(command)).items():
        assert len(panel) + 1 < SCREEN, title


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_one_line(command: str) -> None:
    lines = shown(command).splitlines()
    for panel in panels(command_named(command)).values():
        for names, help in panel:
            (line,) = (line for line in lines if line.startswith(f"  {names} "))
            assert line.endswith(f" {help}"), "it is wrapped: make it shorter"
            assert not help.endswith("."), "it is no sentence"


@pytest.mark.parametrize("columns", [1, 20, 40, 60, 80, 200])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_nothing_is_cut_at_any_width(command: str, columns: int) -> None:
    words = [command] if command else []
    narrow, wide = (shown(*words, columns=width) for width in (columns, 200))
    assert "".join(narrow.split()) == "".join(wide.split())
    if columns >= 60:  # names and titles are never cut in two
        assert all(len(line) <= min(100, columns) for line in narrow.splitlines())


def test_all_commands_are_listed() -> None:
    text = shown()
    assert len(text.splitlines()) < SCREEN
    for name, help in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(help)}$", text, re.MULTILINE)
        assert (Path(sys.modules["crossarc.cli"].__file__ or "").parent / f"{name}.py").exists()


def test_colours_are_for_terminals() -> None:
    plain = shown("train")
    assert "\x1b" not in plain
    coloured = shown("train", terminal=True)
    assert "\x1b" in coloured
    assert ESCAPES.sub("", coloured) == plain
    assert shown("train", terminal=True, NO_COLOR="1") == plain
    assert shown("train", terminal=True, TERM="dumb") == plain


@pytest.mark.parametrize("words", [["-h"], ["train", "-h"], ["train", "x", "--epochs", "1", "--help", "--nonsense"]])
def test_help_goes_before_what_follows(words: list[str]) -> None:
    result = runner.invoke(app, words)
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: crossarc ")


@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"completion"}))
def test_every_option_is_told_of_in_the_documentation(command: str) -> None:
    pages = [f"{command}.md", *PAGES.get(command, ())]
    text = "".join((DOCS / page).read_text(encoding="utf-8") for page in pages if (DOCS / page).exists())
    common = {"--help", "--quiet", "--json", "--threads", "--seed", "--lenient", "--format"}
    for parameter in command_named(command).parameters:
        if parameter.on_the_command_line and not parameter.is_argument:
            yes, no = parameter.flags
            names = {*yes, *no}
            assert names & common or any(f"`{name}" in text for name in names), names


@pytest.mark.parametrize("words", ["--help", "--version", "trian", "train --help", "systems"])
def test_nobody_waits_for_what_is_not_needed(words: str) -> None:
    """Not a time, which depends on the machine, but what takes it. `benchmarks/startup.py` measures."""
    code = (
        "import sys\nfrom crossarc.cli import app\n"
        f"app({words.split()!r})\n"
        "heavy = {'numpy', 'rich', 'torch', 'sklearn', 'typer', 'pydantic', 'asyncio', 'subprocess'}\n"
        "sys.exit(', '.join(sorted(heavy & {*sys.modules})) or None)"
    )
    environment = {**os.environ, "PYTHONNOUSERSITE": "1"}
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert ended.returncode == 0, ended.stderr
