"""Training: parsers learn, crossing arcs included, and the same seed gives the same parser."""

from __future__ import annotations

import json

import numpy as np
import pytest

import crossarc
from crossarc import Parser, Treebank, _core, synthetic
from crossarc.parser import Training, TrainingOptions
from crossarc.parser.training import _are_kept, _as_learnt

SYSTEMS = [
    *("arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar", "covington"),
    *("arc-eager+lba", "2-planar+rba", "arc-eager+lnba"),
    *("undirected-planar", "undirected-2-planar", "undirected-covington"),
]


@pytest.fixture(scope="module")
def parts() -> dict[str, Treebank]:
    texts = synthetic.splits(400, 60, 100, crossing="any", rate=0.5)
    return {name: Treebank.from_conllu(text) for name, text in texts.items()}


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_learns(system: str, parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"], dev=parts["dev"], system=system, epochs=4)
    scores = crossarc.evaluate(parts["test"], parser.parse(parts["test"]))
    assert scores.las > 72
    if system in ("2-planar", "covington", "arc-hybrid-swap", "arc-eager"):
        assert scores.nonproj_recall > 5


@pytest.mark.parametrize("nonprojective", ["keep", "drop", "projectivize", "lift", "pseudo-path", "pseudo-head+path"])
def test_ways_with_nonprojective_arcs(nonprojective: str, parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"], system="arc-eager", nonprojective=nonprojective, epochs=2)
    scores = crossarc.evaluate(parts["test"], parser.parse(parts["test"]))
    assert scores.las > 68
    assert (scores.nonproj_precision is not None) == nonprojective.startswith("pseudo")
    assert not any("↑" in label or "↓" in label for label in parser.parse(parts["test"]).strings("deprel"))


@pytest.mark.parametrize("system", ["planar", "2-planar", "arc-eager+lnba", "undirected-planar"])
def test_labels_bring_back_what_a_system_cannot_build(system: str, parts: dict[str, Treebank]) -> None:
    core = crossarc.System(system)._core
    test = synthetic.generate(200, seed=2, crossing="any", rate=0.5)
    beyond = {}
    for nonprojective in ("lift", "pseudo-head"):
        parser = crossarc.train(parts["train"], system=system, nonprojective=nonprojective, epochs=2)
        parsed = parser.parse(test)
        assert crossarc.evaluate(test, parsed).las > 65
        assert not any("↑" in label for label in parsed.strings("deprel"))
        beyond[nonprojective] = int((~_core.covers(core, parsed.heads, parsed.offsets)).sum())
    # A system itself goes beyond what it builds only where one of several roots is made the only one.
    assert beyond["pseudo-head"] > beyond["lift"] + 10 or system == "2-planar"


def _learnable(treebank: Treebank, options: TrainingOptions) -> Treebank:
    return _as_learnt(treebank[np.flatnonzero(_are_kept(treebank, options, 1))], options, 1)


def test_what_is_learnt_from_follows_from_the_system(parts: dict[str, Treebank]) -> None:
    """Trees that a system can build stay as they are, whatever is done with the others."""
    train = parts["train"]
    for system in ("arc-eager", "planar", "2-planar", "arc-eager+rnba"):
        covered = _core.covers(crossarc.System(system)._core, train.heads, train.offsets)
        can_build = [train[int(k)] for k in np.flatnonzero(covered)]
        dropped = _learnable(train, TrainingOptions(system=system, nonprojective="drop"))
        assert [sentence.heads.tolist() for sentence in dropped] == [own.heads.tolist() for own in can_build]
        lifted = _learnable(train, TrainingOptions(system=system, nonprojective="pseudo-head"))
        changed = [a.heads.tolist() != b.heads.tolist() for a, b in zip(train, lifted, strict=True)]
        assert changed == (~covered).tolist()
    assert len(_learnable(train, TrainingOptions(system="planar", nonprojective="projectivize"))) == len(train)


def test_a_number_is_the_same_however_it_is_written() -> None:
    whole = TrainingOptions.of(learner="bilstm", exploration=1, dropout=0)
    with_point = TrainingOptions.of(learner="bilstm", exploration=1.0, dropout=0.0)
    assert json.dumps(whole.to_dict()) == json.dumps(with_point.to_dict())
    with pytest.raises(ValueError, match="prune: is too large"):
        TrainingOptions.of(prune=10**400)


@pytest.mark.parametrize("oracle", ["static", "dynamic", "exact"])
@pytest.mark.parametrize("root", ["first", "last"])
def test_oracles_and_root_conventions(oracle: str, root: str, parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(
        parts["train"][:200], system="arc-eager", root=root, oracle=oracle, nonprojective="keep", epochs=2
    )
    assert crossarc.evaluate(parts["test"], parser.parse(parts["test"])).las > 60


@pytest.mark.parametrize("system", ["arc-eager", "2-planar", "covington", "undirected-2-planar"])
def test_one_root_unless_several_are_allowed(system: str, parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"][:100], system=system, epochs=1)
    test = parts["test"]

    def roots(parsed: Treebank) -> np.ndarray:
        return np.add.reduceat(parsed.heads == 0, test.offsets[:-1])

    one = parser.parse(test)
    assert (roots(one) == 1).all()
    assert [word.deprel == "root" for s in one for word in s] == (one.heads == 0).tolist()
    assert roots(parser.parse(test, multi_root=True)).max() > 1
    several = crossarc.train(parts["train"][:100], system=system, epochs=1, multi_root=True)
    assert roots(several.parse(test)).max() > 1


@pytest.mark.parametrize("system", ["covington", "2-planar", "undirected-2-planar"])
@pytest.mark.parametrize("update", ["max-violation", "early"])
def test_beams_over_derivations_of_different_lengths(system: str, update: str, parts: dict[str, Treebank]) -> None:
    """A right derivation that has ended can be lost to longer ones."""
    parser = crossarc.train(parts["train"][:100], system=system, beam=3, update=update, epochs=2)
    assert crossarc.evaluate(parts["test"], parser.parse(parts["test"])).las > 50


def test_the_same_seed_gives_the_same_bytes(parts: dict[str, Treebank]) -> None:
    def weights(seed: int, threads: int) -> bytes:
        trained = crossarc.train(
            parts["train"], dev=parts["dev"], system="2-planar", epochs=2, seed=seed, threads=threads
        )
        return trained._model.weights()

    assert weights(1, 1) == weights(1, 2) != weights(2, 1)


def test_threads_do_not_change_the_parse(parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"], system="arc-hybrid-swap", epochs=1)
    assert parser.parse(parts["test"], threads=1) == parser.parse(parts["test"], threads=3)


def test_the_best_epoch_on_dev_is_kept(parts: dict[str, Treebank]) -> None:
    training = Training(parts["train"], parts["dev"], TrainingOptions(epochs=30, patience=2, system="arc-eager"))
    epochs = list(training)
    parser = training.parser
    assert isinstance(parser, Parser)
    assert len(epochs) < 30
    best = max(epochs, key=lambda epoch: epoch.las or 0)
    assert parser.info["epoch"]["number"] == best.number == len(epochs) - 2
    assert crossarc.evaluate(parts["dev"], parser.parse(parts["dev"])).las == best.las


def test_development_data_are_parsed_when_training_is_finished(
    parts: dict[str, Treebank], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not whenever somebody looks at the parser."""
    training = Training(parts["train"][:50], parts["dev"], TrainingOptions(epochs=1))
    with pytest.raises(ValueError, match="no parser before the end of the first epoch"):
        training.finish()
    list(training)
    with monkeypatch.context() as closed:
        closed.delattr(Parser, "_found")
        assert training.parser is not None
        with pytest.raises(ValueError, match="without development data"):
            training.parser.parse(parts["test"], confidence=True)
    finished = training.finish()
    assert training.parser is finished
    assert "Confidence=" in finished.parse(parts["test"], confidence=True).to_conllu()


def test_without_dev_the_last_epoch_is_kept(parts: dict[str, Treebank]) -> None:
    training = Training(parts["train"][:50], options=TrainingOptions(epochs=2))
    assert training.parser is None
    assert [epoch.las for epoch in training] == [None, None]
    assert training.parser is not None
    assert training.parser.info["epoch"] == {"number": 2}


def test_an_epoch_that_was_broken_off_leaves_no_trace(parts: dict[str, Treebank]) -> None:
    def interrupt(epoch: int, done: int, _: int) -> None:
        if (epoch, done) == (3, 100):
            raise KeyboardInterrupt

    training = Training(parts["train"], options=TrainingOptions(epochs=5), progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        list(training)
    assert training.parser is not None
    assert training.parser.info["epoch"] == {"number": 2}
    whole = crossarc.train(parts["train"], epochs=2)
    assert training.parser._model.weights() == whole._model.weights()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"system": "arc-egaer"}, "did you mean 'arc-eager'"),
        ({"system": "2-planar", "oracle": "exact"}, "oracle: 2-planar has no 'exact', but static, dynamic"),
        ({"nonprojective": "raise"}, "nonprojective: 'raise' is not one of"),
        ({"tags": "all"}, "tags: 'all' is not one of"),
        ({"learner": "svm"}, "learner: 'svm' is not one of perceptron"),
        ({"epochs": 0}, "epochs: must be at least 1"),
        ({"exploration": 1.5}, "exploration: must be at most 1"),
        ({"features": "S0.q"}, "line 1 of the features"),
        ({"system": "covington", "regularize": True}, "regularize: it has no effect"),
        ({"system": "covington", "root": "last"}, "does not take root"),
    ],
)
def test_wrong_options(options: dict[str, object], message: str, parts: dict[str, Treebank]) -> None:
    with pytest.raises(ValueError, match=message):
        crossarc.train(parts["dev"], **options)


def test_trees_that_cannot_be_learnt_from() -> None:
    with pytest.raises(crossarc.TreebankError, match="there is no sentence in it"):
        crossarc.train(Treebank.from_conllu(""))
    with pytest.raises(crossarc.TreebankError, match="word 1 has no HEAD"):
        crossarc.train(Treebank.from_conllu("1\ta\ta\tX\t_\t_\t_\t_\t_\t_\n\n"))
    crossing = synthetic.generate(10, crossing="2-planar", rate=1)
    with pytest.raises(crossarc.TreebankError, match="no tree is left: arc-eager can build none of them"):
        crossarc.train(crossing, nonprojective="drop")


def test_long_and_empty_input(parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"][:100], system="2-planar", epochs=1)
    lines = [f"{n}\tword{n % 50}\t_\tNOUN\t_\t_\t_\t_\t_\t_\n" for n in range(1, 5001)]
    parsed = parser.parse(Treebank.from_conllu("".join(lines) + "\n"))
    assert parsed.require_trees().word_count == 5000
    assert len(parser.parse(Treebank.from_conllu(""))) == 0
