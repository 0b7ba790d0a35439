"""`crossarc demo` as a user runs it."""

from __future__ import annotations

from pathlib import Path

from cli_runner import CliRunner

import crossarc
from crossarc.cli import app
from crossarc.tokenizer import restore

runner = CliRunner()


def test_from_text_to_trees_and_nonprojective_arcs(tmp_path: Path) -> None:
    result = runner.invoke(app, ["demo", "--sentences", "250", "--save", str(tmp_path / "data"), "-q"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) <= 100
    assert all(len(line) <= 80 for line in result.stdout.splitlines() if "|" not in line)
    text, _, crossing = result.stdout.partition("**Parsers alone, given gold words and tags**")
    assert "invented language" in text
    assert "Raw text of the test part goes in" in text
    from_text = scores(text)
    assert list(from_text) == ["raw text", "gold words", "+ gold tags"]
    parsers = scores(crossing)
    assert next(iter(parsers)) == "arc-eager (projective)"
    assert {"arc-hybrid-swap", "2-planar", "covington"} < set(parsers)
    assert max(float(row[4]) for row in parsers.values()) > float(parsers["arc-eager (projective)"][4])
    # It is one model: with gold words and tags its scores are those of the same parser.
    assert from_text["+ gold tags"][-2:] == parsers["arc-eager (pseudo-head)"][2:4]
    right, wrong = crossing.partition("The right tree")[2].split("That of arc-eager (projective)")[:2]
    assert "×" in right
    assert " ×\n" not in wrong


def test_what_is_saved(tmp_path: Path) -> None:
    data = tmp_path / "data"
    result = runner.invoke(app, ["demo", "--sentences", "20", "--save", str(data)])
    names = ["dev.conllu", "test.conllu", "test.txt", "train.conllu"]
    assert sorted(path.name for path in data.iterdir()) == names
    assert all(f"wrote {data / name}\n" in result.stderr for name in names)
    assert runner.invoke(app, ["analyze", str(data / "train.conllu")]).exit_code == 0
    assert (data / "test.txt").read_text(encoding="utf-8") == restore(crossarc.read(data / "test.conllu"))
    model = str(tmp_path / "model")
    for command in result.stdout.partition("Next:\n")[2].splitlines()[1:]:
        there = command.replace("data/", f"{data}/").replace(" model", f" {model}").split()
        assert runner.invoke(app, there[1:]).exit_code == 0


def scores(printed: str) -> dict[str, list[str]]:
    """The rows of a table by their first cells."""
    lines = [line for line in printed.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:]]
    return {row[0]: row for row in rows}


def test_another_language_and_a_small_one() -> None:
    texts = [runner.invoke(app, ["demo", "--sentences", "20", "--seed", seed]).stdout for seed in ("1", "1", "2")]
    assert texts[0] == texts[1] != texts[2]
