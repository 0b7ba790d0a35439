"""One class for each transition with each label: the core decides as a slow parser in Python that scores them all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from reference import joint_parsing
from reference.joint_parsing import SPLIT, Classes, ClassesOf
from reference.stored_weights import StoredWeights

import crossarc
from crossarc import System, Treebank, _core, synthetic
from crossarc.choices import OptionError
from crossarc.parser import Parser, svm
from crossarc.parser.svm import Examples

pytest.importorskip("sklearn")

SYSTEMS = ["arc-eager", "arc-hybrid", "planar", "2-planar", "covington", "arc-eager+lba+rnba", "undirected-2-planar"]
TEMPLATES = "\n".join(["S0.w", "S0.p", "B0.p", "S0?.p+B0?.p", "S0?.d+B0?.p", "S0l?.d", "T0?.p+B0?.p", "B0?.p+B1?.p"])
STEP = 3  # what a kernel machine decides on (core/scorers/kernel_model.hpp)


@pytest.fixture(scope="module")
def parts() -> dict[str, Treebank]:
    texts = synthetic.splits(120, 30, 30, crossing="any", rate=0.4)
    return {name: Treebank.from_conllu(text) for name, text in texts.items()}


def trained(treebank: Treebank, system: str, learner: str) -> Parser:
    """As the reference parses: no root is chosen in the end."""
    options = {"features": TEMPLATES, "nonprojective": "keep", "multi_root": True}
    return crossarc.train(treebank, system=system, learner=learner, labels="together", **options)


def examples_of(treebank: Treebank, system: str) -> tuple[Examples, bytes]:
    """The classes that static derivations teach, and the uses of labels."""
    steps, _, _, uses = _core.derivation_examples(
        treebank._document,
        **{
            "system": system,
            "root": "",
            "reconstruction": "",
            "root_links": "",
            "templates": TEMPLATES,
            "split": SPLIT,
        },
        together=True,
        labels=len(treebank.strings("deprel")),
        most_features=10**9,
    )
    return Examples(*steps), uses.tobytes()


def check(parser: Parser, test: Treebank, uses: bytes, classes_of: ClassesOf) -> None:
    """The parser builds what the reference builds: heads and labels, in undirected systems links and labels."""
    system = System(parser.system)
    links = parser.links(test)
    for number, sentence in enumerate(parser.parse(test)):
        heads, labels = joint_parsing.parse(system, test, number, TEMPLATES, uses, classes_of)
        named = {ends: parser.labels[label] for ends, label in labels.items()}
        if links is None:
            assert list(sentence.heads) == heads
            arcs = {(min(word.id, word.head_id), max(word.id, word.head_id)): word.deprel for word in sentence}
            assert {ends: label for ends, label in arcs.items() if ends in named} == named
        else:
            own = np.flatnonzero(links.sentences == number)
            assert {(int(links.left[k]), int(links.right[k])): parser.labels[links.codes[k]] for k in own} == named


def test_examples_are_transitions_with_labels(parts: dict[str, Treebank]) -> None:
    treebank = crossarc.transforms.projectivize(parts["dev"])
    together, _ = examples_of(treebank, "arc-eager")
    system, labels = System("arc-eager"), treebank.strings("deprel")
    expected = []
    for sentence in treebank:
        c = system.start(len(sentence))
        for transition in system.derive(list(sentence.heads)):
            ends = joint_parsing.link_of(system, c, transition)
            label = 0 if ends is None else labels.index(sentence[ends[1] - 1].deprel)
            expected.append(system.transitions.index(transition) * len(labels) + label)
            c = system.apply(c, transition)
    assert together.classes.tolist() == expected


@pytest.mark.parametrize("system", SYSTEMS)
def test_linear_models_take_the_best_legal_class(system: str, parts: dict[str, Treebank]) -> None:
    parser = trained(parts["train"], system, "liblinear")
    stored, count = StoredWeights(parser._model.weights()), len(parser.labels)
    uses, seen = stored.rest[:count], stored.rest[-(-count // 8) * 8 :]
    examples, expected_uses = examples_of(parts["train"], system)
    assert uses == expected_uses
    assert np.flatnonzero(np.frombuffer(seen, np.uint8)).tolist() == np.unique(examples.classes).tolist()
    classes = [divmod(of_class, count) for of_class in np.unique(examples.classes).tolist()]

    def classes_of(keys: list[int], _: int) -> Classes:
        scores = stored.scores(keys)[1]
        return {of_class: scores[of_class] for of_class in classes}

    check(parser, parts["test"], uses, classes_of)


@pytest.mark.parametrize("system", ["arc-eager", "2-planar", "undirected-2-planar"])
def test_kernel_models_take_the_best_legal_class(
    system: str, parts: dict[str, Treebank], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(svm, "MIN_SPLIT", 100)  # so that there are several machines
    training = parts["train"][:60]
    parser, count = trained(training, system, "libsvm"), len(training.strings("deprel"))
    examples, uses = examples_of(training, system)
    machines = {group: np.unique(examples.classes[rows]).tolist() for group, rows in svm.split(examples, 100)}
    assert len(machines) > 2

    def classes_of(keys: list[int], group: int) -> Classes:
        classes = machines.get(group, machines[0])
        decisions = parser._model.decisions(STEP, group if group in machines else 0, np.array(keys, np.uint64))  # type: ignore[attr-defined]
        pairs = [(first, second) for k, first in enumerate(classes) for second in classes[k + 1 :]]
        votes, sums = np.zeros(max(classes) + 1), np.zeros(max(classes) + 1)
        for (first, second), decision in zip(pairs, decisions, strict=True):
            votes[first if decision > 0 else second] += 1
            sums[first] += decision
            sums[second] -= decision
        scores = (votes + sums / (3 * (np.abs(sums) + 1))).astype(np.float32)
        return {divmod(of_class, count): float(scores[of_class]) for of_class in classes}

    check(parser, parts["test"][:12], uses, classes_of)


@pytest.mark.parametrize("learner", ["liblinear", "libsvm"])
@pytest.mark.parametrize("system", ["arc-eager", "2-planar", "arc-hybrid+lba", "undirected-planar"])
def test_parsers_are_whole(learner: str, system: str, parts: dict[str, Treebank], tmp_path: Path) -> None:
    """They learn, give one root and a confidence to each arc, and come back from their files, for any threads."""
    training = parts["train"][: 80 if learner == "liblinear" else 25]
    parser = crossarc.train(training, dev=parts["dev"][:5], system=system, learner=learner, labels="together")
    parsed = parser.parse(parts["test"], confidence=True)
    assert crossarc.evaluate(parts["test"], parsed).las > 30
    assert all((tree == 0).sum() == 1 for tree in np.split(parsed.heads, parsed.offsets[1:-1]))
    assert parsed.to_conllu().count("Confidence=") == parsed.word_count
    parser.save(tmp_path / "model")
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.parse(parts["test"], confidence=True, threads=2) == parsed
    assert loaded.info["options"]["labels"] == "together"
    again = crossarc.train(training, dev=parts["dev"][:5], system=system, learner=learner, labels="together", threads=2)
    again.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_after_is_what_there_is_without_the_option(parts: dict[str, Treebank]) -> None:
    for learner in ("liblinear", "libsvm"):
        models = [crossarc.train(parts["dev"], learner=learner, **own) for own in ({}, {"labels": "after"})]
        assert models[0]._model.weights() == models[1]._model.weights()
        assert "labels" not in models[0].info["options"]


def test_a_beam_is_refused(parts: dict[str, Treebank]) -> None:
    with pytest.raises(OptionError, match=r"^beam: it has no effect: with labels together there is no beam"):
        crossarc.train(parts["dev"], learner="liblinear", labels="together", beam=4)
    parser = crossarc.train(parts["dev"], learner="liblinear", labels="together")
    with pytest.raises(OptionError, match=r"^beam: a parser that chooses labels together with transitions has no beam"):
        parser.parse(parts["test"], beam=4)
    assert "beam" not in parser.info["options"]


def test_too_many_classes_are_refused(parts: dict[str, Treebank], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svm, "_MOST_WEIGHTS", 10_000)
    with pytest.raises(
        ValueError, match=r"transitions with labels, each with weights for [\d,]+ features, are too many"
    ):
        crossarc.train(parts["dev"], learner="liblinear", labels="together")
    crossarc.train(parts["dev"], learner="liblinear")


@pytest.mark.parametrize("learner", ["liblinear", "libsvm"])
def test_damaged_models_are_refused(learner: str, parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["dev"][:10], learner=learner, labels="together")
    weights = np.frombuffer(parser._model.weights(), np.uint8)
    generator = np.random.default_rng(1)
    for _ in range(200):
        damaged = weights.copy()
        if generator.random() < 0.3:
            damaged = damaged[: generator.integers(damaged.size)]
        else:
            damaged[generator.integers(0, damaged.size, 8)] = generator.integers(0, 256, 8)
        try:
            model = parser._configuration.with_weights(damaged)  # type: ignore[arg-type]
        except ValueError:
            continue
        model.parse(parts["dev"]._document, 1, True, True, 1)  # nonsense, perhaps, but nothing worse


def test_settings_of_machines_have_an_effect(parts: dict[str, Treebank]) -> None:
    plain = crossarc.train(parts["dev"], learner="libsvm")._model.weights()
    for option, value in {"degree": 3, "gamma": 0.1, "coef0": 0.0, "tolerance": 0.9, "min_split": 50}.items():
        assert crossarc.train(parts["dev"], learner="libsvm", **{option: value})._model.weights() != plain, option
    same = {"degree": 2, "gamma": 0.2, "coef0": 0.4, "tolerance": 0.1, "min_split": 1000}
    assert crossarc.train(parts["dev"], learner="libsvm", **same)._model.weights() == plain
    loose, tight = (
        crossarc.train(parts["dev"], learner="liblinear", tolerance=tolerance)._model.weights()
        for tolerance in (1, 1e-6)
    )
    assert loose != tight
