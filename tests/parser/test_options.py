"""Options of training: those without effect are refused, those that are not given follow from the others."""

from __future__ import annotations

import math
import pickle
import warnings
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import crossarc
from crossarc import Treebank, synthetic
from crossarc.choices import RANGES, OptionError
from crossarc.learners import all_learners
from crossarc.messages import CrossarcWarning
from crossarc.neural import NeuralOptions
from crossarc.neural.options import FEWEST_EPOCHS
from crossarc.parser import LEARNERS, Training, TrainingOptions

SVM = ("epochs", "patience", "exploration", "first_exploration", "min_updates", "prune", "update", "regularize")
DETERMINISTIC = "deterministic_oracle"
VALUES: dict[str, Any] = {
    **dict.fromkeys(("epochs", "patience", "first_exploration", "perceptrons", "min_updates", "beam"), 2),
    **dict.fromkeys(("exploration", "prune", "cost", "dropout", "near_mistakes"), 0.5),
    **dict.fromkeys(("tolerance", "gamma", "coef0"), 0.5),
    **dict.fromkeys(("degree", "min_split"), 3),
    "labels": "together",
    "update": "early",
    "regularize": False,
    DETERMINISTIC: True,
    "features": "S0.w",
    "lstm_size": 8,
    "batch_size": 8,
    "batch_words": 90,
    "steps": 100,
    "tune_embeddings": False,
    "root": "last",
    "buffer_arcs": "any",
    "planes": "first",
}
KERNEL = ("degree", "gamma", "coef0", "min_split")


@pytest.fixture(scope="module")
def parts() -> dict[str, Treebank]:
    texts = synthetic.splits(60, 20, 20, crossing="any", rate=0.5)
    return {name: Treebank.from_conllu(text) for name, text in texts.items()}


@pytest.mark.parametrize(
    ("options", "refused"),
    [
        ({}, ("update", "cost", "tolerance", "labels", *KERNEL, "regularize", "lstm_size", "dropout")),
        ({"system": "arc-hybrid"}, ("root",)),
        ({"oracle": "static"}, ("exploration", "first_exploration", DETERMINISTIC)),
        ({"beam": 2}, (DETERMINISTIC,)),
        ({"system": "arc-standard"}, ("exploration", "first_exploration")),
        ({"exploration": 0}, ("first_exploration",)),
        ({"epochs": 1}, ("exploration",)),
        ({"epochs": 2, "first_exploration": 3}, ("exploration",)),
        ({"system": "2-planar", "oracle": "static"}, ("regularize", "buffer_arcs")),
        ({"system": "planar"}, ("planes", "buffer_arcs")),
        ({"system": "arc-eager+lba+rba"}, ("buffer_arcs", "planes")),
        ({"system": "arc-eager+lba", "oracle": "static", "root": "first"}, ("buffer_arcs",)),
        ({"learner": "liblinear"}, (*SVM, *KERNEL, "dropout", DETERMINISTIC, "perceptrons")),
        ({"learner": "liblinear", "labels": "together"}, ("beam",)),
        ({"learner": "liblinear", "beam": 4}, ("update",)),
        ({"learner": "libsvm"}, (*SVM, "beam")),
        (
            {"learner": "bilstm"},
            (
                "perceptrons",
                "min_updates",
                "prune",
                "update",
                "beam",
                "cost",
                "tolerance",
                *KERNEL,
                "features",
                DETERMINISTIC,
            ),
        ),
        ({"learner": "bilstm", "oracle": "static"}, ("exploration", "first_exploration", "near_mistakes")),
        ({"learner": "bilstm", "errors_per_step": 50}, ("batch_size", "batch_words", "steps", "tune_embeddings")),
        ({"learner": "bilstm", "batch_words": 50}, ("batch_size",)),
        ({"learner": "bilstm", "preset": "best", "epochs": 3}, ("steps",)),
    ],
    ids=str,
)
def test_options_without_effect_are_refused_by_name(options: dict[str, Any], refused: tuple[str, ...]) -> None:
    defaults = TrainingOptions.of(**options)
    for name in refused:
        with pytest.raises(OptionError, match=f"^{name}: it has no effect: ") as caught:
            TrainingOptions.of(**options, **{name: VALUES[name]})
        assert pickle.loads(pickle.dumps(caught.value)).option == name
        assert name not in defaults.used()


