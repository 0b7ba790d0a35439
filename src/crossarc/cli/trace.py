"""`crossarc trace`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

from crossarc.cli.messages import tell_skipped
from crossarc.cli.options import Format, Json, Lenient, Quiet
from crossarc.cli.parameters import Argument, Option, Shared
from crossarc.cli.training_options import training_option
from crossarc.parser.options import TrainingOptions
from crossarc.trace_table import TraceRow, columns_of, outcome, trace_row, trace_table
from crossarc.tracing import Derivation
from crossarc.transition_systems import System
from crossarc.treebank import Sentence, Treebank, read

_LONGEST_NUMBER = 20  # digits of one that a sentence can have


def trace(
    treebank: Annotated[str, Argument("a file with trees; - is standard input", or_stdin=True)],
    system: Annotated[str, Shared(training_option)] = TrainingOptions.system,
    sentence: Annotated[str, Option("--sentence", metavar="WHICH", help="its number, from 1, or its sent_id")] = "1",
    oracle: Annotated[str | None, Shared(training_option)] = None,
    regularize: Annotated[bool | None, Shared(training_option)] = None,
    buffer_arcs: Annotated[str | None, Shared(training_option)] = None,
    planes: Annotated[str | None, Shared(training_option)] = None,
    root: Annotated[str | None, Shared(training_option)] = None,
    reconstruction: Annotated[str | None, Shared(training_option)] = None,
    root_links: Annotated[str | None, Shared(training_option)] = None,
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
    options: dict[str, Any] = {
        "oracle": oracle,
        "regularize": regularize,
        "buffer_arcs": buffer_arcs,
        "planes": planes,
    }
    Derivation.of(chosen_system, [], **options)  # what is wrong is told before much is read
    trees = read(treebank, format=format and format.value, lenient=lenient)
    tell_skipped(trees, quiet)
    chosen = _find(trees, sentence).require_tree(trees.path)
    derivation = Derivation.of(chosen_system, chosen.heads.tolist(), **options)
    if json_wanted:
        for piece in derivation.json(chosen.forms):
            sys.stdout.write(piece)
        print()
        return
    print(" ".join(chosen.forms) + "\n")
    show(derivation, chosen.forms)


def _find(trees: Treebank, sentence: str) -> Sentence:
    if sentence.isdecimal() and len(sentence) < _LONGEST_NUMBER and 1 <= int(sentence) <= len(trees):
        return trees[int(sentence) - 1]
    for candidate in trees:
        if candidate.sent_id == sentence:
            return candidate
    raise ValueError(f"{trees.path}: no sentence '{sentence}': there are {len(trees):,}, and none has this sent_id")


def show(derivation: Derivation, forms: Sequence[str]) -> None:
    """Print the steps as a table, in colour on a terminal, and what came of them."""
    names = ["ROOT", *forms]
    rows = []
    for step in derivation.steps():
        rows.append(trace_row(step, names))
        last = step.configuration
    if sys.stdout.isatty():
        _show_in_colour(columns_of(rows), rows)
    else:
        trace_table(rows).show()
    print(outcome(len(rows) - 1, len(derivation.gold), derivation.wrong(last.heads)))


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
        cells = [rich.text.Text(row.cells[name], styles.get(name, "")) for name in columns]
        costs = rich.text.Text()
        for name, cost in row.costs.items():
            style = "dim red" if cost else "green"
            costs.append(f"{name} {cost} ", "bold " + style if name == row.transition else style)
        cells[-1] = costs
        drawn.add_row(*cells)
    rich.console.Console().print(drawn)
