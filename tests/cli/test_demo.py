"""`crossarc demo` as a user runs it."""

from __future__ import annotations

from pathlib import Path

from cli_runner import CliRunner

from crossarc.cli import app

runner = CliRunner()


def test_crossing_arcs_make_the_difference(tmp_path: Path) -> None:
    result = runner.invoke(app, ["demo", "--sentences", "250", "--save", str(tmp_path / "data"), "-q"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) <= 60
    rows = [[cell.strip() for cell in line.split("|")] for line in result.stdout.splitlines() if line.startswith("|")]
    scores = {row[1]: row for row in rows[2:]}
    assert next(iter(scores)) == "arc-eager (projective)"
    assert {"arc-hybrid-swap", "2-planar", "covington"} < set(scores)
    assert max(float(row[5]) for row in scores.values()) > float(scores["arc-eager (projective)"][5])
    right, wrong = result.stdout.partition("The right tree")[2].split("That of arc-eager (projective)")[:2]
    assert "×" in right
    assert " ×\n" not in wrong.partition("Arcs marked")[0]
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["dev.conllu", "test.conllu", "train.conllu"]
    assert runner.invoke(app, ["analyze", str(tmp_path / "data" / "train.conllu")]).exit_code == 0


def test_another_language_and_a_small_one() -> None:
    texts = [runner.invoke(app, ["demo", "--sentences", "20", "--seed", seed]).stdout for seed in ("1", "1", "2")]
    assert texts[0] == texts[1] != texts[2]
