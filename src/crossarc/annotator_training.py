"""Training what comes before a parser, and what a parser then learns from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from crossarc.annotator import Annotator
from crossarc.choices import OptionError, require_one_of
from crossarc.evaluation.segmentation import segmentation_scores
from crossarc.lemmas import Lemmatizer
from crossarc.lexicon import Lexicon
from crossarc.model_file import PARSE
from crossarc.stages import stage_names
from crossarc.tagging import Tagger, jackknifed
from crossarc.tokenizer import Tokenizer, restore
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
        raise OptionError("stages", f"there is none: they are {', '.join(stage_names())}")
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
    wanted = tuple(stages)
    tokenizer = tagger = lemmatizer = None
    made: dict[str, dict[str, Any]] = {}

    def done(name: str, what: str, scores: Mapping[str, float]) -> None:
        scores = {key: round(value, _DIGITS) for key, value in scores.items()}
        made[name] = {"dev": scores} if scores else {}
        if lexicon is not None and name != "tokenize":
            made[name] |= {"lexicon": len(lexicon)}
        told = " ".join(f"{key} {value:.2f}" for key, value in scores.items())
        tell(f"{what}" + (f": dev {told}" if told else ""))

    def missing(what: str, reason: str) -> None:
        if lack is None:
            raise TreebankError(treebank.path, None, f"no {what} can be learnt: {reason}")
        lack(f"no {what}: {reason}")

    if "tokenize" in wanted:
        try:
            tokenizer = Tokenizer.train(treebank, seed=seed, threads=threads)
            done("tokenize", "tokenizer", {} if dev is None else _segmentation(tokenizer, dev))
        except TreebankError as error:
            missing("tokenizer", error.message)
    if "tag" in wanted:
        if Tagger.can_learn_from(treebank):
            judge = dev if dev is not None and Tagger.can_learn_from(dev) else None
            tagger = Tagger.train(treebank, judge, seed=seed, threads=threads, lexicon=lexicon)
            done("tag", "tagger", {} if judge is None else tagger.accuracy(judge, threads=threads))
        else:
            missing("tagger", "UPOS, XPOS and FEATS are _ throughout")
    if "lemma" in wanted:
        if Lemmatizer.can_learn_from(treebank):
            judge = dev if dev is not None and Lemmatizer.can_learn_from(dev) else None
            lemmatizer = Lemmatizer.train(treebank, judge, seed=seed, threads=threads, lexicon=lexicon)
            # Scored as it will be used: with the tags that are predicted, if they are.
            seen = judge if judge is None or tagger is None else tagger.tag(judge, redo=True, threads=threads)
            done("lemma", "lemmatizer", {} if seen is None else {"lemma": lemmatizer.accuracy(seen, threads=threads)})
        else:
            missing("lemmatizer", "LEMMA is _ throughout")
    return Annotator(tokenizer, tagger, lemmatizer, made)


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
    redo = ["tags"] * predicts_tags + ["lemmas"] * predicts_lemmas
    return learnt, annotator.tag(dev, redo=redo, threads=threads)


def _segmentation(tokenizer: Tokenizer, dev: Treebank) -> dict[str, float]:
    """F1 of words and sentences, from the text of a treebank."""
    try:
        return segmentation_scores(dev, tokenizer.treebank(restore(dev), path=dev.path))
    except TreebankError:  # forms and text differ
        return {}
