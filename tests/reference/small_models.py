"""Random sentences, and parsers with weights that are told one by one, for the core and for the references alike."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from functools import cache
from random import Random
from typing import Any

import numpy as np

from crossarc import System, Treebank, _core
from reference import transition_search
from reference.arcs import arc_transitions
from reference.kernel_machines import COEF0, DEGREE, GAMMA, Machine, SupportVector
from reference.parsing import Point, ReferenceParser, Sight
from reference.perceptron import Feature, LinearScorer, Question

TEMPLATES = ["S0.w", "S0.p", "B0.p", "S0?.p+B0?.p", "S1.p", "T0.p", "S0.d", "S0r.d", "B0l.d", "S0.vl"]
SPLIT = "B0?.p"
FORMS = ("u", "v", "w", "x", "y", "z")
TAGS = ("N", "V", "A")
LABELS = ("a", "b", "c", "d")


def random_treebank(random: Random, sentences: int, words: int) -> Treebank:
    """Sentences of up to so many words, of few kinds, under trees of any kind."""
    trees = [transition_search.random_tree(random, random.randint(1, words)) for _ in range(sentences)]
    return _treebank([[(random.choice(FORMS), random.choice(TAGS), head) for head in tree] for tree in trees], random)


def _treebank(sentences: list[list[tuple[str, str, int]]], random: Random) -> Treebank:
    lines = []
    for sentence in sentences:
        for number, (form, tag, head) in enumerate(sentence, start=1):
            lines.append(f"{number}\t{form}\t_\t{tag}\t_\t_\t{head}\t{random.choice(LABELS)}\t_\t_\n")
        lines.append("\n")
    return Treebank.from_conllu("".join(lines))


@cache
def feature_keys() -> dict[Feature, int]:
    """The core's numbers of features: those that random ways through random sentences meet, which are nearly all.

    Numbers depend on what is seen alone. A word by itself shows what is seen of any word after a derivation.
    """
    random = Random(0)
    alone = [[(form, tag, 0)] for form in FORMS for tag in TAGS]
    texts = [_treebank(alone, random).to_conllu(), random_treebank(random, 30, 6).to_conllu()]
    treebank = Treebank.from_conllu("".join(texts))
    keys: dict[Feature, int] = {}
    for name, (number, sentence) in itertools.product(
        ("arc-eager", "arc-hybrid", "2-planar", "undirected-planar", "undirected-2-planar"), enumerate(treebank)
    ):
        for _ in range(4):
            end, sights = _random_way(random, System(name), len(sentence))
            transitions, labels = (list(part) for part in zip(*end.steps, strict=True))
            for template in (*TEMPLATES, SPLIT):
                found = _core.feature_keys(treebank._document, number, name, template, transitions, labels)
                seen = LinearScorer([template], sentence, 0, 0)
                for sight, own in zip(sights, found, strict=True):
                    keys.update(zip(seen.features(sight), own, strict=True))
    return keys


def _random_way(random: Random, system: System, words: int) -> tuple[Point, list[Sight]]:
    """Where it ends, and all that is seen on it."""
    walker = ReferenceParser(system, LinearScorer([], None, 0, 0), [])  # type: ignore[arg-type]
    point = Point(system.start(words))
    sights = [point.sight]
    while not point.c.finished:
        point = walker.applied(point, random.choice(system.legal(point.c)), random.randrange(len(LABELS)))
        sights.append(point.sight)
    return point, sights


def place(system: System) -> dict[str, Any]:
    """How the core is told of a system."""
    return {"system": system.name, "root": "", "reconstruction": "", "root_links": ""} | system.options


def linear_model(
    system: System,
    label_uses: list[int],
    keys: Mapping[Feature, int],
    weights: Mapping[tuple[Feature, Question], float],
) -> _core.PerceptronModel:
    """The core's parser with these weights."""
    numbers = np.array(list(keys.values()), np.uint64)
    kinds = len(arc_transitions(system.transitions)) + 1

    def rows(questions: Iterable[Question]) -> tuple[Any, Any, Any]:
        asked = list(questions)
        classes = [question[2] if question[0] == "label" else question[1] for question in asked]
        table = [[weights.get((feature, question), 0.0) for question in asked] for feature in keys]
        return numbers, np.array(classes, np.int32), np.array(table, np.float32).reshape(-1)

    labels = [(kind, rows(("label", kind, label) for label in range(len(label_uses)))) for kind in range(kinds)]
    given = {
        "label_uses": np.array(label_uses, np.uint8),
        "transitions": rows(("transition", k, 0) for k in range(len(system.transitions))),
        "labels": [*labels, (kinds, rows([("root", 0, 0)]))],
    }
    templates = "\n".join(TEMPLATES)
    stored = _core.linear_weights(**place(system), templates=templates, together=False, **given)
    return _core.PerceptronModel.load(
        **place(system), templates=templates, labels=len(label_uses), weights=np.frombuffer(stored, np.uint8)
    )


def random_machine(random: Random, features: list[Feature], classes: list[int]) -> Machine:
    """Two support vectors for each class."""
    vectors = [
        SupportVector(k, frozenset(random.sample(features, 8)), {b: random.gauss(0, 1) for b in classes if b != k})
        for k in classes
        for _ in range(2)
    ]
    return Machine(classes, vectors, {pair: random.gauss(0, 1) for pair in itertools.combinations(classes, 2)})


def kernel_model(
    system: System,
    label_uses: list[int],
    keys: Mapping[Feature, int],
    machines: Iterable[tuple[int, int, Machine]],
) -> _core.KernelModel:
    """The core's parser with these machines, each for a decision (0: transition, 1: label, 2: root) and a group."""
    kernel = {"gamma": GAMMA, "coef0": COEF0, "degree": DEGREE}
    uses = np.array(label_uses, np.uint8)
    model = _core.KernelModel(**place(system), templates="\n".join(TEMPLATES), split=SPLIT, label_uses=uses, **kernel)
    for decision, group, machine in machines:
        model.add(decision, group, *_arrays(machine, keys))
    return model


def _arrays(machine: Machine, keys: Mapping[Feature, int]) -> list[Any]:
    """As LIBSVM has them: vectors by class, and for each feature the vectors that have it."""
    classes, vectors = machine.classes, machine.vectors
    used = sorted({keys[feature] for vector in vectors for feature in vector.features})
    having = [[k for k, v in enumerate(vectors) if key in {keys[f] for f in v.features}] for key in used]
    others = {k: [b for b in classes if b != k] for k in classes}
    coefficients = [[v.coefficients[others[v.of_class][row]] for v in vectors] for row in range(len(classes) - 1)]
    return [
        np.array(classes, np.int32),
        np.array([sum(v.of_class == k for v in vectors) for k in classes], np.int32),
        np.array(used, np.uint64),
        np.cumsum([0, *map(len, having)], dtype=np.int64),
        np.array([k for own in having for k in own], np.int32),
        np.array(coefficients, np.float64).reshape(-1),
        np.array([machine.intercepts[pair] for pair in itertools.combinations(classes, 2)], np.float64),
    ]
