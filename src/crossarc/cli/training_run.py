"""What `crossarc train` does: what is told, and what is kept when it is interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crossarc import _core, roots
from crossarc.annotator import Annotator
from crossarc.annotator_training import checked_stages, checked_train_tags, train_annotator
from crossarc.choices import OptionError, has_no_effect
from crossarc.cli.command import Invocation
from crossarc.cli.messages import complain, tell_skipped
from crossarc.cli.options import refuse_lossy_output, refuse_second_stdin
from crossarc.cli.settings import CHECKSUM
from crossarc.cli.training_options import given_files, training_options
from crossarc.files import opened, read_text, require_writable
from crossarc.interruption import exit_code
from crossarc.learners import all_learners, belongs_to, learner_named
from crossarc.learners.learner import Learner
from crossarc.lexicon import Lexicon
from crossarc.messages import warn
from crossarc.model_file import PARSE
from crossarc.neural.checkpoint import Checkpoint
from crossarc.parser import Parser, Training, TrainingOptions
from crossarc.parser.progress import Steps, terminal_bar
from crossarc.parser.training_log import ENDING, TrainingLog
from crossarc.parser.training_run import PREDICTING
from crossarc.treebank import Treebank, read
from crossarc.treebank.joining import joined_treebanks
from crossarc.treebank.released import FoundFiles, found_files


def run_training(
    treebank: list[str],
    dev: str | None,
    model: Path,
    chosen: dict[str, Any],
    invocation: Invocation,
    *,
    stages: str | None,
    train_tags: str | None,
    lexicon: Path | None,
    format: str | None,
    lenient: bool,
    config: str | None,
    checksums: dict[str, str],
    resume: bool,
    threads: int,
    log: Path | None,
    json_wanted: bool,
    quiet: bool,
) -> None:
    """The command, with its options: `chosen` are those of the parser's training that are given."""
    files = found_files(treebank, dev)
    treebank, dev = files.train, files.dev
    refuse_second_stdin([*treebank, dev or ""])
    own_files = given_files(chosen)
    inputs = [*treebank, dev, config, lexicon, *own_files]
    refuse_lossy_output(model, inputs, json_wanted=json_wanted)
    learner = _learner(chosen, resume)
    options = TrainingOptions.of(**chosen | _templates(chosen, invocation))
    options.require_effect(has_dev=dev is not None)
    wanted = checked_stages(stages)
    tags_to_learn = checked_train_tags(train_tags, wanted)
    if lexicon is not None and not {"tag", "lemma"} & {*wanted}:
        raise OptionError("lexicon", has_no_effect("there is neither a tagger nor a lemmatizer to train"))
    if PARSE in wanted:
        learner.require_packages()
    else:
        _refuse_parsers_options(invocation)
    require_writable(model)
    _require_files(own_files, log, [*inputs, model, f"{model}.checkpoint"])
    entries = None if lexicon is None else Lexicon.read(lexicon)
    if files.was_folder and not quiet:
        complain(f"training data: {', '.join(treebank)}; development data: {dev or 'none'}")
    checkpoint = _checkpoint(model, inputs, resume) if learner.can_resume and PARSE in wanted else None

    tell = _nothing if quiet else complain
    asks_for_parser = stages is not None or train_tags is not None or _parsers_option(invocation) is not None
    data = Reading(format, lenient, quiet).data(files, entries, wanted, needs_trees=asks_for_parser)
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
    if PARSE in wanted and not data.has_trees:
        _tell_no_parser(data, annotator, tell)
    if PARSE not in wanted or not data.has_trees:
        annotator.save(model)
        tell_written(model, quiet or json_wanted)
        if json_wanted:
            print(json.dumps({"stages": annotator.made}))
        return

    def make(progress: Steps | None) -> Training:
        training = data.training(options, annotator, tags_to_learn, threads=threads, progress=progress, tell=tell)
        _warn_of_other_trees(checksums, training)
        return training

    with nullcontext() if log is None else TrainingLog(log, model.name, options.system, options.learner) as logged:
        parser, code = trained_parser(
            make, options.fitted_to(data.train).epochs, checkpoint, resume=resume, quiet=quiet, log=logged
        )
    parser.save(model)
    if checkpoint is not None and not code:
        checkpoint.remove()
    if json_wanted:
        print(json.dumps(parser.info))
    else:
        tell_written(model, quiet, f"epoch {parser.info['epoch']['number']}, ")
    if code:
        raise SystemExit(code)


