"""The derivation of a sentence, step by step: an oracle's or a model's, with what an oracle thinks of each choice."""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crossarc.arguments import wrong_kind
from crossarc.by_key import ByKey
from crossarc.calls import called_as
from crossarc.names import SystemName
from crossarc.notebook import tables_html
from crossarc.oracle_options import default_oracle, regularizes
from crossarc.shown_text import shown
from crossarc.tables import Table
from crossarc.trace_table import outcome, trace_row, trace_table
from crossarc.transition_systems import Configuration, Oracle, System, Tree, gold_heads
from crossarc.treebank import Sentence

if TYPE_CHECKING:
    from crossarc.parser.derivations import ModelDerivation

_Chosen = tuple[str, str | None, dict[str, float] | None]  # a transition, its label, the scores

__all__ = ["Derivation", "Step", "StepChoice", "Trace", "trace"]


@dataclass(frozen=True)
class StepChoice:
    """What there is to say of a transition in a configuration: its cost and its score, or why it is not legal."""

    transition: str
    reason: str | None = None
    cost: int | None = None  # None, too, if there is no gold tree
    score: float | None = None
    arc: tuple[int, int] | None = None  # that it would build


@dataclass(frozen=True)
class Step(ByKey):
    """A transition, the configuration that it led to, and what it and the others would have cost."""

    transition: str | None  # None: the start
    configuration: Configuration
    arc: tuple[int, int] | None  # (head, dependent), or the ends of a link in undirected systems
    costs: dict[str, int]
    loss: int | None  # None if there is no gold tree
    label: str | None = None  # of the arc, if a model chose
    scores: dict[str, float] | None = None  # of a model, which chose by them

    @property
    def is_wrong(self) -> bool:
        """Whether another transition would have cost less."""
        return self.transition is not None and self.costs.get(self.transition, 0) > min(self.costs.values(), default=0)

    def to_dict(self) -> dict[str, Any]:
        c = self.configuration
        told = {
            "transition": self.transition,
            "stack": c.stack,
            "inactive_stack": c.inactive_stack,
            "second_list": c.second_list,
            "buffer": c.buffer,
            "active_plane": c.active_plane,
            "arc": None if self.arc is None else list(self.arc),
            "costs": self.costs,
            "loss": self.loss,
        }
        if self.scores is None:
            return told
        scores = {name: score if math.isfinite(score) else None for name, score in self.scores.items()}
        return told | {"label": self.label, "scores": scores}


@dataclass(frozen=True)
class Derivation:
    """The way through a sentence: a model's, or an oracle's: of several transitions of minimum cost, the static one's.

    A model's needs no gold tree, and has then no oracle, either.
    """

    system: System
    oracle: Oracle | None
    gold: list[int] | None
    model: ModelDerivation | None = None

    @classmethod
    def of(
        cls,
        system: System,
        heads: Tree,
        *,
        oracle: str | None = None,
        regularize: bool | None = None,
        buffer_arcs: str | None = None,
        planes: str | None = None,
    ) -> Derivation:
        """What is not given is as in training: a dynamic oracle, if there is one, and regularized for 2-planar."""
        gold = gold_heads(heads)
        name = oracle or default_oracle(system.oracles)
        penalizes = regularizes(system.name, name) if regularize is None else regularize
        judge = system.oracle(name, gold, regularize=penalizes, buffer_arcs=buffer_arcs, planes=planes)
        return cls(system, judge, gold)

    @classmethod
    def of_model(cls, model: ModelDerivation, heads: Sequence[int] | None, **options: Any) -> Derivation:
        """The one that a model took; `heads` are what it aimed at (`ModelDerivation.target`), if that is known.

        The options are those of `of`.
        """
        if heads is None:
            return cls(model.system, None, None, model)
        judged = cls.of(model.system, heads, **options)
        return cls(model.system, judged.oracle, judged.gold, model)

    def steps(self) -> Iterator[Step]:
        """The steps, each made when it is asked for: all configurations of a long sentence take much memory."""
        judge, choose = self.oracle, self._chooser()
        c = self.system.start(self.words)
        built = _built(c)
        yield Step(None, c, None, {}, self._loss(c), scores=None if self.model is None else {})
        while True:
            costs = {} if judge is None or c.finished else judge.costs(c)
            chosen = choose(c, costs)
            if chosen is None:
                return
            transition, label, scores = chosen
            c = self.system.apply(c, transition)
            before, built = built, _built(c) if "ARC" in transition else built
            yield Step(transition, c, _new(before, built), costs, self._loss(c), label, scores)

    def _loss(self, c: Configuration) -> int | None:
        return None if self.oracle is None else self.oracle.loss(c)

    def _chooser(self) -> Callable[[Configuration, dict[str, int]], _Chosen | None]:
        """What chooses a transition, from a configuration and costs; None at the end."""
        if self.model is not None:
            steps = iter(self.model.steps)
            return lambda c, costs: next(steps, None)
        if self.oracle is None or self.gold is None:
            raise ValueError("a derivation is a model's or an oracle's")
        chosen = self.oracle.options
        guide = self.system.oracle("static", self.gold, buffer_arcs=chosen.buffer_arcs, planes=chosen.planes)

        def choose(c: Configuration, costs: dict[str, int]) -> _Chosen | None:
            if c.finished:
                return None
            least = min(costs.values())
            optimal = [name for name, cost in costs.items() if cost == least]
            return next((name for name in guide.optimal(c) if name in optimal), optimal[0]), None, None

        return choose

    def choices(self, before: Configuration, step: Step) -> list[StepChoice]:
        """All transitions of the system in the configuration before a step, in the system's order."""
        return self._choices(before, step.costs, step.scores)

    def open_choices(self, c: Configuration, scores: Mapping[str, float] | None = None) -> list[StepChoice]:
        """The same of a configuration from which no step was taken yet."""
        return self._choices(c, {} if self.oracle is None else self.oracle.costs(c), scores)

    def _choices(
        self, c: Configuration, costs: Mapping[str, int], scores: Mapping[str, float] | None
    ) -> list[StepChoice]:
        names = list(dict.fromkeys([*self.system.transitions, *self.system.legal(c)]))
        found = []
        for name in names:
            reason = self.system.why_not(c, name)
            if reason is not None:
                found.append(StepChoice(name, reason))
                continue
            score = None if scores is None else scores.get(name)
            found.append(StepChoice(name, None, costs.get(name), score, self.system.arc(c, name)))
        return found

    @property
    def words(self) -> int:
        if self.gold is not None:
            return len(self.gold)
        assert self.model is not None
        return self.model.sentence.word_count

    def wrong(self, heads: Sequence[int]) -> int:
        """How many words have another head than in the gold tree."""
        return sum(built != gold for built, gold in zip(heads, self.gold or heads, strict=True))

    def to_dict(self) -> dict[str, Any]:
        oracle, gold = self.oracle, self.gold
        return {
            "system": self.system.name,
            "options": self.system.options,
            "oracle": None if oracle is None else oracle.name,
            "gold": gold,
            "covered": None if gold is None else self.system.covers(gold),
            "planes": None if oracle is None else oracle.planes,
        }

    def json(self, forms: Sequence[str]) -> Iterator[str]:
        """One JSON object, `Trace.to_dict` and the forms, in pieces: memory does not grow with the number of steps."""
        yield _json({"forms": list(forms)} | self.to_dict())[:-1] + ', "steps": ['
        first_wrong = None
        for number, step in enumerate(self.steps()):
            yield (", " if number else "") + _json(step.to_dict())
            if step.is_wrong and first_wrong is None:
                first_wrong = number
        heads = step.configuration.heads  # there is the first step at least
        ending: dict[str, Any] = {"heads": heads, "wrong": None if self.gold is None else self.wrong(heads)}
        if self.model is not None:
            predicted = {"heads": self.model.heads, "deprels": self.model.deprels}
            ending |= {"first_wrong": first_wrong, "predicted": predicted}
        yield "], " + _json(ending)[1:]


