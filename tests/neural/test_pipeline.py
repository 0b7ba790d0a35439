"""Models with all stages whose parser is a network: from text to trees, with tags as the parser will see them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runner import CliRunner, Result

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import crossarc
from crossarc import Annotator, synthetic
from crossarc.cli import app
from crossarc.tokenizer import restore

STAGES = ["tokenize", "tag", "lemma", "parse"]
SIZES = ("word_size", "lemma_size", "feats_size", "char_size", "tag_size", "lstm_size", "hidden_size")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pipeline")
    for name, text in synthetic.splits(100, 20, 20, crossing="any", rate=0.2).items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    (folder / "test.txt").write_text(restore(crossarc.read(folder / "test.conllu")), encoding="utf-8")
    changes = dict.fromkeys(SIZES, 16) | {"guess_size": 8, "learning-rate": 0.02, "average": 0.9, "batch-words": 60}
    lines = [f"{name} = {value}\n" for name, value in changes.items()]
    (folder / "small.toml").write_text("".join(lines), encoding="utf-8")
    return folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def train(folder: Path, model: Path, *more: object) -> Result:
    given = ["train", folder / "train.conllu", "--dev", folder / "dev.conllu", "-o", model, "--learner", "bilstm"]
    return run(*given, "--preset", "best", "--config", folder / "small.toml", *more)


@pytest.fixture(scope="module")
def model(folder: Path) -> Path:
    result = train(folder, folder / "model", "--epochs", "4")
    assert result.exit_code == 0, result.stderr
    assert "crossarc: predicting tags and lemmas for the parser to learn from\n" in result.stderr
    return folder / "model"


def test_text_to_trees(folder: Path, model: Path, tmp_path: Path) -> None:
    text = (folder / "test.txt").read_text(encoding="utf-8")
    assert run("parse", model, folder / "test.txt", "-o", tmp_path / "out.conllu", "--offsets").exit_code == 0
    parsed = crossarc.read(tmp_path / "out.conllu")
    assert restore(parsed) == text
    assert parsed == crossarc.load(model).parse_text(text)
    assert "_" not in {*parsed.column("upos"), *parsed.column("lemma")}
    assert crossarc.evaluate(folder / "test.conllu", parsed).uas > 30


def test_the_file_holds_all_stages(folder: Path, model: Path) -> None:
    told = json.loads(run("info", model, "--json").stdout)
    assert list(told["stages"]) == STAGES
    assert (told["learner"], told["train_tags"]) == ("bilstm", "predicted")
    assert Annotator.load(model).names == tuple(STAGES[:3])
    tagged = run("tag", model, folder / "test.txt", "-q").stdout
    assert (
        tagged
        == crossarc.load(model)
        .tag(Annotator.load(model).words((folder / "test.txt").read_text(encoding="utf-8"), offsets=False))
        .to_conllu()
    )


def test_it_learns_from_what_it_will_see(folder: Path, model: Path, tmp_path: Path) -> None:
    assert train(folder, tmp_path / "gold", "--epochs", "4", "--train-tags", "gold", "-q").exit_code == 0
    gold, predicted = crossarc.load(tmp_path / "gold"), crossarc.load(model)
    assert gold._model.weights() != predicted._model.weights()
    assert gold.annotator.tagger is not None and predicted.annotator.tagger is not None
    assert gold.annotator.tagger.to_bytes() == predicted.annotator.tagger.to_bytes()


def test_the_same_model_again_from_what_it_tells(folder: Path, model: Path, tmp_path: Path) -> None:
    config = run("info", model, "--config").stdout
    for name in ("train", "dev"):
        config = config.replace(f'"{name}.conllu"', json.dumps(str(folder / f"{name}.conllu")))
    (tmp_path / "model.toml").write_text(config, encoding="utf-8")
    again = run("train", "--config", tmp_path / "model.toml", "-o", tmp_path / "again", "-q", "--threads", "2")
    assert again.exit_code == 0, again.stderr
    assert (tmp_path / "again").read_bytes() == model.read_bytes()


def test_interrupted_and_resumed_is_the_same(
    folder: Path, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learn_until_ctrl_c(self: crossarc.parser.Training) -> crossarc.parser.Epoch:
        if len(self.epochs) == 2:
            raise KeyboardInterrupt
        return run_epoch(self)

    run_epoch = crossarc.parser.Training._run_epoch
    monkeypatch.setattr(crossarc.parser.Training, "_run_epoch", learn_until_ctrl_c)
    stopped = train(folder, tmp_path / "model", "--epochs", "4")
    assert stopped.exit_code == 130
    assert "keeping the best parser so far, --resume goes on" in stopped.stderr
    assert crossarc.load(tmp_path / "model").stages == tuple(STAGES)
    monkeypatch.undo()
    for given, told in (
        (["--train-tags", "gold"], "train_tags was predicted, now it is gold"),
        (["--stages", "tokenize,tag,parse"], "it had other tags or lemmas to learn from"),
    ):
        refused = train(folder, tmp_path / "model", "--epochs", "4", "--resume", "-q", *given)
        assert refused.exit_code == 1
        assert refused.stderr.endswith(f"the checkpoint of another run: {told}\n")
    assert train(folder, tmp_path / "model", "--epochs", "4", "--resume", "-q").exit_code == 0
    assert (tmp_path / "model").read_bytes() == model.read_bytes()
    assert not (tmp_path / "model.checkpoint").exists()
