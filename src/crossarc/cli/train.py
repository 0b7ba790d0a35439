"""`crossarc train`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from crossarc import _core, roots
from crossarc.choices import OptionError
from crossarc.cli.messages import complain, tell_skipped
from crossarc.cli.options import (
    BufferArcs,
    Format,
    Json,
    Lenient,
    Planes,
    Quiet,
    Seed,
    Threads,
    number,
    refuse_lossy_output,
    refuse_second_stdin,
)
from crossarc.cli.progress import progress_of_training
from crossarc.cli.settings import CHECKSUM, settings_of, told_where_it_stands, use_file
from crossarc.files import read_text, require_writable
from crossarc.interruption import exit_code
from crossarc.messages import warn
from crossarc.neural.checkpoint import Checkpoint
from crossarc.neural.options import NeuralOptions
from crossarc.parser import LEARNERS, Epoch, Training, TrainingOptions, svm
from crossarc.treebank import Treebank, read


class Preset(StrEnum):
    paper = "paper"
    best = "best"


class Tags(StrEnum):
    both = "both"
    upos = "upos"
    xpos = "xpos"
    none = "none"


class Labels(StrEnum):
    after = "after"
    together = "together"


class Nonprojective(StrEnum):
    keep = "keep"
    drop = "drop"
    projectivize = "projectivize"
    lift = "lift"
    pseudo_head = "pseudo-head"
    pseudo_path = "pseudo-path"
    pseudo_head_path = "pseudo-head+path"


_DEFAULTS = TrainingOptions()
_NEURAL = "Options of --learner bilstm"
_KINDS = {"bool": bool, "int": int, "float": float}
_CHECKSUMS = {f"{part}_{CHECKSUM}": part for part in ("train", "dev")}
_ONLY_IN_FILES = {field.name: _KINDS.get(str(field.type), str) for field in fields(NeuralOptions)}
_ONLY_IN_FILES |= dict.fromkeys(_CHECKSUMS, str)


def _use_file(context: typer.Context, path: str | None) -> str | None:
    return use_file(context, path, train, lines_allowed=("features",), only_in_files=_ONLY_IN_FILES)


def train(
    context: typer.Context,
    treebank: Annotated[str, typer.Argument(metavar="TRAIN", help="Trees to learn from; - is standard input.")],
    model: Annotated[Path, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the parser.")],
    dev: Annotated[
        str | None, typer.Option("--dev", help="Trees to choose the best epoch by, and to stop early.")
    ] = None,
    system: Annotated[str, typer.Option("--system", "-s", help="See `crossarc systems`.")] = _DEFAULTS.system,
    learner: Annotated[
        str,
        typer.Option("--learner", help=f"{', '.join(LEARNERS)}; bilstm is the neural parser, with options below."),
    ] = _DEFAULTS.learner,
    oracle: Annotated[
        str | None, typer.Option("--oracle", help="static, dynamic, exact …; dynamic if the system has it.")
    ] = None,
    regularize: Annotated[
        bool | None,
        typer.Option(
            "--regularize/--no-regularize", help="2-planar: penalise needless SWITCHes, as it does by itself."
        ),
    ] = None,
    buffer_arcs: BufferArcs = None,
    planes: Planes = None,
    nonprojective: Annotated[
        Nonprojective | None,
        typer.Option(
            "--nonprojective",
            help="What to do with training trees that the system cannot build; lift is pseudo-head that puts no arcs "
            "back after parsing; projectivize makes all trees projective. If not given: pseudo-head for projective "
            "systems, keep for the others and with the oracle exact, which needs it.",
        ),
    ] = None,
    features: Annotated[
        Path | None, typer.Option("--features", metavar="FILE", help="Feature templates instead of the system's own.")
    ] = None,
    tags: Annotated[
        Tags, typer.Option("--tags", help="Which tags to use; with none, nothing but the words' forms.")
    ] = Tags.both,
    epochs: Annotated[
        int | None, number("epochs", f"At most so many; {_DEFAULTS.epochs}, or the preset's own.")
    ] = None,
    patience: Annotated[
        int | None,
        number(
            "patience",
            f"Stop after so many epochs without a better LAS on DEV; {_DEFAULTS.patience}, or the preset's own.",
        ),
    ] = None,
    exploration: Annotated[
        float | None,
        number(
            "exploration",
            "How often a wrong prediction is followed in training, if the oracle is not static; "
            f"{_DEFAULTS.exploration}, bilstm: 1 (2-planar with --preset best: 0.3).",
        ),
    ] = None,
    first_exploration: Annotated[
        int | None,
        number("first_exploration", f"The epoch from which on they are; {_DEFAULTS.first_exploration}, bilstm: 1."),
    ] = None,
    deterministic_oracle: Annotated[
        bool | None,
        typer.Option(
            "--deterministic-oracle",
            help="perceptron, greedy, oracles that are not static: of several right transitions teach one, SHIFT last.",
        ),
    ] = None,
    beam: Annotated[
        int | None,
        number(
            "beam",
            f"perceptron, liblinear: how many derivations to keep side by side; {_DEFAULTS.beam}, which is greedy.",
        ),
    ] = None,
    update: Annotated[
        str | None,
        typer.Option("--update", help="With a beam: max-violation or early; covington's is early if not given."),
    ] = None,
    min_updates: Annotated[
        int | None,
        number("min_updates", f"perceptron: leave out features that were updated less often; {_DEFAULTS.min_updates}."),
    ] = None,
    prune: Annotated[
        float | None,
        number("prune", f"perceptron: leave out weights below this: a smaller file; {_DEFAULTS.prune}."),
    ] = None,
    labels: Annotated[
        Labels | None,
        typer.Option(
            "--labels",
            help="liblinear, libsvm, bilstm: choose labels after transitions, or together with them, one class for "
            "each transition with each label, as MaltParser does; after, bilstm: the preset's own.",
        ),
    ] = None,
    cost: Annotated[float | None, number("cost", "liblinear, libsvm: what an error costs (0.1 and 1).")] = None,
    tolerance: Annotated[
        float | None,
        number("tolerance", f"liblinear, libsvm: how far from the optimum training may stop; {svm.TOLERANCE}."),
    ] = None,
    degree: Annotated[
        int | None, number("degree", f"libsvm: of the kernel, (G x·y + R)^DEGREE; {svm.Kernel().degree}.")
    ] = None,
    gamma: Annotated[float | None, number("gamma", f"libsvm: G of the kernel; {svm.Kernel().gamma}.")] = None,
    coef0: Annotated[float | None, number("coef0", f"libsvm: R of the kernel; {svm.Kernel().coef0}.")] = None,
    min_split: Annotated[
        int | None,
        number(
            "min_split",
            "libsvm: so many transitions with the same tag of the next word make a machine of its own, the others "
            f"share one; {svm.MIN_SPLIT}.",
        ),
    ] = None,
    root: Annotated[str | None, typer.Option("--root", help="arc-eager: last or first.")] = None,
    reconstruction: Annotated[
        str | None, typer.Option("--reconstruction", help="Undirected systems: label or naive.")
    ] = None,
    root_links: Annotated[
        str | None, typer.Option("--root-links", help="Undirected systems: untrusted or trusted.")
    ] = None,
    multi_root: Annotated[
        bool | None,
        typer.Option(
            "--multi-root/--one-root",
            help="Allow several roots in a sentence, or not; as in TRAIN if not given: several if "
            f"{roots.SEVERAL_FROM:.0%} of its sentences or more have them.",
        ),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option(
            "--config",
            metavar="FILE.toml",
            help="Options from a file: `epochs = 10`. TRAIN is `train`; the command line goes before the file.",
            is_eager=True,
            callback=_use_file,
        ),
    ] = None,
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
            help="Pretrained word vectors in UTF-8: word2vec (text or binary), fastText .vec, GloVe. They are scaled, "
            "and go into the model.",
        ),
    ] = None,
    tune_embeddings: Annotated[
        bool | None,
        typer.Option(
            "--tune-embeddings/--keep-embeddings",
            rich_help_panel=_NEURAL,
            help="Learn on from the pretrained vectors of the words in TRAIN, as --preset paper does, or leave all as "
            "they are, as best does.",
        ),
    ] = None,
    errors_per_step: Annotated[
        int | None,
        number(
            "errors_per_step",
            "Change the weights after more than so many errors (paper: 50); 0: after a batch of sentences (best).",
            panel=_NEURAL,
        ),
    ] = None,
    batch_size: Annotated[
        int | None,
        number("batch_size", "Change the weights after so many sentences (best: 16), not after errors.", panel=_NEURAL),
    ] = None,
    learning_rate: Annotated[float | None, number("learning_rate", "Of Adam, at the start.", panel=_NEURAL)] = None,
    dropout: Annotated[
        float | None, number("dropout", "Of what goes into each layer; less than 1.", panel=_NEURAL)
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            rich_help_panel=_NEURAL,
            help="Go on where a run with the same output was ended: from MODEL.checkpoint, which each epoch leaves.",
        ),
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
    inputs = [treebank, dev, config, features, embeddings]
    refuse_lossy_output(model, inputs, json_wanted=json_wanted)
    if resume and learner != "bilstm":
        raise OptionError("resume", "it belongs to the learner bilstm")
    options = _checked(
        context,
        has_dev=dev is not None,
        system=system,
        root=root,
        reconstruction=reconstruction,
        root_links=root_links,
        learner=learner,
        oracle=oracle,
        regularize=regularize,
        buffer_arcs=buffer_arcs,
        planes=planes,
        nonprojective=nonprojective and nonprojective.value,
        features=_templates(context, features),
        tags=tags.value,
        epochs=epochs,
        patience=patience,
        exploration=exploration,
        first_exploration=first_exploration,
        deterministic_oracle=deterministic_oracle,
        beam=beam,
        update=update,
        min_updates=min_updates,
        prune=prune,
        cost=cost,
        labels=labels and labels.value,
        tolerance=tolerance,
        degree=degree,
        gamma=gamma,
        coef0=coef0,
        min_split=min_split,
        multi_root=multi_root,
        seed=seed,
        preset=preset and preset.value,
        embeddings=embeddings and str(embeddings),
        tune_embeddings=tune_embeddings,
        errors_per_step=errors_per_step,
        batch_size=batch_size,
        learning_rate=learning_rate,
        dropout=dropout,
    )
    require_writable(model)
    checkpoint = _checkpoint(model, inputs, resume) if options.learner == "bilstm" else None

    def trees(path: str) -> Treebank:
        read_trees = read(path, format=format and format.value, lenient=lenient)
        tell_skipped(read_trees, quiet)
        return read_trees

    code = 0
    with progress_of_training(options.epochs, quiet) as progress:
        training = Training(
            trees(treebank), None if dev is None else trees(dev), options, threads=threads, progress=progress
        )
        _warn_of_other_trees(context, training)
        _tell_roots(training, quiet)
        if checkpoint is not None and resume:
            training.resume(checkpoint.path)
        try:
            for epoch in training:
                if not quiet:
                    complain(_told(epoch))
                if checkpoint is not None:
                    checkpoint.save(training.save_checkpoint)
        except KeyboardInterrupt as interruption:
            if not training.epochs:
                raise
            can_go_on = checkpoint is not None and checkpoint.is_there
            complain("interrupted: keeping the best parser so far" + (", --resume goes on" if can_go_on else ""))
            training.end_early()
            code, checkpoint = exit_code(interruption), None
    try:
        # Who sends SIGTERM does not wait long, and kills.
        parser = training.finish() if code in (0, exit_code(KeyboardInterrupt())) else training.parser
    except KeyboardInterrupt as interruption:
        complain("interrupted: the parser is kept, but has no --scores")
        parser, code = training.parser, exit_code(interruption)
    assert parser is not None  # there is at least one epoch
    parser.save(model)
    if checkpoint is not None:
        checkpoint.remove()
    if json_wanted:
        print(json.dumps(parser.info))
    elif not quiet:
        size = model.stat().st_size / 1e6 if model.is_file() else 0
        complain(f"wrote {model}: epoch {parser.info['epoch']['number']}, {size:.1f} MB")
    if code:
        raise typer.Exit(code)


def _checkpoint(model: Path, inputs: Sequence[str | Path | None], resume: bool) -> Checkpoint | None:
    """Where a run can be resumed from; what is there and must not be lost is refused before any work is done."""
    refuse_lossy_output(f"{model}.checkpoint", inputs)
    return Checkpoint.beside(model, resume=resume)


def _templates(context: typer.Context, path: Path | None) -> str | None:
    """From the file that `--features` names, or from the lines in the file that `--config` names."""
    if path is not None:
        return _right_features(read_text(path), str(path))
    settings = settings_of(context)
    if settings is None or "features" not in settings.lists:
        return None
    text = "\n".join(settings.lists["features"])
    try:
        _core.check_templates(text)
    except ValueError as error:
        raise settings.mistake("features", str(error)) from None
    return text


def _right_features(text: str, path: str) -> str:
    """The templates of a file, if they are right."""
    try:
        _core.check_templates(text)
    except ValueError as error:
        place, _, problem = str(error).partition(" of the features: ")
        raise ValueError(
            f"{path}:{place.removeprefix('line ')}: {problem}" if problem else f"{path}: {error}"
        ) from None
    return text


def _checked(context: typer.Context, *, has_dev: bool, **options: Any) -> TrainingOptions:
    """The options; what is wrong with them is told of the file that they came from, or of the command line."""
    settings = settings_of(context)
    others = {} if settings is None else settings.others
    try:
        checked = TrainingOptions.of(**options, **{name: own for name, own in others.items() if name not in _CHECKSUMS})
        checked.require_effect(has_dev=has_dev)
    except OptionError as error:
        raise told_where_it_stands(context, error) from None
    return checked


def _warn_of_other_trees(context: typer.Context, training: Training) -> None:
    """The file of options may say which trees it is meant for: names alone do not tell."""
    settings = settings_of(context)
    for name, part in _CHECKSUMS.items():
        wanted = None if settings is None else settings.others.get(name)
        if wanted is not None and part in training.origin and training.origin[part]["sha256"] != wanted:
            given = training.origin[part]["name"]
            warn(f"{given}: these are not the trees that the file of options is for: it has another {part}-{CHECKSUM}")


def _tell_roots(training: Training, quiet: bool) -> None:
    about_roots = roots.told(training.several_roots, multi_root=training.options.multi_root)
    if about_roots is not None and not quiet:
        complain(about_roots)


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