@dataclass(frozen=True, repr=False)
class Trace(ByKey):
    """All steps from the start to the end. `forms` are the words, or their numbers if only heads are known."""

    system: System
    oracle: Oracle
    gold: list[int]
    steps: list[Step]
    forms: list[str]

    @property
    def heads(self) -> list[int]:
        return self.steps[-1].configuration.heads

    @property
    def wrong(self) -> int:
        """How many words got another head than in the gold tree."""
        return Derivation(self.system, self.oracle, self.gold).wrong(self.heads)

    @property
    def transitions(self) -> list[str]:
        """The names of the transitions, in order."""
        return [step.transition for step in self.steps if step.transition is not None]

    def table(self) -> Table:
        """What `crossarc trace` shows: a row for each step."""
        names = ["ROOT", *self.forms]
        return trace_table([trace_row(step, names) for step in self.steps])

    def outcome(self) -> str:
        """What came of it, in words."""
        return outcome(len(self.transitions), len(self.gold), self.wrong)

    def __str__(self) -> str:
        return f"{shown(' '.join(self.forms), None)}\n\n{self.table().markdown()}\n\n{self.outcome()}"

    def __repr__(self) -> str:
        return f"<Trace of {self.system.name}: {self.outcome().rstrip('.')}>"

    def _repr_html_(self) -> str:
        return tables_html([self.table()], [self.outcome()])

    def to_dict(self) -> dict[str, Any]:
        about = Derivation(self.system, self.oracle, self.gold).to_dict()
        return about | {"steps": [step.to_dict() for step in self.steps], "heads": self.heads, "wrong": self.wrong}


@called_as("crossarc.trace")
def trace(
    sentence: Tree,
    system: System | SystemName = "arc-eager",
    *,
    oracle: str | None = None,
    regularize: bool | None = None,
    buffer_arcs: str | None = None,
    planes: str | None = None,
) -> Trace:
    """Follow an oracle through a sentence: of several transitions of minimum cost, the static oracle's.

    The sentence is one of a treebank, or the heads of its words; the system is one, or its name. The options are those
    of `System.oracle`; what is not given is as in training.

    >>> trace([2, 0], "planar").transitions
    ['SHIFT', 'LEFT-ARC', 'SHIFT']
    """
    if hasattr(system, "derivation"):
        raise wrong_kind("system", "a system or its name; parser.derivation(treebank) has a parser's steps", system)
    machine = system if isinstance(system, System) else System(system)
    if oracle is not None:
        machine.require_oracle(oracle)
    derivation = Derivation.of(
        machine, sentence, oracle=oracle, regularize=regularize, buffer_arcs=buffer_arcs, planes=planes
    )
    assert derivation.oracle is not None
    gold = derivation.gold
    assert gold is not None
    forms = sentence.forms if isinstance(sentence, Sentence) else [str(word + 1) for word in range(len(gold))]
    return Trace(machine, derivation.oracle, gold, list(derivation.steps()), forms)


def _built(c: Configuration) -> list[tuple[int, int]]:
    """Arcs in the order of their dependents, or links in that of their making."""
    return [link[:2] for link in c.links] or c.arcs


def _new(before: list[tuple[int, int]], after: list[tuple[int, int]]) -> tuple[int, int] | None:
    """What is in the second list and not in the first, if anything is: up to it they are the same."""
    if len(before) == len(after):
        return None
    return after[bisect_left(range(len(before)), True, key=lambda place: before[place] != after[place])]


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False)
