"""The same kind of mistake has the same exit code in every command: 2 for the command line, 1 for data."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runner import CliRunner, Result

import crossarc
from crossarc import synthetic
from crossarc.cli import COMMANDS, app, command_named
from crossarc.cli.parameters import Parameter

runner = CliRunner()
PARAMETERS = [(name, own) for name in COMMANDS for own in command_named(name).parameters if own.on_the_command_line]
IDS = [f"{name}-{own.name}" for name, own in PARAMETERS]
ARGUMENTS = {  # of command lines that are right as far as words tell, but for what a test adds
    "analyze": "good.conllu",
    "combine": "model another -o new",
    "compare": "good.conllu good.conllu good.conllu",
    "completion": "bash",
    "demo": "",
    "draw": "good.conllu",
    "evaluate": "good.conllu good.conllu",
    "experiment": "grid.toml -t .",
    "explore": "good.conllu --no-browser",
    "features": "",
    "info": "model",
    "parse": "model good.conllu",
    "systems": "",
    "tag": "model good.conllu",
    "trace": "good.conllu",
    "train": "good.conllu -o new",
    "serve": "model --port 0",
}
BROKEN = {
    "missing": "No such file or directory",
    "a-folder": "a-folder: ",
    "columns.conllu": "columns.conllu:1: ",
    "cycle.conllu": "cycle.conllu:",
    "latin1.conllu": "UTF-8",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("codes")
    (folder / "good.conllu").write_text(synthetic.conllu(20), encoding="utf-8")
    crossarc.train(folder / "good.conllu", epochs=1, stages="tag,lemma,parse").save(folder / "model")
    (folder / "grid.toml").write_text("[parsers.a]\nepochs = 1\n", encoding="utf-8")
    (folder / "a-folder").mkdir()
    (folder / "columns.conllu").write_bytes(b"1\ta\tb\n\n")
    (folder / "cycle.conllu").write_bytes(b"1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n")
    (folder / "latin1.conllu").write_bytes("1\tä\t_\t_\t_\t_\t0\troot\t_\t_\n\n".encode("latin-1"))
    return folder


@pytest.fixture(autouse=True)
def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def refused(result: Result, code: int, before: str = "") -> str:
    assert result.exit_code == code, result.output
    assert result.stderr.startswith(f"crossarc: error: {before}"), result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    return result.stderr


def wrong_values(own: Parameter) -> list[str]:
    if own.declared.kind in ("int", "float"):
        return ["x", "", "1e999", "-5"]
    return ["nonsense", ""] if own.declared.choices else []


@pytest.mark.parametrize(("command", "own"), PARAMETERS, ids=IDS)
def test_a_wrong_value_is_wrong_usage(command: str, own: Parameter) -> None:
    if own.is_argument:
        return
    for wrong in wrong_values(own):
        line = refused(runner.invoke(app, [command, *ARGUMENTS[command].split(), own.long, wrong]), 2, f"{own.long}: ")
        assert line.endswith(f"(try 'crossarc {command} --help')\n")
    if own.is_flag:
        for name in (*own.flags[0], *own.flags[1]):
            if name.startswith("--"):
                words = [command, *ARGUMENTS[command].split(), f"{name}=yes"]
                refused(runner.invoke(app, words), 2, f"{own.long}: it takes no value: 'yes'")
    else:
        words = [command, *ARGUMENTS[command].split(), own.long]
        refused(runner.invoke(app, words), 2, f"{own.long}: there is no {own.metavar} after it")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_unknown_missing_or_too_much_is_wrong_usage(command: str) -> None:
    arguments = ARGUMENTS[command].split()
    refused(runner.invoke(app, [command, *arguments, "--nonsense"]), 2, "there is no option '--nonsense'")
    refused(runner.invoke(app, [command, *arguments, "-Z"]), 2, "there is no option '-Z'")
    own = command_named(command)
    if not any(argument.several for argument in own.arguments):
        line = refused(runner.invoke(app, [command, *arguments, "more", "more"]), 2)
        assert "there is an argument too many" in line
    for parameter in own.parameters:
        if parameter.is_required or parameter.or_stdin:
            assert f"{own.arguments[0].told} is missing" in refused(runner.invoke(app, [command], terminal=True), 2)
            break


@pytest.mark.parametrize("command", ["analyze", "evaluate", "parse", "tag", "trace"])
def test_an_input_that_is_missing_is_standard_input(command: str) -> None:
    """Unless that is a terminal, where nobody knows what the program is waiting for."""
    *before, _ = ARGUMENTS[command].split()
    text = Path("good.conllu").read_bytes()
    piped = runner.invoke(app, [command, *before], input=text)
    named = runner.invoke(app, [command, *before, "-"], input=text)
    assert piped.exit_code == named.exit_code == 0
    assert piped.stdout == named.stdout != ""
    line = refused(runner.invoke(app, [command, *before], terminal=True), 2)
    assert line.endswith(f" is missing, and standard input is a terminal (try 'crossarc {command} --help')\n")


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("command", ["analyze", "compare", "evaluate", "parse", "tag", "trace", "train"])
def test_broken_data_are_broken_data(command: str, broken: str) -> None:
    if broken == "cycle.conllu" and command in ("parse", "tag"):
        return  # which look at no trees
    words = [broken if word == "good.conllu" else word for word in ARGUMENTS[command].split()]
    line = refused(runner.invoke(app, [command, *words]), 1)
    assert BROKEN[broken] in line
    assert not Path("new").exists()


@pytest.mark.parametrize("command", ["info", "parse", "tag"])
@pytest.mark.parametrize("broken", ["missing", "a-folder", "good.conllu", "latin1.conllu"])
def test_what_is_no_model_is_broken_data(command: str, broken: str) -> None:
    words = [broken if word == "model" else word for word in ARGUMENTS[command].split()]
    assert broken in refused(runner.invoke(app, [command, *words]), 1)


@pytest.mark.parametrize(
    "arguments",
    [
        "parse model good.conllu -o good.conllu",
        "tag model good.conllu -o good.conllu",
        "train good.conllu -o good.conllu",
        "analyze good.conllu --plot good.svg/../good.conllu",
        "parse model - -",
        "evaluate - -",
        "compare - - good.conllu",
        "analyze - -",
        "parse model good.conllu --json",
        "train good.conllu -o - --json",
    ],
)
def test_what_would_lose_data_is_wrong_usage(arguments: str) -> None:
    refused(runner.invoke(app, arguments.split()), 2)


def test_one_is_one(tmp_path: Path) -> None:
    word = "1\tword\tword\tX\t_\t_\t0\troot\t_\t_\n\n"
    assert "parsed 1 sentence, 1 word, " in runner.invoke(app, ["parse", "model"], input=word).stderr
    assert "tagged 2 sentences, 2 words, " in runner.invoke(app, ["tag", "model"], input=word * 2).stderr
    assert runner.invoke(app, ["trace"], input=word).stdout.endswith("2 transitions for 1 word; the gold tree.\n")
    (tmp_path / "one.conllu").write_text(word, encoding="utf-8")
    scored = runner.invoke(app, ["evaluate", str(tmp_path / "one.conllu")], input=word)
    assert "1 word in 1 sentence\n" in scored.stdout
    told = runner.invoke(app, ["parse", "model", "--lenient"], input="1\tbroken\n\n" + word).stderr
    assert "1 broken sentence, the first" in told
