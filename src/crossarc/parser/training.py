"""Training a parser, epoch by epoch."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt

import crossarc
from crossarc import _core, transforms
from crossarc.annotator import Annotator
from crossarc.annotator_training import as_seen_by_parser
from crossarc.choices import in_range
from crossarc.errors import ArgumentError
from crossarc.evaluation import evaluate
from crossarc.files import PathLike
from crossarc.learners import learner_named
from crossarc.learners.learner import ResumableTrainer
from crossarc.lexicon import Lexicon
from crossarc.messages import warn
from crossarc.parser.columns import complaint_about, filled_shares, used_columns
from crossarc.parser.epoch import Epoch, is_better
from crossarc.parser.model_file import ModelConfiguration
from crossarc.parser.options import TrainingOptions
from crossarc.parser.origin import described, in_utf8
from crossarc.parser.parser import Parser
from crossarc.parser.progress import Steps
from crossarc.roots import share_with_several
from crossarc.treebank import Treebank, TreebankError, read

_SENTENCES_AT_A_TIME = 100  # between two looks at the clock, and at the keyboard


class Training:
    """Iterating trains: each step is an epoch and gives an `Epoch`. `parser` is the best parser so far.

    The best is that with the highest LAS on the development data; without such data it is the last. `finish` fits its
    confidence to them when there are no more epochs. `options` are all that are used, and `several_roots` is the share
    of the training sentences that have several roots.

    `annotator` is what the parser has before it. With `train_tags="predicted"` it learns from tags and lemmas such as
    that predicts (`crossarc.annotator_training`), and is judged by them.
    """

    def __init__(
        self,
        treebank: Treebank | PathLike,
        dev: Treebank | PathLike | None = None,
        options: TrainingOptions | None = None,
        *,
        threads: int = 0,
        progress: Steps | None = None,
        annotator: Annotator | None = None,
        train_tags: str = "gold",
        lexicon: Lexicon | None = None,
    ) -> None:
        options = options or TrainingOptions()
        options.require_effect(has_dev=dev is not None)
        given = _trees(treebank).require_labels()
        self.options = options = options.fitted_to(given)
        self.several_roots = share_with_several(given)
        self._dev = None if dev is None else _trees(dev)
        self._threads = threads = in_range("threads", threads)
        self._progress = progress
        self._annotator = annotator or Annotator()
        made = _origin(given, self._dev, options)
        gold = None
        if train_tags == "predicted":
            gold = given
            given, self._dev = as_seen_by_parser(
                self._annotator, gold, self._dev, seed=options.seed, threads=threads, lexicon=lexicon
            )
            made["train_tags"] = train_tags
        is_kept = _are_kept(given, options, threads)
        examples = _as_learnt(_only(given, is_kept), options, threads)
        if options.oracle == "exact":
            _refuse_long(examples, threads)
        self._words, self._sentences = examples.word_count, len(examples)
        labels = examples.strings("deprel")
        system = options.parsing_system
        prepared = learner_named(options.learner).prepare(
            examples, options, threads, gold=None if gold is None else _only(gold, is_kept)
        )
        self._trainer = prepared.trainer
        self._configuration = ModelConfiguration(
            system=options.system,
            system_options=system.options,
            templates=prepared.templates,
            labels=labels,
            encoding=options.output_encoding,
            one_root=not options.multi_root,
            beam=options.beam,
            made=made | prepared.origin,
            learner=options.learner,
            split=prepared.split,
            network=prepared.network,
        )
        columns = filled_shares(examples, used_columns(self._configuration))
        self._configuration = replace(self._configuration, made=self._configuration.made | {"columns": columns})
        if self._dev is not None and (complaint := complaint_about(self._dev, dict(columns))):
            warn(f"{self._dev.path}: {complaint}")
        self.epochs: list[Epoch] = []
        self._best: Parser | None = None
        self._has_ended = False

    @property
    def origin(self) -> Mapping[str, Any]:
        """What the parser is going to tell of how it was made."""
        return self._configuration.made

    def __iter__(self) -> Iterator[Epoch]:
        while len(self.epochs) < self.options.epochs and not self._is_stuck() and not self._has_ended:
            try:
                epoch = self._run_epoch()
            except FloatingPointError as error:
                self._give_up(error)
                return
            yield epoch

    @property
    def parser(self) -> Parser | None:
        """The best parser so far; None before the end of the first epoch. It has no confidence before `finish`."""
        return self._best

    def finish(self) -> Parser:
        """The best parser, whose confidence is fitted to the development data, if there are any: they are parsed again.

        A warning tells if it has learnt nothing. There must be an epoch behind it.
        """
        if self._best is None:
            raise ArgumentError("there is no parser before the end of the first epoch")
        if not self._best._model.weight_count:
            warn("the parser has no weights: it was trained on too little, or min_updates or prune are too high")
        if self._dev is not None:
            self._best = self._best.with_confidence(self._dev, threads=self._threads)
        return self._best

    def end_early(self) -> None:
        """Train no more. The best parser, if there is one yet, tells from now on that its training was interrupted."""
        self._has_ended = True
        if self._best is not None:
            self._best = self._best.with_origin(interrupted=True)

    def save_checkpoint(self, path: PathLike) -> None:
        """Write all that `resume` needs to go on after the last epoch. The learner must be one that can resume."""
        best = None if self._best is None else self._best._model
        self._resumable.save(path, self._configuration.made, self.epochs, best)

    def resume(self, path: PathLike) -> None:
        """Go on where a run with the same options and data was when it wrote a checkpoint: with the same result."""
        made, has_dev = self._configuration.made, self._dev is not None
        self.epochs, model = self._resumable.resume(path, made, has_dev=has_dev)
        best = [epoch for epoch in self.epochs if epoch.is_best][-1]
        self._best = Parser(self._described(best), model, self._annotator)

    @property
    def _resumable(self) -> ResumableTrainer:
        assert learner_named(self.options.learner).can_resume
        return cast(ResumableTrainer, self._trainer)

    def _give_up(self, error: FloatingPointError) -> None:
        """Numbers that are none only beget such: what was learnt before is all that there will be."""
        number, advice = len(self.epochs) + 1, "a lower learning rate may help"
        if self._best is None:
            raise ArgumentError(f"epoch {number}: {error}, and there is no parser yet: {advice}") from None
        best = self._best.info["epoch"]["number"]
        warn(f"epoch {number}: {error}: training ends, and the parser of epoch {best} is kept; {advice}")
        self._has_ended = True

    def _is_stuck(self) -> bool:
        if self._dev is None or not self.epochs:
            return False
        best = max(epoch.number for epoch in self.epochs if epoch.is_best)
        return len(self.epochs) - best >= self.options.patience

    def _run_epoch(self) -> Epoch:
        number = len(self.epochs) + 1
        began = time.perf_counter()
        self._trainer.start_epoch()
        left = self._sentences
        while left:
            left = self._trainer.learn(_SENTENCES_AT_A_TIME)
            if self._progress is not None:
                self._progress(number, self._sentences - left, self._sentences)
        seconds = time.perf_counter() - began
        epoch = Epoch(number, seconds, self._words / seconds)
        if self._dev is not None:
            epoch = self._scored(epoch, self._dev)
        else:
            # Made here and not when it is asked for: whoever breaks off the next epoch keeps what this one has learnt.
            self._best = self._parser_now(epoch)
        self.epochs.append(epoch)
        return epoch

    def _scored(self, epoch: Epoch, dev: Treebank) -> Epoch:
        parser = self._parser_now(epoch)
        heads, codes, labels, _ = parser.trees(dev, threads=self._threads)
        scores = evaluate(dev, dev.with_coded_trees(heads, codes, labels))
        epoch = Epoch(
            epoch.number,
            epoch.seconds,
            epoch.words_per_second,
            scores.uas,
            scores.las,
            scores.nonproj_recall,
            scores.nonproj_precision,
            is_best=is_better(scores.las, self.epochs),
        )
        if epoch.is_best:
            self._best = Parser(self._described(epoch), parser._model, self._annotator)
        return epoch

    def _parser_now(self, epoch: Epoch) -> Parser:
        return Parser(self._described(epoch), self._trainer.model(), self._annotator)

    def _described(self, epoch: Epoch) -> ModelConfiguration:
        """The configuration, with the epoch that the weights are from; times are left out: they differ each time."""
        kept = ("number", "uas", "las", "nonproj_recall", "nonproj_precision")
        result = {name: value for name, value in asdict(epoch).items() if name in kept and value is not None}
        return replace(self._configuration, made=self._configuration.made | {"epoch": result})


def _trees(treebank: Treebank | PathLike) -> Treebank:
    return (treebank if isinstance(treebank, Treebank) else read(treebank)).require_trees()


def _are_kept(treebank: Treebank, options: TrainingOptions, threads: int) -> npt.NDArray[np.bool_]:
    """Which sentences are learnt from."""
    is_kept = learner_named(options.learner).learnable(treebank, options.system)
    if options.nonprojective == "drop":
        is_kept = is_kept & _core.covers(options.parsing_system._core, treebank.heads, treebank.offsets, threads)
        if not is_kept.any():
            raise TreebankError(treebank.path, None, f"no tree is left: {options.system} can build none of them")
    return is_kept


def _only(treebank: Treebank, is_kept: npt.NDArray[np.bool_]) -> Treebank:
    return treebank if is_kept.all() else treebank[np.flatnonzero(is_kept)]


def _as_learnt(treebank: Treebank, options: TrainingOptions, threads: int) -> Treebank:
    """With trees as they are learnt from."""
    if options.encoding is not None:
        return transforms.pseudo_projectivize(
            treebank, options.encoding, system=options.parsing_system, threads=threads
        )
    return transforms.projectivize(treebank, threads=threads) if options.nonprojective == "projectivize" else treebank


def _are_nonprojective(treebank: Treebank, threads: int) -> npt.NDArray[np.bool_]:
    """Which sentences are not projective."""
    arcs = _core.nonprojective_arcs(treebank.heads, treebank.offsets, threads)
    return np.diff(np.concatenate([[0], np.cumsum(arcs)])[treebank.offsets]) > 0


def _refuse_long(treebank: Treebank, threads: int) -> None:
    """Say before the work begins which sentence the exact oracle would take too long for."""
    is_long = treebank.lengths > _core.longest_exact
    too_long = np.flatnonzero(is_long & _are_nonprojective(treebank, threads)) if is_long.any() else np.array([])
    if not too_long.size:
        return
    sentence = treebank[int(too_long[0])]
    raise TreebankError(
        treebank.path,
        sentence.line,
        f"a sentence of {len(sentence):,} words that is not projective is too long for the exact oracle, which takes "
        f"up to {_core.longest_exact}: train with --oracle dynamic",
    )


def _origin(treebank: Treebank, dev: Treebank | None, options: TrainingOptions) -> dict[str, Any]:
    """What the model tells about how it was made."""
    used = options.used(has_dev=dev is not None)
    if "embeddings" in used:
        used["embeddings"] = in_utf8(used["embeddings"])
    origin: dict[str, Any] = {"version": crossarc.__version__, "options": used, "train": described(treebank)}
    if options.own_features is not None:
        origin["own_features"] = options.own_features
    if dev is not None:
        origin["dev"] = described(dev)
        if origin["dev"]["sha256"] == origin["train"]["sha256"]:
            warn("the development data are the training data: they do not tell which epoch is best")
    return origin
