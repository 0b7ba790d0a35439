"""`crossarc trace`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from crossarc.choices import OptionError
from crossarc.cli.messages import tell_skipped
from crossarc.cli.options import Format, Json, Lenient, Quiet, refuse_lossy_output, refuse_second_stdin
from crossarc.cli.parameters import Argument, Option, Shared, UsageError
from crossarc.cli.sentences import place_of
from crossarc.cli.trace_table import show_steps
from crossarc.cli.training_options import training_option
from crossarc.files import require_writable, writing
from crossarc.parser import load
from crossarc.parser.derivations import ModelDerivation
from crossarc.parser.options import TrainingOptions
from crossarc.shown_text import shown
from crossarc.tracing import Derivation
from crossarc.transition_systems import System
from crossarc.treebank import Sentence, Treebank, read


def trace(
    treebank: Annotated[str, Argument("a file with trees; - is standard input, the default", or_stdin=True)],
    system: Annotated[
        str | None,
        Shared(training_option, help="see `crossarc systems`; models have theirs", told=TrainingOptions.system),
    ] = None,
    sentence: Annotated[
        str, Option("--sentence", "--id", metavar="WHICH", help="its number, from 1, or its sent_id")
    ] = "1",
    model: Annotated[
        Path | None, Option("--model", metavar="FILE", help="the steps that this model takes, with scores")
    ] = None,
    html: Annotated[bool, Option("--html", help="a page to step through")] = False,
    output: Annotated[
        Path, Option("--output", "-o", metavar="FILE", help="where the page goes", told="standard output")
    ] = Path("-"),
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
    words get a wrong head if the transition is taken. With --model, the transitions are those that a parser took.
    """
    if html and json_wanted:
        raise UsageError("--html and --json cannot both be: choose one")
    if not html and str(output) != "-":
        raise OptionError("output", "it has no effect without --html")
    inputs = [treebank, *([str(model)] if model is not None else [])]
    refuse_second_stdin(inputs)
    refuse_lossy_output(output, inputs)
    require_writable(output)
    options: dict[str, Any] = {
        "oracle": oracle,
        "regularize": regularize,
        "buffer_arcs": buffer_arcs,
        "planes": planes,
    }
    of_system = {"root": root, "reconstruction": reconstruction, "root_links": root_links}
    parser = None
    if model is not None:
        for name, value in {"system": system, **of_system}.items():
            if value is not None:
                raise OptionError(name, "it has no effect: the model has its own system")
        parser = load(model)
        chosen_system = System(parser.system, **parser.system_options)
    else:
        chosen_system = System(system or TrainingOptions.system, **of_system)
    Derivation.of(chosen_system, [], **options)  # what is wrong is told before much is read
    trees = read(treebank, format=format and format.value, lenient=lenient)
    tell_skipped(trees, quiet)
    place = place_of(trees, sentence)
    chosen = trees[np.array([place])]
    if parser is None:
        heads = trees[place].require_tree(trees.path).heads.tolist()
        derivation = Derivation.of(chosen_system, heads, **options)
        _write(derivation, chosen[0], chosen[0], html, json_wanted, output)
    else:
        taken = parser.derivation(chosen)
        aim = _target(taken, chosen)
        if aim is None and oracle is not None:
            raise OptionError("oracle", "it has no effect: the sentence has no tree")
        derivation = Derivation.of_model(taken, None if aim is None else aim.heads.tolist(), **options)
        _write(derivation, taken.sentence[0], aim, html, json_wanted, output)


def _target(taken: ModelDerivation, chosen: Treebank) -> Sentence | None:
    """The tree that a model aimed at, if the file has one."""
    return taken.target(chosen)[0] if (chosen.heads >= 0).all() else None


def _write(
    derivation: Derivation, sentence: Sentence, aim: Sentence | None, html: bool, json_wanted: bool, output: Path
) -> None:
    if html:
        from crossarc.pages.stepper import stepper_page  # noqa: PLC0415

        with writing(output) as file:
            for piece in stepper_page(derivation, sentence, aim):
                file.write(piece.encode("utf-8"))
    elif json_wanted:
        for piece in derivation.json(sentence.forms):
            sys.stdout.write(piece)
        print()
    else:
        print(shown(" ".join(sentence.forms), None) + "\n")
        show_steps(derivation, sentence.forms)
