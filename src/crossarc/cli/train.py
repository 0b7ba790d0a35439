"""`crossarc train`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from crossarc import _core, roots
from crossarc.annotator_training import checked_stages, checked_train_tags, train_annotator
from crossarc.choices import OptionError
from crossarc.cli.learner_options import (
    given_files,
    kinds_of_learner_options,
    limits_of_learner_options,
    panel_of,
    told_defaults,
    with_learner_options,
)
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
from crossarc.cli.settings import CHECKSUM, settings_of, told_where_it_stands, use_file
from crossarc.cli.training_run import TrainingData, tell_written, trained_parser
from crossarc.files import opened, read_text, require_writable
from crossarc.learners import LEARNERS, all_learners, belongs_to, learner_named
from crossarc.lexicon import Lexicon
from crossarc.messages import warn
from crossarc.model_file import PARSE
from crossarc.neural.checkpoint import Checkpoint
from crossarc.parser import Training, TrainingOptions
from crossarc.parser.training import Progress
from crossarc.treebank import Treebank, read
from crossarc.treebank.joining import joined_treebanks
from crossarc.treebank.released import found_files


class Tags(StrEnum):
    both = "both"
    upos = "upos"
    xpos = "xpos"
    none = "none"


class TrainTags(StrEnum):
    gold = "gold"
    predicted = "predicted"


class Nonprojective(StrEnum):
    keep = "keep"
    drop = "drop"
    projectivize = "projectivize"
    lift = "lift"
    pseudo_head = "pseudo-head"
    pseudo_path = "pseudo-path"
    pseudo_head_path = "pseudo-head+path"


_DEFAULTS = TrainingOptions()
_BEAM_LEARNERS = ", ".join(learner.name for learner in all_learners() if learner.has_beam)
_RESUMING = [learner for learner in all_learners() if learner.can_resume]
_CHECKSUMS = {f"{part}_{CHECKSUM}": part for part in ("train", "dev")}
_ONLY_IN_FILES = kinds_of_learner_options() | dict.fromkeys(_CHECKSUMS, str)


def _use_file(context: typer.Context, path: str | None) -> str | None:
    limits = limits_of_learner_options()
    return use_file(context, path, train, lines_allowed=("features",), only_in_files=_ONLY_IN_FILES, limits=limits)


@with_learner_options(place="own")
def train(
    *,
    context: typer.Context,
    treebank: Annotated[
        list[str],
        typer.Argument(
            metavar="TRAIN",
            help="Trees to learn from: files, - for standard input, or a folder as UD releases them, whose "
            "*-ud-train.conllu and *-ud-dev.conllu are taken.",
        ),
    ],
    model: Annotated[Path, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the model.")],
    dev: Annotated[
        str | None, typer.Option("--dev", help="Trees to choose the best epoch by, and to stop early.")
    ] = None,
    stages: Annotated[
        str | None,
        typer.Option(
            "--stages",
            metavar="NAMES",
            help="What the model is to do, of tokenize,tag,lemma,parse; if not given, all that TRAIN can teach.",
        ),
    ] = None,
    train_tags: Annotated[
        TrainTags | None,
        typer.Option(
            "--train-tags",
            help="What the parser learns from: the tags and lemmas of TRAIN (gold), or such as the model's own tagger "
            "will give it (predicted; 10 taggers, each trained without the sentences that it tags). predicted if there "
            "is a tagger and this is not given.",
        ),
    ] = None,
    lexicon: Annotated[
        Path | None,
        typer.Option(
            "--lexicon",
            metavar="FILE",
            help="Further entries for tagger and lemmatizer: FORM LEMMA UPOS XPOS FEATS, separated by tabs.",
        ),
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
        int | None, number("epochs", f"At most so many; {_DEFAULTS.epochs}, or what the preset says.")
    ] = None,
    patience: Annotated[
        int | None,
        number(
            "patience",
            f"Stop after so many epochs without a better LAS on DEV; {_DEFAULTS.patience}, or what the preset says.",
        ),
    ] = None,
    exploration: Annotated[
        float | None,
        number(
            "exploration",
            "How often a wrong prediction is followed in training, if the oracle is not static; "
            f"{_DEFAULTS.exploration}{told_defaults('exploration')}.",
        ),
    ] = None,
    first_exploration: Annotated[
        int | None,
        number(
            "first_exploration",
            f"The epoch from which on they are; {_DEFAULTS.first_exploration}{told_defaults('first_exploration')}.",
        ),
    ] = None,
    beam: Annotated[
        int | None,
        number(
            "beam",
            f"{_BEAM_LEARNERS}: how many derivations to keep side by side; {_DEFAULTS.beam}, which is greedy.",
        ),
    ] = None,
    update: Annotated[
        str | None,
        typer.Option("--update", help="With a beam: max-violation or early; covington's is early if not given."),
    ] = None,
    own: dict[str, Any],
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
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            rich_help_panel=panel_of(_RESUMING[0]),
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
    """Train a model that goes from text to trees: a tokenizer, a tagger, a lemmatizer and a parser.

    Most options are the parser's. Ctrl-C ends its training and keeps the best parser so far.
    """
    files = found_files(treebank, dev)
    treebank, dev = files.train, files.dev
    refuse_second_stdin([*treebank, dev or ""])
    inputs = [*treebank, dev, config, features, lexicon, *given_files(own)]
    refuse_lossy_output(model, inputs, json_wanted=json_wanted)
    resuming = [known.name for known in _RESUMING]
    if resume and learner not in resuming:
        raise OptionError("resume", belongs_to(resuming))
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
        beam=beam,
        update=update,
        multi_root=multi_root,
        seed=seed,
        **own,
    )
    with _told_of_option(context):
        wanted = checked_stages(stages)
        tags_to_learn = checked_train_tags(train_tags and train_tags.value, wanted)
        if lexicon is not None and not {"tag", "lemma"} & {*wanted}:
            raise OptionError("lexicon", "it has no effect: there is neither a tagger nor a lemmatizer to train")
    if PARSE not in wanted:
        _refuse_parsers_options(context)
    require_writable(model)
    for path in given_files(own):  # they are read after the other stages are trained
        with opened(path):
            pass
    entries = None if lexicon is None else Lexicon.read(lexicon)
    if files.was_folder and not quiet:
        complain(f"training data: {', '.join(treebank)}; development data: {dev or 'none'}")
    can_resume = learner_named(options.learner).can_resume and PARSE in wanted
    checkpoint = _checkpoint(model, inputs, resume) if can_resume else None

    def trees(path: str) -> Treebank:
        own = read(path, format=format and format.value, lenient=lenient, ignore_trees=PARSE not in wanted)
        tell_skipped(own, quiet)
        return own.require_trees().require_labels() if PARSE in wanted else own

    tell = _nothing if quiet else complain
    data = TrainingData(
        joined_treebanks([trees(path) for path in treebank]),
        None if dev is None else trees(dev),
        entries,
    )
    annotator = train_annotator(
        data.train,
        data.dev,
        wanted,
        seed=options.seed,
        threads=threads,
        lexicon=data.lexicon,
        tell=tell,
        lack=tell if stages is None else None,
    )
    if PARSE not in wanted:
        annotator.save(model)
        tell_written(model, quiet or json_wanted)
        if json_wanted:
            print(json.dumps({"stages": annotator.made}))
        return

    def make(progress: Progress | None) -> Training:
        training = data.training(options, annotator, tags_to_learn, threads=threads, progress=progress, tell=tell)
        _warn_of_other_trees(context, training)
        return training

    epochs = options.fitted_to(data.train).epochs
    parser, code = trained_parser(make, epochs, checkpoint, resume=resume, quiet=quiet)
    parser.save(model)
    if checkpoint is not None and not code:
        checkpoint.remove()
    if json_wanted:
        print(json.dumps(parser.info))
    else:
        tell_written(model, quiet, f"epoch {parser.info['epoch']['number']}, ")
    if code:
        raise typer.Exit(code)


def _refuse_parsers_options(context: typer.Context) -> None:
    """Without a parser in the model, what is chosen about it has no effect."""
    of_parsers = {field.name for field in fields(TrainingOptions)} - {"seed"} | {*kinds_of_learner_options(), "resume"}
    for name in sorted(of_parsers):
        source = context.get_parameter_source(name)
        if source is not None and source.name in ("COMMANDLINE", "DEFAULT_MAP"):
            raise told_where_it_stands(context, OptionError(name, "it has no effect: there is no parser to train"))


def _nothing(_: str) -> None:
    pass


@contextmanager
def _told_of_option(context: typer.Context) -> Iterator[None]:
    """What is wrong with an option is told of the file that it came from, or of the command line."""
    try:
        yield
    except OptionError as error:
        raise told_where_it_stands(context, error) from None


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
    with _told_of_option(context):
        checked = TrainingOptions.of(**options, **{name: own for name, own in others.items() if name not in _CHECKSUMS})
        checked.require_effect(has_dev=has_dev)
    return checked


def _warn_of_other_trees(context: typer.Context, training: Training) -> None:
    """The file of options may say which trees it is meant for: names alone do not tell."""
    settings = settings_of(context)
    for name, part in _CHECKSUMS.items():
        wanted = None if settings is None else settings.others.get(name)
        if wanted is not None and part in training.origin and training.origin[part]["sha256"] != wanted:
            given = training.origin[part]["name"]
            warn(f"{given}: these are not the trees that the file of options is for: it has another {part}-{CHECKSUM}")
