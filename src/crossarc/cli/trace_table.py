"""The table of `crossarc trace`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from crossarc.tables import Table
from crossarc.tracing import Derivation, Step

SHOWN = 4  # nodes of a stack or of the buffer before the rest is counted


@dataclass(frozen=True)
class _Row:
    """What the table shows of a step: without its configuration, which is large."""

    cells: dict[str, str]
    transition: str | None
    costs: dict[str, int]


def show_steps(derivation: Derivation, forms: Sequence[str]) -> None:
    """Print the steps as a table, in colour on a terminal, and what came of them."""
    names = ["ROOT", *forms]
    rows = []
    first_wrong = None
    for number, step in enumerate(derivation.steps()):
        rows.append(_row(step, names))
        last = step.configuration
        if step.is_wrong and first_wrong is None:
            first_wrong = number, step
    columns = [name for name in _COLUMNS if name not in _OPTIONAL or any(row.cells[name] for row in rows)]
    if sys.stdout.isatty():
        _show_in_colour(columns, rows)
    else:
        Table(columns, [[row.cells[name] for name in columns] for row in rows]).show()
    print(f"{len(rows) - 1} transitions for {derivation.words} words; {outcome(derivation, last.heads)}.")
    if first_wrong is not None:
        number, step = first_wrong
        print(f"The first wrong step is {number}: {step.transition} costs {step.costs[str(step.transition)]}.")


def outcome(derivation: Derivation, heads: Sequence[int]) -> str:
    """What came of a derivation whose last configuration has these heads."""
    if derivation.gold is None:
        return "there is no gold tree to compare with"
    wrong = derivation.wrong(heads)
    known = {0: "the gold tree", 1: "1 head differs from the gold tree"}
    return known.get(wrong, f"{wrong} heads differ from the gold tree")


_COLUMNS = ("transition", "stack", "inactive stack", "second list", "buffer", "arc", "costs", "scores")
_OPTIONAL = ("inactive stack", "second list", "costs", "scores")  # left out if nothing is ever in them
_WRONG = " ✗"


def _row(step: Step, names: Sequence[str]) -> _Row:
    c = step.configuration
    transition = (step.transition or "") + _WRONG * step.is_wrong
    stacks = transition, _end(c.stack, names), _end(c.inactive_stack, names), _start(c.second_list, names)
    cells = *stacks, _start(c.buffer, names), _arc(step, names), _costs(step), _scores(step)
    return _Row(dict(zip(_COLUMNS, cells, strict=True)), step.transition, step.costs)


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


def _show_in_colour(columns: Sequence[str], rows: Sequence[_Row]) -> None:
    import rich.box  # noqa: PLC0415
    import rich.console  # noqa: PLC0415
    import rich.table  # noqa: PLC0415
    import rich.text  # noqa: PLC0415

    drawn = rich.table.Table(box=rich.box.SIMPLE_HEAD)
    for name in columns:
        drawn.add_column(name, overflow="fold")
    styles = {"transition": "bold", "arc": "green", "buffer": "cyan", "inactive stack": "dim"}
    for row in rows:
        costs = rich.text.Text()
        for name, cost in row.costs.items():
            style = "dim red" if cost else "green"
            costs.append(f"{name} {cost} ", "bold " + style if name == row.transition else style)
        plain = {name: rich.text.Text(row.cells[name], styles.get(name, "")) for name in columns}
        drawn.add_row(*(costs if name == "costs" else plain[name] for name in columns))
    rich.console.Console().print(drawn)
