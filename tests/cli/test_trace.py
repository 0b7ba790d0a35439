"""`crossarc trace`: an oracle's steps and a model's, as a table, as JSON and as a page."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from cli_runner import CliRunner

import crossarc
from crossarc import System, Treebank, synthetic
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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trace")
    gold = synthetic.generate(40, crossing="any", rate=0.5, seed=1)
    crossarc.write(gold, folder / "gold.conllu")
    crossarc.train(gold, epochs=1, system="2-planar").save(folder / "model")
    text = (folder / "gold.conllu").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    blank = ["\t".join([*row[:6], "_", "_", *row[8:]]) if len(row) == 10 else row[0] for row in rows]
    (folder / "blank.conllu").write_text("\n".join(blank) + "\n", encoding="utf-8")
    return folder


def run(*arguments: str | Path) -> str:
    result = runner.invoke(app, ["trace", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_page_goes_to_a_file_or_to_standard_output(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert run(folder / "gold.conllu", "--html", "-o", path) == ""
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert text == run(folder / "gold.conllu", "--html")
    assert run(folder / "gold.conllu", "--html", "--id", "3") != text


def test_the_steps_of_a_model(folder: Path) -> None:
    parser, gold = crossarc.load(folder / "model"), crossarc.read(folder / "gold.conllu")
    seen_wrong = False
    for number in range(1, 15):
        told = json.loads(run(folder / "gold.conllu", "--model", folder / "model", "--sentence", str(number), "--json"))
        taken = parser.derivation(gold, number - 1)
        assert told["system"] == "2-planar"
        assert [step["transition"] for step in told["steps"][1:]] == [step.transition for step in taken.steps]
        assert [step["scores"] for step in told["steps"][1:]] == [step.scores for step in taken.steps]
        assert [step["label"] for step in told["steps"][1:]] == [step.label for step in taken.steps]
        assert told["predicted"] == {"heads": taken.heads, "deprels": taken.deprels}
        costs = [0, *(step["costs"][step["transition"]] for step in told["steps"][1:])]
        wrong = next((place for place, cost in enumerate(costs) if cost), None)
        assert told["first_wrong"] == wrong
        table = run(folder / "gold.conllu", "--model", folder / "model", "--sentence", str(number))
        assert ("✗" in table) == (wrong is not None)
        if wrong is not None:
            seen_wrong = True
            step = told["steps"][wrong]
            assert f"The first wrong step is {wrong}: {step['transition']} costs {costs[wrong]}." in table
    assert seen_wrong


def test_a_model_needs_no_tree(folder: Path) -> None:
    told = json.loads(run(folder / "blank.conllu", "--model", folder / "model", "--json"))
    assert told["gold"] is told["oracle"] is told["wrong"] is told["first_wrong"] is None
    assert told["steps"][1]["costs"] == {}
    table = run(folder / "blank.conllu", "--model", folder / "model")
    assert "there is no gold tree to compare with." in table
    assert "| costs" not in table
    assert "so that nothing is known of costs" in run(folder / "blank.conllu", "--model", folder / "model", "--html")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("gold.conllu --html --json", 2, "--html and --json cannot both be: choose one"),
        ("gold.conllu -o x.html", 2, "--output: it has no effect without --html"),
        ("gold.conllu --html -o gold.conllu", 2, "gold.conllu is an input as well"),
        ("gold.conllu --model model --html -o model", 2, "model is an input as well"),
        ("gold.conllu --model model -s arc-eager", 2, "--system: it has no effect: the model has its own system"),
        ("gold.conllu --model model --root first", 2, "--root: it has no effect: the model has its own system"),
        ("gold.conllu --model model --oracle exact", 2, "--oracle: 2-planar has no 'exact'"),
        ("blank.conllu --model model --oracle dynamic", 2, "--oracle: it has no effect: the sentence has no tree"),
        ("blank.conllu", 1, "word 1 has no HEAD"),
        ("gold.conllu --model gold.conllu", 1, "gold.conllu: "),
        ("gold.conllu --model none", 1, "none: No such file or directory"),
        ("gold.conllu --sentence 1000", 1, "no sentence '1000': there are 40"),
        ("gold.conllu --html -o nowhere/x.html", 1, "nowhere/x.html: No such file or directory"),
    ],
)
def test_mistakes(folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, code: int, message: str) -> None:
    monkeypatch.chdir(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    result = runner.invoke(app, ["trace", *arguments.split()])
    assert result.exit_code == code, result.output
    assert result.stderr.startswith("crossarc: error: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_page_of_too_many_steps_is_not_begun(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "long.conllu").write_text(conllu_of([0, *[1] * 299]), encoding="utf-8")  # all pairs are looked at
    path = tmp_path / "page.html"
    result = runner.invoke(app, ["trace", str(tmp_path / "long.conllu"), "-s", "covington", "--html", "-o", str(path)])
    assert result.exit_code == 1
    assert "the derivation has more than 20,000 steps" in result.stderr
    assert not path.exists()