def _learner(chosen: dict[str, Any], resume: bool) -> Learner:
    """What is chosen to learn with, which must be able to go on with a run that is to be resumed."""
    learner = learner_named(chosen.get("learner", TrainingOptions.learner))
    if resume and not learner.can_resume:
        resuming = [known.name for known in all_learners() if known.can_resume]
        raise OptionError("resume", has_no_effect(belongs_to(resuming)))
    return learner


@dataclass(frozen=True)
class TrainingData:
    """What a model is trained with."""

    train: Treebank
    dev: Treebank | None
    lexicon: Lexicon | None

    @property
    def has_trees(self) -> bool:
        return bool((self.train.heads >= 0).any())

    def training(
        self,
        options: TrainingOptions,
        annotator: Annotator,
        train_tags: str,
        *,
        threads: int,
        progress: Steps | None,
        tell: Callable[[str], object],
    ) -> Training:
        """The parser's training; what takes long before it begins is told."""
        if train_tags == "predicted" and {"tag", "lemma"} & {*annotator.names}:
            tell(PREDICTING)
        return Training(
            self.train,
            self.dev,
            options,
            threads=threads,
            progress=progress,
            annotator=annotator,
            train_tags=train_tags,
            lexicon=self.lexicon,
        )


@dataclass(frozen=True)
class Reading:
    """How treebanks to learn from are read."""

    format: str | None
    lenient: bool
    quiet: bool

    def data(
        self, files: FoundFiles, lexicon: Lexicon | None, stages: Sequence[str], *, needs_trees: bool
    ) -> TrainingData:
        """With trees where a parser is to be trained; without `needs_trees` there may be none in all of `train`."""
        train = [self.treebank(path, stages) for path in files.train]
        dev = None if files.dev is None else self.treebank(files.dev, stages)
        are_bare = any(len(own) for own in train) and all((own.heads < 0).all() for own in train)
        if PARSE in stages and (needs_trees or not are_bare):
            for own in train if dev is None else [*train, dev]:
                own.require_trees().require_labels()
        return TrainingData(joined_treebanks(train), dev, lexicon)

    def treebank(self, path: str, stages: Sequence[str]) -> Treebank:
        own = read(path, format=self.format, lenient=self.lenient, ignore_trees=PARSE not in stages)
        tell_skipped(own, self.quiet)
        return own


def trained_parser(
    make: Callable[[Steps | None], Training],
    epochs: int,
    checkpoint: Checkpoint | None,
    *,
    resume: bool,
    quiet: bool,
    log: TrainingLog | None = None,
) -> tuple[Parser, int]:
    """The parser after all epochs, or the best so far if it was interrupted, and the exit code that tells which."""
    code = 0
    with nullcontext() if quiet else terminal_bar(epochs) as progress:
        training = make(progress)
        _tell_roots(training, quiet)
        if checkpoint is not None and resume:
            training.resume(checkpoint.path)
        if log is not None:
            log.epochs(epochs)
            for epoch in training.epochs:  # those of the run that is resumed
                log.epoch(epoch)
        try:
            for epoch in training:
                if log is not None:
                    log.epoch(epoch)
                if not quiet:
                    complain(str(epoch))
                if progress is not None:
                    progress.reached(epoch)
                if checkpoint is not None:
                    checkpoint.save(training.save_checkpoint)
        except KeyboardInterrupt as interruption:
            if not training.epochs:
                raise
            can_go_on = checkpoint is not None and checkpoint.is_there
            complain("interrupted: keeping the best parser so far" + (", --resume goes on" if can_go_on else ""))
            training.end_early()
            if log is not None:
                log.end("interrupted")
            code = exit_code(interruption)
    try:
        # Who sends SIGTERM does not wait long, and kills.
        parser = training.finish() if code in (0, exit_code(KeyboardInterrupt())) else training.parser
    except KeyboardInterrupt as interruption:
        complain("interrupted: the parser is kept, but gives no --confidence")
        parser, code = training.parser, exit_code(interruption)
    assert parser is not None  # there is at least one epoch
    return parser, code


