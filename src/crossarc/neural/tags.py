"""Each word tells its tags, beside what is learnt about trees.

Where the parser sees predicted tags, the gold ones are one more task for the BiLSTM to learn from: its vectors come to
know what the tagger has missed, from characters and the words around. Nothing asks for these tags when a parser parses,
so models do not have this part.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from crossarc.neural.vocabulary import Ids
from crossarc.treebank import Treebank

_COLUMNS = ("upos", "xpos", "feats")


class TagTask(nn.Module):
    """A layer for each column of tags that the gold treebank has; FEATS are one tag."""

    def __init__(self, vector_size: int, gold: Treebank) -> None:
        super().__init__()
        columns = [column for column in _COLUMNS if len(gold.strings(column)) > 1]
        self._gold = {column: gold.codes(column).astype(np.int64) for column in columns}
        self.layers = nn.ModuleDict({column: nn.Linear(vector_size, len(gold.strings(column))) for column in columns})

    def reset(self, generator: torch.Generator) -> None:
        for layer in self.layers.values():
            nn.init.xavier_uniform_(layer.weight, generator=generator)
            nn.init.zeros_(layer.bias)

    def loss(self, vectors: Tensor, places: Ids) -> Tensor:
        """Summed over words with these vectors, at these places in the treebank."""
        loss = vectors.new_zeros(())
        for column, layer in self.layers.items():
            gold = torch.from_numpy(self._gold[column][places]).to(vectors.device)
            loss = loss + cross_entropy(layer(vectors), gold, reduction="sum")
        return loss
