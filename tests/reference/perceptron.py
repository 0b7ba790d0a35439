"""The averaged perceptron, slowly: weights by what a template sees, and its training, greedy or with a beam.

The beam is that of Collins & Roark (2004, early update), Huang et al. (2012, max-violation) and Aufrant et al. (2017):
a derivation is right if each of its transitions costs as little as any, and training goes on after an update from where
it was made, so that one sentence may give several.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from crossarc.transition_systems import Oracle, System
from crossarc.treebank import Sentence
from reference.arcs import arc_of
from reference.features import Features
from reference.parsing import BeamItem, Candidate, Point, ReferenceParser, Sight
from reference.random_stream import RandomStream

Feature = tuple[str, Any]  # a template and what it sees
Question = tuple[str, int, int]  # ("transition", its place, 0), ("label", kind, label), or ("root", 0, 0)


@dataclass
class LinearScorer:
    """Sums of the weights of all features of a configuration of one sentence."""

    templates: list[str]
    sentence: Sentence
    transition_count: int
    label_count: int
    weights: dict[tuple[Feature, Question], float] = field(default_factory=lambda: defaultdict(float))

    def features(self, sight: Sight) -> list[Feature]:
        seen = Features(self.sentence, lambda a, b: sight.labels[a, b])
        found = [(template, seen.template(sight, template)) for template in self.templates]  # type: ignore[arg-type]
        return [(template, values) for template, values in found if values is not None]

    def scores(self, sight: Sight, questions: list[Question]) -> list[float]:
        features = self.features(sight)
        return [sum(self.weights.get((feature, question), 0.0) for feature in features) for question in questions]

    def transitions(self, sight: Sight) -> list[float]:
        return self.scores(sight, [("transition", place, 0) for place in range(self.transition_count)])

    def labels(self, sight: Sight, kind: int) -> list[float]:
        return self.scores(sight, [("label", kind, label) for label in range(self.label_count)])

    def root(self, sight: Sight) -> float:
        return self.scores(sight, [("root", 0, 0)])[0]


@dataclass(frozen=True)
class Training:
    """As `crossarc.parser.TrainingOptions` has them; every feature counts from its first update on."""

    oracle: str
    beam: int = 1
    update: str = "max-violation"
    exploration: float = 0.9
    first_exploration: int = 2
    seed: int = 1


@dataclass(frozen=True)
class GoldTree:
    sentence: Sentence
    heads: list[int]
    labels: list[int]

    def label(self, arc: tuple[int, int], transition: str) -> int | None:
        """That of an arc which is in the tree; ARC has no direction, and is right both ways."""
        for head, dependent in (arc, arc[::-1]) if transition == "ARC" else (arc,):
            if dependent > 0 and self.heads[dependent - 1] == head:
                return self.labels[dependent - 1]
        return None


class ReferenceTrainer:
    """Training from gold trees; `averages` is what has been learnt."""

    def __init__(self, system: System, templates: list[str], label_uses: list[int], options: Training) -> None:
        self.system, self.templates, self.label_uses, self.options = system, templates, label_uses, options
        self.weights: dict[tuple[Feature, Question], float] = defaultdict(float)
        self.changes: dict[tuple[Feature, Question], float] = defaultdict(float)  # each times its step
        self.step = 1
        self.epoch = 0

    def averages(self) -> dict[tuple[Feature, Question], float]:
        """The mean of each weight over all steps (Daumé 2006, §2.6.3)."""
        return {key: weight - self.changes[key] / self.step for key, weight in self.weights.items()}

    def learn(self, trees: list[GoldTree]) -> None:
        """One epoch."""
        self.epoch += 1
        self.random = RandomStream(self.options.seed, self.epoch)
        for number in self.random.shuffled(len(trees)):
            self.gold = gold = trees[number]
            counts = len(self.system.transitions), len(self.label_uses)
            self.scorer = LinearScorer(self.templates, gold.sentence, *counts, self.weights)
            self.parser = ReferenceParser(self.system, self.scorer, self.label_uses)
            regularize = (self.system.name, self.options.oracle) == ("2-planar", "dynamic")
            self.oracle: Oracle = self.system.oracle(self.options.oracle, gold.heads, regularize=regularize)
            start = Point(self.system.start(len(gold.heads)))
            self.teach_root(self.learn_greedily(start) if self.options.beam == 1 else self.learn_with_beam(start))

    def update(self, sight: Sight, question: Question, amount: int) -> None:
        for feature in self.scorer.features(sight):
            self.weights[feature, question] += amount
            self.changes[feature, question] += amount * self.step

    def update_transition(self, point: Point, transition: str, amount: int) -> None:
        self.update(point.sight, ("transition", self.system.transitions.index(transition), 0), amount)

    def explores(self) -> bool:
        """Whether to go on from a mistake: a static oracle would know nothing of what comes then."""
        if self.options.oracle == "static" or self.epoch < self.options.first_exploration:
            return False
        return self.random.share() < self.options.exploration

    def right_transitions(self, point: Point) -> list[str]:
        costs = self.oracle.costs(point.c)
        return [name for name in self.parser.legal(point) if costs[name] == min(costs.values())]

    # Labels and the root

    def teach_label(self, point: Point, transition: str) -> int:
        """The label for the arc, if there is one: that of the gold tree, if the arc is there, or the best scored."""
        arc = arc_of(self.system.name, point.c, transition)
        if arc is None:
            return 0
        kind = self.parser.kinds[transition]
        return self.teach_label_of(point.sight, kind, 0 in arc, self.gold.label(arc, transition))

    def teach_label_of(self, sight: Sight, kind: int, touches_root: bool, gold: int | None) -> int:
        predicted = self.parser.best_label(self.scorer.labels(sight, kind), touches_root)
        if gold is None or gold == predicted:
            return predicted
        self.update(sight, ("label", kind, gold), 1)
        self.update(sight, ("label", kind, predicted), -1)
        return gold

    def teach_root(self, end: Point) -> None:
        """Of the words under 0, one that is right should score higher than any other; right ones learn their labels."""
        tree = self.parser.tree(end)
        candidates = [word for word, head in enumerate(tree.heads, start=1) if head == 0]
        right = [word for word in candidates if self.gold.heads[word - 1] == 0]
        wrong = [word for word in candidates if self.gold.heads[word - 1] != 0]
        sight_of = {word: self.parser.facing_root(end, word) for word in candidates}
        for word in right:
            if tree.labels[word - 1] < 0:
                self.teach_label_of(sight_of[word], len(self.parser.kinds), True, self.gold.labels[word - 1])
        if right and wrong:
            scores = {word: self.scorer.root(sight_of[word]) for word in candidates}
            best_right, best_wrong = (max(words, key=lambda word: scores[word]) for words in (right, wrong))
            if scores[best_right] <= scores[best_wrong]:
                self.update(sight_of[best_right], ("root", 0, 0), 1)
                self.update(sight_of[best_wrong], ("root", 0, 0), -1)

    # One derivation

    def learn_greedily(self, point: Point) -> Point:
        while not point.c.finished:
            scores = self.parser.scores(point)
            right_ones = self.right_transitions(point)
            predicted = max(self.parser.legal(point), key=lambda name: scores[name])
            right = max(right_ones, key=lambda name: scores[name])
            self.step += 1
            if predicted not in right_ones:
                self.update_transition(point, right, 1)
                self.update_transition(point, predicted, -1)
                if not self.explores():
                    predicted = right
            point = self.parser.applied(point, predicted, self.teach_label(point, predicted))
        return point

    # Several derivations

    def learn_with_beam(self, point: Point) -> Point:
        while not point.c.finished:
            self.step += 1
            right, best = self.compared(point)
            if right is None:
                return self.followed(point, best)
            same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(right.steps, best.steps, strict=False))))
            for derivation, amount in ((right, 1), (best, -1)):
                here = point
                for number, (transition, label) in enumerate(derivation.steps[len(point.steps) :], len(point.steps)):
                    if number >= same:
                        self.update_transition(here, transition, amount)
                    here = self.parser.applied(here, transition, label)
            point = self.followed(point, best if self.explores() else right)
        return point

    def followed(self, point: Point, to: Point) -> Point:
        """Learns the labels of right arcs on the way, and goes it as it was found."""
        for transition, label in to.steps[len(point.steps) :]:
            self.teach_label(point, transition)
            point = self.parser.applied(point, transition, label)
        return point

    def compared(self, origin: Point) -> tuple[Point | None, Point]:
        """A right derivation and the wrong one that scored higher; None, and the best one, if that is right.

        When no right derivation is left in the beam, the best that has been lost goes on beside it, always by the
        transition that scores highest of the right ones. Early update compares the two at once, max-violation where the
        beam's best is furthest ahead.
        """
        items, is_right = [BeamItem(origin, 0.0)], [True]
        lost: BeamItem | None = None
        furthest: tuple[float, Point, Point] | None = None
        while not all(item.point.c.finished for item in items) or not (lost is None or lost.point.c.finished):
            candidates = self.parser.candidates(items)
            right_ones = [self.is_right(items, is_right, own) for own in candidates]
            width = self.options.beam
            if lost is not None:
                if not self.parser.waits(lost, [*items, lost]):
                    lost = self.with_best_right_step(lost)
            elif not any(right_ones[:width]):
                lost = self.parser.followed(items, candidates[right_ones.index(True)])
            items = [self.parser.followed(items, own) for own in candidates[:width]]
            is_right = right_ones[:width]
            if lost is not None and (furthest is None or self.is_level(items[0], lost)):
                ahead = items[0].score - lost.score
                if furthest is None or ahead > furthest[0]:
                    furthest = ahead, lost.point, items[0].point
                if self.options.update == "early":
                    break
        if furthest is not None:
            return furthest[1], furthest[2]
        best_right = items[is_right.index(True)].point
        return (None if is_right[0] else best_right), items[0].point

    def is_right(self, items: list[BeamItem], is_right: list[bool], candidate: Candidate) -> bool:
        if not is_right[candidate.item] or candidate.transition is None:
            return is_right[candidate.item]
        return candidate.transition in self.right_transitions(items[candidate.item].point)

    def is_level(self, best: BeamItem, lost: BeamItem) -> bool:
        """Only at the same word do scores of derivations that differ in length tell which is better."""
        return not self.parser.waits_for_words or len(best.point.c.buffer) == len(lost.point.c.buffer)

    def with_best_right_step(self, lost: BeamItem) -> BeamItem:
        scores = self.parser.scores(lost.point)
        best = max(self.right_transitions(lost.point), key=lambda name: scores[name])
        label = self.parser.label_of(lost.point, best)
        return BeamItem(self.parser.applied(lost.point, best, label), lost.score + scores[best])
