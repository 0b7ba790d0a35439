"""What training makes small, for all configurations of a batch at once."""

from __future__ import annotations

import torch
from torch import Tensor

from crossarc.neural.batches import SentenceBatch
from crossarc.neural.network import Network
from crossarc.neural.options import NeuralOptions

ILLEGAL, WRONG, RIGHT = 0, 1, 2  # the verdicts of core/parsing/lock_step.hpp
_NEVER = -1e9


def configuration_loss(network: Network, scores: Tensor, verdicts: Tensor, options: NeuralOptions) -> Tensor:
    """Of the configurations of a batch: [configuration, column] both (core/parsing/score_columns.hpp).

    "margin": the best right transition is to score 1 more than the best wrong one (Kiperwasser & Goldberg 2016, §4.3).
    "cross-entropy": all right ones together are to be as likely as can be.
    """
    loss = _margin if options.loss == "margin" else _cross_entropy
    count, arcs = network.transition_count, network.arc_transitions
    of_labels, label_verdicts = (
        columns[:, count:].reshape(len(columns), len(arcs), network.label_count) for columns in (scores, verdicts)
    )
    if options.labels == "after":
        return loss(scores[:, :count], verdicts[:, :count]) + loss(of_labels, label_verdicts)
    others = [k for k in range(count) if k not in arcs]
    together = of_labels + scores[:, arcs, None]
    return loss(
        torch.cat([scores[:, others], together.flatten(1)], 1),
        torch.cat([verdicts[:, others], label_verdicts.flatten(1)], 1),
    )


def _margin(scores: Tensor, verdicts: Tensor) -> Tensor:
    best_right = scores.masked_fill(verdicts != RIGHT, _NEVER).amax(-1)
    best_wrong = scores.masked_fill(verdicts != WRONG, _NEVER).amax(-1)
    return (1 - best_right + best_wrong).relu()[(verdicts == RIGHT).any(-1)].sum()


def _cross_entropy(scores: Tensor, verdicts: Tensor) -> Tensor:
    """Rows with nothing right in them, such as labels of a wrong transition, do not count."""
    right = scores.masked_fill(verdicts != RIGHT, _NEVER).logsumexp(-1)
    legal = scores.masked_fill(verdicts == ILLEGAL, _NEVER).logsumexp(-1)
    return (legal - right)[(verdicts == RIGHT).any(-1)].sum()


def root_loss(scores: Tensor, batch: SentenceBatch, is_root: Tensor, labels: Tensor, allowed: Tensor) -> Tensor:
    """Of choosing a sentence's root among its words, and of the root's label. `scores` are those of the words."""
    padded = torch.full((len(batch.lengths), int(batch.lengths.max())), _NEVER)
    places = tuple(torch.from_numpy(array).to(scores.device) for array in (batch.word_sentences, batch.word_times))
    padded = padded.to(scores).index_put(places, scores[:, 0])
    roots = torch.zeros(padded.shape, dtype=torch.bool, device=scores.device).index_put(places, is_root)
    choice = padded.logsumexp(1) - padded.masked_fill(~roots, _NEVER).logsumexp(1)
    of_labels = scores[is_root, 1:].masked_fill(~allowed, _NEVER)
    return choice.sum() + torch.nn.functional.cross_entropy(of_labels, labels[is_root], reduction="sum")
