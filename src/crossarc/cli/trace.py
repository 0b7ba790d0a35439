"""`crossarc trace`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from crossarc.cli.messages import tell_skipped
from crossarc.cli.options import BufferArcs, Format, Json, Lenient, Planes, Quiet
from crossarc.cli.sentences import place_of
from crossarc.oracle_options import OracleOptions
from crossarc.systems import System
from crossarc.tables import Table
from crossarc.tracing import Derivation, Step
from crossarc.treebank import read

SHOWN = 4  # nodes of a stack or of the buffer before the rest is counted


def trace(
    treebank: Annotated[str, typer.Argument(help="A file with trees; - is standard input.")],
    system: Annotated[str, typer.Option("--system", "-s", help="See `crossarc systems`.")] = "2-planar",
    sentence: Annotated[str, typer.Option("--sentence", help="Its number, from 1, or its sent_id.")] = "1",
    oracle: Annotated[
        str | None, typer.Option("--oracle", help="Whose costs to show; dynamic if there is one.")
    ] = None,
    regularize: Annotated[bool, typer.Option("--regularize", help="2-planar: penalise needless SWITCHes.")] = False,
    buffer_arcs: BufferArcs = None,
    planes: Planes = None,
    root: Annotated[str | None, typer.Option("--root", help="arc-eager: last or first.")] = None,
    reconstruction: Annotated[
        str | None, typer.Option("--reconstruction", help="Undirected systems: label or naive.")
    ] = None,
    root_links: Annotated[
        str | None, typer.Option("--root-links", help="Undirected systems: untrusted or trusted.")
    ] = None,
    json_wanted: Json = False,
    lenient: Lenient = False,
    format: Format = None,
    quiet: Quiet = False,
) -> None:
    """Show how a transition system builds the tree of a sentence: stacks, buffer, arcs and the oracle's costs.

    Each row is a transition and what it led to; the costs are of the choices there were. A cost says how many more
    words get a wrong head if the transition is taken.
    """
    chosen_system = System(system, root=root, reconstruction=reconstruction, root_links=root_links)
    options = OracleOptions(regularize, buffer_arcs, planes)
    Derivation.of(chosen_system, [], oracle, options)  # what is wrong is told before much is read
    trees = read(treebank, format=format and format.value, lenient=lenient)
    tell_skipped(trees, quiet)
    chosen = trees[place_of(trees, sentence)].require_tree(trees.path)
    derivation = Derivation.of(chosen_system, chosen.heads.tolist(), oracle, options)
    if json_wanted:
        for piece in derivation.json(chosen.forms):
            sys.stdout.write(piece)
        print()
        return
    print(" ".join(chosen.forms) + "\n")
    show(derivation, chosen.forms)


@dataclass(frozen=True)
class _Row:
    """What the table shows of a step: without its configuration, which is large."""

    cells: dict[str, str]
    transition: str | None
    costs: dict[str, int]


def show(derivation: Derivation, forms: Sequence[str]) -> None:
    """Print the steps as a table, in colour on a terminal, and what came of them."""
    names = ["ROOT", *forms]
    rows = []
    for step in derivation.steps():
        rows.append(_row(step, names))
        last = step.configuration
    columns = [name for name in _COLUMNS if name not in _OPTIONAL or any(row.cells[name] for row in rows)]
    if sys.stdout.isatty():
        _show_in_colour(columns, rows)
    else:
        Table(columns, [[row.cells[name] for name in columns] for row in rows]).show()
    wrong = derivation.wrong(last.heads)
    outcome = {0: "the gold tree", 1: "1 head differs from the gold tree"}
    ending = outcome.get(wrong, f"{wrong} heads differ from the gold tree")
    print(f"{len(rows) - 1} transitions for {len(derivation.gold)} words; {ending}.")


_COLUMNS = ("transition", "stack", "inactive stack", "second list", "buffer", "arc", "costs")
_OPTIONAL = ("inactive stack", "second list")  # left out if nothing is ever in them


def _row(step: Step, names: Sequence[str]) -> _Row:
    c = step.configuration
    stacks = step.transition or "", _end(c.stack, names), _end(c.inactive_stack, names), _start(c.second_list, names)
    cells = *stacks, _start(c.buffer, names), _arc(step, names), _costs(step)
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
    if step.configuration.links:
        return f"{names[a]} – {names[b]}"
    return f"{names[a]} → {names[b]}" if a < b or a == 0 else f"{names[b]} ← {names[a]}"


def _costs(step: Step) -> str:
    return " ".join(f"{name} {cost}" for name, cost in step.costs.items())


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
        cells = [rich.text.Text(row.cells[name], styles.get(name, "")) for name in columns]
        costs = rich.text.Text()
        for name, cost in row.costs.items():
            style = "dim red" if cost else "green"
            costs.append(f"{name} {cost} ", "bold " + style if name == row.transition else style)
        cells[-1] = costs
        drawn.add_row(*cells)
    rich.console.Console().print(drawn)
