"""The derivation of a sentence, step by step, with what an oracle thinks of each choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crossarc.systems import Configuration, Oracle, System
from crossarc.whole_numbers import whole_numbers

__all__ = ["Step", "Trace", "trace"]


@dataclass(frozen=True)
class Step:
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
class Trace:
    """All steps from the start to the end."""

    system: System
    oracle: Oracle
    gold: list[int]
    steps: list[Step]

    @property
    def heads(self) -> list[int]:
        return self.steps[-1].configuration.heads

    @property
    def wrong(self) -> int:
        """How many words got another head than in the gold tree."""
        return sum(built != gold for built, gold in zip(self.heads, self.gold, strict=True))

    def to_dict(self) -> dict[str, Any]:
        return {
            "system": self.system.name,
            "options": self.system.options,
            "oracle": self.oracle.name,
            "gold": self.gold,
            "covered": self.system.covers(self.gold),
            "planes": self.oracle.planes,
            "steps": [step.to_dict() for step in self.steps],
            "heads": self.heads,
            "wrong": self.wrong,
        }


def default_oracle(system: System) -> str:
    """The oracle that says most about every choice: a dynamic one, if there is one."""
    return next((name for name in ("dynamic", "static-dynamic") if name in system.oracles), "static")


def trace(system: System, heads: Sequence[int], *, oracle: str | None = None, regularize: bool = False) -> Trace:
    """Follow an oracle through a sentence: of several transitions of minimum cost, the static oracle's.

    >>> [step.transition for step in trace(System("planar"), [2, 0]).steps]
    [None, 'SHIFT', 'LEFT-ARC', 'SHIFT']
    """
    gold: list[int] = whole_numbers(heads, "heads").tolist()
    judge = system.oracle(oracle or default_oracle(system), gold, regularize=regularize)
    guide = system.oracle("static", gold)
    c = system.start(len(gold))
    steps = [Step(None, c, None, {}, judge.loss(c))]
    while not c.finished:
        optimal = judge.optimal(c)
        transition = next((name for name in guide.optimal(c) if name in optimal), optimal[0])
        following = system.apply(c, transition)
        steps.append(Step(transition, following, _new_arc(c, following), judge.costs(c), judge.loss(following)))
        c = following
    return Trace(system, judge, gold, steps)


def _new_arc(before: Configuration, after: Configuration) -> tuple[int, int] | None:
    arcs = set(after.arcs) - set(before.arcs)
    links = after.links[len(before.links) :]
    if links:
        return links[0][:2]
    return arcs.pop() if arcs else None
