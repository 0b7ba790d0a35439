"""What training makes small, for all configurations of a batch at once."""

from __future__ import annotations

import torch
from torch import Tensor

from crossarc.neural.batches import SentenceBatch
from crossarc.neural.network import Network

ILLEGAL, WRONG, RIGHT = 0, 1, 2  # the verdicts of core/neural/lock_step.hpp
_NEVER = -1e9


def transition_loss(network: Network, scores: Tensor, verdicts: Tensor, kind: str) -> Tensor:
    """Of labelled transitions, summed over the configurations: [configuration, column] both.

    "margin": the best right one is to score 1 more than the best wrong one (Kiperwasser & Goldberg 2016, §4.3).
    "cross-entropy": all right ones together are to be as likely as can be.
    """
    scores, verdicts = _labelled(network, scores), _labelled(network, verdicts, is_verdict=True)
    if kind == "margin":
        best_right = scores.masked_fill(verdicts != RIGHT, _NEVER).amax(1)
        best_wrong = scores.masked_fill(verdicts != WRONG, _NEVER).amax(1)
        return (1 - best_right + best_wrong).relu().sum()
    right = scores.masked_fill(verdicts != RIGHT, _NEVER).logsumexp(1)
    legal = scores.masked_fill(verdicts == ILLEGAL, _NEVER).logsumexp(1)
    return (legal - right).sum()


def _labelled(network: Network, columns: Tensor, is_verdict: bool = False) -> Tensor:
    """One column for each transition with its label; a transition that builds no arc has none."""
    of_transitions, of_labels = columns.split([network.transition_count, columns.shape[1] - network.transition_count], 1)
    arcs = network.arc_transitions
    others = [k for k in range(network.transition_count) if k not in arcs]
    of_labels = of_labels.reshape(len(columns), len(arcs), network.label_count)
    if not is_verdict:
        of_labels = of_labels + of_transitions[:, arcs, None]
    return torch.cat([of_transitions[:, others], of_labels.flatten(1)], 1)


def root_loss(scores: Tensor, batch: SentenceBatch, is_root: Tensor, labels: Tensor, allowed: Tensor) -> Tensor:
    """Of choosing a sentence's root among its words, and of the root's label. `scores` are those of the words."""
    padded = torch.full((len(batch.lengths), int(batch.lengths.max())), _NEVER)
    sentence = torch.repeat_interleave(torch.arange(len(batch.lengths)), torch.from_numpy(batch.lengths))
    time = torch.arange(len(sentence)) - torch.from_numpy(batch.offsets[:-1])[sentence]
    padded = padded.to(scores).index_put((sentence, time), scores[:, 0])
    roots = torch.zeros(padded.shape, dtype=torch.bool).index_put((sentence, time), is_root)
    choice = padded.logsumexp(1) - padded.masked_fill(~roots.to(scores.device), _NEVER).logsumexp(1)
    of_labels = scores[is_root, 1:].masked_fill(~allowed, _NEVER)
    return choice.sum() + torch.nn.functional.cross_entropy(of_labels, labels[is_root], reduction="sum")
