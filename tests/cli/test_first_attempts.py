"""What people type first: the words of other programs, arguments in another order, files of other kinds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from cli_runner import CliRunner

import crossarc
from crossarc import synthetic
from crossarc.cli import COMMANDS, app, command_named
from crossarc.cli.other_words import COMMANDS_INSTEAD, OPTIONS_INSTEAD
from crossarc.cli.words import flags_of

runner = CliRunner()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("attempts")
    trees = synthetic.generate(60, kind="any")
    (folder / "data").mkdir()
    for name in ("train.conllu", "dev.conllu", "data/train.conllu"):
        crossarc.write(trees, folder / name)
    (folder / "text.txt").write_text(trees[0].text + "\n", encoding="utf-8")
    (folder / "utf16.txt").write_bytes(trees[0].text.encode("utf-16"))
    (folder / "letter.docx").write_bytes(b"PK\x03\x04\x14\x00\x06\x00\x08\x00\xff")
    crossarc.train(trees, stages=None, epochs=1).save(folder / "model")
    return folder


@pytest.fixture(autouse=True)
def current_folder(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        # Commands
        ("tokenize text.txt", 2, "there is no command 'tokenize'; use crossarc tag MODEL INPUT, which tokenizes text"),
        ("download la", 2, "use crossarc train: there are no models to download"),
        ("score train.conllu train.conllu", 2, "use crossarc evaluate GOLD PREDICTED"),
        ("visualize train.conllu", 2, "use crossarc draw TREEBANK"),
        ("trian train.conllu", 2, "did you mean 'train'?"),
        ("-V", 2, "use --version"),
        ("help nothing", 2, "there is no command 'nothing'"),
        # Options
        ("parse -m model text.txt", 2, "'-m'; use MODEL: it is the first argument, without an option"),
        ("parse model -i text.txt", 2, "'-i'; use INPUT: it has no option"),
        ("parse model text.txt --jobs 2", 2, "there is no option '--jobs'; use --threads"),
        ("parse model text.txt --tokenize --tag --parse", 2, "every stage is run"),
        ("train --train train.conllu --model m", 2, "there is no option '--train'; use TRAIN: it has no option"),
        ("train train.conllu -o m --heldout dev.conllu", 2, "use --dev"),
        ("train train.conllu -o m --iterations 3", 2, "use --epochs"),
        ("train train.conllu -o m -e 3", 2, "there is no option '-e'; use --epochs"),
        ("train train.conllu -o m --gpu", 2, "use CROSSARC_DEVICE=cpu or cuda in the environment"),
        ("evaluate -g train.conllu -s dev.conllu", 2, "'-g'; use GOLD: it is the first argument"),
        ("draw train.conllu --format svg", 2, "did you mean --svg?"),
        ("trace train.conllu 3", 2, "there is an argument too many: '3'; did you mean --sentence 3?"),
        ("train train.conllu -o m --system swap", 2, "unknown system 'swap'; did you mean 'arc-hybrid-swap'?"),
        # What is left out
        ("train train.conllu", 2, "-o MODEL is missing (try"),
        ("train train.conllu new.model", 2, "-o MODEL is missing; did you mean -o new.model?"),
        ("parse", 2, "MODEL is missing"),
        # Another order
        ("parse text.txt model", 1, "text.txt: not a crossarc model; the model comes first: crossarc parse model text"),
        ("tag text.txt model", 1, "the model comes first: crossarc tag model text.txt"),
        ("parse model text.txt out.conllu", 1, "out.conllu: No such file or directory (did you mean -o out.conllu?)"),
        # Files
        ("parse model nothing.txt", 1, "nothing.txt: No such file or directory"),
        ("parse la text.txt", 1, "la: No such file or directory (models are trained: there are none to download)"),
        ("parse model data", 1, "data: Is a directory (name its files, such as data/*.conllu)"),
        ("parse model *.conll", 1, "(patterns are not expanded here: name the files)"),
        ("parse model https://example.org/text.txt", 1, "(crossarc reads files: download it first)"),
        ("parse model utf16.txt", 1, "utf16.txt: text in UTF-16: save it as UTF-8"),
        ("parse model letter.docx", 1, "letter.docx: a zip archive or a document of an office program"),
        ("parse model text.txt -o nowhere/out.conllu", 1, "No such file or directory (there is no folder 'nowhere')"),
        ("analyze model", 1, "model: a model and no treebank: crossarc.load(path) and `crossarc info` read it"),
        ("evaluate model train.conllu", 1, "model: a model and no treebank"),
        ("info train.conllu", 1, "train.conllu: not a crossarc model"),
    ],
)
def test_one_line_tells_what_is_meant(line: str, code: int, told: str) -> None:
    result = runner.invoke(app, line.split())
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.count("\n") == 1
    assert told in result.stderr


def test_text_in_place_of_a_file() -> None:
    result = runner.invoke(app, ["parse", "model", "Gallia est omnis divisa."])
    assert result.exit_code == 1
    assert "(is it text? echo 'Gallia est omnis divisa.' | crossarc parse MODEL --format text)" in result.stderr


def test_all_inputs_are_there_before_one_is_parsed() -> None:
    result = runner.invoke(app, ["parse", "model", "text.txt", "nothing.txt", "train.conllu"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "crossarc: error: nothing.txt: No such file or directory\n"


def test_help_as_a_command() -> None:
    assert runner.invoke(app, ["help"]).stdout == runner.invoke(app, ["--help"]).stdout
    assert runner.invoke(app, ["help", "train"]).stdout == runner.invoke(app, ["train", "--help"]).stdout


def test_one_system() -> None:
    told = runner.invoke(app, ["systems", "2-planar", "arc-eager+lba"]).stdout
    assert [line.split()[1] for line in told.split("\n")[2:] if line] == ["2-planar", "arc-eager+lba"]


@pytest.mark.parametrize("learner", ["bilstm", "liblinear"])
def test_a_package_that_is_missing_is_told_before_any_work(learner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setattr("crossarc.neural.find_spec", lambda name: None)
    result = runner.invoke(app, ["train", "train.conllu", "-o", "new", "--learner", learner])
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "run pip install 'crossarc[" in result.stderr
    with pytest.raises(ModuleNotFoundError, match="run pip install"):
        crossarc.train("train.conllu", learner=learner, stages=None, progress=pytest.fail)  # type: ignore[arg-type]


def test_hints_are_about_what_there_is_not() -> None:
    assert not {*COMMANDS_INSTEAD} & {*COMMANDS}
    for name, instead in OPTIONS_INSTEAD.items():
        assert not {*instead} & {*flags_of(command_named(name).parameters)} if name else True, name


def test_hints_name_what_there_is() -> None:
    for told in COMMANDS_INSTEAD.values():
        if told.startswith("crossarc "):
            assert told.split()[1].rstrip(":") in COMMANDS
