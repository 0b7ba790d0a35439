"""The same parser without batches, lock step or anything computed ahead: slow, plain, and what the fast one must equal.

One sentence at a time, one configuration at a time: the vectors of the words at the slots are concatenated and go
through the two networks of Kiperwasser & Goldberg (2016). Nothing but tests and benchmarks uses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from crossarc import Batch
from crossarc.neural.batches import LONGEST, SentenceBatch
from crossarc.neural.decoder import ELSEWHERE, UNDER_ROOT
from crossarc.neural.evidence import FIGURES, pairs
from crossarc.neural.model import NeuralModel
from crossarc.neural.network import Network
from crossarc.neural.threads import workers
from crossarc.systems import System
from crossarc.treebank import Treebank


class Derivation(NamedTuple):
    """The scores of all configurations of a sentence, as the parser comes through them, and the tree at the end.

    For each word the margins by which the transition that attached it and its label won: [word, 2].
    """

    scores: Tensor
    heads: npt.NDArray[np.int32]
    margins: npt.NDArray[np.float32]


class _Choice(NamedTuple):
    score: float
    transition: int
    label: int
    label_margin: float


def derivations(model: NeuralModel, treebank: Treebank) -> Iterator[Derivation]:
    """Those of all sentences; words without a head at the end hang from 0, however many there are."""
    words = model.vocabulary.encoded(treebank._document)
    system = System(model.scheme.system, root=model.scheme.root or None)
    with workers(1), torch.inference_mode():
        for sentence in range(len(treebank)):
            yield _derivation(model, system, _word_vectors(model, SentenceBatch(words, np.array([sentence]))))


def _word_vectors(model: NeuralModel, batch: SentenceBatch) -> Tensor:
    """Vectors of the words 1..n and the root, from a BiLSTM that reads one sentence."""
    x = model.network.input(batch, None)
    reader = model.network.reader
    for onward, backward in zip(reader.onward, reader.backward_, strict=True):
        x = torch.cat([onward(x)[0], backward(x.flip(0))[0].flip(0)], -1)
    vectors: Tensor = x[:, 0]
    return vectors


def _derivation(model: NeuralModel, system: System, vectors: Tensor) -> Derivation:
    network, slots = model.network, model.scheme.slots
    size = network.hidden_size
    weights = network.slot_weights.view(len(slots), 2 * size, -1).transpose(0, 1).flatten(1)
    words = len(vectors) - 1
    heads_guessed = _guessed_heads(network, vectors)
    batch = Batch(system, [words])
    rows = []
    margins = np.zeros((words, 2), np.float32)
    while not batch.finished[0]:
        nodes = batch.nodes(slots)[0].tolist()
        looked_at = torch.cat([vectors[node - 1] if node >= 0 else network.missing[0] for node in nodes])
        hidden = weights @ looked_at + network.slot_bias
        if network.evidence_weights is not None:
            of_pairs = [
                _figures(heads_guessed, nodes[slots.index(left)], nodes[slots.index(right)])
                for left, right in pairs(slots)
            ]
            hidden = hidden + network.evidence_weights.t() @ torch.tensor(of_pairs, dtype=torch.float32).flatten()
        hidden = torch.tanh(hidden)
        row = torch.cat([network.of_transitions(hidden[:size]), network.of_labels(hidden[size:])])
        rows.append(row)
        best, *others = _choices(model, system, batch, row.numpy())
        if best.transition in network.arc_transitions:
            _, dependent = _arc_of(system, batch, best.transition)
            margins[dependent - 1] = best.score - others[0].score if others else 0, best.label_margin
        batch.apply([best.transition], [best.label])
    scores = torch.stack(rows) if rows else torch.empty(0, network.column_count)
    return Derivation(scores, batch.heads[0], margins)


def _guessed_heads(network: Network, vectors: Tensor) -> npt.NDArray[np.float64]:
    """How likely each word (row) has each head (column), the root being 0 in both."""
    guessed = np.zeros((len(vectors), len(vectors)))
    if network.guesses is not None and 1 < len(vectors) <= LONGEST + 1:
        from_root = vectors.roll(1, 0)
        dependents = network.guesses.of_dependents(from_root).relu()
        heads = network.guesses.of_heads(from_root).relu()
        guessed[1:] = (dependents[1:] @ heads.t()).softmax(1).numpy()
    return guessed


def _figures(guessed: npt.NDArray[np.float64], a: int, b: int) -> list[float]:
    """As evidence.py has them. The root comes after all words."""
    if a < 0 or b < 0:
        return [0.0] * FIGURES
    words = range(1, len(guessed))
    before_a = [k for k in words if k < a or a == 0]
    after_b = [k for k in words if k > b and b != 0]
    return [
        guessed[a, b],
        guessed[b, a],
        sum(guessed[a, k] for k in after_b),
        sum(guessed[k, a] for k in after_b),
        sum(guessed[b, k] for k in before_a),
        sum(guessed[k, b] for k in before_a),
        guessed[a, 0],
        guessed[b, 0],
    ]


def _choices(model: NeuralModel, system: System, batch: Batch, scores: npt.NDArray[np.float32]) -> list[_Choice]:
    """The legal transitions with their best labels, the one with the highest score first."""
    count, labels = model.network.transition_count, model.network.label_count
    choices = []
    for transition in np.flatnonzero(batch.legal()[0]).tolist():
        label, score, margin = 0, float(scores[transition]), 0.0
        if transition in model.network.arc_transitions:
            block = model.network.arc_transitions.index(transition)
            own = scores[count + block * labels : count + (block + 1) * labels]
            use = ELSEWHERE if _arc_of(system, batch, transition)[0] else UNDER_ROOT
            allowed = np.where(model.scheme.label_uses & use, own, -np.inf)
            label = int(allowed.argmax())
            score += 0 if model.scheme.labels_after else float(allowed.max())
            others = np.delete(allowed, label)
            margin = float(allowed[label] - others.max()) if np.isfinite(others).any() else 0.0
        choices.append(_Choice(score, transition, label, margin))
    return sorted(choices, key=lambda choice: -choice.score)


def _arc_of(system: System, batch: Batch, transition: int) -> tuple[int, int]:
    """The head and the dependent of the arc that a transition would build."""
    top, below, first, second = batch.nodes(["S0", "S1", "B0", "B1"])[0].tolist()
    on_stack = system.name.split("+")[0] in ("arc-hybrid", "arc-hybrid-swap")
    arcs: dict[str, tuple[int, int]] = {
        "LEFT-ARC": (first, top),
        "RIGHT-ARC": (below, top) if on_stack else (top, first),
        "LEFT-BUFFER-ARC": (second, first),
        "RIGHT-BUFFER-ARC": (first, second),
        "LEFT-NONPROJ-BUFFER-ARC": (second, top),
        "RIGHT-NONPROJ-BUFFER-ARC": (top, second),
    }
    return arcs[system.transitions[transition]]
