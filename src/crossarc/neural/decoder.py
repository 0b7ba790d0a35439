"""Parsing in lock step: all sentences of a batch take a transition at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.functional import embedding_bag

from crossarc import _core
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
    root: str
    slots: list[str]
    label_uses: npt.NDArray[np.uint8]
    labels_after: bool

    def lock_step(self, batch: SentenceBatch) -> _core.LockStep:
        """The sentences of a batch at the start of their derivations."""
        return _core.LockStep(
            self.system,
            self.root,
            self.slots,
            self.label_uses,
            self.labels_after,
            batch.lengths.astype(np.int32),
            batch.first_rows,
            int(batch.first_rows[-1] + batch.lengths[-1] + 1),
        )


class Decoder:
    """A network made ready for parsing: the output layers of its two parts are one matrix."""

    def __init__(self, network: Network, scheme: Scheme) -> None:
        self._network, self._scheme = network, scheme
        self._leaves_words = not _core.System(scheme.system).has_root
        size, transitions = network.hidden_size, network.transition_count
        with torch.inference_mode():
            weights = torch.zeros(2 * size, network.column_count, device=network.device)
            weights[:size, :transitions] = network.of_transitions.weight.t()
            weights[size:, transitions:] = network.of_labels.weight.t()
            self._weights = weights
            self._bias = torch.cat([network.of_transitions.bias, network.of_labels.bias])
            self._label_choices = {
                use: torch.from_numpy((scheme.label_uses & use) == 0).to(network.device)
                for use in (UNDER_ROOT, ELSEWHERE)
            }

    def parse(
        self, batch: SentenceBatch, one_root: bool, margins: bool = False, watch: Watch | None = None
    ) -> ParsedBatch:
        """Heads and labels of the words of the batch, and how clearly they won; `watch` sees each step's scores."""
        with torch.inference_mode():
            vectors = self._network.word_vectors(batch)
            entries = self._network.entries(vectors)
            evidence = self.evidence(vectors, batch)
            sentences = self._scheme.lock_step(batch)
            chosen = np.empty((len(batch.lengths), len(self._scheme.slots)), np.int64)
            parsed = ParsedBatch.of(int(batch.offsets[-1]), margins)
            while sentences.open:
                sentences.entries(chosen)
                scores = self.scores(entries, chosen[: sentences.open], evidence).numpy(force=True)
                if watch is not None:
                    watch(sentences, scores)
                if margins:
                    sentences.advance_measured(scores, parsed.transition_margins, parsed.label_margins)
                else:
                    sentences.advance(scores)
            sentences.trees(parsed.heads, parsed.labels)
            self._finish(batch, vectors, entries, evidence, sentences, parsed, one_root)
            return parsed

    def evidence(self, vectors: Tensor, batch: SentenceBatch) -> Evidence | None:
        """What the words guess of their heads, if the network does that."""
        guesses = self._network.guesses
        if guesses is None or not batch.has_few_pairs:
            return None
        return Evidence(guesses.head_scores(vectors, batch), batch, self._scheme.slots)

    def scores(self, entries: Tensor, chosen: Ids, evidence: Evidence | None) -> Tensor:
        """Of configurations given by the entries at their slots: [configuration, column]."""
        hidden = embedding_bag(torch.from_numpy(chosen).to(entries.device), entries, mode="sum")
        if evidence is not None and self._network.evidence_weights is not None:
            hidden.addmm_(evidence.of(chosen), self._network.evidence_weights)
        return torch.addmm(self._bias, hidden.add_(self._network.slot_bias).tanh_(), self._weights)

    def _finish(
        self,
        batch: SentenceBatch,
        vectors: Tensor,
        entries: Tensor,
        evidence: Evidence | None,
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
        scores = self._network.root_scores(vectors[torch.from_numpy(batch.word_rows[roots]).to(vectors.device)])
        best_labels = scores[:, 1:].masked_fill(self._label_choices[UNDER_ROOT], -torch.inf).argmax(1)
        unlabelled = labels[roots] < 0
        labels[roots[unlabelled]] = best_labels.numpy(force=True)[unlabelled]
        guesses = evidence.heads() if self._leaves_words and evidence is not None else None
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
                entries,
                evidence,
                sentences,
                sentence[others].astype(np.int32),
                heads[roots[others]],
                number[others],
            )

    def _labels_below(
        self,
        entries: Tensor,
        evidence: Evidence | None,
        sentences: _core.LockStep,
        sentence: npt.NDArray[np.int32],
        head: npt.NDArray[np.int32],
        dependent: npt.NDArray[np.int32],
    ) -> npt.NDArray[np.int64]:
        """The best labels of arcs that no transition built, as if one were about to."""
        chosen = np.empty((len(sentence), len(self._scheme.slots)), np.int64)
        transitions = np.empty(len(sentence), np.int32)
        sentences.entries_facing(sentence, head, dependent, chosen, transitions)
        scores = self.scores(entries, chosen, evidence)[:, self._network.transition_count :]
        block = np.searchsorted(self._network.arc_transitions, transitions)
        blocks = scores.view(len(sentence), -1, self._network.label_count)
        own = blocks[torch.arange(len(sentence)), torch.from_numpy(block)]
        best: npt.NDArray[np.int64] = (
            own.masked_fill(self._label_choices[ELSEWHERE], -torch.inf).argmax(1).numpy(force=True)
        )
        return best


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
