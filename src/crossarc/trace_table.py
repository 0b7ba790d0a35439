"""The steps of a derivation as rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crossarc.messages import counted
from crossarc.tables import Table

if TYPE_CHECKING:
    from crossarc.tracing import Step

SHOWN = 4  # nodes of a stack or of the buffer before the rest is counted
_COLUMNS = ("transition", "stack", "inactive stack", "second list", "buffer", "arc", "costs", "scores")
_OPTIONAL = ("inactive stack", "second list", "costs", "scores")  # left out if nothing is ever in them
_WRONG = " ✗"


@dataclass(frozen=True)
class TraceRow:
    """What the table shows of a step: without its configuration, which is large."""

    cells: dict[str, str]
    transition: str | None
    costs: dict[str, int]


def trace_row(step: Step, names: Sequence[str]) -> TraceRow:
    """`names` are those of the nodes, the artificial root first."""
    c = step.configuration
    transition = (step.transition or "") + _WRONG * step.is_wrong
    stacks = transition, _end(c.stack, names), _end(c.inactive_stack, names), _start(c.second_list, names)
    cells = *stacks, _start(c.buffer, names), _arc(step, names), _costs(step), _scores(step)
    return TraceRow(dict(zip(_COLUMNS, cells, strict=True)), step.transition, step.costs)


def columns_of(rows: Sequence[TraceRow]) -> list[str]:
    """The columns that have something in them."""
    return [name for name in _COLUMNS if name not in _OPTIONAL or any(row.cells[name] for row in rows)]


def trace_table(rows: Sequence[TraceRow]) -> Table:
    columns = columns_of(rows)
    return Table(columns, [[row.cells[name] for name in columns] for row in rows])


def outcome(transitions: int, words: int, wrong: int | None) -> str:
    """What came of a derivation, in words; None if there is no gold tree."""
    outcomes = {
        None: "there is no gold tree to compare with",
        0: "the gold tree",
        1: "1 head differs from the gold tree",
    }
    ending = outcomes.get(wrong, f"{wrong} heads differ from the gold tree")
    return f"{counted(transitions, 'transition')} for {counted(words, 'word')}; {ending}."


def _start(nodes: Sequence[int], names: Sequence[str]) -> str:
    shown = [names[node] for node in nodes[:SHOWN]]
    return " ".join(shown + ([f"… +{len(nodes) - SHOWN}"] if len(nodes) > SHOWN else []))


def _end(nodes: Sequence[int], names: Sequence[str]) -> str:
    shown = [names[node] for node in nodes[-SHOWN:]]
    return " ".join(([f"{len(nodes) - SHOWN}+ …"] if len(nodes) > SHOWN else []) + shown)


def _arc(step: Step, names: Sequence[str]) -> str:
    if step.arc is None:
        return ""
    a, b = step.arc
    label = "" if step.label is None else f" ({step.label})"
    if step.configuration.links:
        return f"{names[a]} – {names[b]}{label}"
    return (f"{names[a]} → {names[b]}" if a < b or a == 0 else f"{names[b]} ← {names[a]}") + label


def _costs(step: Step) -> str:
    return " ".join(f"{name} {cost}" for name, cost in step.costs.items())


def _scores(step: Step) -> str:
    return " ".join(f"{name} {score:.2f}" for name, score in (step.scores or {}).items())