@pytest.mark.parametrize(
    "options",
    [
        {"system": "covington", DETERMINISTIC: True},
        {"beam": 8, "update": "early", "exploration": 0.5, "first_exploration": 1, "perceptrons": 2},
        {"system": "2-planar", "oracle": "dynamic", "regularize": False},
        {"system": "arc-hybrid-swap", "exploration": 1.0},
        {"epochs": 1, "exploration": 1.0, "first_exploration": 1},
        {"learner": "liblinear", "beam": 2, "cost": 2.0, "oracle": "static"},
        {"learner": "libsvm", "cost": 2.0},
        {"learner": "libsvm", "labels": "together", "degree": 3, "gamma": 0.1, "coef0": 0.0, "min_split": 10},
        {"learner": "liblinear", "labels": "after", "tolerance": 0.5},
        {"learner": "bilstm", "labels": "after"},
        {"learner": "bilstm", "preset": "best", "steps": 100, "batch_words": 30},
        {"learner": "bilstm", "epochs": 3, "patience": 2, "exploration": 0.5, "dropout": 0.1, "preset": "best"},
        {"system": "arc-eager+lba", "root": "first"},
        {"system": "arc-eager+rba", "root": "first", "oracle": "static", "buffer_arcs": "any"},
        {"system": "2-planar+rba", "learner": "liblinear", "buffer_arcs": "any", "planes": "shortest"},
        {"system": "2-planar", "learner": "bilstm", "planes": "projective"},
        {"system": "undirected-planar", "reconstruction": "label", "root_links": "trusted"},
    ],
    ids=str,
)
def test_options_with_effect_are_told_once(options: dict[str, Any]) -> None:
    used = TrainingOptions.of(**options).used()
    assert {name: used[name] for name in options} == options
    assert not any(isinstance(value, dict) or value is None for value in used.values())


@pytest.mark.parametrize("system", ["covington", "arc-hybrid-swap", "undirected-covington"])
def test_systems_that_build_every_tree_have_none_to_change(system: str) -> None:
    for nonprojective in ("drop", "lift", "pseudo-head", "pseudo-path", "pseudo-head+path"):
        with pytest.raises(OptionError, match=f"^nonprojective: it has no effect: {system} builds every tree, so that"):
            TrainingOptions(system=system, nonprojective=nonprojective)
        TrainingOptions(system="2-planar", nonprojective=nonprojective)
    for nonprojective in ("keep", "projectivize"):
        assert TrainingOptions(system=system, nonprojective=nonprojective).used()["nonprojective"] == nonprojective
    assert TrainingOptions(system=system).nonprojective == "keep"


def test_options_that_are_not_given_are_not_refused() -> None:
    for learner in LEARNERS:
        nothing: dict[str, Any] = dict.fromkeys((*VALUES, "oracle"))
        del nothing["root"]
        assert TrainingOptions.of(learner=learner, **nothing) == TrainingOptions.of(learner=learner)
        assert TrainingOptions(learner=learner) == TrainingOptions.of(learner=learner)


def test_the_exact_oracle_sees_trees_as_they_are(parts: dict[str, Treebank]) -> None:
    for system in ("arc-eager", "arc-hybrid"):
        assert TrainingOptions.of(system=system).nonprojective == "pseudo-head"
        assert TrainingOptions.of(system=system, oracle="exact").nonprojective == "keep"
        for nonprojective in ("drop", "projectivize", "lift", "pseudo-head", "pseudo-path", "pseudo-head+path"):
            with pytest.raises(OptionError, match=r"oracle: exact has no effect: .*; take --nonprojective keep"):
                TrainingOptions(system=system, oracle="exact", nonprojective=nonprojective)
    exact, dynamic = (
        crossarc.train(parts["train"], oracle=oracle, nonprojective="keep", epochs=2) for oracle in ("exact", "dynamic")
    )
    assert exact._model.weights() != dynamic._model.weights()


@pytest.mark.parametrize("learner", ["perceptron", "liblinear", "bilstm"])
@pytest.mark.parametrize(
    ("system", "default", "other"),
    [
        ("arc-eager+rba", {"buffer_arcs": "short"}, {"buffer_arcs": "any"}),
        ("2-planar", {"planes": "active"}, {"planes": "first"}),
    ],
)
def test_what_oracles_aim_at_is_learnt_and_remembered(
    learner: str,
    system: str,
    default: dict[str, str],
    other: dict[str, str],
    parts: dict[str, Treebank],
    tmp_path: Path,
) -> None:
    if learner == "bilstm":
        pytest.importorskip("torch")
    options: dict[str, Any] = {"learner": learner, "system": system, "oracle": "static", "threads": 1}
    options |= {"epochs": 1} if learner != "liblinear" else {}
    options |= {"lstm_size": 4, "hidden_size": 4} if learner == "bilstm" else {}
    weights = {}
    for name, chosen in (("none", {}), ("default", default), ("other", other)):
        parser = crossarc.train(parts["dev"], **options, **chosen)
        parser.save(tmp_path / name)
        told = crossarc.load(tmp_path / name).info["options"]
        assert {option: told[option] for option in chosen} == chosen
        assert chosen or not {"buffer_arcs", "planes"} & set(told)
        weights[name] = (tmp_path / name).read_bytes()[-1000:]  # what is before tells of the options
    assert weights["none"] == weights["default"] != weights["other"]


