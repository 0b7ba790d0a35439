"""What `crossarc trace` prints."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from crossarc.cli.notes import show_note
from crossarc.shown_text import shown
from crossarc.trace_table import TraceRow, columns_of, outcome, trace_row, trace_table
from crossarc.tracing import Derivation


def show_steps(derivation: Derivation, forms: Sequence[str]) -> None:
    """Print the steps as a table, in colour on a terminal, and what came of them."""
    names = ["ROOT", *(shown(form, None) for form in forms)]
    rows = []
    first_wrong = None
    for number, step in enumerate(derivation.steps()):
        rows.append(trace_row(step, names))
        last = step.configuration
        if step.is_wrong and first_wrong is None:
            first_wrong = number, step
    if sys.stdout.isatty():
        _show_in_colour(columns_of(rows), rows)
    else:
        trace_table(rows).show()
    wrong = None if derivation.gold is None else derivation.wrong(last.heads)
    show_note(outcome(len(rows) - 1, derivation.words, wrong))
    if first_wrong is not None:
        number, step = first_wrong
        show_note(f"The first wrong step is {number}: {step.transition} costs {step.costs[str(step.transition)]}.")


def _show_in_colour(columns: Sequence[str], rows: Sequence[TraceRow]) -> None:
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
