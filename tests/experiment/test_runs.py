"""Runs are made once, in any number of processes, and go on after an interruption."""

from __future__ import annotations

from pathlib import Path

import pytest

import crossarc
from crossarc.experiment import (
    ResultFolder,
    Run,
    Scoreboard,
    find_treebanks,
    make_runs,
    plan,
    read_experiment,
    runs_of,
    single_run,
)
from crossarc.experiment.report import write_report
from crossarc.parser import TrainingOptions
from crossarc.treebank import Treebank


def grid(declaration: Path, treebanks: Path) -> list[Run]:
    experiment = read_experiment(str(declaration))
    return runs_of(experiment, find_treebanks(treebanks), list(experiment.parsers), experiment.seeds)


def report(declaration: Path, treebanks: Path, results: Path, output: Path) -> dict[str, bytes]:
    experiment = read_experiment(str(declaration))
    found = find_treebanks(treebanks)
    board = Scoreboard(experiment, found, list(experiment.parsers), experiment.seeds, ResultFolder(results), samples=50)
    return {path.name: path.read_bytes() for path in write_report(board, output)}


def test_interrupted_and_resumed_is_like_uninterrupted(
    declaration: Path, treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = grid(declaration, treebanks)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    make_runs(runs, whole, jobs=2, done=lambda run, result: None)

    made: list[str] = []
    make = single_run.make

    def interrupted(run: Run, results: ResultFolder) -> None:
        if len(made) == 3:
            raise KeyboardInterrupt
        make(run, results)
        made.append(run.key)

    monkeypatch.setattr(single_run, "make", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_runs(runs, broken, jobs=1, done=lambda run, result: None)
    left = plan(runs, ResultFolder(broken)).missing
    assert [run.key for run in left] == [run.key for run in runs[3:]]

    monkeypatch.setattr(single_run, "make", lambda run, results: (made.append(run.key), make(run, results)))
    make_runs(left, broken, jobs=1, done=lambda run, result: None)
    assert made == [run.key for run in runs]  # each once
    assert plan(runs, ResultFolder(broken)).missing == []
    first, second = (report(declaration, treebanks, folder, tmp_path / "out") for folder in (whole, broken))
    assert first == second
    assert set(first) == {"oracles.md", "oracles.csv", "oracles.svg"}


def test_a_run_is_known_by_what_determines_it(declaration: Path, treebanks: Path, tmp_path: Path) -> None:
    keys = [run.key for run in grid(declaration, treebanks)]
    assert len(set(keys)) == 6
    elsewhere = tmp_path / "elsewhere"
    for path in treebanks.rglob("*.conllu"):
        copy = elsewhere / "deeper" / path.parent.name.upper() / f"x-{path.name}"
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    declaration.write_text(declaration.read_text().replace('"dynamic" =', '"other name" ='), encoding="utf-8")
    assert [run.key for run in grid(declaration, elsewhere)] == keys
    changed = next(elsewhere.rglob("*train.conllu"))
    changed.write_text(changed.read_text(encoding="utf-8") + "\n# other bytes\n", encoding="utf-8")
    assert sum(run.key in keys for run in grid(declaration, elsewhere)) == 3
    declaration.write_text(declaration.read_text().replace("epochs = 1", "epochs = 2"), encoding="utf-8")
    assert not any(run.key in keys for run in grid(declaration, treebanks))


def test_numbers_count_by_their_value(declaration: Path, treebanks: Path) -> None:
    treebank = grid(declaration, treebanks)[0].treebank
    one, same, other = (Run("p", treebank, 1, {"exploration": rate}).key for rate in (1, 1.0, 0.5))
    assert one == same != other


def test_an_option_for_other_parsers_leaves_results_as_they_are(
    declaration: Path, treebanks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A default that has no effect on a parser, as one of an option that is new, is no part of what determines it."""
    runs = grid(declaration, treebanks)
    keys = [run.key for run in runs]
    settled = TrainingOptions.fitted_to

    def with_another_default(options: TrainingOptions, treebank: Treebank) -> TrainingOptions:
        fitted = settled(options, treebank)
        object.__setattr__(fitted, "update", "early")  # which belongs to beams
        return fitted

    monkeypatch.setattr(TrainingOptions, "fitted_to", with_another_default)
    assert [Run(run.parser, run.treebank, run.seed, run.declared).key for run in runs] == keys


def test_failures_are_results(
    declaration: Path, treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = grid(declaration, treebanks)[:2]
    results = ResultFolder(tmp_path / "results")

    def fail(*arguments: object, **options: object) -> None:
        raise ValueError("it is\nMonday")

    told: list[str | None] = []
    with monkeypatch.context() as patch:
        patch.setattr(single_run, "train", fail)
        make_runs(runs, tmp_path / "results", jobs=1, done=lambda run, result: told.append(result.failure))
    assert told == ["it is Monday"] * 2
    planned = plan(runs, results)
    assert [run.key for run in planned.failed] == [run.key for run in runs]
    page = report(declaration, treebanks, tmp_path / "results", tmp_path / "out")
    assert b"static on Free failed: it is Monday" in page["oracles.md"]
    assert b"| failed |" in page["oracles.md"].replace(b"  ", b"")
    assert b"Free,40," in page["oracles.csv"]
    assert b",static,1,failed,it is Monday," in page["oracles.csv"]
    make_runs(planned.failed, tmp_path / "results", jobs=1, done=lambda run, result: told.append(result.failure))
    assert told[2:] == [None, None]


def test_damaged_results_are_made_again(declaration: Path, treebanks: Path, tmp_path: Path) -> None:
    runs = grid(declaration, treebanks)[:1]
    results = ResultFolder(tmp_path)
    make_runs(runs, tmp_path, jobs=1, done=lambda run, result: None)
    assert plan(runs, results).missing == []
    assert plan(runs, results, fresh=True).missing == []
    trees = tmp_path / f"{runs[0].key}.npz"
    whole = trees.read_bytes()
    for damaged in (b"", whole[:100], whole[:60] + b"\xff" * 8 + whole[68:]):
        trees.write_bytes(damaged)
        assert plan(runs, results).missing == runs
    trees.write_bytes(whole)
    assert plan(runs, results).missing == []
    (tmp_path / f"{runs[0].key}.json").write_text("{", encoding="utf-8")
    assert plan(runs, results).missing == runs


def test_results_of_another_build_are_made_again_if_asked_for(
    declaration: Path, treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = grid(declaration, treebanks)[:1]
    make_runs(runs, tmp_path, jobs=1, done=lambda run, result: None)
    monkeypatch.setattr(single_run, "build", lambda: "another")
    assert plan(runs, ResultFolder(tmp_path)).missing == []
    assert plan(runs, ResultFolder(tmp_path), fresh=True).missing == runs


def test_word_vectors_are_known_by_what_is_in_them(declaration: Path, treebanks: Path, tmp_path: Path) -> None:
    treebank = grid(declaration, treebanks)[0].treebank
    keys = set()
    for name, content in (("a.txt", "x 1 2\n"), ("b.txt", "x 1 2\n"), ("c.txt", "x 1 3\n")):
        (tmp_path / name).write_text(content, encoding="utf-8")
        keys.add(Run("p", treebank, 1, {"learner": "bilstm", "embeddings": str(tmp_path / name)}).key)
    assert len(keys) == 2


def test_predictions_are_kept(declaration: Path, treebanks: Path, tmp_path: Path) -> None:
    run = grid(declaration, treebanks)[0]
    results = ResultFolder(tmp_path)
    single_run.make(run, results)
    result = results.get(run.key)
    assert result is not None
    parsed = results.predictions(run.key).put_on(run.treebank.test_trees)
    assert crossarc.evaluate(run.treebank.test_trees, parsed).scores() == result.scores
    with pytest.raises(FileNotFoundError):
        results.predictions("0" * 32)


def test_times_are_those_of_training_and_of_parsing(
    declaration: Path, treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = grid(declaration, treebanks)[0]
    clock = iter([1.0, 8.0, 9.0, 11.5])
    monkeypatch.setattr(single_run.time, "process_time", lambda: next(clock))
    single_run.make(run, ResultFolder(tmp_path))
    result = ResultFolder(tmp_path).get(run.key)
    assert result is not None
    assert result.seconds_of == {"train": 7.0, "parse": 2.5}
    assert result.undirected == {}
