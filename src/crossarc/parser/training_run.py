"""`crossarc.train`: from treebanks to a model, with all stages that it is to have."""

from __future__ import annotations

import signal
from collections.abc import Iterable
from typing import Any, Unpack

from crossarc import roots
from crossarc.annotator_training import checked_stages, checked_train_tags, train_annotator
from crossarc.calls import called_as
from crossarc.choices import OptionError, UnknownOptionError, in_range
from crossarc.files import PathLike
from crossarc.interruption import Interrupted, signal_of
from crossarc.learners import learner_named
from crossarc.lexicon import Lexicon, lexicon_of
from crossarc.messages import warn
from crossarc.model_file import PARSE
from crossarc.names import StageName, TrainTags
from crossarc.other_names import INSTEAD
from crossarc.parser.options import TrainingOptions
from crossarc.parser.parser import Parser
from crossarc.parser.progress import Report, followed
from crossarc.parser.training import Training
from crossarc.parser.typed_options import TrainingChoices
from crossarc.transition_systems import System
from crossarc.treebank.sources import TreebankSources, training_sources

PREDICTING = "predicting tags and lemmas for the parser to learn from"


class TrainingInterrupted(Interrupted):
    """Ctrl-C while a parser was trained. `parser` is the best so far; None before the end of the first epoch."""

    def __init__(self, parser: Parser | None, number: int = signal.SIGINT) -> None:
        super().__init__(number)
        self.parser = parser


@called_as("crossarc.train")
def train(
    train: TreebankSources,
    dev: TreebankSources | None = None,
    *,
    stages: str | Iterable[StageName] | None = ("parse",),
    train_tags: TrainTags | None = None,
    lexicon: Lexicon | PathLike | None = None,
    progress: bool | Report | None = None,
    threads: int = 0,
    **options: Unpack[TrainingChoices],
) -> Parser:
    """Train a parser on a treebank; with development data, training stops when it does not get better any more.

    Both are treebanks, files, or lists of such; a folder as Universal Dependencies releases them stands for its
    `*-ud-train.conllu` and, unless others are given, for its `*-ud-dev.conllu` as development data.

    `stages` are those that the model gets, "parse" among them. By default that is the parser alone, which learns from
    gold tags; `("tokenize", "tag", "lemma", "parse")`, or None for all of them that the treebank can teach, makes a
    model that goes from text to trees. With a tagger in it the parser learns from predicted tags, unless `train_tags`
    is "gold". `lexicon` has further entries for tagger and lemmatizer (`crossarc.lexicon`), or is a file of them.

    `progress` is a function that is called with what `crossarc train` shows: after each epoch with an `Epoch`, which
    has `number`, `las` and so on, and whose text is the line of the command (`progress=print`); before that with
    messages of the other stages. True shows them on standard error, with a bar; None, the default, shows a bar in a
    notebook and nothing elsewhere. The logger `crossarc.training` has them in any case.

    The options are those of `TrainingOptions`: `system`, `oracle`, `nonprojective`, `features`, `tags`, `epochs` …, and
    those of the learner (`crossarc.learners`): `min_updates`, `cost`, `preset`, `embeddings`, `dropout` …
    The same data and options give the same parser, whatever the number of `threads`; 0 is one per core. Ctrl-C raises a
    `TrainingInterrupted`, which has the best parser so far.
    """
    if isinstance(stages, str) and stages == "all":
        raise OptionError("stages", "None stands for all stages that the treebank can teach")
    wanted = checked_stages(stages)
    if PARSE not in wanted:
        raise OptionError("stages", "there is no parser among them: crossarc.annotator_training trains the others")
    learnt_tags = checked_train_tags(train_tags, wanted)
    checked = TrainingOptions.of(**_with_names(options))
    learner_named(checked.learner).require_packages()
    threads = in_range("threads", threads)
    entries = lexicon_of(lexicon)
    trees, judges = training_sources(train, dev)
    trees.require_trees()
    if judges is not None:
        judges.require_trees()
    with followed(progress, checked.fitted_to(trees).epochs) as (report, steps):
        annotator = None
        if len(wanted) > 1:
            lack = warn if stages is None else None
            annotator = train_annotator(
                trees, judges, wanted, seed=checked.seed, threads=threads, lexicon=entries, tell=report, lack=lack
            )
            if learnt_tags == "predicted" and {"tag", "lemma"} & {*annotator.names}:
                report(PREDICTING)
        training = Training(
            trees,
            judges,
            checked,
            threads=threads,
            progress=steps,
            annotator=annotator,
            train_tags=learnt_tags,
            lexicon=entries,
        )
        about_roots = roots.told(training.several_roots, multi_root=training.options.multi_root)
        if about_roots is not None:
            report(about_roots)
        try:
            for epoch in training:
                report(epoch)
            return training.finish()
        except KeyboardInterrupt as interruption:
            training.end_early()
            raise TrainingInterrupted(training.parser, signal_of(interruption)) from None


def _with_names(options: TrainingChoices) -> dict[str, Any]:
    """The options with the name of the system, and with its own options, where a `System` stands for both."""
    for name in options:
        if name in INSTEAD["train"]:
            raise UnknownOptionError(name, (), INSTEAD["train"][name])
    system = options.get("system")
    return {**system.options, **options, "system": system.name} if isinstance(system, System) else {**options}
