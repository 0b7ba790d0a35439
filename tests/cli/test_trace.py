"""`crossarc trace` of long sentences: step by step, in memory that the steps do not fill."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crossarc import System, Treebank
from crossarc.cli import app
from crossarc.oracle_options import OracleOptions
from crossarc.tracing import Derivation, trace

runner = CliRunner()


def heads(length: int) -> list[int]:
    """A tree with crossing arcs."""
    return [0, 1, *(word - 2 if word % 3 else word - 1 for word in range(3, length + 1))]


def conllu(length: int) -> str:
    rows = enumerate(heads(length), start=1)
    return "".join(f"{word}\tw{word}\t_\tX\t_\t_\t{head}\tdep\t_\t_\n" for word, head in rows) + "\n"


@pytest.mark.parametrize("system", ["2-planar", "covington", "arc-eager", "undirected-planar"])
@pytest.mark.parametrize("length", [1, 40])
def test_json_in_pieces_is_one_object(system: str, length: int, tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(conllu(length), encoding="utf-8")
    result = runner.invoke(app, ["trace", str(path), "--system", system, "--json"])
    assert result.exit_code == 0
    expected = {"forms": Treebank.from_conllu(conllu(length))[0].forms} | trace(System(system), heads(length)).to_dict()
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
    steps = trace(System(system), heads(20)).steps
    header = next(line for line in lines if line.startswith("| transition"))
    assert [cell.strip().replace(" ", "-") for cell in header.split("|")[1:-1]] == columns.split()
    assert sum(line.startswith("|") for line in lines) == len(steps) + 2


def test_memory_does_not_grow_with_the_steps() -> None:
    derivation = Derivation.of(System("2-planar"), heads(400), None, OracleOptions())
    tracemalloc.start()
    size = sum(map(len, derivation.json(["w"] * 400)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 1_000_000
    assert peak < 300_000
