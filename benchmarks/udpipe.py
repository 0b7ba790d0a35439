"""UDPipe 1 as a peer: its parser alone, trained with its own trainer on the same words and tags.

pip install ufal.udpipe
"""

from __future__ import annotations

import time
from pathlib import Path

import ufal.udpipe

# As its manual has it for projective trees, but for one iteration and no structured prediction in training: it takes an
# hour otherwise, and the network, and so the speed of parsing, is the same. Its accuracy is not, and not compared here.
OPTIONS = (
    "iterations=1;hidden_layer=200;transition_system=projective;transition_oracle=dynamic;structured_interval=0;"
    "use_gold_tags=1"
)


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


def trained(models: Path, name: str, train: Path) -> Path:
    """Its parser for a treebank; from an earlier run if there is one."""
    path = models / f"{name}.udpipe"
    if not path.exists():
        models.mkdir(parents=True, exist_ok=True)
        error = ufal.udpipe.ProcessingError()
        nothing = ufal.udpipe.Sentences()
        method = "morphodita_parsito"
        model = ufal.udpipe.Trainer.train(method, sentences(train), nothing, "none", "none", OPTIONS, error)
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
