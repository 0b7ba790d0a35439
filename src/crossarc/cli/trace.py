"""`crossarc trace`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from crossarc.choices import OptionError
from crossarc.cli.messages import tell_skipped
from crossarc.cli.options import (
    BufferArcs,
    Format,
    Json,
    Lenient,
    Planes,
    Quiet,
    refuse_lossy_output,
    refuse_second_stdin,
)
from crossarc.cli.sentences import place_of
from crossarc.cli.trace_table import show_steps
from crossarc.files import require_writable, writing
from crossarc.oracle_options import OracleOptions
from crossarc.pages.stepper import stepper_page
from crossarc.parser import load
from crossarc.parser.derivations import ModelDerivation
from crossarc.systems import System
from crossarc.tracing import Derivation
from crossarc.treebank import Sentence, Treebank, read

_SYSTEM = "2-planar"


def trace(
    treebank: Annotated[str, typer.Argument(help="A file with trees; - is standard input.")],
    system: Annotated[
        str | None, typer.Option("--system", "-s", help=f"See `crossarc systems`; {_SYSTEM}, or the model's own.")
    ] = None,
    sentence: Annotated[str, typer.Option("--sentence", "--id", help="Its number, from 1, or its sent_id.")] = "1",
    oracle: Annotated[
        str | None, typer.Option("--oracle", help="Whose costs to show; dynamic if there is one.")
    ] = None,
    model: Annotated[
        Path | None, typer.Option("--model", help="Show the derivation that this model takes, with its scores.")
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="A page that steps through the derivation.")] = False,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Where the page goes to; - is standard output.")
    ] = Path("-"),
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
    words get a wrong head if the transition is taken. With --model, the transitions are those that a parser took.
    """
    if html and json_wanted:
        raise typer.BadParameter("--html and --json cannot both be: choose one")
    if not html and str(output) != "-":
        raise OptionError("output", "it has no effect without html")
    inputs = [treebank, *([str(model)] if model is not None else [])]
    refuse_second_stdin(inputs)
    refuse_lossy_output(output, inputs)
    require_writable(output)
    options = OracleOptions(regularize, buffer_arcs, planes)
    of_system = {"root": root, "reconstruction": reconstruction, "root_links": root_links}
    parser = None
    if model is not None:
        for name, value in {"system": system, **of_system}.items():
            if value is not None:
                raise OptionError(name, "it has no effect: the model has its own system")
        parser = load(model)
        chosen_system = System(parser.system, **parser.system_options)
    else:
        chosen_system = System(system or _SYSTEM, **of_system)
    Derivation.of(chosen_system, [], oracle, options)  # what is wrong is told before much is read
    trees = read(treebank, format=format and format.value, lenient=lenient)
    tell_skipped(trees, quiet)
    place = place_of(trees, sentence)
    chosen = trees[np.array([place])]
    if parser is None:
        heads = trees[place].require_tree(trees.path).heads.tolist()
        derivation = Derivation.of(chosen_system, heads, oracle, options)
        _write(derivation, chosen[0], chosen[0], html, json_wanted, output)
    else:
        taken = parser.derivation(chosen)
        aim = _target(taken, chosen)
        if aim is None and oracle is not None:
            raise OptionError("oracle", "it has no effect: the sentence has no tree")
        derivation = Derivation.of_model(taken, None if aim is None else aim.heads.tolist(), oracle, options)
        _write(derivation, taken.sentence[0], aim, html, json_wanted, output)


def _target(taken: ModelDerivation, chosen: Treebank) -> Sentence | None:
    """The tree that a model aimed at, if the file has one."""
    return taken.target(chosen)[0] if (chosen.heads >= 0).all() else None


def _write(
    derivation: Derivation, sentence: Sentence, aim: Sentence | None, html: bool, json_wanted: bool, output: Path
) -> None:
    if html:
        with writing(output) as file:
            for piece in stepper_page(derivation, sentence, aim):
                file.write(piece.encode("utf-8"))
    elif json_wanted:
        for piece in derivation.json(sentence.forms):
            sys.stdout.write(piece)
        print()
    else:
        print(" ".join(sentence.forms) + "\n")
        show_steps(derivation, sentence.forms)
