"""A trained parser."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple, Never, Unpack, overload

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.annotator import Annotator
from crossarc.arguments import require_flag, require_kind, wrong_kind
from crossarc.calls import called_as
from crossarc.choices import OptionError, in_range
from crossarc.errors import ArgumentTypeError
from crossarc.evaluation import Evaluation, evaluate
from crossarc.files import PathLike, Readable, names_a_file
from crossarc.learners import learner_named
from crossarc.messages import warn
from crossarc.model_file import PARSE, place_of_parser, read_model, told_of, write_model
from crossarc.names import TextFormat
from crossarc.other_names import HintsAtClassNames, HintsAtNames
from crossarc.parser.columns import complaint_about, learnt_columns
from crossarc.parser.confidence import Margins, PredictedArcs, confidences, fitted_confidence
from crossarc.parser.derivations import ModelDerivation, model_derivation
from crossarc.parser.effects import with_effect
from crossarc.parser.model_file import Model, ModelConfiguration, parser_of, stored_parser
from crossarc.parser.parsable import PARSABLE, Parsable, ParsingChoices, parsable_treebank
from crossarc.parser.stage import ParsingStage
from crossarc.stages import Shares, Stage, needed, require_known, run
from crossarc.tokenizer.blocks import is_text
from crossarc.tokenizer.text import Text
from crossarc.transforms.pseudo_projective import deprojectivized
from crossarc.treebank import Sentence, Treebank, TreebankError, TreebankSource, Word, treebank_of
from crossarc.treebank.words import sentence_of_words


class Trees(NamedTuple):
    """Predicted trees: heads of all words, labels as numbers into a list, the list, and how likely arcs are right."""

    heads: npt.NDArray[np.int32]
    codes: npt.NDArray[np.int32]
    labels: list[str]
    confidences: npt.NDArray[np.float32] | None = None


class Links(NamedTuple):
    """Links between words of sentences, 0 being the root; labels are numbers into a list."""

    sentences: npt.NDArray[np.int32]
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    codes: npt.NDArray[np.int32]
    labels: list[str]


class Parser(HintsAtNames, metaclass=HintsAtClassNames):
    """What `crossarc.train` makes and `crossarc.load` reads: a parser, and what its model has before it.

    `annotator` is that: a tokenizer, a tagger, a lemmatizer, as far as the model has them.
    """

    def __init__(
        self,
        configuration: ModelConfiguration | None = None,
        model: Model | None = None,
        annotator: Annotator | None = None,
        **options: Never,
    ) -> None:
        if not isinstance(configuration, ModelConfiguration) or model is None or options:
            raise ArgumentTypeError("a parser is trained by crossarc.train(path, …), or loaded by crossarc.load(path)")
        self._configuration = configuration
        self._model = model
        self.annotator = Annotator() if annotator is None else annotator

    @classmethod
    def load(cls, path: PathLike) -> Parser:
        """The same as `crossarc.load`."""
        return load(path)

    @property
    def system(self) -> str:
        """The name of its transition system."""
        return self._configuration.system

    @property
    def system_options(self) -> dict[str, str]:
        """The options of its transition system, as `crossarc.System` takes them."""
        return dict(self._configuration.system_options)

    @property
    def has_confidence(self) -> bool:
        """Whether it can tell how likely arcs are right: `confidence` of `parse`."""
        return self._configuration.confidence is not None

    @property
    def labels(self) -> list[str]:
        """The labels that it was trained with."""
        return list(self._configuration.labels)

    @property
    def templates(self) -> str:
        """Its feature templates, as they were fitted to the training data; of a network, the words it looks at."""
        return self._configuration.templates

    @property
    def stages(self) -> tuple[str, ...]:
        """The names of the model's stages."""
        return (*self.annotator.names, PARSE)

    @property
    def info(self) -> dict[str, Any]:
        """How it was made: options that had an effect, treebanks, scores, version; `stages` tells of the others."""
        made = self._configuration.made
        if isinstance(options := made.get("options"), dict):  # files come from strangers
            made = made | {"options": with_effect(options, has_dev="dev" in made)}
        return {
            "system": self.system,
            "learner": self._configuration.learner,
            "labels": len(self.labels),
            "weights": self._model.weight_count,
        } | (made | {"columns": self.columns, "stages": {**self.annotator.made, PARSE: {}}})

    @property
    def options(self) -> dict[str, Any]:
        """The options that it was trained with and that had an effect, by name."""
        options = self.info.get("options")
        return dict(options) if isinstance(options, dict) else {}

    @cached_property
    def columns(self) -> Shares:
        """The columns that it learnt from, and which part of its training words had them; None if it does not know."""
        return learnt_columns(self._configuration)

    @overload
    def parse(self, source: Treebank | Readable, **options: Unpack[ParsingChoices]) -> Treebank: ...
    @overload
    def parse(self, source: Sentence, **options: Unpack[ParsingChoices]) -> Sentence: ...
    @overload  # text is a sequence of texts, too
    def parse(  # type: ignore[overload-overlap]
        self, source: list[str] | tuple[str, ...] | list[Word], **options: Unpack[ParsingChoices]
    ) -> Sentence: ...
    @overload
    def parse(
        self, source: Iterable[Sentence] | Sequence[Sequence[str]], **options: Unpack[ParsingChoices]
    ) -> Treebank: ...
    @called_as("parser.parse")
    def parse(
        self,
        source: Parsable,
        *,
        beam: int | None = None,
        multi_root: bool | None = None,
        confidence: bool = False,
        scores: bool = False,
        strict_columns: bool = False,
        redo: Iterable[str] = (),
        threads: int = 0,
    ) -> Treebank | Sentence:
        """What is given with predicted trees; its own, if it has any, are not looked at, and in a file not judged.

        A treebank, a file, sentences one after the other, or lists of words give a treebank; a sentence or a list of
        words gives a sentence. A text is not parsed by this, but by `parser(text)`: here it is the name of a file.

        Tags and lemmas that are missing are filled in before, if the model has a tagger and a lemmatizer; `redo` names
        what is predicted even where it is there: "tags", "lemmas".

        The `beam` is as wide as in training unless it is given; another is a `CrossarcWarning`. Each sentence gets one
        root, or as many as there are if the training data have several, unless `multi_root` said otherwise in training
        or says so here. With `confidence`, MISC says how likely each arc and label are right; otherwise what it said
        before is gone (`scores` is an older name of that option). Columns that the parser learnt from and the treebank
        lacks are a `CrossarcWarning`, with `strict_columns` a `TreebankError`. The result is the same for any number of
        `threads`; 0 is one per core.
        """
        threads = in_range("threads", threads)
        require_flag(confidence, "confidence"), require_flag(scores, "scores")
        require_flag(strict_columns, "strict_columns")
        treebank, is_one = parsable_treebank(source)
        stages: list[Stage] = [*self.annotator.stages(redo), ParsingStage(self, beam, multi_root, confidence or scores)]
        lacking = complaint_about(treebank, needed(stages))
        if lacking and strict_columns:
            raise TreebankError(treebank.path, None, lacking)
        parsed = run(stages, treebank, threads=threads)
        if lacking:
            warn(f"{treebank.path}: {lacking}")
        for complaint in filter(None, (stage.complaint for stage in stages)):
            warn(complaint)
        return parsed[0] if is_one else parsed

    @overload
    def __call__(self, source: str | os.PathLike[str], **options: Unpack[ParsingChoices]) -> Treebank: ...
    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, source: Sentence | list[str] | tuple[str, ...] | list[Word], **options: Unpack[ParsingChoices]
    ) -> Sentence: ...
    @overload
    def __call__(
        self, source: Treebank | Iterable[Sentence] | Sequence[Sequence[str]], **options: Unpack[ParsingChoices]
    ) -> Treebank: ...
    @called_as("parser")
    def __call__(self, source: Any, **options: Unpack[ParsingChoices]) -> Treebank | Sentence:
        """The trees of a text, `parser("Gallia est omnis divisa.")`, as `parse_text` gives them; else as `parse`.

        `Path("book.txt")`, with any name in `.txt` or `.txt.gz`, is the text of that file.
        """
        if isinstance(source, str):
            if names_a_file(source):
                instead = "parse_text(pathlib.Path(path)) parses text in" if is_text(source) else "parse(path) parses"
                warn(f"{source!r} is parsed as text, but names a file: parser.{instead} files")
            return self.parse_text(source, **options)
        if isinstance(source, os.PathLike) and is_text(source):
            return self.parse_text(source, **options)
        if source is None or isinstance(source, int | float):
            raise wrong_kind("source", f"text, {PARSABLE}", source)
        parsed: Treebank | Sentence = self.parse(source, **options)
        return parsed

    @called_as("parser.evaluate")
    def evaluate(
        self, gold: TreebankSource, *, punctuation: str | None = None, **options: Unpack[ParsingChoices]
    ) -> Evaluation:
        """How well it parses what is known: the words of gold trees are parsed, and the result is scored against them.

        Tags and lemmas are those of the gold treebank; `redo=("tags", "lemmas")` has the model predict them, as it
        would for text. Other options are those of `parse`.
        """
        trees = treebank_of(gold, "gold").require_trees()
        return evaluate(trees, self.parse(trees, **options), punctuation=punctuation)

    @called_as("parser.parse_text")
    def parse_text(
        self,
        text: Text,
        *,
        format: TextFormat = "text",
        offsets: bool = True,
        path: str | None = None,
        **options: Unpack[ParsingChoices],
    ) -> Treebank:
        """Sentences, words, tags and trees of a text, or of pieces of it; the model needs a tokenizer.

        The text of a file, plain or compressed, is that of its `Path`; `path` is what messages call it otherwise.

        `format` is "text" (paragraphs with blank lines between them), "lines" (a sentence a line), or "tokens" (words
        with spaces between them, a sentence a line), which needs no tokenizer. With `offsets`, MISC tells with
        `TokenRange` where words stand in the text: `word.start`, `word.end`. Other options are those of `parse`.
        """
        return self.parse(self.annotator.words(text, format=format, offsets=offsets, path=path), **options)

    @called_as("parser.parse_words")
    def parse_words(
        self,
        words: Sequence[str],
        *,
        lemmas: Sequence[str] | None = None,
        upos: Sequence[str] | None = None,
        xpos: Sequence[str] | None = None,
        feats: Sequence[str] | None = None,
        **options: Unpack[ParsingChoices],
    ) -> Sentence:
        """The tree of one sentence. What is not given of tags and lemmas is predicted, as far as the model can.

        Other options are those of `parse`.
        """
        return self.parse(sentence_of_words(words, lemma=lemmas, upos=upos, xpos=xpos, feats=feats), **options)[0]

    @called_as("parser.tag")
    def tag(self, treebank: Parsable, *, redo: Iterable[str] = (), threads: int = 0) -> Treebank:
        """What `parse` can be given, with the tags and lemmas that are missing in it, and without new trees."""
        return self.annotator.tag(parsable_treebank(treebank)[0], redo=redo, threads=threads)

    @called_as("parser.derivation")
    def derivation(
        self,
        treebank: Parsable,
        place: int = 0,
        *,
        beam: int | None = None,
        multi_root: bool | None = None,
        first: Sequence[str] = (),
    ) -> ModelDerivation:
        """The steps that it takes through a sentence, or through the one at a place of a treebank, with what each
        transition scored.

        With `first`, the steps begin with these transitions, and go on greedily.
        """
        parsable, _ = parsable_treebank(treebank)
        return model_derivation(self, parsable, place, beam=beam, multi_root=multi_root, first=first)

    @property
    def transitions(self) -> tuple[str, ...]:
        """The names of the system's transitions."""
        return tuple(self._core_system.transitions)

    @called_as("parser.builders")
    def builders(self, treebank: TreebankSource, *, multi_root: bool | None = None) -> npt.NDArray[np.int32]:
        """For each word the transition that builds its arc when the treebank is parsed, as a number into
        `transitions`; -1 if none does, as in undirected systems, or if it is not known."""
        treebank = treebank_of(treebank)
        found = self._told("builders", treebank, multi_root)
        return np.full(treebank.word_count, -1, np.int32) if found is None else found

    @called_as("parser.links")
    def links(self, treebank: TreebankSource) -> Links | None:
        """The links that an undirected system builds when the treebank is parsed, before they get their directions.

        None for other systems, for pseudo-projective parsers, whose links are not those of the trees in the end, and
        if they are not known.
        """
        if self._configuration.encoding is not None or self._core_system.is_directed:
            return None
        found = self._told("links", treebank_of(treebank), None)
        if found is None:
            return None
        sentences, left, right, codes = found.reshape(-1, 4).T
        return Links(sentences, left, right, codes, self.labels)

    @property
    def _core_system(self) -> _core.System:
        return _core.System(self.system, **self._configuration.system_options)

    def _told(self, what: str, treebank: Treebank, multi_root: bool | None) -> npt.NDArray[np.int32] | None:
        """What the model tells of derivations; not every kind of model does."""
        tell = getattr(self._model, what, None)
        if tell is None:
            return None
        found: npt.NDArray[np.int32] = tell(treebank._document, self._configuration.beam, self._one_root(multi_root))
        return found

    def _one_root(self, multi_root: bool | None) -> bool:
        return self._configuration.one_root if multi_root is None else not require_flag(multi_root, "multi_root")

    @called_as("parser.trees")
    def trees(
        self,
        treebank: TreebankSource,
        *,
        beam: int | None = None,
        multi_root: bool | None = None,
        confidence: bool = False,
        threads: int = 0,
    ) -> Trees:
        """As `parse`, but only what is predicted."""
        treebank = treebank_of(treebank, ignore_trees=True)
        coefficients = self._configuration.confidence
        if require_flag(confidence, "confidence") and coefficients is None:
            raise OptionError("confidence", "the parser was trained without development data, which it is fitted to")
        trees, transitions, labels = self._found(treebank, beam, multi_root, confidence, threads)
        if coefficients is None or not confidence:
            return trees
        arcs = PredictedArcs(transitions, labels, trees.heads, treebank.offsets)
        return trees._replace(confidences=confidences(coefficients, arcs))

    @called_as("parser.with_confidence")
    def with_confidence(self, gold: TreebankSource, *, threads: int = 0) -> Parser:
        """This parser with confidences that are fitted to gold trees, which it should not have been trained on."""
        gold = treebank_of(gold, "gold").require_trees()
        (heads, codes, names, _), transitions, labels = self._found(gold, None, None, True, threads)
        gold_names = gold.strings("deprel")
        code_of = {name: code for code, name in enumerate(gold_names)}
        in_gold = np.array([code_of.get(name, -1) for name in names], np.int32)
        is_right = (heads == gold.heads) & (in_gold[codes] == gold.codes("deprel"))
        fitted = fitted_confidence(PredictedArcs(transitions, labels, heads, gold.offsets), is_right)
        return Parser(replace(self._configuration, confidence=fitted), self._model, self.annotator)

    def _found(
        self, treebank: Treebank, beam: int | None, multi_root: bool | None, margins: bool, threads: int
    ) -> tuple[Trees, Margins, Margins]:
        """Trees without confidences, and the margins that transitions and labels won by, if they are wanted."""
        one_root = self._one_root(multi_root)
        width = self._configuration.beam if beam is None else in_range("beam", beam)
        if width > 1 and not learner_named(self._configuration.learner).has_beam:
            raise OptionError("beam", f"the learner {self._configuration.learner} parses greedily: it has no beam")
        if width > 1 and getattr(self._model, "labels_together", False):
            raise OptionError("beam", "a parser that chooses labels together with transitions has no beam")
        threads = in_range("threads", threads)
        heads, codes, *won = self._model.parse(treebank._document, width, one_root, margins, threads)
        names, encoding = self._configuration.labels, self._configuration.encoding
        if encoding is not None:
            heads, codes, names = deprojectivized(heads, treebank.offsets, codes, names, encoding, threads=threads)
        return Trees(heads, codes, names), won[0], won[1]

    def complaint_about_beam(self, beam: int | None) -> str | None:
        """What to say about a beam that is not that of training."""
        trained = self._configuration.beam
        if beam is None or beam == trained:
            return None
        return learner_named(self._configuration.learner).complaint_about_beam(beam, trained)

    def with_origin(self, **facts: Any) -> Parser:
        """The same parser, whose `info` tells more of how it was made."""
        return Parser(replace(self._configuration, made=self._configuration.made | facts), self._model, self.annotator)

    def with_annotator(self, annotator: Annotator) -> Parser:
        """The same parser with other stages before it."""
        require_kind(annotator, Annotator, "annotator", "an Annotator, as Annotator.load reads it")
        return Parser(self._configuration, self._model, annotator)

    @called_as("parser.save")
    def save(self, path: PathLike) -> None:
        """Write the model to a file, which is there whole or not at all."""
        own = stored_parser(self._configuration, self._model.weights(), place_of_parser(self.stages))
        write_model(path, self.annotator.parts() | {PARSE: (own, {})})

    def __copy__(self) -> Parser:
        return Parser(self._configuration, self._model, self.annotator)  # none is ever changed

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._configuration, self._model.weights(), self.annotator)

    def __repr__(self) -> str:
        stages = f", with {', '.join(self.annotator.names)}" if self.annotator.names else ""
        learner = self._configuration.learner
        return f"<Parser: {self.system}, {learner}, {self._model.weight_count:,} weights{stages}>"


def _restored(configuration: ModelConfiguration, weights: bytes, annotator: Annotator) -> Parser:
    """For pickling. Weights stand at the beginning of a page, as those of a file do."""
    pages = mmap.mmap(-1, len(weights))
    pages.write(weights)
    return Parser(configuration, configuration.with_weights(memoryview(pages)), annotator)


@called_as("crossarc.load")
def load(path: PathLike) -> Parser:
    """The model in a file. A file that is none, is damaged or has no parser in it raises a `ModelError`."""
    parts = read_model(path)
    with told_of(path):
        require_known(parts)
        if PARSE not in parts:
            raise ValueError(
                f"there is no parser in it, but {', '.join(parts)}: `crossarc tag` and crossarc.Annotator.load read it"
            )
        return Parser(*parser_of(parts[PARSE]), Annotator.of_parts(parts))
