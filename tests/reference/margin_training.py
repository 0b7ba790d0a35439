"""How Kiperwasser & Goldberg (2016) train, one sentence and one configuration at a time, as their code has it.

Nothing is batched or computed ahead: the words at the slots are concatenated, every labelled transition has its score,
and the best right one is compared with the best wrong one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from crossarc import Batch, System
from crossarc.neural.batches import SentenceBatch
from crossarc.neural.decoder import ELSEWHERE, UNDER_ROOT
from crossarc.neural.noise import Noise
from crossarc.neural.trainer import NeuralTrainer
from crossarc.treebank import Treebank
from reference.network_parser import arc_at, word_vectors

MARGIN = 1.0


class Step(NamedTuple):
    """The sentences between two changes of the weights, the errors made in each, and the loss to differentiate."""

    sentences: list[int]
    errors: list[int]
    loss: Tensor


class _Choice(NamedTuple):
    """`columns` are those whose scores add up to its own."""

    score: float
    transition: int
    label: int
    is_right: bool
    columns: list[int]


def steps(trainer: NeuralTrainer, treebank: Treebank, order: Sequence[int], most: int) -> Iterator[Step]:
    """An epoch, with the weights that the network has whenever a step is asked for. There must be no word dropout.

    Random numbers are those of a trainer that explores sentences one by one.
    """
    sentences, errors, losses = [], [], []
    for sentence in order:
        random = Noise([trainer.options.seed, trainer.optimizer.taken, len(sentences)], trainer._own, {}).random
        own, root = _losses(trainer, treebank, sentence, random)
        sentences.append(sentence)
        errors.append(len(own))
        losses += [*own, root]
        if sum(errors) > most:
            yield Step(sentences, errors, torch.stack(losses).sum())
            sentences, errors, losses = [], [], []
    if sum(errors):
        yield Step(sentences, errors, torch.stack(losses).sum())


def _losses(
    trainer: NeuralTrainer, treebank: Treebank, sentence: int, random: np.random.Generator
) -> tuple[list[Tensor], Tensor]:
    """Of a sentence: one for each error, and that of finding its root."""
    network, options = trainer.network, trainer.options
    words = trainer.vocabulary.encoded(treebank._document)
    vectors = word_vectors(network, SentenceBatch(words, np.array([sentence])))
    begin, end = treebank.offsets[sentence : sentence + 2]
    heads, labels = treebank.heads[begin:end].tolist(), treebank.codes("deprel")[begin:end].tolist()
    system = options.parsing_system
    oracle = system.oracle(options.oracle, heads)
    configuration, mirrored = system.start(len(heads)), Batch(system, [len(heads)])
    losses = []
    while not configuration.finished:
        scores = _scores(trainer, mirrored, vectors)
        gold = {word: (head, label) for word, (head, label) in enumerate(zip(heads, labels, strict=True), start=1)}
        choices = _choices(trainer, system, mirrored, scores.tolist(), oracle.costs(configuration), gold)
        right = max((choice for choice in choices if choice.is_right), key=lambda choice: choice.score)
        wrong = max(
            (choice for choice in choices if not choice.is_right), key=lambda choice: choice.score, default=None
        )
        followed, draw = right, random.random(1, np.float32)[0]
        if wrong is not None:
            if right.score < wrong.score + MARGIN:
                losses.append(MARGIN + scores[wrong.columns].sum() - scores[right.columns].sum())
            is_sure = right.score - wrong.score > MARGIN
            stays = is_sure or (right.score > wrong.score and draw >= trainer._own.near_mistakes)
            followed = right if stays or options.oracle == "static" else wrong
        configuration = system.apply(configuration, system.transitions[followed.transition])
        mirrored.apply([followed.transition], [followed.label])
    return losses, _root_loss(trainer, vectors, heads, labels)


def _scores(trainer: NeuralTrainer, batch: Batch, vectors: Tensor) -> Tensor:
    """Of the transitions, and of the labels of each that builds an arc."""
    network, size = trainer.network, trainer.network.hidden_size
    nodes = batch.nodes(trainer.scheme.slots)[0].tolist()
    seen = torch.cat([vectors[node - 1] if node >= 0 else network.missing[0] for node in nodes])
    weights = network.slot_weights.view(len(nodes), 2 * size, -1).transpose(0, 1).flatten(1)
    hidden = torch.tanh(weights @ seen + network.slot_bias)
    return torch.cat([network.of_transitions(hidden[:size]), network.of_labels(hidden[size:])])


def _choices(
    trainer: NeuralTrainer,
    system: System,
    batch: Batch,
    scores: list[float],
    costs: dict[str, int],
    gold: dict[int, tuple[int, int]],
) -> list[_Choice]:
    """`gold` has the head and the label of each word."""
    network = trainer.network
    choices = []
    for name, cost in costs.items():
        transition = system.transitions.index(name)
        is_right = cost == min(costs.values())
        if transition not in network.arc_transitions:
            choices.append(_Choice(scores[transition], transition, 0, is_right, [transition]))
            continue
        block = network.transition_count + network.arc_transitions.index(transition) * network.label_count
        head, dependent = arc_at(system, batch, transition)
        use = ELSEWHERE if head and dependent else UNDER_ROOT
        allowed = [label for label in range(network.label_count) if trainer.scheme.label_uses[label] & use]
        is_reversed = name == "ARC" and head in gold and gold[head][0] == dependent  # ARC has no direction
        word = head if is_reversed or dependent == 0 else dependent
        wanted = {gold[word][1]} & set(allowed) or set(allowed)
        for label in allowed:
            columns = [transition, block + label]
            score = scores[columns[0]] + scores[columns[1]]
            choices.append(_Choice(score, transition, label, is_right and label in wanted, columns))
    return choices


def _root_loss(trainer: NeuralTrainer, vectors: Tensor, heads: list[int], labels: list[int]) -> Tensor:
    """Which words are roots, all of them together being right, and their labels."""
    scores = trainer.network.of_roots(vectors[: len(heads)])
    roots = [word for word, head in enumerate(heads) if head == 0]
    loss = scores[:, 0].logsumexp(0) - scores[roots, 0].logsumexp(0)
    allowed = np.flatnonzero(trainer.scheme.label_uses & UNDER_ROOT).tolist()
    for word in roots:
        of_labels = scores[word, 1:]
        loss = loss + of_labels[allowed].logsumexp(0) - of_labels[labels[word]]
    return loss


def moved_rows(
    weights: np.ndarray, gradients: Sequence[dict[int, np.ndarray]], rate: float, betas: tuple[float, float]
) -> np.ndarray:
    """Rows of a table after steps of DyNet's Adam with sparse updates: a row that a step has no gradient of stays, and
    so do its moments, while the number of steps that corrects them goes on."""
    weights = weights.astype(np.float64)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for number, step in enumerate(gradients, 1):
        for row, gradient in step.items():
            first[row] = betas[0] * first[row] + (1 - betas[0]) * gradient
            second[row] = betas[1] * second[row] + (1 - betas[1]) * gradient**2
            corrected = rate * (1 - betas[1] ** number) ** 0.5 / (1 - betas[0] ** number)
            weights[row] -= corrected * first[row] / (second[row] ** 0.5 + 1e-8)
    return weights
