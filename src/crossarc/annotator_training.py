"""Training what comes before a parser, and what a parser then learns from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from crossarc.annotator import Annotator
from crossarc.choices import OptionError, require_one_of
from crossarc.lexicon import Lexicon
from crossarc.model_file import PARSE
from crossarc.stages import Lessons, NothingToLearnError, Stage, Trained, kinds, stage_names
from crossarc.tagging import jackknifed
from crossarc.treebank import Treebank, TreebankError

TRAIN_TAGS = ("gold", "predicted")
_DIGITS = 2  # of scores

Tell = Callable[[str], object]


def checked_stages(stages: str | Iterable[str] | None) -> tuple[str, ...]:
    """Names of stages in their order; all if there are none, or as a text with commas."""
    if stages is None:
        return stage_names()
    if not isinstance(stages, Iterable):
        raise OptionError("stages", f"must be names of stages ({', '.join(stage_names())}): {stages!r}")
    given = [name.strip() for name in stages.split(",")] if isinstance(stages, str) else list(stages)
    if not given:
        raise OptionError("stages", f"the list is empty: there are {', '.join(stage_names())}")
    for name in given:
        require_one_of("stages", name, stage_names())
    return tuple(name for name in stage_names() if name in given)


def checked_train_tags(train_tags: str | None, stages: Iterable[str]) -> str:
    """Which tags a parser learns from; if that is not said, predicted ones where there is a tagger."""
    stages = tuple(stages)
    if train_tags is None:
        return "predicted" if PARSE in stages and {"tag", "lemma"} & {*stages} else "gold"
    require_one_of("train_tags", train_tags, TRAIN_TAGS)
    if PARSE not in stages:
        raise OptionError("train_tags", "it has no effect: there is no parser to train")
    if train_tags == "predicted" and not {"tag", "lemma"} & {*stages}:
        raise OptionError("train_tags", "predicted needs a tagger: --stages tag,lemma,parse")
    return train_tags


def train_annotator(
    treebank: Treebank,
    dev: Treebank | None = None,
    stages: Iterable[str] = ("tokenize", "tag", "lemma"),
    *,
    seed: int = 1,
    threads: int = 0,
    lexicon: Lexicon | None = None,
    tell: Tell = lambda _: None,
    lack: Tell | None = None,
) -> Annotator:
    """Trains the stages one after the other; `tell` is told of each.

    Those that the treebank cannot teach are left out and `lack` is told of them; without it they are `TreebankError`s.
    """
    lessons = Lessons(treebank, dev, lexicon, seed, threads)
    own: dict[str, Trained] = {}
    made: dict[str, dict[str, Any]] = {}
    earlier: list[Stage] = []
    wanted = {*stages}
    for name, kind in kinds().items():
        if name not in wanted:
            continue
        try:
            own[name], exact = kind.train(lessons, earlier)
        except NothingToLearnError as reason:
            if lack is None:
                raise TreebankError(treebank.path, None, f"no {kind.what} can be learnt: {reason}") from None
            lack(f"no {kind.what}: {reason}")
            continue
        stage = kind.stage(own[name], redo=True)
        earlier += [] if stage is None else [stage]
        scores = {key: round(value, _DIGITS) for key, value in exact.items()}
        made[name] = {"dev": scores} if scores else {}
        if lexicon is not None and kind.has_lexicon:
            made[name] |= {"lexicon": len(lexicon)}
        told = " ".join(f"{key} {value:.2f}" for key, value in scores.items())
        tell(kind.what + (f": dev {told}" if told else ""))
    return Annotator(own, made)


def as_seen_by_parser(
    annotator: Annotator,
    treebank: Treebank,
    dev: Treebank | None,
    *,
    seed: int = 1,
    threads: int = 0,
    lexicon: Lexicon | None = None,
) -> tuple[Treebank, Treebank | None]:
    """Both treebanks with predicted tags and lemmas, as far as there is a tagger and a lemmatizer.

    Those to learn from are predicted by taggers that have not seen them (jackknifing), the others by the annotator.
    """
    predicts_tags, predicts_lemmas = annotator.tagger is not None, annotator.lemmatizer is not None
    if not predicts_tags and not predicts_lemmas:
        return treebank, dev
    learnt = jackknifed(
        treebank, seed=seed, threads=threads, lexicon=lexicon, tags=predicts_tags, lemmas=predicts_lemmas
    )
    if dev is None:
        return learnt, None
    return learnt, annotator.tag(dev, redo=annotator.can_redo, threads=threads)
