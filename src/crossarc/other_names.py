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
        **dict.fromkeys(("visualize", "render", "show", "plot", "displacy"), "sentence.to_svg() or sentence.draw()"),
        **dict.fromkeys(("Corpus", "Dataset", "Doc", "Document", "Conllu"), "crossarc.Treebank"),
        **dict.fromkeys(
            ("Model", "Pipeline", "pipeline", "nlp", "DependencyParser", "TransitionParser"),
            "crossarc.load(path), or crossarc.train(path) for a new model",
        ),
        "Tokenizer": "crossarc.tokenizer.Tokenizer",
        "Tagger": "crossarc.tagging.Tagger",
        "Lemmatizer": "crossarc.lemmas.Lemmatizer",
        **dict.fromkeys(("score", "uas", "las", "metrics"), "crossarc.evaluate(gold, predicted)"),
        "demo": "`crossarc demo` on the command line",
        "help": "help(crossarc), or `crossarc --help` on the command line",
        **{
            "".join(part.capitalize() for part in name.split("-")): f'crossarc.System("{name}")'
            for name in ("arc-standard", "arc-eager", "arc-hybrid", "arc-hybrid-swap", "planar", "covington")
        },
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
        **dict.fromkeys(("extend", "concat", "join", "merge"), "treebank + other"),
        "tail": "treebank[-5:]",
        "info": "crossarc.analyze(treebank)",
        "shape": "len(treebank), treebank.word_count",
        "columns": "treebank.to_frame().columns",
        **dict.fromkeys(("groupby", "value_counts"), "treebank.to_frame(), which has it"),
        "copy": "the treebank itself, which never changes",
        **dict.fromkeys(("iterrows", "iter_sentences", "itertuples"), "a loop: for sentence in treebank"),
        **dict.fromkeys(("iter_words", "iter_tokens"), "treebank.words"),
        **dict.fromkeys(("sort", "sort_values", "sorted"), "Treebank(sorted(treebank, key=len))"),
        "apply": "[function(sentence) for sentence in treebank]",
        "metadata": "sentence.metadata of each sentence",
        **dict.fromkeys(("vocab", "vocabulary", "types", "unique"), 'treebank.strings("form")'),
        **dict.fromkeys(("validate", "is_valid", "check"), "treebank.require_trees()"),
        **dict.fromkeys(("name", "filename", "file"), "treebank.path"),
        "nonprojective": 'treebank.filter("nonprojective")',
        **dict.fromkeys(("search", "find", "query", "where", "select"), 'treebank.filter("upos=NOUN length<20")'),
        **dict.fromkeys(("from_csv", "from_dict", "from_pandas", "from_df"), "Treebank.from_frame(frame)"),
        "to_list": "list(treebank)",
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
        **dict.fromkeys(("to_conll", "to_string", "conllu", "to_text", "conll"), "sentence.to_conllu()"),
        **dict.fromkeys(
            ("print_dependencies", "pretty_print", "to_tree", "ascii_tree", "displacy"), "print(sentence.draw())"
        ),
        "print_tokens": "print(sentence.to_conllu())",
        **dict.fromkeys(("graph", "to_networkx", "to_nltk", "to_graph"), "sentence.arcs, which graphs can be made of"),
        **dict.fromkeys(("filter", "find"), "[word for word in sentence if …]"),
        "pos_tags": "sentence.upos or sentence.xpos",
        "sents": "parser(text), a treebank of sentences",
        **dict.fromkeys(("doc", "to_doc"), "Treebank([sentence]).to_docs(vocab)"),
        "to_html": "sentence.to_svg()",
        **dict.fromkeys(("head_ids", "head_indices"), "sentence.heads"),
        "copy": "the sentence itself, which never changes",
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
        "n_lefts": "sum(child.id < word.id for child in word.children)",
        "n_rights": "sum(child.id > word.id for child in word.children)",
        "left_edge": "word.subtree[0]",
        "right_edge": "word.subtree[-1]",
        **{name: f"word.form.{name.replace('_', '')}()" for name in ("is_alpha", "is_digit", "is_title", "lower")},
        "lower_": "word.form.lower()",
        **dict.fromkeys(("space_after", "whitespace_", "text_with_ws"), "token.space_after of sentence.tokens"),
        **dict.fromkeys(("depth", "level"), "word.head, word.head.head … up to the root"),
        "root": "word.sentence.root",
        "arc": "word.sentence.arcs[word.id - 1]",
        **dict.fromkeys(("get_children", "deps_", "n_children"), "word.children"),
        **dict.fromkeys(("left", "right"), "word.children, or word.sentence[word.id - 1 - distance]"),
        "conll": "word.to_dict()",
        "is_crossing": "word.is_nonprojective",
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
        **dict.fromkeys(("config", "params", "settings", "hyperparameters", "get_params"), "parser.options"),
        "learner": 'parser.options["learner"]',
        **dict.fromkeys(("model", "weights", "n_params", "summary", "describe"), "parser.info"),
        "vocab": "parser.labels",
        **dict.fromkeys(("to_bytes", "dumps"), "pickle.dumps(parser)"),
        "eval": "parser.evaluate(gold)",
        **dict.fromkeys(("to", "cuda", "cpu"), "CROSSARC_DEVICE=cpu in the environment, for networks"),
        **dict.fromkeys(("parse_sents", "parse_many", "parse_texts", "batch"), "[parser(text) for text in texts]"),
        **dict.fromkeys(("raw_parse", "parse_one"), "parser(text)"),
        "has_scores": "parser.has_confidence",
    },
    "Analysis": {
        **dict.fromkeys(("nonproj", "non_projective"), "analysis.nonprojective"),
        **dict.fromkeys(("to_frame", "to_df", "to_pandas"), "pandas.Series(dict(analysis))"),
        **dict.fromkeys(("summary", "report"), "print(analysis)"),
        **dict.fromkeys(("advice", "recommendations", "recommend"), "analysis.recommendation"),
        **dict.fromkeys(("systems", "covered", "covers"), "analysis.coverage"),
    },
    "Difference": dict.fromkeys(("p", "p_value", "pvalue"), "difference.p_bootstrap or difference.p_shuffling"),
    "Trace": {
        **dict.fromkeys(("to_html", "to_svg", "show"), "`crossarc trace --html` on the command line"),
        "costs": "[step.costs for step in trace.steps]",
    },
    "Comparison": {
        **dict.fromkeys(("p_value", "p", "pvalue"), 'comparison["las"], which has p-values of two tests'),
        **dict.fromkeys(("summary", "report"), "print(comparison)"),
    },
    "Evaluation": {
        "LAS": "scores.las_ud for the LAS of the shared tasks, scores.las for whole labels",
        "f1": "scores.conll18[name].f1",
        "to_json": "json.dumps(scores.to_dict())",
        **dict.fromkeys(("by_label", "confusion", "confusion_matrix", "errors"), 'scores.by("label")'),
        "UAS": "scores.uas",
        **dict.fromkeys(("label_accuracy", "LA", "la_score"), "scores.la"),
        **dict.fromkeys(("precision", "recall"), 'scores.conll18["LAS"].precision and .recall'),
        "nonprojective_recall": "scores.nonproj_recall",
        "nonprojective_precision": "scores.nonproj_precision",
        **dict.fromkeys(("to_frame", "to_dataframe", "to_df", "to_pandas"), "pandas.Series(dict(scores))"),
        **dict.fromkeys(("summary", "print", "report"), "print(scores)"),
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
        **dict.fromkeys(("is_final", "is_terminal", "done", "is_finished", "final"), "c.finished"),
        **dict.fromkeys(("queue", "input", "beta"), "c.buffer"),
        "sigma": "c.stack",
        "tree": "c.heads",
    },
    "train": {  # its options
        **dict.fromkeys(("output", "model", "path", "save"), "parser = crossarc.train(…), then parser.save(path)"),
        **dict.fromkeys(("verbose", "quiet", "callback"), "progress"),
        **dict.fromkeys(("num_threads", "n_threads", "n_jobs", "workers"), "threads"),
        **dict.fromkeys(("beam_size", "beam_width"), "beam"),
        **dict.fromkeys(("iterations", "n_iter", "max_epochs"), "epochs"),
        **dict.fromkeys(("transition_system", "algorithm"), "system"),
        "lr": "learning_rate",
        **dict.fromkeys(("test", "test_file"), "parser.evaluate(test) of what it returns"),
        **dict.fromkeys(("valid", "validation", "heldout", "dev_file"), "dev"),
        **dict.fromkeys(
            ("gpu", "device", "cuda"), "CROSSARC_DEVICE in the environment: networks take what PyTorch finds"
        ),
    },
}
"""By class, or function: the name that was tried, and what to use."""

