"""Names that other libraries have for the same thing: whoever tries one here is told what to use instead.

There is one name for one thing (docs/glossary.md), so these are no names that work as well.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

_WRITE = "crossarc.write(treebank, path)"
_READ = "crossarc.read(path)"
_LABEL = "word.deprel"
_TAG = "word.upos or word.xpos"

INSTEAD: Mapping[str, Mapping[str, str]] = {
    "crossarc": {
        "parse": "parser = crossarc.load(model), then parser(text) or parser.parse(path)",
        "tag": "parser = crossarc.load(model), then parser.tag(path)",
        "save": f"parser.save(path), or {_WRITE}",
        "draw": "sentence.draw() or sentence.to_svg()",
        "open": _READ,
        "load_treebank": _READ,
        "load_model": "crossarc.load(path)",
        **dict.fromkeys(("read_conllu", "read_treebank", "load_conllu"), _READ),
        **dict.fromkeys(("parse_conllu", "from_conllu", "loads"), "crossarc.Treebank.from_conllu(text)"),
        "tokenize": "parser = crossarc.load(model), then parser.annotator.words(text)",
        "system": "crossarc.System(name), or crossarc.systems() for all",
        "oracle": "crossarc.System(name).oracle(oracle, sentence)",
        "is_projective": "sentence.is_projective",
        **dict.fromkeys(("projectivize", "deprojectivize"), "crossarc.transforms"),
        **dict.fromkeys(("download", "from_pretrained"), "crossarc.train(path): there are no models to download"),
        "version": "crossarc.__version__",
    },
    "Treebank": {
        **dict.fromkeys(("read", "load", "open", "from_file", "from_path"), _READ),
        **dict.fromkeys(
            ("from_text", "from_string", "from_words", "from_tokens"),
            "parser.parse_text(text), parser.parse_words(words)",
        ),
        **dict.fromkeys(("save", "write", "to_file", "dump"), _WRITE),
        **dict.fromkeys(("draw", "show", "to_svg", "to_tikz"), "treebank[0].draw() or treebank[0].to_svg()"),
        **dict.fromkeys(("to_pandas", "to_df", "to_dataframe"), "treebank.to_frame()"),
        **dict.fromkeys(("analyze", "describe", "stats", "statistics"), "crossarc.analyze(treebank)"),
        **dict.fromkeys(("is_projective", "planes"), "crossarc.analyze(treebank), or sentence.is_projective of each"),
        **dict.fromkeys(("evaluate", "score"), "crossarc.evaluate(gold, predicted)"),
        "head": "treebank[:5]",
        "map": "Treebank(function(sentence) for sentence in treebank)",
        "tokens": "treebank.words, or sentence.tokens of each sentence",
        "forms": 'treebank.column("form")',
        "upos": 'treebank.column("upos")',
        "deprels": 'treebank.column("deprel")',
        "size": "len(treebank), treebank.word_count",
        **dict.fromkeys(("n_sentences", "num_sentences", "sentence_count"), "len(treebank)"),
        **dict.fromkeys(("n_words", "num_words", "n_tokens", "num_tokens"), "treebank.word_count"),
        "sent_ids": "[sentence.sent_id for sentence in treebank]",
        **dict.fromkeys(("text", "texts"), "[sentence.text for sentence in treebank]"),
        **dict.fromkeys(("labels", "deprel"), 'treebank.strings("deprel")'),
        "trees": "treebank.heads, or sentence.arcs of each sentence",
        **dict.fromkeys(("to_csv", "to_json", "to_parquet"), "treebank.to_frame(), which has it"),
        **dict.fromkeys(("iloc", "loc"), "treebank[i], or treebank.to_frame()"),
        "parse": "parser.parse(treebank)",
        **dict.fromkeys(("tag", "lemmatize"), "parser.tag(treebank)"),
        "tokenize": "parser.annotator.words(text)",
        "append": "treebank + Treebank([sentence])",
    },
    "Sentence": {
        **dict.fromkeys(("show", "render", "plot", "print_tree"), "sentence.draw() or sentence.to_svg()"),
        **dict.fromkeys(("deprel", "labels", "relations"), "sentence.deprels"),
        **dict.fromkeys(("pos", "tags", "postags"), "sentence.upos or sentence.xpos"),
        "form": "sentence.forms",
        "lemma": "sentence.lemmas",
        "head": "sentence.heads",
        **dict.fromkeys(("id", "name"), "sentence.sent_id"),
        **dict.fromkeys(("is_nonprojective", "nonprojective"), "not sentence.is_projective"),
        **dict.fromkeys(("length", "size", "word_count"), "len(sentence)"),
        "nonprojective_arcs": "[word for word in sentence if word.is_nonprojective]",
        "subtree": "sentence[i].subtree",
        "word": "sentence[i], counted from 0",
        "parse": "parser.parse(sentence)",
        "serialize": "sentence.to_conllu()",
        **dict.fromkeys(("visualize", "display", "svg", "to_png"), "sentence.to_svg()"),
        "to_latex": "sentence.to_tikz()",
        "save": "crossarc.write(sentence, path)",
        **dict.fromkeys(("tree", "edges", "dependencies", "triples"), "sentence.arcs"),
        **dict.fromkeys(("to_dict", "to_json"), "[word.to_dict() for word in sentence]"),
        **dict.fromkeys(("get_word", "token", "nodes"), "sentence[i], counted from 0"),
        "is_planar": "sentence.planes <= 1",
        **dict.fromkeys(("gap_degree", "crossings", "crossing_arcs"), "crossarc.analyze(sentence)"),
        "from_conllu": "Treebank.from_conllu(text)[0]",
        **dict.fromkeys(("trace", "derivation"), "crossarc.trace(sentence, system)"),
    },
    "Word": {
        **dict.fromkeys(("label", "dep", "dep_", "rel", "relation", "deprels"), _LABEL),
        **dict.fromkeys(("pos", "pos_", "tag", "tag_", "cpos", "pos_tag", "postag"), _TAG),
        **dict.fromkeys(("text", "token", "word", "orth_"), "word.form"),
        "lemma_": "word.lemma",
        **dict.fromkeys(("parent", "governor"), "word.head, or word.head_id for its number"),
        "dependents": "word.children",
        "descendants": "word.subtree",
        **dict.fromkeys(("index", "i", "position"), "word.id, counted from 1"),
        **dict.fromkeys(("features", "morph"), "word.feats"),
        **dict.fromkeys(("score", "probability"), "word.confidence"),
        "ancestors": "word.head, word.head.head …",
        "is_punct": 'word.upos == "PUNCT"',
        "is_projective": "not word.is_nonprojective",
        "nbor": "word.sentence[word.id]",
        "next": "word.sentence[word.id]",
        **dict.fromkeys(("prev", "previous"), "word.sentence[word.id - 2], if word.id > 1"),
        **dict.fromkeys(("lefts", "left_children"), "[child for child in word.children if child.id < word.id]"),
        **dict.fromkeys(("rights", "right_children"), "[child for child in word.children if child.id > word.id]"),
        "siblings": "word.head.children",
        **dict.fromkeys(("is_leaf", "has_children"), "word.children, an empty list for a leaf"),
        **dict.fromkeys(("distance", "head_distance"), "word.head_id - word.id, unless it is a root"),
        "idx": "word.start, or word.id, counted from 1",
    },
    "Arc": dict.fromkeys(("label", "dep", "relation"), "arc.deprel"),
    "Parser": {
        **dict.fromkeys(("predict", "transform", "pipe", "annotate"), "parser(text) or parser.parse(path)"),
        **dict.fromkeys(("score", "test"), "parser.evaluate(gold)"),
        **dict.fromkeys(("to_disk", "dump", "write"), "parser.save(path)"),
        **dict.fromkeys(("train", "fit"), "crossarc.train(path)"),
        **dict.fromkeys(("from_file", "open", "read"), "crossarc.load(path)"),
        "trace": "parser.derivation(treebank), or crossarc trace --model",
        "tokenizer": "parser.annotator.tokenizer",
        "tagger": "parser.annotator.tagger",
        "lemmatizer": "parser.annotator.lemmatizer",
        **dict.fromkeys(("accuracy", "uas", "las"), "parser.evaluate(gold)"),
        **dict.fromkeys(("parse_sentence", "parse_tokens"), "parser(text)[0], or parser.parse(words)"),
        "parse_file": "parser.parse(path), or parser.parse_text(pathlib.Path(path)) for text",
        "tokenize": "parser.annotator.words(text)",
        **dict.fromkeys(("lemmatize", "tag_words"), "parser.tag(words)"),
        "tag_text": "parser.tag(parser.annotator.words(text))",
        "from_pretrained": "crossarc.train(path): there are no models to download",
    },
    "Evaluation": {
        "LAS": "scores.las_ud for the LAS of the shared tasks, scores.las for whole labels",
        "f1": "scores.conll18[name].f1",
        "to_json": "json.dumps(scores.to_dict())",
        "by_label": 'scores.by("label")',
    },
    "System": {
        **dict.fromkeys(("step", "next"), "system.apply(c, transition)"),
        **dict.fromkeys(("initial", "init", "initial_configuration"), "system.start(sentence)"),
        "parse": "crossarc.train(path, system=system), then parser(text); system.derive(sentence) for a gold tree",
        "trace": "crossarc.trace(sentence, system)",
        "is_final": "c.finished",
        **dict.fromkeys(("description", "info"), "system.trees, system.transitions, system.paper"),
    },
    "Configuration": {
        **dict.fromkeys(("apply", "step"), "system.apply(c, transition)"),
        **dict.fromkeys(("legal", "transitions"), "system.legal(c)"),
        **dict.fromkeys(("is_final", "is_terminal", "done"), "c.finished"),
    },
    "train": {  # its options
        **dict.fromkeys(("output", "model", "path", "save"), "parser = crossarc.train(…), then parser.save(path)"),
        **dict.fromkeys(("verbose", "quiet", "callback"), "progress"),
        **dict.fromkeys(("num_threads", "n_threads", "n_jobs", "workers"), "threads"),
        **dict.fromkeys(("beam_size", "beam_width"), "beam"),
        **dict.fromkeys(("iterations", "n_iter", "max_epochs"), "epochs"),
        **dict.fromkeys(("transition_system", "algorithm"), "system"),
    },
}
"""By class, or function: the name that was tried, and what to use."""


def no_attribute(owner: object, kind: str, name: str) -> AttributeError:
    """The error about an attribute that there is not; Python itself adds one that is spelt alike, if there is one.

    >>> no_attribute(None, "Word", "label")
    AttributeError("'Word' object has no attribute 'label'; use word.deprel")
    """
    missing = f"{kind!r} object has no attribute {name!r}"
    instead = INSTEAD.get(kind, {}).get(name)
    if instead is None:
        return AttributeError(missing, name=name, obj=owner)
    return AttributeError(f"{missing}; use {instead}")


class HintsAtNames:
    """A class whose missing attributes are told with the name that is right here."""

    __slots__ = ()

    if not TYPE_CHECKING:  # type checkers would believe that every attribute exists

        def __getattr__(self, name: str) -> Any:
            if hasattr(type(self), name):  # it exists, and failed: with the error of its own
                return object.__getattribute__(self, name)
            raise no_attribute(self, type(self).__name__, name)


class HintsAtClassNames(ABCMeta):
    """The same for what is missing in the class itself, such as `Parser.train`. Sequences are abstract base classes."""

    if not TYPE_CHECKING:

        def __getattr__(cls, name: str) -> Any:
            raise no_attribute(cls, cls.__name__, name)
