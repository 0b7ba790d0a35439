"""Training the perceptron, greedily and with a beam, against the slow trainer: models parse alike, margins and all."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import numpy as np
import pytest
from reference import small_models
from reference.arc_reachability import least_loss, outcomes
from reference.parsing import BeamItem, Candidate, Point
from reference.perceptron import GoldTree, ReferenceTrainer, Training
from reference.random_stream import RandomStream

from crossarc import Configuration, System, Treebank, _core

SYSTEMS = [
    ("arc-standard", {}, "static"),
    ("arc-eager", {}, "dynamic"),
    ("arc-eager", {}, "exact"),
    ("arc-eager", {"root": "first"}, "static"),
    ("arc-hybrid", {}, "dynamic"),
    ("arc-hybrid", {}, "exact"),
    ("arc-hybrid-swap", {}, "static-dynamic"),
    ("planar", {}, "dynamic"),
    ("2-planar", {}, "dynamic"),
    ("2-planar", {}, "static"),
    ("covington", {}, "dynamic"),
    ("arc-hybrid+lba+rba", {}, "dynamic"),
    ("undirected-planar", {"reconstruction": "naive"}, "static"),
    ("undirected-covington", {}, "static"),
    ("undirected-2-planar", {}, "dynamic"),
    ("undirected-covington", {"reconstruction": "naive"}, "dynamic"),
]
SEARCHES: list[dict[str, Any]] = [
    {"beam": 1},
    {"beam": 3, "update": "early"},
    {"beam": 3, "update": "max-violation"},
]
EPOCHS = 3
BETWEEN_SEEDS = 0x9E3779B97F4A7C15  # of perceptrons that learn together


def learnt_by_the_core(
    treebank: Treebank, system: System, labels: int, options: Training, perceptrons: int = 1, threads: int = 1
) -> _core.PerceptronModel:
    trainer = _core.PerceptronTrainers(
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
        perceptrons=perceptrons,
        threads=threads,
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
    trees, label_uses = gold_trees(treebank)
    training = Training(oracle, **search, exploration=exploration, seed=len(name))
    trainer = ReferenceTrainer(system, small_models.TEMPLATES, label_uses, training)
    for _ in range(EPOCHS):
        trainer.learn(trees)
    keys = small_models.feature_keys()
    averages = trainer.averages()
    assert {feature for feature, _ in averages} <= set(keys), "features whose numbers are not known"
    slow = small_models.linear_model(system, label_uses, keys, averages)
    fast = learnt_by_the_core(treebank, system, len(label_uses), training)
    require_alike(fast, slow, treebank, others)


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: "-".join(str(value) for value in search.values()))
@pytest.mark.parametrize("seed", [3, 2**64 - 1])
def test_several_learn_apart_and_their_mean_is_the_model(seed: int, search: dict[str, Any]) -> None:
    random = Random(seed)
    system = System("arc-eager")
    treebank = small_models.random_treebank(random, 6, 5)
    trees, label_uses = gold_trees(treebank)
    keys = small_models.feature_keys()
    own: list[dict[Any, float]] = []
    for number in range(3):
        training = Training("dynamic", **search, exploration=0.5, seed=(seed + number * BETWEEN_SEEDS) % 2**64)
        trainer = ReferenceTrainer(system, small_models.TEMPLATES, label_uses, training)
        for _ in range(EPOCHS):
            trainer.learn(trees)
        own.append(trainer.averages())
    assert own[0] != own[1] != own[2]
    sums = {key: sum(np.float32(one.get(key, 0)) for one in own) for one in own for key in one}
    means = {key: float(np.float32(weight) / np.float32(3)) for key, weight in sums.items()}
    slow = small_models.linear_model(system, label_uses, keys, means)
    training = Training("dynamic", **search, exploration=0.5, seed=seed)
    for threads in (1, 2):
        fast = learnt_by_the_core(treebank, system, len(label_uses), training, perceptrons=3, threads=threads)
        require_alike(fast, slow, treebank, small_models.random_treebank(random, 20, 6))


def gold_trees(treebank: Treebank) -> tuple[list[GoldTree], list[int]]:
    """And what each label is used for."""
    codes = treebank.codes("deprel")
    label_uses = [0] * len(treebank.strings("deprel"))
    for code, head in zip(codes.tolist(), treebank.heads.tolist(), strict=True):
        label_uses[code] |= 1 if head == 0 else 2
    trees = [
        GoldTree(sentence, treebank.heads[begin:end].tolist(), codes[begin:end].tolist())
        for sentence, (begin, end) in zip(treebank, itertools.pairwise(treebank.offsets), strict=True)
    ]
    return trees, label_uses


def require_alike(fast: _core.PerceptronModel, slow: _core.PerceptronModel, *treebanks: Treebank) -> None:
    """They parse alike, margins and all."""
    for parsed in treebanks:
        for width, one_root in ((1, True), (1, False), (3, True)):
            found, expected = (model.parse(parsed._document, width, one_root, True, 1) for model in (fast, slow))
            for own, wanted in zip(found, expected, strict=True):
                np.testing.assert_array_equal(own, wanted)


class WithTrueLosses(ReferenceTrainer):
    """Which asks all trees that can still be reached whether what the oracle calls right loses nothing."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.answers: list[bool] = []

    def loss(self, c: Configuration) -> int:
        if c not in self.losses:
            self.losses[c] = least_loss(outcomes(self.system, c), self.gold.heads)
        return self.losses[c]

    def compared(self, origin: Point) -> tuple[Point | None, Point]:
        self.losses: dict[Configuration, int] = {}
        self.least = self.loss(origin.c)
        return super().compared(origin)

    def is_right(self, items: list[BeamItem], is_right: list[bool], candidate: Candidate) -> bool:
        answer = super().is_right(items, is_right, candidate)
        c = items[candidate.item].point.c
        if candidate.transition is not None:
            c = self.system.apply(c, candidate.transition)
        assert answer == (self.loss(c) == self.least)
        self.answers.append(answer)
        return answer


@pytest.mark.parametrize("update", ["early", "max-violation"])
@pytest.mark.parametrize("name", ["arc-eager", "arc-hybrid"])
def test_with_the_exact_oracle_right_derivations_are_those_that_lose_nothing(name: str, update: str) -> None:
    """From wherever the search begins, all that are in the beam, for trees of which no projective one has all arcs."""
    random = Random(name + update)
    system, treebank = System(name), small_models.random_treebank(random, 8, 5)
    codes, uses = treebank.codes("deprel"), [3] * len(treebank.strings("deprel"))
    trees = [
        GoldTree(sentence, treebank.heads[begin:end].tolist(), codes[begin:end].tolist())
        for sentence, (begin, end) in zip(treebank, itertools.pairwise(treebank.offsets), strict=True)
    ]
    assert not all(system.covers(tree.heads) for tree in trees)
    trainer = WithTrueLosses(system, small_models.TEMPLATES, uses, Training("exact", beam=4, update=update))
    for _ in range(EPOCHS):
        trainer.learn(trees)
    assert min(trainer.answers.count(answer) for answer in (True, False)) > 100


def test_random_numbers_are_those_of_xoshiro() -> None:
    """The state after seeding, and the order of the examples, as the core has them."""
    stream = RandomStream(1, 1)
    assert len({stream.next() for _ in range(1000)}) == 1000
    assert sorted(stream.shuffled(50)) == list(range(50))
    assert {stream.below(3) for _ in range(100)} == {0, 1, 2}
    assert 0.4 < np.mean([stream.share() for _ in range(1000)]) < 0.6
