"""The derivation of a sentence, step by step, with what an oracle thinks of each choice."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from crossarc.by_key import ByKey
from crossarc.names import SystemName
from crossarc.notebook import tables_html
from crossarc.oracle_options import default_oracle, regularizes
from crossarc.tables import Table
from crossarc.trace_table import outcome, trace_row, trace_table
from crossarc.transition_systems import Configuration, Oracle, System, Tree, gold_heads
from crossarc.treebank import Sentence

__all__ = ["Step", "Trace", "trace"]


@dataclass(frozen=True)
class Step(ByKey):
    """A transition, the configuration that it led to, and what it and the others would have cost."""

    transition: str | None  # None: the start
    configuration: Configuration
    arc: tuple[int, int] | None  # (head, dependent), or the ends of a link in undirected systems
    costs: dict[str, int]
    loss: int

    def to_dict(self) -> dict[str, Any]:
        c = self.configuration
        return {
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


@dataclass(frozen=True)
class Derivation:
    """The way of an oracle through a sentence: of several transitions of minimum cost, the static oracle's."""

    system: System
    oracle: Oracle
    gold: list[int]

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

    def steps(self) -> Iterator[Step]:
        """The steps, each made when it is asked for: all configurations of a long sentence take much memory."""
        chosen = self.oracle.options
        judge = self.oracle
        guide = self.system.oracle("static", self.gold, buffer_arcs=chosen.buffer_arcs, planes=chosen.planes)
        c = self.system.start(len(self.gold))
        yield Step(None, c, None, {}, judge.loss(c))
        built = _built(c)
        while not c.finished:
            costs, optimal = judge.costs(c), judge.optimal(c)
            transition = next((name for name in guide.optimal(c) if name in optimal), optimal[0])
            c = self.system.apply(c, transition)
            before, built = built, _built(c) if "ARC" in transition else built
            yield Step(transition, c, _new(before, built), costs, judge.loss(c))

    def wrong(self, heads: Sequence[int]) -> int:
        """How many words have another head than in the gold tree."""
        return sum(built != gold for built, gold in zip(heads, self.gold, strict=True))

    def to_dict(self) -> dict[str, Any]:
        return {
            "system": self.system.name,
            "options": self.system.options,
            "oracle": self.oracle.name,
            "gold": self.gold,
            "covered": self.system.covers(self.gold),
            "planes": self.oracle.planes,
        }

    def json(self, forms: Sequence[str]) -> Iterator[str]:
        """One JSON object, `Trace.to_dict` and the forms, in pieces: memory does not grow with the number of steps."""
        yield _json({"forms": list(forms)} | self.to_dict())[:-1] + ', "steps": ['
        for number, step in enumerate(self.steps()):
            yield (", " if number else "") + _json(step.to_dict())
        heads = step.configuration.heads  # there is the first step at least
        yield "], " + _json({"heads": heads, "wrong": self.wrong(heads)})[1:]


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
        return f"{' '.join(self.forms)}\n\n{self.table().markdown()}\n\n{self.outcome()}"

    def __repr__(self) -> str:
        return f"<Trace of {self.system.name}: {self.outcome().rstrip('.')}>"

    def _repr_html_(self) -> str:
        return tables_html([self.table()], [self.outcome()])

    def to_dict(self) -> dict[str, Any]:
        about = Derivation(self.system, self.oracle, self.gold).to_dict()
        return about | {"steps": [step.to_dict() for step in self.steps], "heads": self.heads, "wrong": self.wrong}


def trace(
    sentence: Tree,
    system: System | SystemName,
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
    machine = system if isinstance(system, System) else System(system)
    if oracle is not None:
        machine.require_oracle(oracle)
    derivation = Derivation.of(
        machine, sentence, oracle=oracle, regularize=regularize, buffer_arcs=buffer_arcs, planes=planes
    )
    gold = derivation.gold
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
