"""Training the perceptron, greedily and with a beam, against the slow trainer: models parse alike, margins and all."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import numpy as np
import pytest
from reference import small_models
from reference.perceptron import GoldTree, ReferenceTrainer, Training
from reference.random_stream import RandomStream

from crossarc import System, Treebank, _core

SYSTEMS = [
    ("arc-standard", {}, "static"),
    ("arc-eager", {}, "dynamic"),
    ("arc-eager", {}, "exact"),
    ("arc-eager", {"root": "first"}, "static"),
    ("arc-hybrid", {}, "dynamic"),
    ("arc-hybrid-swap", {}, "static-dynamic"),
    ("planar", {}, "dynamic"),
    ("2-planar", {}, "dynamic"),
    ("2-planar", {}, "static"),
    ("covington", {}, "dynamic"),
    ("arc-hybrid+lba+rba", {}, "dynamic"),
    ("undirected-planar", {"reconstruction": "naive"}, "static"),
    ("undirected-covington", {}, "static"),
]
SEARCHES: list[dict[str, Any]] = [
    {"beam": 1},
    {"beam": 3, "update": "early"},
    {"beam": 3, "update": "max-violation"},
]
EPOCHS = 3


def learnt_by_the_core(treebank: Treebank, system: System, labels: int, options: Training) -> _core.PerceptronModel:
    trainer = _core.PerceptronTrainer(
        treebank._document,
        **small_models.place(system),
        templates="\n".join(small_models.TEMPLATES),
        labels=labels,
        oracle=options.oracle,
        oracle_options=_core.OracleOptions((system.name, options.oracle) == ("2-planar", "dynamic")),
        exploration=options.exploration,
        first_exploration=options.first_exploration,
        deterministic_oracle=False,
        beam=options.beam,
        max_violation=options.update == "max-violation",
        least_updates=0,
        seed=options.seed,
    )
    for _ in range(EPOCHS):
        trainer.start_epoch()
        while trainer.learn(2):
            pass
    return trainer.model(0.0)


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: "-".join(str(value) for value in search.values()))
@pytest.mark.parametrize(
    ("name", "options", "oracle", "exploration"),
    [
        *((*case, 0.5) for case in SYSTEMS),
        *(("arc-eager", {}, "dynamic", rate) for rate in (0.0, 1.0)),
        *(("2-planar", {}, "dynamic", rate) for rate in (0.0, 1.0)),
    ],
)
def test_the_same_is_learnt(
    name: str, options: dict[str, str], oracle: str, exploration: float, search: dict[str, Any]
) -> None:
    random = Random(name + oracle)
    system = System(name, **options)
    treebank = small_models.random_treebank(random, 6, 5)
    others = small_models.random_treebank(random, 20, 6)
    codes = treebank.codes("deprel")
    labels = len(treebank.strings("deprel"))
    label_uses = [0] * labels
    for code, head in zip(codes.tolist(), treebank.heads.tolist(), strict=True):
        label_uses[code] |= 1 if head == 0 else 2
    trees = [
        GoldTree(sentence, treebank.heads[begin:end].tolist(), codes[begin:end].tolist())
        for sentence, (begin, end) in zip(treebank, itertools.pairwise(treebank.offsets), strict=True)
    ]
    training = Training(oracle, **search, exploration=exploration, seed=len(name))
    trainer = ReferenceTrainer(system, small_models.TEMPLATES, label_uses, training)
    for _ in range(EPOCHS):
        trainer.learn(trees)
    keys = small_models.feature_keys()
    averages = trainer.averages()
    assert {feature for feature, _ in averages} <= set(keys), "features whose numbers are not known"
    slow = small_models.linear_model(system, label_uses, keys, averages)
    fast = learnt_by_the_core(treebank, system, labels, training)
    for parsed in (treebank, others):
        for width, one_root in ((1, True), (1, False), (3, True)):
            found, expected = (model.parse(parsed._document, width, one_root, True, 1) for model in (fast, slow))
            for own, wanted in zip(found, expected, strict=True):
                np.testing.assert_array_equal(own, wanted)


def test_random_numbers_are_those_of_xoshiro() -> None:
    """The state after seeding, and the order of the examples, as the core has them."""
    stream = RandomStream(1, 1)
    assert len({stream.next() for _ in range(1000)}) == 1000
    assert sorted(stream.shuffled(50)) == list(range(50))
    assert {stream.below(3) for _ in range(100)} == {0, 1, 2}
    assert 0.4 < np.mean([stream.share() for _ in range(1000)]) < 0.6
