"""The same parser without batches, lock step or anything computed ahead: slow, plain, and what the fast one must equal.

One sentence at a time, one configuration at a time: the vectors of the words at the slots are concatenated and go
through the two networks of Kiperwasser & Goldberg (2016). What is left without a head when a derivation ends is seen to
word by word (`parse`, docs/neural.md#roots).
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
from crossarc.neural.guesses import FIGURES, pairs
from crossarc.neural.model import NeuralModel
from crossarc.neural.network import Network
from crossarc.neural.threads import workers
from crossarc.transition_systems import System
from crossarc.treebank import Treebank
from reference.arcs import arc_of
from reference.features import Features
from reference.parsing import Sight


class ReadSentence(NamedTuple):
    """A network, its vectors of the words 1..n and the root, and how likely each word (row) has each head (column)."""

    network: Network
    vectors: Tensor
    guessed: npt.NDArray[np.float64]


class Derivation(NamedTuple):
    """The scores of all configurations of a sentence, as the parser comes through them, and the tree at the end.

    `labels` are -1 for words that no transition attached; `margins` are those by which the transition that attached a
    word and its label won: [word, 2]. `buffer` is what is left in it.
    """

    readings: list[ReadSentence]
    scores: Tensor
    heads: npt.NDArray[np.int32]
    labels: npt.NDArray[np.int32]
    margins: npt.NDArray[np.float32]
    buffer: list[int]


Scores = npt.NDArray[np.float32]


class _Choice(NamedTuple):
    score: float
    transition: int
    label: int
    label_margin: float


def derivations(model: NeuralModel, treebank: Treebank) -> Iterator[Derivation]:
    """Those of all sentences; words without a head at the end hang from 0, however many there are."""
    words = [member.vocabulary.encoded(treebank._document) for member in model.members]
    system = System(model.scheme.system, **model.scheme.system_options)
    with workers(1), torch.inference_mode():
        for sentence in range(len(treebank)):
            batches = [SentenceBatch(own, np.array([sentence])) for own in words]
            each = zip(model.members, batches, strict=True)
            yield _derivation(model, system, [_reading(member.network, batch) for member, batch in each])


def _reading(network: Network, batch: SentenceBatch) -> ReadSentence:
    vectors = word_vectors(network, batch)
    return ReadSentence(network, vectors, _guessed_heads(network, vectors))


def word_vectors(network: Network, batch: SentenceBatch) -> Tensor:
    """Vectors of the words 1..n and the root, from a BiLSTM that reads one sentence."""
    x = network.input(batch, None)
    reader = network.reader
    for onward, backward in zip(reader.onward, reader.backward_, strict=True):
        x = torch.cat([onward(x)[0], backward(x.flip(0))[0].flip(0)], -1)
    vectors: Tensor = x[:, 0]
    return vectors


class ParsedSentence(NamedTuple):
    heads: list[int]
    labels: list[int]
    transition_margins: list[float]  # NaN: the word was moved from a place under 0


def parse(model: NeuralModel, treebank: Treebank, one_root: bool) -> Iterator[ParsedSentence]:
    """The trees of all sentences."""
    with torch.inference_mode():
        for derivation in derivations(model, treebank):
            yield _finished(model, derivation, one_root)


def _derivation(model: NeuralModel, system: System, readings: list[ReadSentence]) -> Derivation:
    network, slots = _columns(model), model.scheme.slots
    words = len(readings[0].vectors) - 1
    batch = Batch(system, [words])
    rows = []
    labels, margins = np.full(words, -1, np.int32), np.zeros((words, 2), np.float32)
    while not batch.finished[0]:
        row = _scores(model, readings, batch.nodes(slots)[0].tolist())
        rows.append(row)
        best, *others = _choices(model, system, batch, row.numpy())
        if best.transition in network.arc_transitions:
            _, dependent = arc_at(system, batch, best.transition)
            if dependent > 0:  # not a link from a word to 0
                labels[dependent - 1] = best.label
                margins[dependent - 1] = best.score - others[0].score if others else 0, best.label_margin
        batch.apply([best.transition], [best.label])
    scores = torch.stack(rows) if rows else torch.empty(0, network.column_count)
    buffer = [node for node in batch.nodes(["B0"])[0].tolist() if node >= 0]
    return Derivation(readings, scores, batch.heads[0], labels, margins, buffer)


def _columns(model: NeuralModel) -> Network:
    """A network that tells which columns of scores there are: all of a model have the same."""
    return model.members[0].network


def _scores(model: NeuralModel, readings: list[ReadSentence], nodes: list[int]) -> Tensor:
    """Of all columns, given the nodes at the slots; -1 is none. Of several networks the mean."""
    return torch.stack([_own_scores(model, *reading, nodes) for reading in readings]).mean(0)


def _own_scores(
    model: NeuralModel, network: Network, vectors: Tensor, guessed: npt.NDArray[np.float64], nodes: list[int]
) -> Tensor:
    slots, size = model.scheme.slots, network.hidden_size
    weights = network.slot_weights.view(len(slots), 2 * size, -1).transpose(0, 1).flatten(1)
    looked_at = torch.cat([vectors[node - 1] if node >= 0 else network.missing[0] for node in nodes])
    hidden = weights @ looked_at + network.slot_bias
    if network.evidence_weights is not None:
        of_pairs = [
            _figures(guessed, nodes[slots.index(left)], nodes[slots.index(right)]) for left, right in pairs(slots)
        ]
        hidden = hidden + network.evidence_weights.t() @ torch.tensor(of_pairs, dtype=torch.float32).flatten()
    hidden = torch.tanh(hidden)
    return torch.cat([network.of_transitions(hidden[:size]), network.of_labels(hidden[size:])])


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
    choices = []
    for transition in np.flatnonzero(batch.legal()[0]).tolist():
        label, score, margin = 0, float(scores[transition]), 0.0
        if transition in _columns(model).arc_transitions:
            use = ELSEWHERE if all(arc_at(system, batch, transition)) else UNDER_ROOT
            allowed = _allowed(model, _of_labels(model, scores, transition), use)
            label = int(allowed.argmax())
            score += 0 if model.scheme.labels_after else float(allowed.max())
            others = np.delete(allowed, label)
            margin = float(allowed[label] - others.max()) if np.isfinite(others).any() else 0.0
        choices.append(_Choice(score, transition, label, margin))
    return sorted(choices, key=lambda choice: -choice.score)


def _of_labels(model: NeuralModel, scores: Scores, transition: int) -> Scores:
    """The columns of a transition's labels."""
    network = _columns(model)
    first = network.transition_count + network.arc_transitions.index(transition) * network.label_count
    return scores[first : first + network.label_count]


