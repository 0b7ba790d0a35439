"""Support vector machines: the core decides as scikit-learn does, and parsers come back from their files."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

import crossarc
from crossarc import Treebank, _core, synthetic
from crossarc.features import default_templates, fitted
from crossarc.parser import ModelError, TrainingOptions, svm
from crossarc.parser.svm import Effort, Examples, Kernel, kernel_machine, linear_weights, split

pytest.importorskip("sklearn")

NO_OPTIONS = {"root": "", "reconstruction": "", "root_links": ""}


@pytest.fixture(scope="module")
def parts() -> dict[str, Treebank]:
    texts = synthetic.splits(150, 30, 60, crossing="any", rate=0.4)
    return {name: Treebank.from_conllu(text) for name, text in texts.items()}


def examples_of(
    treebank: Treebank, system: str, templates: str | None = None, *, together: bool = False
) -> tuple[Examples, Examples, Examples]:
    *parts, _ = _core.derivation_examples(
        treebank._document,
        system=system,
        **NO_OPTIONS,
        templates=templates or fitted(default_templates(system), treebank),
        split="B0?.p",
        together=together,
        labels=len(treebank.strings("deprel")),
        most_features=10**9,
    )
    transitions, labels, roots = (Examples(*part) for part in parts)
    return transitions, labels, roots


def without_labels(system: str, treebank: Treebank) -> str:
    """Templates that look at no label, as `feature_keys` knows none."""
    lines = fitted(default_templates(system), treebank).split("\n")
    return "\n".join(line for line in lines if not re.search(r"\.(d|sl|sr)\b", line))


@pytest.mark.parametrize("system", ["arc-eager", "2-planar", "covington"])
def test_examples_are_those_of_the_static_derivations(system: str, parts: dict[str, Treebank]) -> None:
    treebank = crossarc.transforms.projectivize(parts["dev"])
    own = crossarc.System(system)
    templates = without_labels(system, treebank)
    transitions, labels, roots = examples_of(treebank, system, templates)
    assert transitions.keys.size == np.unique(transitions.keys).size
    row = 0
    for number, sentence in enumerate(treebank):
        derivation = own.derive(list(sentence.heads))
        keys = _core.feature_keys(treebank._document, number, system, templates, list(derivation))
        for transition, expected in zip(derivation, keys, strict=False):
            columns = transitions.columns[transitions.offsets[row] : transitions.offsets[row + 1]]
            assert transitions.keys[columns].tolist() == expected
            assert own.transitions[transitions.classes[row]] == transition
            row += 1
    assert row == transitions.classes.size
    assert np.bincount(labels.classes).tolist() == np.bincount(treebank.codes("deprel")).tolist()
    assert roots.classes.tolist() == (treebank.heads == 0).tolist()


def test_linear_decisions_are_those_of_scikit_learn(parts: dict[str, Treebank]) -> None:
    from sklearn.svm import LinearSVC  # noqa: PLC0415

    transitions, labels, _ = examples_of(parts["train"], "arc-eager")
    for examples in (transitions, labels):
        machine = LinearSVC(C=0.1, tol=0.1, multi_class="crammer_singer", fit_intercept=False, random_state=1)
        machine.fit(examples.matrix(), examples.classes)
        seen, weights = linear_weights(examples, Effort(0.1))
        assert seen.tolist() == machine.classes_.tolist()
        np.testing.assert_allclose(examples.matrix() @ weights.T, machine.decision_function(examples.matrix()))
    binary = transitions._replace(classes=(transitions.classes == 0).astype(np.int32))
    _, weights = linear_weights(binary, Effort(0.1))
    machine = LinearSVC(C=0.1, tol=0.1, multi_class="crammer_singer", fit_intercept=False, random_state=1)
    machine.fit(binary.matrix(), binary.classes)
    scores = binary.matrix() @ weights.T
    np.testing.assert_allclose(scores[:, 1] - scores[:, 0], machine.decision_function(binary.matrix()))


def test_the_core_parses_as_scikit_learn_would(parts: dict[str, Treebank]) -> None:
    """Greedy parsing in Python with the decision function of scikit-learn; the core has the weights in 16 bits."""
    training = crossarc.transforms.projectivize(parts["train"])
    templates = without_labels("arc-eager", training)
    parser = crossarc.train(training, learner="liblinear", system="arc-eager", features=templates)
    transitions, *_ = examples_of(training, "arc-eager", templates)
    examples = svm.frequent(transitions)
    seen, weights = linear_weights(examples, Effort(0.1))
    assert seen.tolist() == [0, 1, 2, 3]
    column_of = {int(key): column for column, key in enumerate(examples.keys)}
    system = crossarc.System("arc-eager")
    test = parts["test"][:25]
    trees = []
    for number, sentence in enumerate(test):
        c, derivation = system.start(len(sentence)), []
        while not c.finished:
            keys = _core.feature_keys(test._document, number, "arc-eager", templates, derivation)[-1]
            scores = weights[:, [column_of[key] for key in keys if key in column_of]].sum(axis=1)
            derivation.append(max(system.legal(c), key=lambda name: scores[system.transitions.index(name)]))
            c = system.apply(c, derivation[-1])
        trees.append(c.heads)
    parsed = parser.parse(test, multi_root=True)
    same = [tree == list(own.heads) for tree, own in zip(trees, parsed, strict=True)]
    assert sum(same) >= 24


def test_kernel_decisions_are_those_of_scikit_learn(parts: dict[str, Treebank]) -> None:
    from sklearn.svm import SVC  # noqa: PLC0415

    train = parts["train"][:60]
    transitions, labels, roots = examples_of(train, "arc-eager")
    model = _core.KernelModel(
        "arc-eager",
        **NO_OPTIONS,
        templates="S0.w",
        split="B0?.p",
        label_uses=np.full(len(train.strings("deprel")), 3, np.uint8),
        gamma=0.2,
        coef0=0.4,
        degree=2,
    )
    for decision, examples in ((0, transitions), (1, labels), (2, roots)):
        rows = np.arange(examples.classes.size)[::2]
        model.add(decision, 7, *kernel_machine(examples, rows, Kernel(), Effort(1.0)))
        machine = SVC(kernel="poly", degree=2, gamma=0.2, coef0=0.4, C=1.0, tol=0.1, decision_function_shape="ovo")
        matrix = examples.matrix()
        machine.fit(matrix[rows], examples.classes[rows])
        for row in range(1, examples.classes.size, max(2, examples.classes.size // 40)):
            keys = examples.keys[examples.columns[examples.offsets[row] : examples.offsets[row + 1]]]
            own = model.decisions(decision, 7, np.ascontiguousarray(keys))
            expected = machine.decision_function(matrix[row]).reshape(-1)
            # One pair speaks for its second class in scikit-learn, for its first one here.
            np.testing.assert_allclose(own if len(machine.classes_) > 2 else -own, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("learner", ["liblinear", "libsvm"])
@pytest.mark.parametrize("system", ["arc-eager", "2-planar", "arc-eager+lba", "undirected-covington"])
def test_every_kind_of_system_learns(learner: str, system: str, parts: dict[str, Treebank], tmp_path: Path) -> None:
    training = parts["train"] if learner == "liblinear" else parts["train"][:70]
    parser = crossarc.train(training, dev=parts["dev"][:5], system=system, learner=learner)
    parsed = parser.parse(parts["test"])
    assert crossarc.evaluate(parts["test"], parsed).las > 50
    assert all((tree == 0).sum() == 1 for tree in np.split(parsed.heads, parsed.offsets[1:-1]))
    parser.save(tmp_path / "model")
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.parse(parts["test"], threads=2) == parsed
    assert loaded.info["options"]["learner"] == learner
    assert "Confidence=" in loaded.parse(parts["test"][:1], confidence=True).to_conllu()
    assert not {"epochs", "exploration", "prune", "min_updates", "patience"} & set(loaded.info["options"])


def test_seeds_and_treebanks_of_any_size() -> None:
    text = "".join(f"{n}\tw{n}\t_\tX\t_\t_\t{n - 1}\tdep\t_\t_\n" for n in range(1, 4)) + "\n"
    treebank = Treebank.from_conllu(text)
    for learner in ("liblinear", "libsvm"):
        crossarc.train(treebank, learner=learner, seed=2**32)
    nothing_twice = crossarc.train(treebank, learner="liblinear", features="S0.w+B0.w")
    assert nothing_twice.parse(treebank).word_count == 3


def test_naive_reconstruction_and_pseudo_projective_trees(parts: dict[str, Treebank]) -> None:
    for options in (
        {"system": "undirected-planar", "reconstruction": "naive"},
        {"system": "arc-hybrid", "nonprojective": "pseudo-head"},
    ):
        parser = crossarc.train(parts["train"], learner="liblinear", **options)
        assert crossarc.evaluate(parts["test"], parser.parse(parts["test"])).las > 60


def test_the_same_seed_gives_the_same_parser(parts: dict[str, Treebank]) -> None:
    first, second = (crossarc.train(parts["dev"], learner="liblinear", seed=3)._model.weights() for _ in range(2))
    assert first == second


def test_damaged_kernel_models_are_refused(parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["dev"], learner="libsvm", system="arc-eager")
    configuration = parser._configuration
    weights = parser._model.weights()
    assert configuration.with_weights(np.frombuffer(weights, np.uint8)).weight_count == parser._model.weight_count
    generator = np.random.default_rng(1)
    for _ in range(200):
        damaged = np.frombuffer(weights, np.uint8).copy()
        if generator.random() < 0.3:
            damaged = damaged[: generator.integers(damaged.size)]
        else:
            damaged[generator.integers(0, damaged.size, 8)] = generator.integers(0, 256, 8)
        try:
            model = configuration.with_weights(damaged)
        except ValueError:
            continue
        model.parse(parts["dev"]._document, 1, True, False, 1)  # nonsense, perhaps, but nothing worse


def test_small_groups_share_a_machine() -> None:
    groups = np.array([5, 5, 5, 6, 7, 8, 8, 8, 8], np.uint64)
    substitutes = np.array([1, 1, 1, 1, 1, 2, 2, 2, 2], np.uint64)
    nothing = np.zeros(0, np.int32)
    examples = Examples(np.zeros(10, np.int64), nothing, np.zeros(9, np.int32), groups, substitutes, groups[:0])
    found = {group: rows.tolist() for group, rows in split(examples, 3)}
    assert found == {5: [0, 1, 2], 1: [3, 4], 2: [5, 6, 7, 8]}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"learner": "liblinear", "oracle": "dynamic"}, "learns from the static oracle, not from dynamic"),
        ({"learner": "libsvm", "cost": 0.0}, "cost: must be at least 1e-06: 0.0"),
        ({"learner": "libsvm", "beam": 4}, "the learner libsvm has no beam"),
    ],
)
def test_wrong_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TrainingOptions(**options)


def test_too_much_to_learn_is_refused(parts: dict[str, Treebank], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svm, "_MOST_FEATURES", 1000)
    with pytest.raises(ValueError, match="have over 1,000 features, which are too many for liblinear"):
        crossarc.train(parts["dev"], learner="liblinear")


def test_scikit_learn_is_asked_for(parts: dict[str, Treebank], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'crossarc\[svm\]'"):
        crossarc.train(parts["dev"], learner="liblinear")


def test_a_file_of_an_unknown_learner_is_refused(parts: dict[str, Treebank], tmp_path: Path) -> None:
    from dataclasses import replace  # noqa: PLC0415

    from crossarc.parser.parser import Parser  # noqa: PLC0415

    parser = crossarc.train(parts["dev"], epochs=1)
    Parser(replace(parser._configuration, learner="oracle"), parser._model).save(tmp_path / "model")
    with pytest.raises(ModelError, match="'oracle', which this version does not know"):
        crossarc.load(tmp_path / "model")