@pytest.mark.parametrize("learner", ["perceptron", "bilstm"])
def test_patience_needs_development_data(learner: str, parts: dict[str, Treebank]) -> None:
    if learner == "bilstm":
        pytest.importorskip("torch")
    options = TrainingOptions(learner=learner, patience=2)
    with pytest.raises(OptionError, match="patience: it has no effect: without development data"):
        Training(parts["train"], None, options)
    with pytest.raises(OptionError, match="patience"):
        crossarc.train(parts["train"], learner=learner, patience=2)
    assert "patience" in options.used()
    assert "patience" not in options.used(has_dev=False)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_numbers_are_finite(value: float) -> None:
    for name in ("prune", "exploration", "cost", "learning_rate", "dropout", "decay"):
        with pytest.raises(OptionError, match=f"{name}: must be a finite number"):
            TrainingOptions.of(learner="libsvm" if name == "cost" else "bilstm", **{name: value})


def test_every_number_has_its_range() -> None:
    for kind in (TrainingOptions, *(learner.options for learner in all_learners())):
        for field in fields(kind):
            if str(field.type).split(" | ")[0] in ("int", "float"):
                least, most = field.metadata.get("limits") or RANGES[field.name]
                for wrong in (least - 1, most + 1):
                    with pytest.raises(OptionError, match=f"{field.name}: must be "):
                        kind(**{field.name: type(least)(wrong)})
    with pytest.raises(OptionError, match="beam: must be a whole number: True"):
        TrainingOptions(beam=True)


def test_names_that_were_probably_meant() -> None:
    with pytest.raises(TypeError, match=r"there is no option 'epoch'; did you mean 'epochs'\?"):
        TrainingOptions.of(epoch=3)
    with pytest.raises(TypeError, match=r"there is no option 'lstm_sizes'; did you mean 'lstm_size'\?"):
        TrainingOptions.of(learner="bilstm", lstm_sizes=3)
    for wrong, meant in (("system", "planr"), ("oracle", "dynamik"), ("learner", "libsvn"), ("tags", "upso")):
        with pytest.raises(OptionError, match=rf"{wrong}: .*; did you mean '\w+'\?"):
            TrainingOptions.of(**{wrong: meant})
    with pytest.raises(ValueError, match=r"unknown system 'foo'\. The systems are arc-standard, arc-eager"):
        crossarc.System("foo")
    with pytest.raises(ValueError, match=r"oracle: covington has no 'dinamic', .*; did you mean 'dynamic'\?"):
        crossarc.System("covington").oracle("dinamic", [0])
    with pytest.raises(ValueError, match=r"no column 'deprl': .*; did you mean 'deprel'\?"):
        Treebank.from_conllu("").strings("deprl")


def test_who_gives_the_size_of_batches_has_steps_follow_them() -> None:
    paper = TrainingOptions.of(learner="bilstm").used()
    assert paper["errors_per_step"] == 50
    assert "batch_size" not in paper
    batches = TrainingOptions.of(learner="bilstm", batch_size=8).used()
    assert (batches["errors_per_step"], batches["batch_size"]) == (0, 8)
    assert TrainingOptions.of(learner="bilstm", errors_per_step=0).used()["batch_size"] == 32
    words = TrainingOptions.of(learner="bilstm", batch_words=80).used()
    assert (words["errors_per_step"], words["batch_words"]) == (0, 80)
    sentences = TrainingOptions.of(learner="bilstm", preset="best", batch_size=8).used()
    assert sentences["batch_size"] == 8
    assert not sentences.get("batch_words")
    assert TrainingOptions.of(learner="bilstm", preset="best", errors_per_step=9).used()["errors_per_step"] == 9


def test_models_of_the_best_preset_are_told_as_they_always_were() -> None:
    """Options that came later are told where they differ from what there was no choice about: so bytes stay."""
    later = {"errors_per_step", "sparse_updates", "tune_embeddings"}
    best, paper = (TrainingOptions.of(learner="bilstm", preset=preset, embeddings="v") for preset in ("best", "paper"))
    assert not {"batch_words", "steps"} & (paper.used().keys() | paper.to_dict()["neural"].keys())
    assert not later & (best.used().keys() | best.to_dict()["neural"].keys())
    assert later <= paper.used().keys() & paper.to_dict()["neural"].keys()
    for changed in (paper, best):
        assert NeuralOptions.from_dict(changed.own.to_dict()) == changed.own
    as_before = NeuralOptions.of(errors_per_step=0, sparse_updates=False, tune_embeddings=False)
    assert later <= as_before.to_dict().keys()
    told = {name: value for name, value in as_before.to_dict().items() if name not in later}
    assert NeuralOptions.from_dict(told) == as_before  # a file of an earlier version


