"""UDPipe 1 as a peer: its parser alone, and its pipeline, trained with its own trainer on the same data.

pip install ufal.udpipe
"""

from __future__ import annotations

import time
from pathlib import Path

import ufal.udpipe

# As its manual has it for projective trees, with its default of 10 iterations, but without structured prediction in
# training, which takes two to three times as long. How fast it parses depends on the sizes of the network, which are
# the same with any number of iterations.
OPTIONS = (
    "iterations={iterations};hidden_layer=200;transition_system=projective;transition_oracle=dynamic;"
    "structured_interval=0;use_gold_tags=1"
)
ITERATIONS = 10
# Its pipeline as its models of 2017 were made (two taggers: one for tags, one for lemmas; no vectors of raw text), with
# fewer rounds than theirs: 5 epochs of the tokenizer in place of 100, 5 iterations of the taggers in place of 20, and
# 10 of the parser without structured prediction in training. With all rounds it takes hours. Networks are as large, and
# so as fast, after any number of rounds; perceptrons of taggers have a few more weights after more.
TOKENIZER = "dimension=64;epochs=5;batch_size=50;learning_rate=0.005;dropout=0.1"
TAGGER = (
    "models=2;"
    "templates_1=tagger;guesser_suffix_rules_1=8;guesser_enrich_dictionary_1=6;iterations_1=5;"
    "use_lemma_1=0;provide_lemma_1=0;use_xpostag_1=1;provide_xpostag_1=1;use_feats_1=1;provide_feats_1=1;"
    "templates_2=lemmatizer;guesser_suffix_rules_2=6;guesser_enrich_dictionary_2=5;iterations_2=5;"
    "use_lemma_2=1;provide_lemma_2=1;use_xpostag_2=0;provide_xpostag_2=0;use_feats_2=0;provide_feats_2=0"
)
PARSER = "iterations=10;hidden_layer=200;transition_system=projective;transition_oracle=dynamic;structured_interval=0"


def sentences(path: Path) -> ufal.udpipe.Sentences:
    reader = ufal.udpipe.InputFormat.newConlluInputFormat()
    reader.setText(path.read_text(encoding="utf-8"))
    error = ufal.udpipe.ProcessingError()
    found, sentence = ufal.udpipe.Sentences(), ufal.udpipe.Sentence()
    while reader.nextSentence(sentence, error):
        found.append(sentence)
        sentence = ufal.udpipe.Sentence()
    if error.occurred():
        raise ValueError(error.message)
    return found


def trained(models: Path, name: str, train: Path, iterations: int = ITERATIONS) -> Path:
    """Its parser for a treebank; from an earlier run if there is one."""
    path = models / f"{name}-{iterations}.udpipe"
    return _trained(path, train, "none", "none", OPTIONS.format(iterations=iterations))


def trained_pipeline(models: Path, name: str, train: Path) -> Path:
    """Its tokenizer, taggers and parser in one file; from an earlier run if there is one."""
    return _trained(models / f"{name}-pipeline.udpipe", train, TOKENIZER, TAGGER, PARSER)


def _trained(path: Path, train: Path, tokenizer: str, tagger: str, parser: str) -> Path:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        error = ufal.udpipe.ProcessingError()
        nothing = ufal.udpipe.Sentences()
        method = "morphodita_parsito"
        model = ufal.udpipe.Trainer.train(method, sentences(train), nothing, tokenizer, tagger, parser, error)
        if error.occurred():
            raise ValueError(error.message)
        path.write_bytes(model)
    return path


class Udpipe:
    def __init__(self, path: Path) -> None:
        self._model = ufal.udpipe.Model.load(str(path))

    def seconds_in_memory(self, read: ufal.udpipe.Sentences, beam: int) -> float:
        """To parse sentences that have been read."""
        error = ufal.udpipe.ProcessingError()
        start = time.perf_counter()
        for sentence in read:
            self._model.parse(sentence, f"beam_search={beam}", error)
        return time.perf_counter() - start

    def write(self, source: Path, target: Path, beam: int) -> None:
        """From file to file."""
        pipeline = ufal.udpipe.Pipeline(self._model, "conllu", "none", f"beam_search={beam}", "conllu")
        error = ufal.udpipe.ProcessingError()
        target.write_text(pipeline.process(source.read_text(encoding="utf-8"), error), encoding="utf-8")
        if error.occurred():
            raise ValueError(error.message)
