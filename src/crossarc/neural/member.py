"""One of the networks that decide together. A parser has one, unless several were combined."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from crossarc.neural.decoder import Scheme
from crossarc.neural.device import preferred_device
from crossarc.neural.network import Network, VectorShape
from crossarc.neural.options import NeuralOptions
from crossarc.neural.vocabulary import Vocabulary


@dataclass(frozen=True)
class Member:
    """A network that has been trained, what it was made with, and the words that it knows."""

    options: NeuralOptions
    vocabulary: Vocabulary
    network: Network

    @classmethod
    def of(cls, options: NeuralOptions, vocabulary: Vocabulary, scheme: Scheme, weights: dict[str, Tensor]) -> Member:
        """With these weights, which stay where they are; a ValueError if they are those of another network."""
        vectors = _vector_shape(weights, vocabulary)
        with torch.device("meta"):  # no memory is taken for weights that are there
            network = Network(options, vocabulary, scheme.slots, scheme.core_system, len(scheme.label_uses), vectors)
        expected = {name: weights.shape for name, weights in network.state_dict().items()}
        if expected != {name: own.shape for name, own in weights.items()}:
            raise ValueError("its weights are those of another network")
        network.load_state_dict(weights, assign=True)
        return cls(options, vocabulary, network.requires_grad_(False).eval().to(preferred_device()))


def _vector_shape(weights: dict[str, Tensor], vocabulary: Vocabulary) -> VectorShape:
    """That of the pretrained vectors, as far as there are some."""
    fixed, tuned = (weights.get(f"input.{name}") for name in ("vectors", "tuned_vectors.weight"))
    size = fixed.shape[1] if fixed is not None and fixed.dim() == 2 else 0
    rows = tuned.shape[0] if tuned is not None and tuned.dim() == 2 else 0
    return VectorShape(size, max(0, min(rows - 1, len(vocabulary.vectors))))