def tell_written(model: Path, quiet: bool, what: str = "") -> None:
    if not quiet:
        size = model.stat().st_size / 1e6 if model.is_file() else 0
        complain(f"wrote {model}: {what}{size:.1f} MB")


def _tell_roots(training: Training, quiet: bool) -> None:
    about_roots = roots.told(training.several_roots, multi_root=training.options.multi_root)
    if about_roots is not None and not quiet:
        complain(about_roots)


def _refuse_parsers_options(invocation: Invocation) -> None:
    """Without a parser in the model, what is chosen about it has no effect."""
    name = _parsers_option(invocation)
    if name is not None:
        raise OptionError(name, has_no_effect("there is no parser to train"))


def _parsers_option(invocation: Invocation) -> str | None:
    """One that is given, and is for the parser alone."""
    of_parsers = {own.name for own in training_options()} - {"seed"} | {"resume", "log"}
    return next((name for name in sorted(of_parsers) if invocation.has(name)), None)


def _tell_no_parser(data: TrainingData, annotator: Annotator, tell: Callable[[str], object]) -> None:
    if not annotator.names:  # nor anything else: that is an error
        data.train.require_trees()
    tell("no parser: HEAD is _ throughout")


def _nothing(_: str) -> None:
    pass


def _require_files(to_read: Sequence[str], log: Path | None, others: Sequence[str | Path | None]) -> None:
    """That files can be read which are only needed when other stages are trained, and that there can be a log."""
    for path in to_read:
        with opened(path, is_text=False):
            pass
    if log is None:
        return
    if log.suffix != ENDING:
        raise OptionError("log", f"the name must end in {ENDING}, by which `crossarc explore` knows such files: {log}")
    refuse_lossy_output(log, others)
    require_writable(log)


def _checkpoint(model: Path, inputs: Sequence[str | Path | None], resume: bool) -> Checkpoint | None:
    """Where a run can be resumed from; what is there and must not be lost is refused before any work is done."""
    refuse_lossy_output(f"{model}.checkpoint", inputs)
    return Checkpoint.beside(model, resume=resume)


def _templates(chosen: dict[str, Any], invocation: Invocation) -> dict[str, str]:
    """From the file that `--features` names, or from the lines in the file that `--config` names."""
    if "features" in chosen:
        return {"features": _right_features(read_text(chosen["features"]), chosen["features"])}
    settings = invocation.settings
    if settings is None or "features" not in settings.lists:
        return {}
    text = "\n".join(settings.lists["features"])
    try:
        _core.check_templates(text)
    except ValueError as error:
        raise settings.mistake("features", str(error)) from None
    return {"features": text}


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


def _warn_of_other_trees(checksums: dict[str, str], training: Training) -> None:
    """The file of options may say which trees it is meant for: names alone do not tell."""
    for name, wanted in checksums.items():
        part = name.removesuffix(f"_{CHECKSUM}")
        if part in training.origin and training.origin[part]["sha256"] != wanted:
            given = training.origin[part]["name"]
            warn(f"{given}: these are not the trees that the file of options is for: it has another {part}-{CHECKSUM}")