_PATH = dict.fromkeys(("path", "file", "filename", "filepath", "text"), "source")
_SAVING = dict.fromkeys(("path", "output", "file", "filename"), "Path(name).write_text(…, encoding='utf-8')")
_PARSING = {
    **dict.fromkeys(("output", "out"), "crossarc.write(parser.parse(path), output)"),
    **dict.fromkeys(("n_process", "num_threads", "n_threads", "n_jobs"), "threads"),
    "batch_size": "threads: sentences are shared out by themselves",
}

ARGUMENTS_INSTEAD: Mapping[str, Mapping[str, str]] = {
    "crossarc.read": {"encoding": "source alone: treebanks are UTF-8", **_PATH},
    "crossarc.stream": {"encoding": "source alone: treebanks are UTF-8", **_PATH},
    "crossarc.write": {
        **dict.fromkeys(("path", "file", "filename", "output"), "target"),
        **dict.fromkeys(("treebank", "sentence"), "sentences"),
        "mode": "an open file as target",
    },
    "crossarc.train": {"": "names for options, as in system=…, dev=…"},
    "crossarc.load": {**dict.fromkeys(("name", "file", "filename", "model"), "path")},
    "crossarc.evaluate": {
        **dict.fromkeys(("metric", "metrics"), "scores.las, scores.uas … of what it returns"),
        **dict.fromkeys(("pred", "system", "parsed"), "predicted"),
    },
    "crossarc.analyze": {"": "a list: crossarc.analyze([a, b])"},
    "crossarc.trace": {"": "oracle=…"},
    "crossarc.systems": {"": "crossarc.System(name) for one of them"},
    "parser": _PARSING,
    "parser.parse": {"": "crossarc.write(parser.parse(path), output)", **_PARSING},
    "sentence.draw": {"": "print(sentence.draw()), or sentence.to_svg() for a file", **_SAVING},
    "sentence.to_svg": {"": _SAVING["path"], **_SAVING, "width": "CSS: a picture is as wide as its words"},
    "treebank.filter": dict.fromkeys(
        ("upos", "form", "lemma", "deprel", "xpos", "feats"), 'conditions in a text: treebank.filter("upos=NOUN")'
    ),
    "treebank.sample": dict.fromkeys(("frac", "fraction"), "n, as in treebank.sample(len(treebank) // 10)")
    | dict.fromkeys(("random_state", "random_seed"), "seed"),
    "treebank.shuffle": dict.fromkeys(("random_state", "random_seed"), "seed"),
    "treebank.split": dict.fromkeys(("test_size", "train_size", "ratio", "sizes"), "treebank.split(0.8, 0.1, 0.1)")
    | {"random_state": "seed", "shuffle": "seed=1, which shuffles"},
    "treebank.to_frame": {"columns": 'treebank.to_frame()[["form", "upos"]]'},
    "system.apply": {"": "system.apply(c, transition)"},
}
"""By function, as messages call it: the name of an argument that was tried, and what to use; "" is for too many."""

SYSTEMS_INSTEAD: Mapping[str, str] = {
    **dict.fromkeys(("nivre", "nivreeager", "eager"), "arc-eager"),
    **dict.fromkeys(("nivrestandard", "standard", "stackproj", "projective"), "arc-standard"),
    "hybrid": "arc-hybrid",
    **dict.fromkeys(("swap", "stackeager", "stacklazy", "swap-standard", "arc-standard-swap"), "arc-hybrid-swap"),
    **dict.fromkeys(("covnonproj", "covproj", "covington-nonprojective", "non-projective"), "covington"),
    **dict.fromkeys(("twoplanar", "two-planar", "multiplanar"), "2-planar"),
}
"""What other parsers call a system, or one that does the same."""


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
