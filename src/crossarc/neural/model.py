"""A trained neural parser: what `crossarc.parser.Parser` runs, and the bytes it is stored as."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from crossarc import _core
from crossarc.neural.batches import SentenceBatch, by_length
from crossarc.neural.decoder import Decoder, ParsedBatch, Scheme
from crossarc.neural.device import preferred_device
from crossarc.neural.network import Network, VectorShape
from crossarc.neural.options import NEURAL_NAMES, NeuralOptions
from crossarc.neural.slots import slots
from crossarc.neural.threads import workers
from crossarc.neural.vocabulary import Vocabulary
from crossarc.neural.weights import stored, unstored
from crossarc.transition_systems import System

_BATCH = 64  # sentences: more do not fit the processor's caches


def settings(options: NeuralOptions, vocabulary: Vocabulary, scheme: Scheme) -> dict[str, Any]:
    """What the configuration of a model file has of a network. How long and on which vectors it was trained, is in
    `made`."""
    own = {*NEURAL_NAMES} - {"embeddings", "steps"}
    return {
        "options": {name: value for name, value in options.to_dict().items() if name in own},
        "vocabulary": vocabulary.to_dict(),
        "label_uses": scheme.label_uses.tolist(),
    }


def _vector_shape(weights: dict[str, Tensor], vocabulary: Vocabulary) -> VectorShape:
    """That of the pretrained vectors, as far as there are some."""
    fixed, tuned = (weights.get(f"input.{name}") for name in ("vectors", "tuned_vectors.weight"))
    size = fixed.shape[1] if fixed is not None and fixed.dim() == 2 else 0
    rows = tuned.shape[0] if tuned is not None and tuned.dim() == 2 else 0
    return VectorShape(size, max(0, min(rows - 1, len(vocabulary.vectors))))


class NeuralModel:
    """The counterpart of `_core.PerceptronModel`."""

    def __init__(
        self, options: NeuralOptions, vocabulary: Vocabulary, scheme: Scheme, weights: dict[str, Tensor]
    ) -> None:
        self.options, self.vocabulary, self.scheme = options, vocabulary, scheme
        transitions = System(scheme.system, root=scheme.root or None).transitions
        vectors = _vector_shape(weights, vocabulary)
        with torch.device("meta"):  # no memory is taken for weights that are there
            network = Network(options, vocabulary, scheme.slots, transitions, len(scheme.label_uses), vectors)
        expected = {name: weights.shape for name, weights in network.state_dict().items()}
        if expected != {name: own.shape for name, own in weights.items()}:
            raise ValueError("its weights are those of another network")
        network.load_state_dict(weights, assign=True)
        self.network = network.requires_grad_(False).eval().to(preferred_device())
        self.decoder = Decoder(self.network, scheme)

    @property
    def weight_count(self) -> int:
        return sum(weights.numel() for weights in self.network.state_dict().values())

    def weights(self) -> bytes:
        return stored(self.network.state_dict())

    @classmethod
    def load(cls, system: str, root: str, labels: int, settings: Any, weights: memoryview) -> NeuralModel:
        """From `settings` and `weights`, which stay where they are; a ValueError if they fit nothing."""
        try:
            options = NeuralOptions.from_dict(settings["options"])
            vocabulary = Vocabulary.from_dict(settings["vocabulary"])
            uses = np.array(settings["label_uses"], np.uint8)
        except (TypeError, KeyError, OverflowError) as error:
            raise ValueError(f"the network's settings are broken: {error}") from None
        if uses.shape != (labels,):
            raise ValueError("the network's labels are those of another parser")
        scheme = Scheme(system, root, slots(system, options.head_slots), uses, options.labels == "after")
        return cls(options, vocabulary, scheme, unstored(weights))

    def derivation(
        self, document: _core.Document, sentence: int, beam: int, one_root: bool, first: Sequence[str]
    ) -> list[tuple[str, int, dict[str, float]]]:
        """As that of `_core.PerceptronModel`; `first` must be its own first transitions, or a ValueError tells so."""
        assert beam == 1
        core = _core.System(self.scheme.system, self.scheme.root)
        names, arcs = core.transitions, set(core.arc_transitions)
        steps: list[tuple[str, int, dict[str, float]]] = []

        def watch(sentences: _core.LockStep, scores: npt.NDArray[np.float32]) -> None:
            chosen, values = np.empty((1, 2), np.int32), np.empty((1, len(names)), np.float32)
            sentences.look_ahead(scores, chosen, values)
            name = names[chosen[0, 0]]
            of_legal = {own: float(value) for own, value in zip(names, values[0], strict=True) if not np.isnan(value)}
            steps.append((name, int(chosen[0, 1]) if name in arcs else -1, of_legal))

        self.decoder.parse(
            SentenceBatch(self.vocabulary.encoded(document), np.array([sentence])), one_root, watch=watch
        )
        if [name for name, _, _ in steps[: len(first)]] != list(first):
            raise ValueError("models of the learner bilstm tell their own derivations alone")
        return steps

    def parse(self, document: _core.Document, beam: int, one_root: bool, margins: bool, threads: int) -> ParsedBatch:
        """Heads and labels of all words, greedily, and if they are wanted the margins of transitions and labels."""
        assert beam == 1  # the caller has refused others
        words = self.vocabulary.encoded(document)
        parsed = ParsedBatch.of(document.word_count, margins)

        def parse_batch(batch: SentenceBatch) -> None:
            own = self.decoder.parse(batch, one_root, margins)
            for whole, part in zip(parsed, own, strict=True):
                if whole.size:
                    whole[batch.word_places] = part

        with workers(threads) as share_out:
            for _ in share_out(parse_batch, by_length(words, _BATCH)):
                pass
        return parsed
