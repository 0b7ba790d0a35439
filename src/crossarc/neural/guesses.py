"""A second task for the BiLSTM in training: each word guesses its head and its label by itself.

What it takes to guess an arc without any configuration is what transitions need to know as well, and every word says so
in every step; with little data that makes much of a difference. Parsing does not need it, and a model does not keep it.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from crossarc.neural.batches import SentenceBatch


class Guesses(nn.Module):
    """Heads by a bilinear form over all words and the root of a sentence (Dozat & Manning 2017), labels by a layer."""

    def __init__(self, vector_size: int, size: int, labels: int) -> None:
        super().__init__()
        self.of_dependents = nn.Linear(vector_size, size)
        self.of_heads = nn.Linear(vector_size, size)
        self.of_labels = nn.Linear(vector_size, labels)

    def reset(self, generator: torch.Generator) -> None:
        for layer in (self.of_dependents, self.of_heads, self.of_labels):
            nn.init.xavier_uniform_(layer.weight, generator=generator)
            nn.init.zeros_(layer.bias)

    def loss(self, vectors: Tensor, batch: SentenceBatch, heads: Tensor, labels: Tensor) -> Tensor:
        """Summed over the words, whose gold heads and labels these are; `vectors` are those of the roots too."""
        rows, lengths, words, sentences, times = (
            torch.from_numpy(array).to(vectors.device)
            for array in (batch.padded_rows, batch.lengths, batch.word_rows, batch.word_sentences, batch.word_times)
        )
        dependents, possible = self.of_dependents(vectors).relu(), self.of_heads(vectors).relu()
        scores = torch.bmm(dependents[rows], possible[rows].transpose(1, 2))
        scores = scores[sentences, times]
        outside = torch.arange(rows.shape[1], device=rows.device) > lengths[sentences][:, None]
        gold = torch.where(heads == 0, lengths[sentences], heads - 1)  # the root comes last
        of_heads = cross_entropy(scores.masked_fill(outside, -1e9), gold, reduction="sum")
        return of_heads + cross_entropy(self.of_labels(vectors[words]), labels, reduction="sum")
