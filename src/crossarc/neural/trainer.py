"""Training: sentences are parsed in lock step, and each batch is a step of the optimizer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from crossarc.neural.batches import SentenceBatch, shuffled
from crossarc.neural.decoder import ELSEWHERE, UNDER_ROOT, Scheme
from crossarc.neural.device import preferred_device
from crossarc.neural.evidence import Evidence
from crossarc.neural.losses import configuration_loss, root_loss
from crossarc.neural.model import NeuralModel, settings
from crossarc.neural.network import Network
from crossarc.neural.noise import Noise
from crossarc.neural.optimizer import Optimizer
from crossarc.neural.slots import slots
from crossarc.neural.threads import Map, workers
from crossarc.neural.vocabulary import RESERVED, Vocabulary
from crossarc.neural.word_vectors import read_word_vectors
from crossarc.parser.options import TrainingOptions
from crossarc.treebank import Treebank

_SHARES = 2  # of each batch, each a thread's work, whatever the number of threads is: so that the sums are the same


class _Explored(NamedTuple):
    """Configurations: their entries, what guesses say of them, and the oracle's verdicts about all columns."""

    chosen: Tensor
    evidence: Tensor | None
    verdicts: Tensor


class NeuralTrainer:
    """The counterpart of `_core.PerceptronTrainer`."""

    def __init__(self, treebank: Treebank, options: TrainingOptions, threads: int = 0) -> None:
        assert options.neural is not None
        self.options, self._own, self._threads = options, options.neural, threads
        vectors = None if self._own.embeddings is None else read_word_vectors(self._own.embeddings)
        self._vectors = vectors and {
            "name": Path(str(self._own.embeddings)).name,
            "sha256": vectors.sha256,
            "words": len(vectors.words),
            "size": vectors.vectors.shape[1],
        }
        self.vocabulary = Vocabulary.of(treebank, options.tags, self._own, () if vectors is None else vectors.words)
        self._words = self.vocabulary.encoded(treebank._document)
        self._gold = self._heads, self._labels = treebank.heads, treebank.codes("deprel")
        system = options.parsing_system
        labels = len(treebank.strings("deprel"))
        self.scheme = Scheme(
            options.system,
            system.options.get("root", ""),
            slots(options.system, self._own.head_slots),
            self._label_uses(labels),
            self._own.labels == "after",
        )
        size = 0 if vectors is None else vectors.vectors.shape[1]
        self.network = Network(self._own, self.vocabulary, self.scheme.slots, system.transitions, labels, size)
        self.network.reset(options.seed)
        if vectors is not None:
            self.network.input.vectors[1:] = torch.from_numpy(vectors.scaled())
        self.network.to(preferred_device())
        sentences = len(self._words.lengths)
        self._epoch_steps = -(-sentences // self._own.batch_size)
        self.optimizer = Optimizer(self.network, self._own, self._epoch_steps * options.epochs)
        self._chances = self._chances_of_being_unknown()
        self.epoch = 0
        self._batches: list[SentenceBatch] = []

    def _label_uses(self, labels: int) -> npt.NDArray[np.uint8]:
        uses = np.zeros(labels, np.uint8)
        uses[self._labels[self._heads == 0]] |= UNDER_ROOT
        uses[self._labels[self._heads != 0]] |= ELSEWHERE
        return uses

    def _chances_of_being_unknown(self) -> dict[str, npt.NDArray[np.float32]]:
        """Of each word and lemma, by how often training sees it."""
        chances: dict[str, npt.NDArray[np.float32]] = {}
        rate = self._own.word_dropout
        for name in ("word", "lemma"):
            if rate and name in self._words.columns:
                counts = np.bincount(self._words.columns[name][:-2])
                counts[:RESERVED] = np.iinfo(np.int64).max  # the root is always known
                chances[name] = (rate / (counts + rate)).astype(np.float32)
        return chances

    def start_epoch(self) -> None:
        """Begin to go through all sentences, in an order that the seed and the number of the epoch give."""
        self.epoch += 1
        random = np.random.default_rng([self.options.seed, self.epoch])
        self._batches = shuffled(self._words, self._own.batch_size, random)

    def learn(self, sentences: int) -> int:
        """Learn from about so many more sentences; returns how many are left in the epoch."""
        with workers(self._threads, most=_SHARES) as share_out:
            while self._batches and sentences > 0:
                batch = self._batches.pop()
                sentences -= len(batch.sentences)
                self._learn_from(batch, share_out)
        return sum(len(batch.sentences) for batch in self._batches)

    def model(self, least: float = 0) -> NeuralModel:
        """The parser that has been learnt so far. All weights stay, however small."""
        weights = self.optimizer.best_weights()
        return self.model_of({name: weights[name].clone() for name, _ in self.network.named_parameters()})

    def model_of(self, weights: dict[str, Tensor]) -> NeuralModel:
        """A parser with other weights; pretrained vectors, which are not learnt, are the same."""
        return NeuralModel(self._own, self.vocabulary, self.scheme, weights | dict(self.network.named_buffers()))

    def origin(self) -> dict[str, Any]:
        """What else than a treebank and options it learns from."""
        return {"embeddings": self._vectors} if self._vectors else {}

    def settings(self) -> dict[str, Any]:
        """What the configuration of a model file has of the network."""
        return settings(self._own, self.vocabulary, self.scheme)

    def state(self) -> dict[str, Tensor]:
        """All that it takes to go on after this epoch."""
        return self.optimizer.state()

    def restore(self, state: dict[str, Tensor], epoch: int, steps: int) -> None:
        """Go on after an epoch, so many steps of the optimizer from the start; a ValueError if that cannot be."""
        all_steps = epoch * self._epoch_steps
        has_all = bool(self._words.lengths.all())  # batches of sentences without words are no steps
        if type(steps) is not int or not 0 <= steps <= all_steps or (has_all and steps != all_steps):
            raise ValueError(f"{steps} steps in {epoch} epochs")
        self.optimizer.restore(state, steps)
        self.epoch = epoch

    def _learn_from(self, batch: SentenceBatch, share_out: Map) -> None:
        shares = [
            piece
            for number in range(_SHARES)
            for piece in SentenceBatch(batch.words, batch.sentences[number::_SHARES]).pieces()
        ]
        scale = 1 / max(1, int(batch.lengths.sum()))

        def gradients(item: tuple[int, SentenceBatch]) -> list[Tensor]:
            return self._gradients(item[1], [self.options.seed, self.optimizer.taken, item[0]], scale)

        filled = [item for item in enumerate(shares) if item[1].lengths.any()]
        if not filled:
            return
        found = iter(share_out(gradients, filled))
        summed = next(found)
        for more in found:
            torch._foreach_add_(summed, more)
        self.optimizer.step(summed)

    def _gradients(self, batch: SentenceBatch, seed: Sequence[int], scale: float) -> list[Tensor]:
        noise = Noise(seed, self._own, self._chances)
        vectors = self.network.word_vectors(batch, noise)
        entries = self.network.entries(vectors)
        guesses, head_scores, evidence = self.network.guesses, None, None
        if guesses is not None:
            head_scores = guesses.head_scores(vectors, batch)
            evidence = Evidence(head_scores, batch, self.scheme.slots) if batch.has_few_pairs else None
        explored = self._explored(batch, entries.detach(), evidence, noise)
        hidden = noise.some_columns(self.network.hidden(entries, explored.chosen, explored.evidence))
        loss = configuration_loss(self.network, self.network.scores(hidden), explored.verdicts, self._own)
        loss = loss + self._root_loss(batch, vectors)
        if guesses is not None and head_scores is not None:
            heads, labels = (self._tensor(own[batch.word_places].astype(np.int64)) for own in self._gold)
            loss = loss + guesses.loss(head_scores, vectors, batch, heads, labels)
        weights = list(self.network.parameters())
        gradients = torch.autograd.grad(loss * scale, weights, allow_unused=True)
        return [torch.zeros_like(w) if g is None else g for w, g in zip(weights, gradients, strict=True)]

    def _explored(self, batch: SentenceBatch, entries: Tensor, evidence: Evidence | None, noise: Noise) -> _Explored:
        """The configurations that the parser, as it is now, comes through."""
        options = self.options
        exploring = options.oracle != "static" and self.epoch >= options.first_exploration
        mistakes = options.exploration if exploring else 0.0
        near_mistakes = self._own.near_mistakes if exploring else 0.0
        sentences = self.scheme.lock_step(batch)
        places = batch.word_places
        chosen_oracle = options.oracle, options.oracle_options.core
        sentences.set_gold(self._heads[places], batch.offsets, self._labels[places], *chosen_oracle)
        all_chosen, all_verdicts, all_seen = [], [], []
        with torch.no_grad():
            while sentences.open:
                chosen = np.empty((sentences.open, len(self.scheme.slots)), np.int64)
                verdicts = np.empty((sentences.open, sentences.columns), np.uint8)
                sentences.entries(chosen)
                seen = None if evidence is None else evidence.of(chosen)
                scores = self.network.scores(self.network.hidden(entries, self._tensor(chosen), seen))
                draws = noise.random.random(sentences.open, np.float32)
                sentences.explore(scores.numpy(force=True), draws, mistakes, near_mistakes, verdicts)
                all_chosen.append(chosen)
                all_verdicts.append(verdicts)
                if seen is not None:
                    all_seen.append(seen)
        return _Explored(
            self._tensor(np.concatenate(all_chosen)),
            torch.cat(all_seen) if all_seen else None,
            self._tensor(np.concatenate(all_verdicts)),
        )

    def _root_loss(self, batch: SentenceBatch, vectors: Tensor) -> Tensor:
        places = batch.word_places
        scores = self.network.root_scores(vectors[self._tensor(batch.word_rows)])
        is_root = self._tensor(self._heads[places] == 0)
        labels = self._tensor(self._labels[places].astype(np.int64))
        return root_loss(scores, batch, is_root, labels, self._tensor((self.scheme.label_uses & UNDER_ROOT) != 0))

    def _tensor(self, array: npt.NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self.network.device)
