"""Each word guesses its head and its label by itself, without any configuration.

Training has the BiLSTM learn that beside transitions: what it takes to guess an arc is what transitions need to know as
well, and every word says so in every step. With little data that makes much of a difference.

Parsing takes the guesses of heads as evidence about two words of a configuration. A transition decides whether two
words are linked now, and whether one of them can be left behind: whether it has its head, or dependents, further on.
The guesses give all of that a probability before parsing begins, for all pairs of words at once; what is left to do for
a configuration is to look it up.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from crossarc.neural.batches import SentenceBatch
from crossarc.neural.vocabulary import Ids

FIGURES = 8  # about each pair of words

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


def pairs(slots: list[str]) -> list[tuple[str, str]]:
    """The pairs that are looked at: those that transitions can link, and the next on the stack.

    >>> pairs(["S0", "S1", "T0", "B0"])
    [('S0', 'B0'), ('S1', 'B0'), ('S1', 'S0'), ('T0', 'B0')]
    """
    of_all = [("S0", "B0"), ("S1", "B0"), ("S1", "S0"), ("T0", "B0"), ("S0", "B1"), ("B0", "B1")]
    return [(left, right) for left, right in of_all if left in slots and right in slots]


def figures(head_scores: Tensor, lengths: Tensor) -> Tensor:
    """Of each sentence and its words a and b, from `Guesses.head_scores`; the last row is 0. [sentence · a · b, figure]

    0, 1: that b is the head of a, and a that of b
    2, 3: that the head of a comes after b, and how many dependents of a do
    4, 5: that the head of b comes before a, and how many dependents of b do
    6, 7: that a is the sentence's root, and b
    """
    sentences, size = head_scores.shape[:2]
    is_word = torch.arange(size, device=lengths.device) < lengths[:, None]
    heads = head_scores.softmax(-1).masked_fill(~is_word[:, :, None], 0)  # [sentence, dependent, head]
    root = heads.gather(2, lengths[:, None, None].expand(-1, size, 1))[:, :, 0]
    among_words = heads.masked_fill(~is_word[:, None], 0)
    heads_up_to, dependents_up_to = among_words.cumsum(2), heads.cumsum(1)
    rows = torch.zeros(sentences * size * size + 1, FIGURES, device=head_scores.device)
    table = rows[:-1].view(sentences, size, size, FIGURES)
    table[..., 0] = heads
    table[..., 1] = heads.transpose(1, 2)
    table[..., 2] = heads_up_to[:, :, -1:] - heads_up_to
    table[..., 3] = (dependents_up_to[:, -1:] - dependents_up_to).transpose(1, 2)
    table[..., 4] = (heads_up_to - among_words).transpose(1, 2)
    table[..., 5] = dependents_up_to - heads
    table[..., 6] = root[:, :, None]
    table[..., 7] = root[:, None]
    return rows


class Evidence:
    """The figures about a batch of sentences, to be looked up. There is no gradient: guesses learn from gold heads."""

    def __init__(self, head_scores: Tensor, batch: SentenceBatch, slots: list[str]) -> None:
        self._width, self._shape, size = len(slots), head_scores.shape, head_scores.shape[1]
        sentence = np.repeat(np.arange(len(batch.lengths)), batch.lengths + 1)
        self._first = np.append((sentence * size + batch.row_times) * size, 0)
        self._second = np.append(batch.row_times, 0)
        self._left, self._right = (np.array([slots.index(pair[k]) for pair in pairs(slots)]) for k in range(2))
        with torch.no_grad():
            self._table = figures(head_scores, torch.from_numpy(batch.lengths).to(head_scores.device))

    def heads(self) -> npt.NDArray[np.float32]:
        """How likely words have each other as heads: [sentence, dependent, head]."""
        of_all: npt.NDArray[np.float32] = self._table[:-1, 0].view(self._shape).contiguous().numpy(force=True)
        return of_all

    def of(self, chosen: Ids) -> Tensor:
        """About the configurations that have these entries at their slots: [configuration, pair · figure]."""
        rows = chosen // self._width
        left, right = rows[:, self._left], rows[:, self._right]
        places = self._first[left] + self._second[right]
        missing = len(self._first) - 1
        places[(left == missing) | (right == missing)] = len(self._table) - 1
        return self._table[torch.from_numpy(places).to(self._table.device)].flatten(1)
