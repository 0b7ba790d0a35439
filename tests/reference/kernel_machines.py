"""Support vector machines with a polynomial kernel, one class against one, as LIBSVM has them (Chang & Lin 2011)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import inf

from crossarc.treebank import Sentence
from reference.parsing import Sight
from reference.perceptron import Feature, LinearScorer

GAMMA, COEF0, DEGREE = 0.2, 0.4, 2


@dataclass(frozen=True)
class SupportVector:
    of_class: int
    features: frozenset[Feature]
    coefficients: Mapping[int, float]  # by the class that it tells its own from


@dataclass(frozen=True)
class Machine:
    classes: list[int]
    vectors: list[SupportVector]
    intercepts: Mapping[tuple[int, int], float]  # by pair of classes

    def scores(self, features: frozenset[Feature], class_count: int) -> list[float]:
        """Each pair votes; where votes are equal, how clearly pairs have decided tells (at most a third of a vote).

        A class that the machine does not know is worse than any.
        """
        votes, clarity = dict.fromkeys(self.classes, 0), dict.fromkeys(self.classes, 0.0)
        for a, b in combinations(self.classes, 2):
            decision = self.intercepts[a, b]
            for vector in self.vectors:
                if vector.of_class in (a, b):
                    other = b if vector.of_class == a else a
                    shared = len(vector.features & features)
                    decision += vector.coefficients[other] * (GAMMA * shared + COEF0) ** DEGREE
            votes[a if decision > 0 else b] += 1
            clarity[a] += decision
            clarity[b] -= decision
        known = {k: votes[k] + clarity[k] / (3 * (abs(clarity[k]) + 1)) for k in self.classes}
        return [known.get(k, -inf) for k in range(class_count)]


@dataclass(frozen=True)
class KernelScorer:
    """A machine for transitions, or one for each tag of the first word of the buffer; one for each kind of label; one
    that tells roots, its class 1, from other words."""

    templates: list[str]
    sentence: Sentence
    transition_count: int
    label_count: int
    transition_machines: Mapping[Feature | None, Machine]
    label_machines: Mapping[int, Machine]
    root_machine: Machine
    split: str = "B0?.p"

    def features(self, sight: Sight, templates: list[str]) -> list[Feature]:
        return LinearScorer(templates, self.sentence, 0, 0).features(sight)

    def asked(self, machine: Machine, sight: Sight, count: int) -> list[float]:
        return machine.scores(frozenset(self.features(sight, self.templates)), count)

    def transitions(self, sight: Sight) -> list[float]:
        group = next(iter(self.features(sight, [self.split])), None)
        machine = self.transition_machines.get(group) or self.transition_machines[None]
        return self.asked(machine, sight, self.transition_count)

    def labels(self, sight: Sight, kind: int) -> list[float]:
        machine = self.label_machines.get(kind)
        return [-inf] * self.label_count if machine is None else self.asked(machine, sight, self.label_count)

    def root(self, sight: Sight) -> float:
        other, root = self.asked(self.root_machine, sight, 2)
        return root - other