def test_a_network_is_described_once() -> None:
    network = NeuralOptions.of("best", epochs=3)
    assert TrainingOptions(learner="bilstm", neural=network).used()["epochs"] == 3
    with pytest.raises(OptionError, match="neural: it has dropout already"):
        TrainingOptions.of(learner="bilstm", neural=network, dropout=0.5)
    with pytest.raises(OptionError, match="neural: it belongs to the learner bilstm"):
        TrainingOptions.of(neural=network)


def test_development_data_that_are_the_training_data(parts: dict[str, Treebank], tmp_path: Path) -> None:
    for name in ("a.conllu", "b.conllu"):
        (tmp_path / name).write_bytes(parts["dev"].to_bytes())
    with pytest.warns(CrossarcWarning, match="the development data are the training data"):
        crossarc.train(tmp_path / "a.conllu", dev=tmp_path / "b.conllu", epochs=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        crossarc.train(parts["train"], dev=parts["dev"], epochs=1)


def test_a_parser_without_weights(parts: dict[str, Treebank]) -> None:
    with pytest.warns(CrossarcWarning, match="the parser has no weights") as told:
        crossarc.train(parts["dev"], epochs=1, min_updates=1_000_000)
    assert len(told) == 1


def test_threads_have_their_range(parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["dev"], epochs=1)
    for wrong in (-1, 99_999_999_999, 1.5):
        for act in (
            lambda: crossarc.train(parts["dev"], epochs=1, threads=wrong),  # type: ignore[arg-type]  # noqa: B023
            lambda: parser.parse(parts["dev"], threads=wrong),  # type: ignore[arg-type]  # noqa: B023
            lambda: crossarc.analyze(parts["dev"], threads=wrong),  # type: ignore[arg-type]  # noqa: B023
            lambda: crossarc.compare(parts["dev"], [parts["dev"]] * 2, threads=wrong),  # type: ignore[arg-type]  # noqa: B023
        ):
            with pytest.raises(ValueError, match="threads: must be "):
                act()


def test_models_that_tell_of_all_options(parts: dict[str, Treebank], tmp_path: Path) -> None:
    """As models were written once: options without effect among the others, a network's in a table of their own."""
    from dataclasses import replace  # noqa: PLC0415

    parser = crossarc.train(parts["dev"], epochs=2, learner="perceptron", seed=3)
    made = dict(parser._configuration.made)
    options = TrainingOptions.of(epochs=2, seed=3).fitted_to(parts["dev"])
    made["options"] = {n: v for n, v in options.to_dict().items() if n != "features" and v is not None}
    assert {"patience", "regularize", "update"} <= set(made["options"])
    old = crossarc.Parser(replace(parser._configuration, made=made), parser._model)
    old.save(tmp_path / "old")
    loaded = crossarc.load(tmp_path / "old")
    assert loaded.info == parser.info
    assert not {"patience", "regularize", "update"} & set(loaded.info["options"])
    network = TrainingOptions.of(learner="bilstm", epochs=2, dropout=0.5).to_dict() | {"features": None}
    of_a_network = replace(parser._configuration, made=made | {"options": network, "dev": {}})
    told = crossarc.Parser(of_a_network, parser._model).info["options"]
    assert (told["epochs"], told["dropout"], told["patience"]) == (2, 0.5, 15)
    assert "neural" not in told


def test_as_many_epochs_as_make_the_steps() -> None:
    """Small treebanks are gone through more often; `epochs` and `patience` take precedence."""

    def fitted(sentences: int, **more: Any) -> tuple[int, int]:
        treebank = Treebank.from_conllu(("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n" + "\n") * sentences)
        options = TrainingOptions.of(learner="bilstm", preset="best", **more)
        told = options.fitted_to(treebank)
        assert told.fitted_to(treebank) == told
        told.require_effect()
        assert "steps" not in told.used()
        return told.epochs, told.patience

    assert fitted(100, steps=200, batch_words=10) == (20, 20)
    assert fitted(105, steps=200, batch_words=10) == (20, 20)
    assert fitted(50, steps=200, batch_words=10) == (40, 40)
    assert fitted(5, steps=200, batch_words=10) == (200, 200)  # an epoch is at least a step
    assert fitted(2000, steps=200, batch_words=10) == (FEWEST_EPOCHS, FEWEST_EPOCHS)
    assert fitted(100, steps=200, batch_size=5) == (FEWEST_EPOCHS, FEWEST_EPOCHS)
    assert fitted(100, epochs=7) == (7, 7)
    assert fitted(100, epochs=7, patience=3) == (7, 3)
    assert fitted(100, steps=200, batch_words=10, patience=3) == (20, 3)
    assert TrainingOptions.of(learner="bilstm").epochs == 15
