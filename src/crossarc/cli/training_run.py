"""A parser's training as `crossarc train` runs it: what is told, and what is kept when it is interrupted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from crossarc import roots
from crossarc.annotator import Annotator
from crossarc.cli.messages import complain
from crossarc.interruption import exit_code
from crossarc.lexicon import Lexicon
from crossarc.neural.checkpoint import Checkpoint
from crossarc.parser import Parser, Training, TrainingOptions
from crossarc.parser.progress import Steps, terminal_bar
from crossarc.parser.training_run import PREDICTING
from crossarc.treebank import Treebank


@dataclass(frozen=True)
class TrainingData:
    """What a model is trained with."""

    train: Treebank
    dev: Treebank | None
    lexicon: Lexicon | None

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


def trained_parser(
    make: Callable[[Steps | None], Training],
    epochs: int,
    checkpoint: Checkpoint | None,
    *,
    resume: bool,
    quiet: bool,
) -> tuple[Parser, int]:
    """The parser after all epochs, or the best so far if it was interrupted, and the exit code that tells which."""
    code = 0
    with nullcontext() if quiet else terminal_bar(epochs) as progress:
        training = make(progress)
        _tell_roots(training, quiet)
        if checkpoint is not None and resume:
            training.resume(checkpoint.path)
        try:
            for epoch in training:
                if not quiet:
                    complain(str(epoch))
                if checkpoint is not None:
                    checkpoint.save(training.save_checkpoint)
        except KeyboardInterrupt as interruption:
            if not training.epochs:
                raise
            can_go_on = checkpoint is not None and checkpoint.is_there
            complain("interrupted: keeping the best parser so far" + (", --resume goes on" if can_go_on else ""))
            training.end_early()
            code = exit_code(interruption)
    try:
        # Who sends SIGTERM does not wait long, and kills.
        parser = training.finish() if code in (0, exit_code(KeyboardInterrupt())) else training.parser
    except KeyboardInterrupt as interruption:
        complain("interrupted: the parser is kept, but has no --scores")
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
