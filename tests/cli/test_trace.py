"""`crossarc trace` of long sentences: step by step, in memory that the steps do not fill."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from cli_runner import CliRunner

from crossarc import System, Treebank
from crossarc.cli import app
from crossarc.tracing import Derivation, trace

runner = CliRunner()


def heads(length: int) -> list[int]:
    """A tree with crossing arcs."""
    return [0, 1, *(word - 2 if word % 3 else word - 1 for word in range(3, length + 1))]


def conllu(length: int) -> str:
    return conllu_of(heads(length))


def conllu_of(tree: list[int]) -> str:
    rows = enumerate(tree, start=1)
    return "".join(f"{word}\tw{word}\t_\tX\t_\t_\t{head}\tdep\t_\t_\n" for word, head in rows) + "\n"


@pytest.mark.parametrize("system", ["2-planar", "covington", "arc-eager", "undirected-planar"])
@pytest.mark.parametrize("length", [1, 40])
def test_json_in_pieces_is_one_object(system: str, length: int, tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(conllu(length), encoding="utf-8")
    result = runner.invoke(app, ["trace", str(path), "--system", system, "--json"])
    assert result.exit_code == 0
    expected = {"forms": Treebank.from_conllu(conllu(length))[0].forms} | trace(heads(length), System(system)).to_dict()
    assert result.stdout == json.dumps(expected) + "\n"


@pytest.mark.parametrize(
    ("system", "columns"),
    [
        ("2-planar", "transition stack inactive-stack buffer arc costs"),
        ("covington", "transition stack second-list buffer arc costs"),
        ("arc-eager", "transition stack buffer arc costs"),
    ],
)
def test_the_table_has_the_columns_that_are_used(system: str, columns: str, tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(conllu(20), encoding="utf-8")
    lines = runner.invoke(app, ["trace", str(path), "--system", system]).stdout.splitlines()
    steps = trace(heads(20), System(system)).steps
    header = next(line for line in lines if line.startswith("| transition"))
    assert [cell.strip().replace(" ", "-") for cell in header.split("|")[1:-1]] == columns.split()
    assert sum(line.startswith("|") for line in lines) == len(steps) + 2


def test_memory_does_not_grow_with_the_steps() -> None:
    derivation = Derivation.of(System("2-planar"), heads(400))
    tracemalloc.start()
    size = sum(map(len, derivation.json(["w"] * 400)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 1_000_000
    assert peak < 300_000


def test_what_the_oracle_aims_at(tmp_path: Path) -> None:
    """Buffer arcs of any length, and other planes, for the judge and for the guide."""
    path = tmp_path / "x.conllu"
    path.write_text(conllu_of([4, 5, 4, 5, 0, 5]), encoding="utf-8")

    def traced(*options: str) -> dict[str, Any]:
        result = runner.invoke(app, ["trace", str(path), "--json", *options])
        assert result.exit_code == 0, result.output
        found: dict[str, Any] = json.loads(result.stdout)
        assert found["wrong"] == 0
        return found

    def taken(found: dict[str, Any], transition: str) -> int:
        return sum(step["transition"] == transition for step in found["steps"])

    two_planar = "-s", "2-planar"
    assert traced(*two_planar)["planes"] == [0, 1, 0, 0, None, 1]
    first = traced(*two_planar, "--planes", "first")
    assert first["planes"] == [0, 1, 0, 0, None, 0]
    assert (taken(traced(*two_planar), "SWITCH"), taken(first, "SWITCH")) == (1, 2)
    assert all(step["costs"][step["transition"]] == 0 for step in first["steps"][1:])
    options = "-s", "arc-hybrid-swap+lba+rba", "--oracle", "static"
    short, any_length = traced(*options), traced(*options, "--buffer-arcs", "any")
    assert taken(short, "LEFT-BUFFER-ARC") < taken(any_length, "LEFT-BUFFER-ARC")
