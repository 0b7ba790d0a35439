"""Parsing in lock step: all sentences of a batch take a transition at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.functional import embedding_bag

from crossarc import _core
from crossarc.learners.learner import core_system_options
from crossarc.neural.batches import SentenceBatch
from crossarc.neural.guesses import Evidence
from crossarc.neural.network import Network
from crossarc.neural.vocabulary import Ids


class ParsedBatch(NamedTuple):
    """By word, sentence after sentence. What margins are, parser/confidence.py says; they may not be wanted."""

    heads: npt.NDArray[np.int32]
    labels: npt.NDArray[np.int32]
    transition_margins: npt.NDArray[np.float32]
    label_margins: npt.NDArray[np.float32]

    @classmethod
    def of(cls, words: int, margins: bool) -> ParsedBatch:
        """Room for so many words."""
        heads, labels = (np.zeros(words, np.int32) for _ in range(2))
        of_transitions, of_labels = (np.zeros(words if margins else 0, np.float32) for _ in range(2))
        return cls(heads, labels, of_transitions, of_labels)


Watch = Callable[[_core.LockStep, npt.NDArray[np.float32]], None]
UNDER_ROOT, ELSEWHERE = 1, 2  # uses of labels, bits as in core/parsing/labels.hpp


@dataclass(frozen=True)
class Scheme:
    """What the network was made for."""

    system: str
    system_options: dict[str, str]
    slots: list[str]
    label_uses: npt.NDArray[np.uint8]
    labels_after: bool

    @property
    def core_system(self) -> _core.System:
        return _core.System(self.system, **core_system_options(self.system_options))

    def is_like(self, other: Scheme) -> bool:
        """Whether networks that were made for both can decide together."""
        own, theirs = (
            (one.system, core_system_options(one.system_options), one.slots, one.labels_after) for one in (self, other)
        )
        return own == theirs and np.array_equal(self.label_uses, other.label_uses)

    def lock_step(self, batch: SentenceBatch) -> _core.LockStep:
        """The sentences of a batch at the start of their derivations."""
        return _core.LockStep(
            self.system,
            **core_system_options(self.system_options),
            slots=self.slots,
            label_uses=self.label_uses,
            labels_after=self.labels_after,
            lengths=batch.lengths.astype(np.int32),
            first_rows=batch.first_rows,
            missing_row=int(batch.first_rows[-1] + batch.lengths[-1] + 1),
        )


class ReadBatch(NamedTuple):
    """What networks have read: the vectors of words, the entries of all of them side by side, and what words guess."""

    vectors: list[Tensor]
    entries: Tensor
    evidence: list[Evidence | None]

    def guessed_heads(self) -> npt.NDArray[np.float32] | None:
        """How likely words have each other as heads: [sentence, dependent, head]; None if no network guesses."""
        own = [evidence.heads() for evidence in self.evidence if evidence is not None]
        return np.mean(own, axis=0, dtype=np.float32) if own else None


class Decoder:
    """Networks made ready for parsing. Scores are means of theirs: it is as if they were one network with all their
    hidden layers side by side. The output layers, of transitions and labels and of all networks, are one matrix."""

    def __init__(self, networks: Sequence[Network], scheme: Scheme) -> None:
        self._networks, self._scheme = networks, scheme
        self._leaves_words = not scheme.core_system.has_root
        first = networks[0]
        self._transition_count, self._label_count = first.transition_count, first.label_count
        self._arc_transitions = first.arc_transitions
        with torch.inference_mode():
            self._weights = torch.cat([_output_weights(network) for network in networks]) / len(networks)
            self._bias = _mean([torch.cat([own.of_transitions.bias, own.of_labels.bias]) for own in networks])
            self._slot_bias = torch.cat([network.slot_bias for network in networks])
            self._label_choices = {
                use: torch.from_numpy((scheme.label_uses & use) == 0).to(first.device)
                for use in (UNDER_ROOT, ELSEWHERE)
            }

    def parse(
        self, batches: Sequence[SentenceBatch], one_root: bool, margins: bool = False, watch: Watch | None = None
    ) -> ParsedBatch:
        """Heads and labels of the words of a batch, and how clearly they won; `watch` sees each step's scores.

        The batch is given once for each network, since each knows other words.
        """
        with torch.inference_mode():
            batch, reading = batches[0], self.read(batches)
            sentences = self._scheme.lock_step(batch)
            chosen = np.empty((len(batch.lengths), len(self._scheme.slots)), np.int64)
            parsed = ParsedBatch.of(int(batch.offsets[-1]), margins)
            while sentences.open:
                sentences.entries(chosen)
                scores = self.scores(reading, chosen[: sentences.open]).numpy(force=True)
                if watch is not None:
                    watch(sentences, scores)
                if margins:
                    sentences.advance_measured(scores, parsed.transition_margins, parsed.label_margins)
                else:
                    sentences.advance(scores)
            sentences.trees(parsed.heads, parsed.labels)
            self._finish(batch, reading, sentences, parsed, one_root)
            return parsed

    def read(self, batches: Sequence[SentenceBatch]) -> ReadBatch:
        """What the networks make of a batch before the first transition."""
        each = list(zip(self._networks, batches, strict=True))
        vectors = [network.word_vectors(batch) for network, batch in each]
        entries = [network.entries(own) for network, own in zip(self._networks, vectors, strict=True)]
        evidence = [
            Evidence(network.guesses.head_scores(own, batch), batch, self._scheme.slots)
            if network.guesses is not None and batch.has_few_pairs
            else None
            for (network, batch), own in zip(each, vectors, strict=True)
        ]
        return ReadBatch(vectors, entries[0] if len(entries) == 1 else torch.cat(entries, 1), evidence)

    def scores(self, reading: ReadBatch, chosen: Ids) -> Tensor:
        """Of configurations given by the entries at their slots: [configuration, column]."""
        entries = reading.entries
        hidden = embedding_bag(torch.from_numpy(chosen).to(entries.device), entries, mode="sum")
        sizes = [2 * network.hidden_size for network in self._networks]
        for network, evidence, own in zip(self._networks, reading.evidence, hidden.split(sizes, 1), strict=True):
            if evidence is not None and network.evidence_weights is not None:
                own.addmm_(evidence.of(chosen), network.evidence_weights)
        return torch.addmm(self._bias, hidden.add_(self._slot_bias).tanh_(), self._weights)

    def _finish(
        self,
        batch: SentenceBatch,
        reading: ReadBatch,
        sentences: _core.LockStep,
        parsed: ParsedBatch,
        one_root: bool,
    ) -> None:
        """Words that no transition attached get a label; if there is to be one root, the best stays the only one.

        The others hang from it, or, where the system has no root of its own and words guess their heads, from those.
        If there may be several, systems that leave words behind have left too many, and those that guess a head get it.
        """
        heads, labels = parsed.heads, parsed.labels
        roots = np.flatnonzero(heads == 0)
        if not roots.size:
            return
        sentence = np.searchsorted(batch.offsets, roots, side="right") - 1
        rows = torch.from_numpy(batch.word_rows[roots])
        each = zip(self._networks, reading.vectors, strict=True)
        scores = _mean([network.root_scores(vectors[rows.to(vectors.device)]) for network, vectors in each])
        best_labels = scores[:, 1:].masked_fill(self._label_choices[UNDER_ROOT], -torch.inf).argmax(1)
        unlabelled = labels[roots] < 0
        labels[roots[unlabelled]] = best_labels.numpy(force=True)[unlabelled]
        guesses = reading.guessed_heads() if self._leaves_words else None
        if not one_root and guesses is None:
            return
        of_words = np.zeros(len(heads), np.float32)
        of_words[roots] = scores[:, 0].numpy(force=True)
        root_of = _core.choose_roots(heads, batch.offsets, of_words)
        number = (roots - batch.offsets[sentence] + 1).astype(np.int32)  # of each word in its sentence
        others = np.flatnonzero(number != root_of[sentence])
        stay = others[:0]
        if not one_root and guesses is not None:
            are_roots = _guess_to_be_roots(guesses, batch, sentence[others], number[others])
            others, stay = others[~are_roots], others[are_roots]
        if others.size:
            if parsed.transition_margins.size:
                parsed.transition_margins[roots[others]] = np.nan  # moved
            if guesses is None:
                heads[roots[others]] = root_of[sentence[others]]
            else:
                heads[roots[stay]] = root_of[sentence[stay]]  # in the meantime: so they get no heads
                heads[:] = _core.attach_roots(heads, batch.offsets, root_of, guesses)
                heads[roots[stay]] = 0
            labels[roots[others]] = self._labels_below(
                reading,
                sentences,
                sentence[others].astype(np.int32),
                heads[roots[others]],
                number[others],
            )

    def _labels_below(
        self,
        reading: ReadBatch,
        sentences: _core.LockStep,
        sentence: npt.NDArray[np.int32],
        head: npt.NDArray[np.int32],
        dependent: npt.NDArray[np.int32],
    ) -> npt.NDArray[np.int64]:
        """The best labels of arcs that no transition built, as if one were about to."""
        chosen = np.empty((len(sentence), len(self._scheme.slots)), np.int64)
        transitions = np.empty(len(sentence), np.int32)
        sentences.entries_facing(sentence, head, dependent, chosen, transitions)
        scores = self.scores(reading, chosen)[:, self._transition_count :]
        block = np.searchsorted(self._arc_transitions, transitions)
        blocks = scores.view(len(sentence), -1, self._label_count)
        own = blocks[torch.arange(len(sentence)), torch.from_numpy(block)]
        best: npt.NDArray[np.int64] = (
            own.masked_fill(self._label_choices[ELSEWHERE], -torch.inf).argmax(1).numpy(force=True)
        )
        return best


def _output_weights(network: Network) -> Tensor:
    """From the hidden layers of transitions and of labels to all columns."""
    size, transitions = network.hidden_size, network.transition_count
    weights = torch.zeros(2 * size, network.column_count, device=network.device)
    weights[:size, :transitions] = network.of_transitions.weight.t()
    weights[size:, transitions:] = network.of_labels.weight.t()
    return weights


def _mean(own: Sequence[Tensor]) -> Tensor:
    return own[0] if len(own) == 1 else torch.stack([*own]).mean(0)


def _guess_to_be_roots(
    guesses: npt.NDArray[np.float32],
    batch: SentenceBatch,
    sentence: npt.NDArray[np.int64],
    number: npt.NDArray[np.int32],
) -> npt.NDArray[np.bool_]:
    """Whether words, told by their sentences and numbers there, find no other head as likely as the root."""
    own = guesses[sentence, number - 1]
    of_root = own[np.arange(len(own)), batch.lengths[sentence]]
    is_guess: npt.NDArray[np.bool_] = of_root >= own.max(1, initial=0)
    return is_guess
