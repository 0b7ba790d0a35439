"""`crossarc systems` and `crossarc trace` as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runner import CliRunner

import crossarc
from crossarc.cli import app

runner = CliRunner()

CROSSING = """# sent_id = crossing
1\tA\t_\tDET\t_\t_\t2\tdet\t_\t_
2\thearing\t_\tNOUN\t_\t_\t4\tnsubj:pass\t_\t_
3\tis\t_\tAUX\t_\t_\t4\taux:pass\t_\t_
4\tscheduled\t_\tVERB\t_\t_\t0\troot\t_\t_
5\ton\t_\tADP\t_\t_\t7\tcase\t_\t_
6\tthe\t_\tDET\t_\t_\t7\tdet\t_\t_
7\tissue\t_\tNOUN\t_\t_\t2\tnmod\t_\t_
8\ttoday\t_\tNOUN\t_\t_\t4\tobl\t_\t_

"""


@pytest.fixture
def treebank(tmp_path: Path) -> str:
    path = tmp_path / "crossing.conllu"
    path.write_text(CROSSING, encoding="utf-8")
    return str(path)


def test_systems() -> None:
    result = runner.invoke(app, ["systems", "--json"])
    assert result.exit_code == 0
    rows = {row["name"]: row for row in json.loads(result.stdout)["systems"]}
    assert set(rows) == set(crossarc.system_names())
    assert rows["arc-hybrid"]["oracles"] == ["static", "dynamic", "exact"]
    assert rows["2-planar"]["trees"] == "2-planar"
    assert "| covington" in runner.invoke(app, ["systems"]).stdout


@pytest.mark.parametrize("name", [*crossarc.system_names(), "arc-eager+lba", "arc-eager+rnba"])
def test_trace_of_every_system(treebank: str, name: str) -> None:
    result = runner.invoke(app, ["trace", treebank, "--system", name, "--json"])
    assert result.exit_code == 0, result.output
    traced = json.loads(result.stdout)
    gold = [2, 4, 4, 0, 7, 7, 2, 4]
    assert traced["gold"] == gold
    assert (traced["wrong"] == 0) == traced["covered"] == crossarc.System(name).covers(gold)
    system = crossarc.System(name)
    c = system.start(8)
    for step in traced["steps"][1:]:
        assert step["costs"][step["transition"]] == min(step["costs"].values())
        c = system.apply(c, step["transition"])
        assert step["buffer"] == c.buffer
    assert c.heads == traced["heads"]


def test_trace_as_a_table(treebank: str) -> None:
    result = runner.invoke(app, ["trace", treebank, "-s", "2-planar", "--sentence", "crossing"])
    assert result.exit_code == 0
    assert "| SWITCH" in result.stdout
    assert "hearing → issue" in result.stdout
    assert "inactive stack" in result.stdout
    assert result.stdout.endswith("transitions for 8 words; the gold tree.\n")
    result = runner.invoke(app, ["trace", treebank, "-s", "arc-eager", "--oracle", "exact"])
    assert "1 head differs from the gold tree" in result.stdout


def test_trace_errors(treebank: str) -> None:
    result = runner.invoke(app, ["trace", treebank, "--sentence", "2"])
    assert result.exit_code == 1
    assert "no sentence '2'" in result.stderr
    result = runner.invoke(app, ["trace", treebank, "-s", "undirected-planar", "--root-links", "none"])
    assert result.exit_code == 2
    assert "trusted" in result.stderr
    result = runner.invoke(app, ["trace", treebank, "-s", "2planar"])
    assert result.exit_code == 2
    assert "did you mean" in result.stderr
    assert runner.invoke(app, ["trace", treebank, "-s", "planar", "--oracle", "exact"]).exit_code == 2
    assert runner.invoke(app, ["trace", treebank, "-s", "planar", "--root", "first"]).exit_code == 2
