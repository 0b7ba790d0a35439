"""Training: sentences are parsed in lock step, and what they teach makes the steps of the optimizer."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from crossarc.files import PathLike
from crossarc.neural import checkpoint
from crossarc.neural.batches import SentenceBatch
from crossarc.neural.decoder import ELSEWHERE, UNDER_ROOT, Scheme
from crossarc.neural.device import preferred_device
from crossarc.neural.exploration import Explorer, Passage
from crossarc.neural.losses import configuration_loss, root_loss
from crossarc.neural.member import Member
from crossarc.neural.model import NeuralModel
from crossarc.neural.network import Network, VectorShape
from crossarc.neural.optimizer import Optimizer
from crossarc.neural.options import NeuralOptions
from crossarc.neural.settings import settings
from crossarc.neural.slots import slots
from crossarc.neural.steps import SHARES, BatchSteps, ErrorSteps, Steps, WordBatchSteps
from crossarc.neural.tags import TagTask
from crossarc.neural.threads import Map, workers
from crossarc.neural.vocabulary import RESERVED, UNKNOWN, Vocabulary
from crossarc.neural.word_vectors import read_word_vectors
from crossarc.parser.epoch import Epoch, epochs_of
from crossarc.parser.options import TrainingOptions
from crossarc.treebank import Treebank

_TAG_TASK = "tag_task."  # of the names of weights that no parser has
_BEST = "best."  # of the names of the best parser's weights in a checkpoint


class NeuralTrainer:
    """The counterpart of `_core.PerceptronTrainers`."""

    def __init__(
        self, treebank: Treebank, options: TrainingOptions, threads: int = 0, gold: Treebank | None = None
    ) -> None:
        """`gold` is the treebank with gold tags, if it has predicted ones."""
        self.options, self._threads = options, threads
        self._own: NeuralOptions = options.own
        vectors = None if self._own.embeddings is None else read_word_vectors(self._own.embeddings)
        self._vectors = vectors and {
            "name": Path(str(self._own.embeddings)).name,
            "sha256": vectors.sha256,
            "words": len(vectors.words),
            "size": vectors.vectors.shape[1],
        }
        self.vocabulary = Vocabulary.of(treebank, options.tags, self._own, () if vectors is None else vectors.words)
        self._words = self.vocabulary.encoded(treebank._document)
        tuned = 0
        if vectors is not None and self._own.tune_embeddings:  # no others than those of training words can be learnt
            found = np.setdiff1d(self._words.columns["vector"], [UNKNOWN])
            vectors, tuned = vectors.with_first(found - 1), len(found)
            self.vocabulary = replace(self.vocabulary, vectors=vectors.words)
            self._words = self.vocabulary.encoded(treebank._document)
        self._examples = hashlib.sha256(treebank.to_bytes()).hexdigest()
        self._gold = self._heads, self._labels = treebank.heads, treebank.codes("deprel")
        system = options.parsing_system
        labels = len(treebank.strings("deprel"))
        self.scheme = Scheme(
            options.system,
            system.options,
            slots(options.system, self._own.head_slots),
            self._label_uses(labels),
            self._own.labels == "after",
        )
        shape = VectorShape(0 if vectors is None else vectors.vectors.shape[1], tuned)
        self.network = Network(self._own, self.vocabulary, self.scheme.slots, self.scheme.core_system, labels, shape)
        self.network.reset(options.seed)
        if vectors is not None:
            self.network.input.set_vectors(torch.from_numpy(vectors.scaled()))
        if gold is not None and self._own.tag_loss and options.tags != "none":
            self.network.tag_task = TagTask(self.network.reader.size, gold)
            self.network.tag_task.reset(torch.Generator().manual_seed(options.seed))
        self.network.to(preferred_device())
        self.optimizer = Optimizer(self.network, self._own)
        chances = self._chances_of_being_unknown()
        self._explorer = Explorer(self.network, self.scheme, options, *self._gold, chances)
        self._steps = self._make_steps()
        self.epoch = 0

    def _make_steps(self) -> Steps:
        if self._own.errors_per_step:
            return ErrorSteps(self._words, self._own.errors_per_step, self._explore, self._gradients)
        if self._own.batch_words:
            return WordBatchSteps(self._words, self._own.batch_words, self._explore, self._gradients)
        return BatchSteps(self._words, self._own.batch_size, self._explore, self._gradients)

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
        self._steps.start_epoch(random)

    def learn(self, sentences: int) -> int:
        """Learn from about so many more sentences; returns how many are left in the epoch."""
        enough = max(0, self._steps.left - sentences)
        with workers(self._threads, most=SHARES) as share_out:
            while self._steps.left > enough:
                self._step(share_out)
        return self._steps.left

    def model(self) -> NeuralModel:
        """The parser that has been learnt so far."""
        weights = self.optimizer.best_weights()
        own = (name for name, _ in self.network.named_parameters() if not name.startswith(_TAG_TASK))
        return self.model_of({name: weights[name].clone() for name in own})

    def model_of(self, weights: dict[str, Tensor]) -> NeuralModel:
        """A parser with other weights; pretrained vectors that are not learnt are the same."""
        weights = weights | dict(self.network.named_buffers())
        return NeuralModel([Member.of(self._own, self.vocabulary, self.scheme, weights)], self.scheme)

    def origin(self) -> dict[str, Any]:
        """What else than a treebank and options it learns from."""
        return {"embeddings": self._vectors} if self._vectors else {}

    def settings(self) -> dict[str, Any]:
        """What the configuration of a model file has of the network."""
        return settings(self._own, self.vocabulary, self.scheme.label_uses)

    def state(self) -> dict[str, Tensor]:
        """All that it takes to go on after this epoch."""
        return self.optimizer.state()

    def restore(self, state: dict[str, Tensor], epoch: int, steps: int) -> None:
        """Go on after an epoch, so many steps of the optimizer from the start; a ValueError if that cannot be."""
        if type(steps) is not int or not self._steps.can_end_epochs(epoch, steps):
            raise ValueError(f"{steps} steps in {epoch} epochs")
        self.optimizer.restore(state, steps)
        self.epoch = epoch

    def save(self, path: PathLike, made: dict[str, Any], epochs: list[Epoch], best: Any) -> None:
        """Write a checkpoint, with the weights of the best parser so far."""
        description = {
            "made": made,
            "examples": self._examples,
            "epochs": [asdict(epoch) for epoch in epochs],
            "steps": self.optimizer.taken,
        }
        weights = {} if best is None else dict(best.members[0].network.named_parameters())
        checkpoint.write_checkpoint(
            path, description, self.state() | {f"{_BEST}{name}": own for name, own in weights.items()}
        )

    def resume(self, path: PathLike, made: dict[str, Any], *, has_dev: bool) -> tuple[list[Epoch], NeuralModel]:
        """Go on where a run that was `made` alike wrote a checkpoint; returns its epochs and the best model."""
        description, tensors = checkpoint.read_checkpoint(path, made)
        # Tags and lemmas are predicted by what comes before the parser, which `made` tells nothing of.
        if description.get("examples", self._examples) != self._examples:
            raise checkpoint.of_another_run(path, ["it had other tags or lemmas to learn from"])
        best = {name.removeprefix(_BEST): own for name, own in tensors.items() if name.startswith(_BEST)}
        others = {name: own for name, own in tensors.items() if not name.startswith(_BEST)}
        try:
            epochs = epochs_of(description["epochs"], has_dev=has_dev, most=self.options.epochs)
            model = self.model_of(best)
            self.restore(others, len(epochs), description["steps"])
        except (KeyError, TypeError, ValueError):
            raise checkpoint.damaged(path) from None
        return epochs, model

    def _step(self, share_out: Map) -> None:
        done = self._steps.epochs_behind(self.epoch, self.optimizer.taken) / self.options.epochs
        gradients = self._steps.next_gradients(share_out)
        if gradients is not None:
            self.optimizer.step(gradients, float(done))

    def _explore(self, batch: SentenceBatch, number: int) -> Passage:
        return self._explorer.explore(batch, [self.options.seed, self.optimizer.taken, number], self.epoch)

    def _gradients(self, passage: Passage, scale: float) -> list[Tensor]:
        network = self.network
        hidden = passage.noise.some_columns(network.hidden(passage.entries, passage.chosen, passage.evidence))
        loss = configuration_loss(network, network.scores(hidden), passage.verdicts, self._own)
        loss = loss + self._root_loss(passage.batch, passage.vectors)
        if network.guesses is not None and passage.head_scores is not None:
            heads, labels = (self._tensor(own[passage.batch.word_places].astype(np.int64)) for own in self._gold)
            loss = loss + network.guesses.loss(passage.head_scores, passage.vectors, passage.batch, heads, labels)
        if network.tag_task is not None:
            batch = passage.batch
            vectors = passage.vectors[self._tensor(batch.word_rows)]
            loss = loss + self._own.tag_loss * network.tag_task.loss(vectors, batch.word_places)
        weights = list(network.parameters())
        gradients = torch.autograd.grad(loss * scale, weights, allow_unused=True)  # sparse where `nn.Embedding` says so
        return [torch.zeros_like(w) if g is None else g for w, g in zip(weights, gradients, strict=True)]

    def _root_loss(self, batch: SentenceBatch, vectors: Tensor) -> Tensor:
        places = batch.word_places
        scores = self.network.root_scores(vectors[self._tensor(batch.word_rows)])
        is_root = self._tensor(self._heads[places] == 0)
        labels = self._tensor(self._labels[places].astype(np.int64))
        return root_loss(scores, batch, is_root, labels, self._tensor((self.scheme.label_uses & UNDER_ROOT) != 0))

    def _tensor(self, array: npt.NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self.network.device)
