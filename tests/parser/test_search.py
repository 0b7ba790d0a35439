"""Greedy and beam search, labels and the single root against the slow parser, on random models full of equal scores."""

from __future__ import annotations

import itertools
from random import Random

import numpy as np
import pytest
from reference import small_models
from reference.arcs import arc_transitions
from reference.kernel_machines import KernelScorer
from reference.parsing import ReferenceParser, Tree
from reference.perceptron import LinearScorer, Question

from crossarc import System

LABEL_USES = [1, 2, 3, 2]
LARGEST = 7  # divides what the core's largest weight is scaled to, so that all scaled weights are whole multiples

SYSTEMS = [
    ("arc-standard", {}),
    ("arc-eager", {}),
    ("arc-eager", {"root": "first"}),
    ("arc-hybrid", {}),
    ("arc-hybrid-swap", {}),
    ("planar", {}),
    ("2-planar", {}),
    ("covington", {}),
    ("arc-eager+lba+rba", {}),
    ("arc-hybrid+lnba", {}),
    ("2-planar+rnba", {}),
    ("undirected-planar", {}),
    ("undirected-2-planar", {"reconstruction": "naive"}),
    ("undirected-covington", {"reconstruction": "label", "root_links": "trusted"}),
]


def arrays(tree: Tree) -> list[list[float]]:
    return [tree.heads, tree.labels, tree.transition_margins, tree.label_margins]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("name", "options"), SYSTEMS)
def test_linear_models(name: str, options: dict[str, str], seed: int) -> None:
    random = Random(seed)
    system = System(name, **options)
    treebank = small_models.random_treebank(random, 10, 6)
    keys = small_models.feature_keys()
    kinds = len(arc_transitions(system.transitions))
    questions: list[Question] = [("transition", k, 0) for k in range(len(system.transitions))]
    questions += [("label", kind, label) for kind in range(kinds + 1) for label in range(len(LABEL_USES))]
    questions.append(("root", 0, 0))
    weights = {(feature, question): random.randint(-3, 3) for feature in keys for question in questions}
    some = next(iter(keys))
    for question in questions:
        if question[0] == "transition" or question == ("label", 0, 0):
            weights[some, question] = LARGEST
    model = small_models.linear_model(system, LABEL_USES, keys, weights)
    for width, one_root in ((1, True), (1, False), (2, True), (4, False), (8, True)):
        found = model.parse(treebank._document, width, one_root, True, 1)
        for sentence, (begin, end) in zip(treebank, itertools.pairwise(treebank.offsets), strict=True):
            scorer = LinearScorer(small_models.TEMPLATES, sentence, len(system.transitions), len(LABEL_USES), weights)
            expected = ReferenceParser(system, scorer, LABEL_USES).parse(len(sentence), width, one_root)
            for own, slow in zip(found, arrays(expected), strict=True):
                np.testing.assert_array_equal(own[begin:end], slow)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("name", "options"), SYSTEMS)
def test_kernel_machines(name: str, options: dict[str, str], seed: int) -> None:
    """One tag has a machine for transitions of its own, and not every machine knows every class."""
    random = Random(seed)
    system = System(name, **options)
    treebank = small_models.random_treebank(random, 10, 6)
    keys = small_models.feature_keys()
    features = [feature for feature in keys if feature[0] in small_models.TEMPLATES]
    transitions, labels = len(system.transitions), len(LABEL_USES)
    kinds = len(arc_transitions(system.transitions)) + 1
    split = next(feature for feature in keys if feature[0] == small_models.SPLIT)
    by_tag = {
        None: small_models.random_machine(random, features, list(range(transitions))),
        split: small_models.random_machine(random, features, list(range(transitions - 1))),
    }
    by_kind = {
        kind: small_models.random_machine(random, features, sorted(random.sample(range(labels), random.choice((2, 4)))))
        for kind in range(kinds)
        if kind != 1
    }
    of_root = small_models.random_machine(random, features, [0, 1])
    model = small_models.kernel_model(
        system,
        LABEL_USES,
        keys,
        [
            *((0, 0 if feature is None else keys[feature], machine) for feature, machine in by_tag.items()),
            *((1, kind, machine) for kind, machine in by_kind.items()),
            (2, 0, of_root),
        ],
    )
    for one_root in (False, True):
        found = model.parse(treebank._document, 1, one_root, True, 1)
        for sentence, (begin, end) in zip(treebank, itertools.pairwise(treebank.offsets), strict=True):
            scorer = KernelScorer(
                small_models.TEMPLATES, sentence, transitions, labels, by_tag, by_kind, of_root, small_models.SPLIT
            )
            expected = ReferenceParser(system, scorer, LABEL_USES).parse(len(sentence), 1, one_root)
            for own, slow in zip(found, arrays(expected), strict=True):
                np.testing.assert_allclose(own[begin:end], slow, rtol=1e-5, atol=1e-5)
