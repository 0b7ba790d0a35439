"""`crossarc train`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from crossarc.cli.messages import complain, tell_skipped
from crossarc.cli.options import Format, Json, Lenient, Quiet, Seed, Threads, refuse_second_stdin
from crossarc.parser import Epoch, Training, TrainingOptions
from crossarc.parser.training import Progress
from crossarc.treebank import Treebank, read


class Learner(str, Enum):
    perceptron = "perceptron"
    bilstm = "bilstm"


class Preset(str, Enum):
    paper = "paper"
    best = "best"


class Tags(str, Enum):
    both = "both"
    upos = "upos"
    xpos = "xpos"
    none = "none"


class Nonprojective(str, Enum):
    keep = "keep"
    drop = "drop"
    projectivize = "projectivize"
    pseudo_head = "pseudo-head"
    pseudo_path = "pseudo-path"
    pseudo_head_path = "pseudo-head+path"


_DEFAULTS = TrainingOptions()
_NEURAL = "Options of --learner bilstm"
_NEURAL_OPTIONS = ("preset", "embeddings", "batch_size", "learning_rate", "dropout")


def train(
    treebank: Annotated[str, typer.Argument(metavar="TRAIN", help="Trees to learn from; - is standard input.")],
    model: Annotated[Path, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the parser.")],
    dev: Annotated[
        str | None, typer.Option("--dev", help="Trees to choose the best epoch by, and to stop early.")
    ] = None,
    system: Annotated[str, typer.Option("--system", "-s", help="See `crossarc systems`.")] = _DEFAULTS.system,
    learner: Annotated[
        Learner, typer.Option("--learner", help="bilstm is the neural parser, with options of its own below.")
    ] = Learner.perceptron,
    oracle: Annotated[
        str | None, typer.Option("--oracle", help="static, dynamic, exact …; dynamic if the system has it.")
    ] = None,
    regularize: Annotated[bool, typer.Option("--regularize", help="2-planar: penalise needless SWITCHes.")] = False,
    nonprojective: Annotated[
        Nonprojective | None,
        typer.Option(
            "--nonprojective",
            help="What to do with training trees that are not projective. If not given: pseudo-head for projective "
            "systems, keep for the others.",
        ),
    ] = None,
    features: Annotated[
        Path | None, typer.Option("--features", metavar="FILE", help="Feature templates instead of the system's own.")
    ] = None,
    tags: Annotated[
        Tags, typer.Option("--tags", help="Which tags to use; with none, nothing but the words' forms.")
    ] = Tags.both,
    epochs: Annotated[
        int | None, typer.Option("--epochs", min=1, help=f"At most so many; {_DEFAULTS.epochs}, or the preset's own.")
    ] = None,
    patience: Annotated[
        int | None,
        typer.Option(
            "--patience",
            min=1,
            help=f"Stop after so many epochs without a better LAS on DEV; {_DEFAULTS.patience}, or the preset's own.",
        ),
    ] = None,
    exploration: Annotated[
        float | None,
        typer.Option(
            "--exploration",
            min=0,
            max=1,
            help=f"How often a wrong prediction is followed in training; {_DEFAULTS.exploration}, bilstm: 1.",
        ),
    ] = None,
    prune: Annotated[
        float, typer.Option("--prune", min=0, help="Leave out weights below this: a smaller file.")
    ] = _DEFAULTS.prune,
    root: Annotated[str | None, typer.Option("--root", help="arc-eager: last or first.")] = None,
    reconstruction: Annotated[
        str | None, typer.Option("--reconstruction", help="Undirected systems: label or naive.")
    ] = None,
    multi_root: Annotated[bool, typer.Option("--multi-root", help="Allow several roots in a sentence.")] = False,
    preset: Annotated[
        Preset | None,
        typer.Option("--preset", rich_help_panel=_NEURAL, help="Sizes and training: the paper's, or what was best."),
    ] = None,
    embeddings: Annotated[
        Path | None,
        typer.Option(
            "--embeddings",
            metavar="FILE",
            rich_help_panel=_NEURAL,
            help="Pretrained word vectors: word2vec (text or binary), fastText .vec, GloVe.",
        ),
    ] = None,
    batch_size: Annotated[
        int | None, typer.Option("--batch-size", min=1, rich_help_panel=_NEURAL, help="Sentences in a step.")
    ] = None,
    learning_rate: Annotated[
        float | None, typer.Option("--learning-rate", min=0, rich_help_panel=_NEURAL, help="Of Adam, at the start.")
    ] = None,
    dropout: Annotated[float | None, typer.Option("--dropout", min=0, max=0.99, rich_help_panel=_NEURAL)] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", rich_help_panel=_NEURAL, help="Go on where a run with the same output was ended."),
    ] = False,
    json_wanted: Json = False,
    lenient: Lenient = False,
    format: Format = None,
    seed: Seed = 1,
    threads: Threads = 0,
    quiet: Quiet = False,
) -> None:
    """Train a parser. Ctrl-C ends training and keeps the best parser so far."""
    refuse_second_stdin([treebank, dev or ""])
    chosen = {
        "epochs": epochs,
        "patience": patience,
        "exploration": exploration,
        "preset": preset and preset.value,
        "embeddings": embeddings and str(embeddings),
        "batch_size": batch_size,
        "learning_rate": learning_rate,
        "dropout": dropout,
    }
    if learner is not Learner.bilstm and (resume or any(chosen[name] is not None for name in _NEURAL_OPTIONS)):
        raise typer.BadParameter("there are options that only belong to --learner bilstm")
    options = TrainingOptions.of(
        system=system,
        learner=learner.value,
        root=root,
        reconstruction=reconstruction,
        oracle=oracle,
        regularize=regularize,
        nonprojective=nonprojective and nonprojective.value,
        features=None if features is None else features.read_text(encoding="utf-8"),
        tags=tags.value,
        prune=prune,
        multi_root=multi_root,
        seed=seed,
        **{name: value for name, value in chosen.items() if value is not None},
    )

    def trees(path: str) -> Treebank:
        read_trees = read(path, format=format and format.value, lenient=lenient)
        tell_skipped(read_trees, quiet)
        return read_trees

    with _progress(options.epochs, quiet) as progress:
        training = Training(
            trees(treebank), None if dev is None else trees(dev), options, threads=threads, progress=progress
        )
        checkpoint = model.with_name(model.name + ".checkpoint") if options.learner == "bilstm" else None
        if resume:
            assert checkpoint is not None
            training.resume(checkpoint)
        try:
            for epoch in training:
                if not quiet:
                    complain(_told(epoch))
                if checkpoint is not None:
                    training.save_checkpoint(checkpoint)
        except KeyboardInterrupt:
            if training.parser is None:
                raise
            complain("interrupted: keeping the best parser so far" + (", --resume goes on" if checkpoint else ""))
            checkpoint = None
    parser = training.parser
    assert parser is not None  # there is at least one epoch
    parser.save(model)
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    if json_wanted:
        print(json.dumps(parser.info))
    elif not quiet:
        size = model.stat().st_size / 1e6 if model.is_file() else 0
        complain(f"wrote {model}: epoch {parser.info['epoch']['number']}, {size:.1f} MB")


def _told(epoch: Epoch) -> str:
    text = f"epoch {epoch.number}: {epoch.seconds:.1f} s, {epoch.words_per_second:,.0f} words/s"
    if epoch.las is None:
        return text
    text += f", dev UAS {epoch.uas:.2f} LAS {epoch.las:.2f}"
    if epoch.nonproj_recall is not None:
        text += f", crossing arcs {epoch.nonproj_recall:.1f} recall"
    if epoch.nonproj_precision is not None:
        text += f" {epoch.nonproj_precision:.1f} precision"
    return text + (" (best)" if epoch.is_best else "")


@contextmanager
def _progress(epochs: int, quiet: bool) -> Iterator[Progress | None]:
    """A bar on a terminal, with the time that is left; nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("training", total=None)

        def show(epoch: int, done: int, sentences: int) -> None:
            bar.update(
                task,
                description=f"epoch {epoch} of {epochs}",
                total=sentences * epochs,
                completed=sentences * (epoch - 1) + done,
            )

        yield show
