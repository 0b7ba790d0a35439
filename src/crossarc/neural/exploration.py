"""The way of training through sentences: the configurations that the parser, as it is now, comes through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from crossarc.neural.batches import SentenceBatch
from crossarc.neural.decoder import Scheme
from crossarc.neural.guesses import Evidence
from crossarc.neural.network import Network
from crossarc.neural.noise import Noise
from crossarc.neural.vocabulary import Ids
from crossarc.parser.options import TrainingOptions


@dataclass(frozen=True)
class Passage:
    """Sentences with their vectors, and their configurations: the entries at the slots, what guesses say of them, the
    oracle's verdicts about all columns, and the sentence of each, as a number in the batch.

    `errors` is how many configurations of each sentence have no right transition well ahead of the wrong ones
    (core/parsing/lock_step.hpp).
    """

    batch: SentenceBatch
    noise: Noise
    vectors: Tensor
    entries: Tensor
    head_scores: Tensor | None
    chosen: Tensor
    evidence: Tensor | None
    verdicts: Tensor
    sentences: Ids
    errors: Ids

    def first(self, count: int) -> Passage:
        """The same with no more than the first sentences."""
        if count == len(self.errors):
            return self
        batch = SentenceBatch(self.batch.words, self.batch.sentences[:count])
        own = torch.from_numpy(np.flatnonzero(self.sentences < count)).to(self.chosen.device)
        return replace(
            self,
            batch=batch,
            vectors=self.vectors[: int((batch.lengths + 1).sum())],
            head_scores=None if self.head_scores is None else self.head_scores[:count],
            chosen=self.chosen[own],
            evidence=None if self.evidence is None else self.evidence[own],
            verdicts=self.verdicts[own],
            sentences=self.sentences[self.sentences < count],
            errors=self.errors[:count],
        )


class Explorer:
    """Leads a network through sentences whose gold heads and labels are known."""

    def __init__(
        self,
        network: Network,
        scheme: Scheme,
        options: TrainingOptions,
        heads: npt.NDArray[np.int32],
        labels: npt.NDArray[np.int32],
        chances: dict[str, npt.NDArray[np.float32]],
    ) -> None:
        """`chances` of words to be unknown: see `Noise`."""
        self._network, self._scheme = network, scheme
        self._options, self._own = options, options.own
        self._heads, self._labels, self._chances = heads, labels, chances

    def explore(self, batch: SentenceBatch, seed: Sequence[int], epoch: int) -> Passage:
        """All configurations of the sentences; what it takes to differentiate the vectors is kept."""
        noise = Noise(seed, self._own, self._chances)
        vectors = self._network.word_vectors(batch, noise)
        entries = self._network.entries(vectors)
        head_scores = evidence = None
        if self._network.guesses is not None:
            head_scores = self._network.guesses.head_scores(vectors, batch)
            evidence = Evidence(head_scores, batch, self._scheme.slots) if batch.has_few_pairs else None
        options = self._options
        exploring = options.oracle != "static" and epoch >= options.first_exploration
        mistakes = options.exploration if exploring else 0.0
        near_mistakes = self._own.near_mistakes if exploring else 0.0
        sentences = self._scheme.lock_step(batch)
        places = batch.word_places
        chosen_oracle = options.oracle, options.oracle_options.core
        sentences.set_gold(self._heads[places], batch.offsets, self._labels[places], *chosen_oracle)
        all_chosen, all_verdicts, all_seen, all_sentences = [], [], [], []
        errors = np.zeros(len(batch.sentences), np.int64)
        fixed_entries = entries.detach()
        with torch.no_grad():
            while sentences.open:
                chosen = np.empty((sentences.open, len(self._scheme.slots)), np.int64)
                verdicts = np.empty((sentences.open, sentences.columns), np.uint8)
                sentences.entries(chosen)
                all_sentences.append(sentences.open_sentences())
                seen = None if evidence is None else evidence.of(chosen)
                hidden = self._network.hidden(fixed_entries, self._on_device(chosen), seen)
                scores = self._network.scores(hidden).numpy(force=True)
                draws = noise.random.random(sentences.open, np.float32)
                sentences.explore(scores, draws, mistakes, near_mistakes, verdicts, errors)
                all_chosen.append(chosen)
                all_verdicts.append(verdicts)
                if seen is not None:
                    all_seen.append(seen)
        return Passage(
            batch,
            noise,
            vectors,
            entries,
            head_scores,
            self._on_device(np.concatenate(all_chosen)),
            torch.cat(all_seen) if all_seen else None,
            self._on_device(np.concatenate(all_verdicts)),
            np.concatenate(all_sentences),
            errors,
        )

    def _on_device(self, array: npt.NDArray[np.int64] | npt.NDArray[np.uint8]) -> Tensor:
        return torch.from_numpy(array).to(self._network.device)
