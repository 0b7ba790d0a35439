"""Each word guesses its head and its label by itself, without any configuration.

Training has the BiLSTM learn that beside transitions: what it takes to guess an arc is what transitions need to know as
well, and every word says so in every step. With little data that makes much of a difference. Parsing takes the guesses
of heads as evidence (crossarc/neural/evidence.py).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from crossarc.neural.batches import SentenceBatch

_NEVER = -1e9


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

    def head_scores(self, vectors: Tensor, batch: SentenceBatch) -> Tensor:
        """[sentence, dependent, head]. Words are numbered from 0, and the root comes after a sentence's last."""
        rows, lengths = (torch.from_numpy(array).to(vectors.device) for array in (batch.padded_rows, batch.lengths))
        dependents, heads = self.of_dependents(vectors).relu(), self.of_heads(vectors).relu()
        scores = torch.bmm(dependents[rows], heads[rows].transpose(1, 2))
        outside = torch.arange(rows.shape[1], device=rows.device) > lengths[:, None]
        return scores.masked_fill(outside[:, None], _NEVER)

    def loss(self, head_scores: Tensor, vectors: Tensor, batch: SentenceBatch, heads: Tensor, labels: Tensor) -> Tensor:
        """Summed over the words, whose gold heads and labels these are; `vectors` are those of the roots too."""
        lengths, words, sentences, times = (
            torch.from_numpy(array).to(vectors.device)
            for array in (batch.lengths, batch.word_rows, batch.word_sentences, batch.word_times)
        )
        gold = torch.where(heads == 0, lengths[sentences], heads - 1)
        of_heads = cross_entropy(head_scores[sentences, times], gold, reduction="sum")
        return of_heads + cross_entropy(self.of_labels(vectors[words]), labels, reduction="sum")
