"""`--config`: options from a file, and a file from a parser."""

from __future__ import annotations

import os
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from cli_runner import CliRunner, Result

import crossarc
from crossarc import synthetic
from crossarc.cli import app
from crossarc.neural import NeuralOptions
from crossarc.parser import Training, TrainingOptions

runner = CliRunner()

EVERY_OPTION = """
train = "train.conllu"
dev = "dev.conllu"
output = "from-file"
system = "2-planar"
stages = "parse"
train-tags = "gold"
learner = "perceptron"
oracle = "dynamic"
regularize = false
planes = "first"
nonprojective = "keep"
features = "features.txt"
tags = "upos"
epochs = 2
patience = 3
exploration = 0.5
first_exploration = 1  # with _ as in Python, or with - as on the command line
beam = 2
update = "early"
perceptrons = 2
min-updates = 1
prune = 0
multi-root = true
log = "log.jsonl"
json = false
lenient = true
format = "conllu"
seed = 7
threads = 1
quiet = true
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in synthetic.splits(60, 20, 20, crossing="any", rate=0.4).items():
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    (tmp_path / "features.txt").write_text("S0.p+B0.p  # the tags\nS0.w\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def train(config: str, *arguments: str) -> Result:
    Path("train.toml").write_text(config, encoding="utf-8")
    return runner.invoke(app, ["train", "--config", "train.toml", *arguments])


def options_of(model: str) -> dict[str, object]:
    options = crossarc.load(model).info["options"]
    assert isinstance(options, dict)
    return options


def test_every_option_can_be_in_the_file(folder: Path) -> None:
    result = train(EVERY_OPTION)
    assert (result.exit_code, result.output) == (0, "")
    made = options_of("from-file")
    assert made["system"] == "2-planar"
    assert (made["regularize"], made["first_exploration"], made["exploration"]) == (False, 1, 0.5)
    assert made["planes"] == "first"
    assert (made["multi_root"], made["seed"], made["tags"], made["prune"]) == (True, 7, "upos", 0)
    written = {line.partition(" ")[0].replace("-", "_") for line in EVERY_OPTION.split("\n")}
    command = {name.removeprefix("--").replace("-", "_") for name in all_options()}
    others = {"preset", "embeddings", "batch_size", "learning_rate", "dropout", "resume"}  # of other learners
    others |= {"errors_per_step", "batch_words", "steps", "tune_embeddings", "keep_embeddings"}
    others |= {"labels", "cost", "tolerance", "degree", "gamma", "coef0", "min_split"}
    others |= {"root", "reconstruction", "root_links", "buffer_arcs"}  # of other systems
    others |= {"lexicon"}  # of other stages
    others |= {"deterministic_oracle"}  # of training without a beam
    assert command - others - {"help", "config", "no_regularize", "one_root"} == written - {"", "train"}
    assert {field.name for field in fields(TrainingOptions)} - {"own"} <= command


def all_options() -> set[str]:
    environment = {"COLUMNS": "200", "TERM": "dumb", "NO_COLOR": "1"}
    text = runner.invoke(app, ["train", "--help"], env=environment).stdout
    return {word for word in text.split() if word.startswith("--")}


def test_the_command_line_goes_before_the_file(folder: Path) -> None:
    result = train(EVERY_OPTION, "dev.conllu", "-o", "other", "--seed", "3", "--one-root", "--tags", "both")
    assert result.exit_code == 0
    made = crossarc.load("other").info
    assert (made["train"]["name"], made["options"]["epochs"]) == ("dev.conllu", 2)
    assert (made["options"]["seed"], made["options"]["multi_root"], made["options"]["tags"]) == (3, False, "both")
    assert not Path("from-file").exists()


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("epochs = 2\nepoch = 2\n", "train.toml:2: epoch: there is no such option; did you mean 'epochs'?"),
        ("epochs = '2'", "train.toml:1: epochs: must be a whole number: '2'"),
        ("epochs = true", "train.toml:1: epochs: must be a whole number: True"),
        ("\nepochs = 0", "train.toml:2: epochs: must be at least 1: 0"),
        ("exploration = 2", "train.toml:1: exploration: must be at most 1: 2"),
        ("prune = nan", "train.toml:1: prune: must be a finite number: nan"),
        ("regularize = 1", "train.toml:1: regularize: must be true or false: 1"),
        ("tags = 'all'", "train.toml:1: tags: 'all' is not one of both, upos, xpos, none"),
        ("dev = [1]", "train.toml:1: dev: must be text: [1]"),
        ("features = ['S0.w',\n1]", "train.toml:2: features: must be the name of a file, or a list of lines"),
        ("features = ['S0.w', 'S0.q']", "train.toml:1: features: line 2 of the features: 'q' is no attribute"),
        ("features = 'no.txt'", "no.txt: No such file or directory"),
        ("seed = 1\n[train]\nfile = 1", "train.toml:2: train: must be text: {'file': 1}"),
        ("seed = 1\n[options]\nepochs = 1", "train.toml:2: options: a table; options are not in tables"),
        ("multi-root = true\nmulti_root = true", "train.toml:2: multi_root: the option is there twice"),
        ("config = 'other.toml'", "train.toml:1: config: there is no such option"),
        ("seed = 1\nseed = 2", "train.toml:2: Cannot overwrite a value"),
        ("seed = ", "train.toml:1: Invalid value"),
        ("seed = 1\n=", "train.toml:2: "),
        ("system = 'arc-egaer'", "train.toml:1: system: unknown system 'arc-egaer'"),
        ("system = 'planar'\noracle = 'exact'", "train.toml:2: oracle: planar has no 'exact'"),
        ("learner = 'oracle'", "train.toml:1: learner: 'oracle' is not one of perceptron"),
        ("seed = 18446744073709551616", "train.toml:1: seed: must be at most 18446744073709551615"),
        ("dev = " + "[" * 100_000, "train.toml"),
        ("seed = 1\nbeam = " + "9" * 5000, "train.toml"),
        ("threads = 99999999999", "train.toml:1: threads: must be at most 1024: 99999999999"),
        ("min-updates = 99999999999999", "train.toml:1: min-updates: must be at most 1000000000"),
        ("seed = 1\n\nexploration = 0.5\noracle = 'static'", "train.toml:3: exploration: it has no effect"),
        ("epochs = 1\nlearner = 'liblinear'", "train.toml:1: epochs: it has no effect"),
        ("patience = 2", "train.toml:1: patience: it has no effect: without development data"),
        ("labels = 'before'\nlearner = 'libsvm'", "train.toml:1: labels: 'before' is not one of after, together"),
        ("cost = inf\nlearner = 'libsvm'", "train.toml:1: cost: must be a finite number: inf"),
        ("lstm_size = 0\nlearner = 'bilstm'", "train.toml:1: lstm_size: must be at least 1: 0"),
        ("learner = 'perceptron'\nlstm_size = 8", "train.toml:2: lstm_size: it has no effect: it belongs to the"),
    ],
)
def test_mistakes_in_the_file(config: str, message: str, folder: Path) -> None:
    result = train(config, "train.conllu", "-o", "new", "-q")
    assert result.exit_code == 1
    assert result.stderr.startswith("crossarc: error: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert not Path("new").exists()


def test_mistakes_on_the_command_line_are_not_the_file_s(folder: Path) -> None:
    result = train("epochs = 1", "train.conllu", "-o", "new", "-s", "arc-egaer")
    assert result.exit_code == 2
    assert "train.toml" not in result.stderr
    assert train("epochs = 1", "-o", "new").exit_code == 2
    result = runner.invoke(app, ["train", "--config", "missing.toml"])
    assert (result.exit_code, result.stderr) == (1, "crossarc: error: missing.toml: No such file or directory\n")
    Path("bad.toml").write_bytes(b"dev = '\xff'")
    result = runner.invoke(app, ["train", "--config", "bad.toml"])
    assert (result.exit_code, result.stderr) == (1, "crossarc: error: bad.toml:1: it is not UTF-8\n")


PARSER_ALONE = ["--stages", "parse"]  # other stages have no part in what is tested
SMALL_NETWORK = ["--learner", "bilstm", "--batch-size", "8", "--epochs", "1"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--dev", "dev.conllu", "--epochs", "2", "--prune", "0.3"],
        ["-s", "undirected-planar", "--root-links", "trusted", "--features", "features.txt", "--epochs", "1"],
        ["-s", "2-planar", "--regularize", "--multi-root", "--tags", "none", "--seed", "5", "--epochs", "1"],
        ["--oracle", "exact", "--epochs", "1", "--beam", "2", "--update", "early", "--dev", "dev.conllu"],
        ["--learner", "liblinear", "--cost", "0.2", "--beam", "2", "--oracle", "static"],
        ["--learner", "libsvm", "--dev", "dev.conllu", "--root", "first"],
        ["--learner", "liblinear", "--labels", "together", "--tolerance", "0.2"],
        ["--learner", "libsvm", "--labels", "together", "--degree", "3", "--gamma", "0.1", "--min-split", "50"],
        [*SMALL_NETWORK, "--labels", "after"],
        SMALL_NETWORK,
        ["--learner", "bilstm", "--epochs", "1", "--embeddings", "vectors.txt"],
        [
            "--learner",
            "bilstm",
            "--epochs",
            "1",
            "--errors-per-step",
            "20",
            "--embeddings",
            "vectors.txt",
            "--keep-embeddings",
        ],
        [*SMALL_NETWORK, "--preset", "best", "--dev", "dev.conllu", "--patience", "1", "--embeddings", "vectors.txt"],
    ],
    ids=" ".join,
)
def test_a_parser_tells_how_to_train_it_again(arguments: list[str], folder: Path) -> None:
    pytest.importorskip({"bilstm": "torch", "liblinear": "sklearn", "libsvm": "sklearn"}.get(arguments[1], "numpy"))
    Path("vectors.txt").write_text("a 1 2\nb 3 4\n", encoding="utf-8")
    alone = [] if "--prune" in arguments else PARSER_ALONE  # once with all stages
    assert runner.invoke(app, ["train", "train.conllu", "-o", "model", "-q", *alone, *arguments]).exit_code == 0
    os.remove("features.txt")  # noqa: PTH107
    assert f"# crossarc {crossarc.__version__}; the parser is that of epoch" in trained_again()


def trained_again(*arguments: str, input: bytes | None = None) -> str:
    """Train with what `info --config` tells of a model, and require the same bytes."""
    config = runner.invoke(app, ["info", "model", "--config"]).stdout
    Path("train.toml").write_text(config, encoding="utf-8")
    result = runner.invoke(app, ["train", "--config", "train.toml", "-o", "again", "-q", *arguments], input=input)
    assert (result.exit_code, result.output) == (0, "")
    assert Path("again").read_bytes() == Path("model").read_bytes()
    return config


def first_training(*arguments: str, input: bytes | None = None) -> None:
    command = ["train", "-o", "model", "-q", "--epochs", "1", *PARSER_ALONE]
    result = runner.invoke(app, [*command, *arguments], input=input)
    assert (result.exit_code, result.output) == (0, "")


def test_broken_sentences_are_left_out_again(folder: Path) -> None:
    text = Path("train.conllu").read_bytes()
    Path("broken.conllu").write_bytes(text + b"1\tbroken\n\n")
    first_training("broken.conllu", "--lenient")
    assert "lenient = true\n" in trained_again()
    assert crossarc.load("model").info["train"]["left_out"] == 1
    first_training("train.conllu", "--lenient")
    assert "lenient" not in trained_again()


def test_the_format_is_told(folder: Path) -> None:
    line = "\t".join(["1", "a", "b", "X", "Y", "_", "0", "root", "_", "_"])
    Path("x.conllu").write_text(f"{line}\n\n" * 3, encoding="utf-8")
    first_training("x.conllu", "--format", "conllx", "--min-updates", "0", "--prune", "0")
    assert 'format = "conllx"\n' in trained_again()
    Path("x.conllx").write_text(f"{line}\n\n" * 3, encoding="utf-8")
    first_training("x.conllx", "--dev", "dev.conllu", "--min-updates", "0", "--prune", "0")
    assert "format = " not in trained_again()  # they are of two formats


def test_standard_input_is_told(folder: Path) -> None:
    text = Path("train.conllu").read_bytes()
    first_training("-", input=text)
    assert 'train = "-"\n' in trained_again(input=text)
    Path("-").write_bytes(text)
    first_training("./-")
    assert 'train = "./-"\n' in trained_again()


@pytest.mark.parametrize(
    "name", ['it\'s "a".conllu', "two\nlines\t.conllu", "back\\slash.conllu", "süß 😀.conllu", "#.conllu"]
)
def test_odd_names_of_files(name: str, folder: Path) -> None:
    Path("train.conllu").rename(name)
    first_training(name, "--dev", "dev.conllu")
    trained_again()


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names are Unicode there")
def test_names_that_are_not_utf_8(folder: Path) -> None:
    name = os.fsdecode(b"caf\xe9.conllu")
    Path("train.conllu").rename(name)
    first_training(name, "--dev", "dev.conllu")
    assert crossarc.load("model").info["train"]["name"] == "caf\ufffd.conllu"
    told = trained_again(name)
    assert "# train is missing: it was no file, or its name is not UTF-8; give it on the command line\n" in told


def test_other_trees_under_the_same_name_are_a_warning(folder: Path) -> None:
    first_training("train.conllu", "--dev", "dev.conllu")
    trained_again()  # without a word
    Path("dev.conllu").write_bytes(Path("train.conllu").read_bytes() + b"\n")
    config = runner.invoke(app, ["info", "model", "--config"]).stdout
    result = train(config, "-o", "again")
    assert result.exit_code == 0
    assert "warning: dev.conllu: these are not the trees that the file of options is for" in result.stderr
    assert "warning: train.conllu" not in result.stderr


def test_treebanks_that_were_no_files(folder: Path) -> None:
    treebank = crossarc.read("train.conllu")
    crossarc.train(treebank[:30], epochs=1).save("model")
    config = runner.invoke(app, ["info", "model", "--config"]).stdout
    assert "# train is missing" in config
    assert "# train was <selection of train.conllu>\n" in config
    assert "\ntrain-sha256 = " in config
    assert "\ntrain = " not in config


def test_sizes_that_only_python_takes(folder: Path) -> None:
    pytest.importorskip("torch")
    sizes = {"word_size": 8, "lstm_size": 8, "hidden_size": 8, "lstm_layers": 1, "head_slots": True, "loss": "margin"}
    crossarc.train("train.conllu", dev="dev.conllu", learner="bilstm", epochs=1, preset="best", **sizes).save("model")
    assert "lstm-size = 8\n" in trained_again()
    network = NeuralOptions(epochs=1, word_size=8, lstm_size=8)
    crossarc.train("train.conllu", learner="bilstm", neural=network).save("model")
    trained_again()


def test_an_interrupted_training_is_repeated_up_to_the_parser_that_was_kept(folder: Path) -> None:
    training = Training("train.conllu", "dev.conllu", TrainingOptions(epochs=5, seed=2))
    for epoch in training:
        if epoch.number == 2:
            training.end_early()
    parser = training.parser
    assert parser is not None
    parser.save("model")
    config = runner.invoke(app, ["info", "model", "--config"]).stdout
    number = parser.info["epoch"]["number"]
    assert "# training was interrupted: epochs is the one that the parser is of\n" in config
    assert f"\nepochs = {number}\n" in config
    assert train(config, "-o", "again", "-q").exit_code == 0
    again = crossarc.load("again")
    assert again._model.weights() == parser._model.weights()
    assert again.info["epoch"] == parser.info["epoch"]


def test_a_file_of_options_of_another_kind_of_parser(folder: Path) -> None:
    """What the command line adds may leave an option of the file without effect; it is told of the file."""
    result = train("seed = 2\nexploration = 0.5\n", "train.conllu", "-o", "new", "--oracle", "static")
    assert result.exit_code == 1
    assert "train.toml:2: exploration: it has no effect: the static oracle" in result.stderr
    result = train("oracle = 'static'\n", "train.conllu", "-o", "new", "--exploration", "0.5")
    assert result.exit_code == 2
    assert "error: --exploration: it has no effect: the static oracle" in result.stderr
    result = train("exploration = 0.5\n", "train.conllu", "-o", "new", "--exploration", "0.7", "--oracle", "static")
    assert result.exit_code == 2
