"""What training leaves out at random. Numbers come from a seed of each batch alone: neither threads nor an interrupted
run change them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from crossarc.neural.options import NeuralOptions
from crossarc.neural.vocabulary import UNKNOWN, Ids


class Noise:
    """Word dropout and dropout of one batch."""

    def __init__(
        self, seed: Sequence[int], options: NeuralOptions, chances: dict[str, npt.NDArray[np.float32]]
    ) -> None:
        self.random = np.random.default_rng(seed)
        self._generator = torch.Generator().manual_seed(int(self.random.integers(2**62)))
        self._options = options
        self._chances = chances

    def unknown_words(self, column: str, ids: Ids) -> Ids:
        """Some words as if they had not been seen, rare ones more often (Kiperwasser & Goldberg 2016, §4.3)."""
        chances = self._chances.get(column)
        if chances is None:
            return ids
        return np.where(self.random.random(ids.shape, np.float32) < chances[ids], UNKNOWN, ids)

    def some_rows(self, x: Tensor) -> Tensor:
        """Dropout of whole embeddings."""
        rate = self._options.part_dropout
        return x * self._mask((*x.shape[:-1], 1), x, rate) if rate else x

    def some_columns(self, x: Tensor, shared: int | None = None) -> Tensor:
        """Dropout; the same along the dimension `shared`, if there is one (Gal & Ghahramani 2016)."""
        rate = self._options.dropout
        if not rate:
            return x
        return x * self._mask([1 if k == shared else size for k, size in enumerate(x.shape)], x, rate)

    def _mask(self, shape: Sequence[int], like: Tensor, rate: float) -> Tensor:
        kept = torch.empty(tuple(shape)).bernoulli_(1 - rate, generator=self._generator)
        return kept.div_(1 - rate).to(like.device)
