"""Checkpoints: a run goes on as if it had not been interrupted; nothing else is believed, replaced or removed."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_runner import CliRunner

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import safetensors
import torch

from crossarc import Treebank, synthetic
from crossarc.cli import app
from crossarc.messages import CrossarcWarning
from crossarc.neural import checkpoint
from crossarc.neural.checkpoint import Checkpoint, CheckpointError, write_checkpoint
from crossarc.parser import Training, TrainingOptions, load

runner = CliRunner()
SMALL = {
    **dict.fromkeys(("word_size", "lemma_size", "feats_size", "char_size", "tag_size"), 8),
    "lstm_size": 8,
    "hidden_size": 8,
    "learning_rate": 0.01,
    "batch_size": 4,
}


@pytest.fixture(scope="module")
def parts() -> dict[str, Treebank]:
    texts = synthetic.splits(40, 15, 15, crossing="any", rate=0.5)
    return {name: Treebank.from_conllu(text) for name, text in texts.items()}


@pytest.mark.parametrize(
    "changes",
    [
        {"dropout": 0.2, "average": 0.9, "decay": 0.1},
        {"batch_size": None, "batch_words": 50, "dropout": 0.2, "average": 0.9, "decay": 0.1},
        {"batch_size": None, "embeddings": "vectors.txt"},
        {"batch_size": None, "errors_per_step": 20, "embeddings": "vectors.txt", "sparse_updates": False, "decay": 0.1},
    ],
)
def test_resuming_gives_the_same_bytes(
    changes: dict[str, Any], parts: dict[str, Treebank], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = parts["train"].strings("form")[::2]
    Path("vectors.txt").write_text("".join(f"{word} {len(word)} 1 -1\n" for word in words), encoding="utf-8")
    options = TrainingOptions.of(**({"learner": "bilstm", "epochs": 4} | SMALL | changes))

    def training() -> Training:
        return Training(parts["train"], parts["dev"], options)

    whole = training()
    assert len(list(whole)) == 4
    first = training()
    next(iter(first)), next(iter(first))
    first.save_checkpoint(tmp_path / "checkpoint")
    second = training()
    second.resume(tmp_path / "checkpoint")
    assert [epoch.number for epoch in second] == [3, 4]
    for name, run in (("whole", whole), ("resumed", second)):
        assert run.parser is not None
        run.parser.save(tmp_path / name)
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "resumed").read_bytes()


@pytest.mark.parametrize("has_dev", [True, False])
def test_a_run_that_is_resumed_has_its_best_parser_at_once(
    has_dev: bool, parts: dict[str, Treebank], tmp_path: Path
) -> None:
    options = TrainingOptions.of(learner="bilstm", epochs=2, **SMALL)
    first, second = (Training(parts["train"], parts["dev"] if has_dev else None, options) for _ in range(2))
    next(iter(first))
    first.save_checkpoint(tmp_path / "checkpoint")
    second.resume(tmp_path / "checkpoint")
    for name, run in (("first", first), ("resumed", second)):
        assert run.parser is not None
        run.parser.save(tmp_path / name)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "resumed").read_bytes()


def trained(treebank: Treebank, dev: Treebank | None = None, **changes: Any) -> Training:
    return Training(treebank, dev, TrainingOptions.of(**({"learner": "bilstm", "epochs": 3} | SMALL | changes)))


@pytest.fixture
def saved(parts: dict[str, Treebank], tmp_path: Path) -> Path:
    """A checkpoint after one epoch of three."""
    run = trained(parts["dev"], parts["test"])
    next(iter(run))
    run.save_checkpoint(tmp_path / "checkpoint")
    return tmp_path / "checkpoint"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 2}, "another run: seed was 1, now it is 2$"),
        ({"lstm_size": 9, "epochs": 4}, "another run: epochs was 3, now it is 4; lstm_size was 8, now it is 9$"),
        ({"oracle": "static"}, "another run: oracle was dynamic, now it is static$"),
    ],
)
def test_options_that_differ_are_named(
    changes: dict[str, Any], message: str, parts: dict[str, Treebank], saved: Path
) -> None:
    with pytest.raises(CheckpointError, match=message):
        trained(parts["dev"], parts["test"], **changes).resume(saved)


def test_treebanks_are_known_by_what_is_in_them(parts: dict[str, Treebank], saved: Path, tmp_path: Path) -> None:
    for given, message in (
        ((parts["train"], parts["test"]), "other training trees$"),
        ((parts["dev"], parts["train"]), "other development trees$"),
        ((parts["dev"], None), "other development trees$"),
        ((parts["test"], parts["dev"]), "other training trees; it had other development trees$"),
    ):
        with pytest.raises(CheckpointError, match=message):
            trained(*given).resume(saved)
    (tmp_path / "renamed.conllu").write_text(parts["dev"].to_conllu(), encoding="utf-8")
    run = Training(tmp_path / "renamed.conllu", parts["test"], trained(parts["dev"]).options)
    run.resume(saved)
    assert [epoch.number for epoch in run.epochs] == [1]


def test_word_vectors_are_known_by_what_is_in_them(parts: dict[str, Treebank], tmp_path: Path) -> None:
    forms = parts["dev"].strings("form")
    lines = [f"{form} {number} 1\n" for number, form in enumerate(forms)]
    (tmp_path / "a").write_text("".join(lines), encoding="utf-8")
    (tmp_path / "b").write_text(f"{len(lines)} 2\n" + "".join(lines), encoding="utf-8")
    (tmp_path / "c").write_text("".join(reversed(lines)), encoding="utf-8")
    runs = {name: trained(parts["dev"], embeddings=str(tmp_path / name)) for name in "abc"}
    next(iter(runs["a"]))
    runs["a"].save_checkpoint(tmp_path / "checkpoint")
    runs["b"].resume(tmp_path / "checkpoint")  # the same, written otherwise
    list(runs["a"]), list(runs["b"])
    first, second = runs["a"].parser, runs["b"].parser
    assert first is not None
    assert second is not None
    assert first._model.weights() == second._model.weights()
    assert first.info["embeddings"] == second.info["embeddings"] | {"name": "a"}
    for other in (runs["c"], trained(parts["dev"])):
        with pytest.raises(CheckpointError, match=r"another run: it had other word vectors$"):
            other.resume(tmp_path / "checkpoint")


def changed(path: Path, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> None:
    """Another checkpoint in the place of one, with a right checksum."""
    with safetensors.safe_open(os.fspath(path), "pt") as file:
        description = json.loads(file.metadata()[checkpoint._KEY])
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    change(description, tensors)
    write_checkpoint(path, description, tensors)


def _set(name: str, value: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    return lambda description, _: description.update({name: value})


def _set_in_epoch(name: str, value: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    return lambda description, _: description["epochs"][0].update({name: value})


def _with_tensor(name: str, change: Callable[[Any], Any]) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    return lambda _, tensors: tensors.update({name: change(tensors[name])})


@pytest.mark.parametrize(
    "change",
    [
        _set_in_epoch("number", 99),
        _set_in_epoch("number", 1.0),
        _set_in_epoch("seconds", float("nan")),
        _set_in_epoch("las", None),
        _set_in_epoch("las", 101.0),
        _set_in_epoch("uas", "90"),
        _set_in_epoch("is_best", False),
        _set_in_epoch("colour", "red"),
        lambda description, _: description.update(epochs=description["epochs"] * 2),
        _set("epochs", []),
        _set("epochs", None),
        _set("steps", -5),
        _set("steps", 5.0),
        _set("steps", 10**9),
        _set("steps", None),
        _set("made", None),
        _set("made", {}),
        lambda description, _: description.pop("steps"),
        lambda _, tensors: tensors.pop("weights.missing"),
        lambda _, tensors: tensors.pop("exp_avg_sq.missing"),
        lambda _, tensors: tensors.pop("best.missing"),
        lambda _, tensors: [tensors.pop(name) for name in list(tensors) if name.startswith("best.")],
        lambda _, tensors: tensors.update(surplus=torch.zeros(1)),
        _with_tensor("weights.missing", lambda own: own.reshape(-1)),
        _with_tensor("best.missing", lambda own: own.reshape(-1)),
        _with_tensor("weights.missing", lambda own: own.double()),
        _with_tensor("weights.missing", lambda own: own.int()),
        _with_tensor("weights.missing", lambda own: own * float("nan")),
        _with_tensor("exp_avg_sq.missing", lambda own: own - 1),
    ],
)
def test_all_of_a_checkpoint_is_checked(
    change: Callable[[dict[str, Any], dict[str, Any]], None], parts: dict[str, Treebank], saved: Path
) -> None:
    changed(saved, change)
    run = trained(parts["dev"], parts["test"])
    before = {name: tensor.clone() for name, tensor in run._trainer.state().items()}
    with pytest.raises(CheckpointError, match=r"not a checkpoint, or a damaged one$"):
        run.resume(saved)
    assert all(tensor.equal(before[name]) for name, tensor in run._trainer.state().items())
    assert not run.epochs


def test_damage_is_found(parts: dict[str, Treebank], saved: Path) -> None:
    content = saved.read_bytes()
    run = trained(parts["dev"], parts["test"])
    random = np.random.default_rng(1)
    places = [0, 8, 100, *random.integers(0, len(content), 30).tolist(), len(content) - 1]
    flipped = [content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :] for at in places]
    for damaged in (*flipped, content[:-1], content + b"\0", b"", b"nonsense" * 10):
        saved.write_bytes(damaged)
        with pytest.raises(CheckpointError, match="checkpoint"):
            run.resume(saved)
    saved.write_bytes(content)
    run.resume(saved)
    with pytest.raises(FileNotFoundError):
        run.resume(saved.with_name("missing"))


@pytest.fixture
def folder(parts: dict[str, Treebank], tmp_path: Path) -> Path:
    (tmp_path / "train.conllu").write_text(parts["dev"].to_conllu(), encoding="utf-8")
    return tmp_path


def command(folder: Path, *more: str, treebank: str = "train.conllu", model: str = "model") -> Any:
    given = ["train", str(folder / treebank), "-o", str(folder / model), "--learner", "bilstm", "--epochs", "2"]
    return runner.invoke(app, [*given, "--batch-size", "4", *more])


def test_what_is_no_checkpoint_is_left_alone(folder: Path) -> None:
    for content in (b"", b"my only copy", b"\xff" * 100, (2).to_bytes(8, "little") + b"{}"):
        (folder / "model.checkpoint").write_bytes(content)
        for more in ([], ["--resume"]):
            result = command(folder, *more)
            assert result.exit_code == 1
            assert result.stderr.startswith(f"crossarc: error: {folder / 'model.checkpoint'}: it is no checkpoint, but")
            assert (folder / "model.checkpoint").read_bytes() == content
    (folder / "model.checkpoint").unlink()
    (folder / "model.checkpoint").mkdir()
    assert command(folder).exit_code == 1
    assert not (folder / "model").exists()


def test_an_input_is_left_alone(folder: Path, saved: Path) -> None:
    (folder / "train.conllu").rename(folder / "model.checkpoint")
    content = (folder / "model.checkpoint").read_bytes()
    result = command(folder, treebank="model.checkpoint")
    assert result.exit_code == 2
    assert "an input as well" in " ".join(result.stderr.replace("│", " ").split())
    assert (folder / "model.checkpoint").read_bytes() == content


def test_an_unfinished_run_is_not_replaced(folder: Path, saved: Path) -> None:
    content = saved.rename(folder / "model.checkpoint").read_bytes()
    result = command(folder)
    assert result.exit_code == 1
    place = folder / "model.checkpoint"
    message = f"{place}: the checkpoint of an unfinished run: go on with --resume, or remove it"
    assert result.stderr == f"crossarc: error: {message}\n"
    assert place.read_bytes() == content
    place.unlink()
    assert command(folder).exit_code == 0
    assert not place.exists()


@pytest.mark.skipif(os.name == "nt", reason="names are longer there")
def test_a_checkpoint_that_cannot_be_written_is_known_at_once(folder: Path) -> None:
    result = command(folder, model="m" * 250)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "epoch" not in result.stderr


def test_models_that_are_no_files_have_no_checkpoints(folder: Path) -> None:
    assert Checkpoint.beside("-") is None
    assert Checkpoint.beside(os.devnull) is None
    with pytest.raises(CheckpointError, match="has no checkpoint to resume from"):
        Checkpoint.beside(os.devnull, resume=True)


def test_a_full_disk_costs_no_parser(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, epochs = checkpoint.write_checkpoint, []

    def fails(path: Any, description: Any, tensors: Any) -> None:
        epochs.append(len(description["epochs"]))
        if len(epochs) > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), os.fspath(path))
        write(path, description, tensors)

    monkeypatch.setattr(checkpoint, "write_checkpoint", fails)
    result = command(folder)
    assert result.exit_code == 0
    warning = "No space left on device: training goes on, but the checkpoint of an earlier epoch stays"
    assert f"crossarc: warning: {folder / 'model.checkpoint'}: {warning}\n" in result.stderr
    assert epochs == [1, 2]
    assert load(folder / "model").info["epoch"]["number"] == 2
    assert not (folder / "model.checkpoint").exists()
    with pytest.warns(CrossarcWarning, match="training goes on, but it could not be resumed"):
        Checkpoint(folder / "other").save(lambda path: fails(path, {"epochs": []}, {}))