def _allowed(model: NeuralModel, scores: Scores, use: int) -> Scores:
    """The scores of labels, but of those only that training has seen in such a place."""
    return np.where(model.scheme.label_uses & use, scores, -np.inf)


class _Nodes(NamedTuple):
    stack: list[int]
    buffer: list[int]


def arc_at(system: System, batch: Batch, transition: int) -> tuple[int, int]:
    """The head and the dependent of the arc that a transition would build."""
    below, top, first, second = batch.nodes(["S1", "S0", "B0", "B1"])[0].tolist()
    arc = arc_of(system.name, _Nodes([below, top], [first, second]), system.transitions[transition])
    assert arc is not None
    return arc


def _finished(model: NeuralModel, derivation: Derivation, one_root: bool) -> ParsedSentence:
    """The tree of a derivation with labels for all words, and with one root if that is wanted.

    A layer over the words' vectors scores roots and their labels. Words that lose hang from the best, and where the
    system may leave any word behind, from the heads that they guess; if there may be several roots, those stay that
    guess no word. The best guess of all is followed first, and none that would close a cycle.
    """
    heads, labels = derivation.heads.tolist(), derivation.labels.tolist()
    margins = derivation.margins[:, 0].tolist()
    roots = [word for word, head in enumerate(heads, start=1) if head == 0]
    of_roots = {word: _root_scores(derivation.readings, word).numpy() for word in roots}
    for word in roots:
        if labels[word - 1] < 0:
            labels[word - 1] = int(_allowed(model, of_roots[word][1:], UNDER_ROOT).argmax())
    guessed = np.mean([reading.guessed for reading in derivation.readings], axis=0)
    base = model.scheme.system.split("+")[0]
    follows_guesses = base in ("planar", "2-planar", "covington") and bool(guessed.any())
    if roots and (one_root or follows_guesses):
        best = max(roots, key=lambda word: of_roots[word][0])
        moved = [word for word in roots if word != best]
        if not one_root:
            moved = [word for word in moved if guessed[word, 0] < guessed[word].max()]
        if follows_guesses:
            _hang_from_guesses(heads, moved, guessed)
        else:
            for word in moved:
                heads[word - 1] = best
        for word in moved:
            margins[word - 1] = np.nan
            labels[word - 1] = _label_below(model, derivation, heads[word - 1], word)
    return ParsedSentence(heads, labels, margins)


def _hang_from_guesses(heads: list[int], moved: list[int], guessed: npt.NDArray[np.float64]) -> None:
    open_words = set(moved)

    def descends(word: int, ancestor: int) -> bool:
        return word == ancestor or (heads[word - 1] != 0 and descends(heads[word - 1], ancestor))

    while open_words:
        words = range(1, len(heads) + 1)
        possible = [(w, h) for w in sorted(open_words) for h in words if not descends(h, w)]
        word, head = max(possible, key=lambda arc: guessed[arc])
        heads[word - 1] = head
        open_words.remove(word)


def _root_scores(readings: list[ReadSentence], word: int) -> Tensor:
    return torch.stack([network.of_roots(vectors[word - 1]) for network, vectors, _ in readings]).mean(0)


def _label_below(model: NeuralModel, derivation: Derivation, head: int, dependent: int) -> int:
    """The best label of an arc as if a transition were about to build it, with the arcs as the derivation left them."""
    system = System(model.scheme.system, **model.scheme.system_options)
    left, right = sorted((head, dependent))
    on_stack = system.name.startswith("arc-hybrid") and head < dependent
    stack, buffer = ([left, right], []) if on_stack else ([left], [right])
    built = [(int(h), w) for w, h in enumerate(derivation.heads, start=1) if derivation.labels[w - 1] >= 0]
    sight = Sight(stack, [], buffer + derivation.buffer, built, [], {})
    found = [_NO_WORDS.node(sight, slot)[0] for slot in model.scheme.slots]  # type: ignore[arg-type]
    nodes = [-1 if node is None else node for node in found]
    scores = _scores(model, derivation.readings, nodes).numpy()
    transition = system.transitions.index("RIGHT-ARC" if head < dependent else "LEFT-ARC")
    return int(_allowed(model, _of_labels(model, scores, transition), ELSEWHERE).argmax())


_NO_WORDS = Features([], lambda a, b: 0)  # type: ignore[arg-type]  # nodes at addresses are all that is asked for
