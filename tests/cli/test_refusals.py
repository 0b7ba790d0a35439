"""Options that have no effect are refused by name, for every learner and every system, in the same words everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cli_runner import CliRunner

from crossarc import System, system_names
from crossarc.choices import Declared, OptionError
from crossarc.cli import app
from crossarc.cli.training_options import training_options
from crossarc.experiment import check_options, read_experiment
from crossarc.learners import LEARNERS, learner_named, learners_with
from crossarc.parser import TrainingOptions

runner = CliRunner()
OWN = [own for own in training_options() if learners_with(own.name)]
OF_EPOCHS = ("epochs", "patience", "exploration", "first_exploration", "regularize", "update")
WITHOUT: dict[str, tuple[str, ...]] = {  # options of all learners that some do not have
    "perceptron": (),
    "liblinear": OF_EPOCHS,
    "libsvm": (*OF_EPOCHS, "beam"),
    "bilstm": ("beam", "update", "features"),
}
PAIRS = [(learner, own) for learner in LEARNERS for own in OWN if learner_named(learner) not in learners_with(own.name)]
PAIRS += [(learner, own) for learner, names in WITHOUT.items() for own in training_options() if own.name in names]


def sample(own: Declared) -> Any:
    """A value that would be right elsewhere."""
    if own.choices:
        return own.choices[-1]
    if own.kind in ("int", "float"):
        least, most = own.limits or (1, 1)
        return int(min(most, max(least, 2))) if own.kind == "int" else float(min(most, max(least, 0.5)))
    return True if own.kind == "bool" else "features.txt"


def toml(value: Any) -> str:
    return repr(value).lower() if isinstance(value, bool) else repr(value)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("features.txt").write_text("S0.w\n", encoding="utf-8")


@pytest.mark.parametrize(("learner", "own"), PAIRS, ids=[f"{learner}-{own.name}" for learner, own in PAIRS])
def test_options_of_other_learners(learner: str, own: Declared) -> None:
    """In Python, on the command line, in a file of options and in an experiment."""
    value = sample(own)
    system = "2-planar" if own.name == "regularize" else "arc-eager"
    in_python = "S0.w" if own.name == "features" else value
    with pytest.raises(OptionError) as told:
        TrainingOptions(learner=learner, system=system, **{own.name: in_python})
    assert told.value.option == own.name
    problem = told.value.problem
    assert problem.startswith("it has no effect: ")

    common = ["train", "x", "-o", "new", "-s", system, "--learner", learner]
    common += ["--dev", "y"] if own.name == "patience" else []
    if own.help is not None:
        flag = f"--{own.name.replace('_', '-')}"
        words = [flag] if own.kind == "bool" else [flag, str(value)]
        result = runner.invoke(app, [*common, *words])
        assert result.exit_code == 2
        assert result.stderr == f"crossarc: error: {flag}: {problem} (try 'crossarc train --help')\n"

    Path("options.toml").write_text(f"seed = 1\n{own.name} = {toml(value)}\n", encoding="utf-8")
    result = runner.invoke(app, [*common, "--config", "options.toml"])
    assert (result.exit_code, result.stderr) == (1, f"crossarc: error: options.toml:2: {own.name}: {problem}\n")

    Path("grid.toml").write_text(
        f"[parsers.a]\nlearner = '{learner}'\nsystem = '{system}'\n{own.name} = {toml(value)}\n", encoding="utf-8"
    )
    with pytest.raises(ValueError, match=r"grid\.toml:4: parser 'a': ") as in_grid:
        check_options(read_experiment("grid.toml"), ["a"])
    assert str(in_grid.value).endswith(f"{own.name}: {problem}")


@pytest.mark.parametrize("learner", LEARNERS)
def test_own_options_are_not_refused(learner: str) -> None:
    together: dict[str, dict[str, Any]] = {
        "tune_embeddings": {"embeddings": "vectors"},
        "batch_size": {"errors_per_step": 0},
        "steps": {"preset": "best"},
    }
    declared = {own.name: own for own in training_options()}
    for name in learner_named(learner).option_names:
        options = {name: sample(declared[name])} | together.get(name, {})
        assert TrainingOptions(learner=learner, **options).used()[name] == options[name]


BUFFER = ("arc-eager+lba", "arc-hybrid+lba+rba", "arc-standard+lnba", "2-planar+rba")


@pytest.mark.parametrize("system", [*system_names(), *BUFFER])
def test_options_of_other_systems(system: str) -> None:
    """Each is taken, or refused by its name; none is taken and forgotten."""
    own = System(system)
    static: dict[str, Any] = {"oracle": "static"}
    has_buffer_arcs = "+lba" in system or "+rba" in system
    expected = {
        "root": ({"root": "last"}, system.startswith("arc-eager")),
        "reconstruction": ({"reconstruction": "naive"}, system.startswith("undirected")),
        "root_links": ({"root_links": "trusted"}, system.startswith("undirected")),
        "regularize": ({"regularize": False}, system == "2-planar"),
        "planes": ({"planes": "first"}, "2-planar" in system),
        "nonprojective": ({"nonprojective": "pseudo-path"}, not own.builds_all),
        "exploration": (static | {"exploration": 0.5}, False),
    }
    if not has_buffer_arcs:
        expected["buffer_arcs"] = (static | {"buffer_arcs": "any"}, False)
    for name, (options, is_taken) in expected.items():
        if is_taken:
            assert TrainingOptions(system=system, **options).used()[name] == options[name], name
        else:
            with pytest.raises(OptionError) as told:
                TrainingOptions(system=system, **options)
            assert told.value.option == name


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("demo --force", "--force: it has no effect: there is no --save"),
        ("experiment x.toml -t . --force", "--force: it has no effect: there is no --output"),
        ("experiment x.toml -t . --tables-only --retry", "--retry: it has no effect: --tables-only runs nothing"),
        ("info model --features --config", "--config: it has no effect: --features prints something else"),
        ("info model --features --json", "--json: it has no effect: --features prints something else"),
        ("info model --config --json", "--json: it has no effect: --config prints something else"),
        ("train x -o y --stages tag --system planar", "--system: it has no effect: there is no parser to train"),
        ("train x -o y --stages parse --lexicon z", "--lexicon: it has no effect: there is neither a tagger nor"),
        ("train x -o y --stages tag --train-tags gold", "--train-tags: it has no effect: there is no parser to train"),
    ],
)
def test_options_of_other_commands(arguments: str, message: str) -> None:
    result = runner.invoke(app, arguments.split())
    assert result.exit_code == 2
    assert message in result.stderr
