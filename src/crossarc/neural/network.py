"""The network: word vectors from a BiLSTM, and what a transition scores given the words at the slots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from crossarc import _core
from crossarc.errors import ArgumentError
from crossarc.neural.batches import SentenceBatch
from crossarc.neural.guesses import FIGURES, Guesses, pairs
from crossarc.neural.noise import Noise
from crossarc.neural.options import NeuralOptions
from crossarc.neural.tags import TagTask
from crossarc.neural.vocabulary import RESERVED, EncodedWords, Ids, Vocabulary

_WINDOW = 5  # characters that are looked at together


class Characters(nn.Module):
    """What a word is made of: the strongest answer of each filter over windows of its characters.

    A convolution over characters as one-hot vectors is a sum of one row for each character of the window, so there is
    nothing to multiply.
    """

    def __init__(self, characters: int, size: int) -> None:
        super().__init__()
        self.filters = nn.Parameter(torch.empty((characters + 2) * _WINDOW, size))
        self.bias = nn.Parameter(torch.empty(size))

    def reset(self, generator: torch.Generator) -> None:
        nn.init.normal_(self.filters, std=_WINDOW**-0.5, generator=generator)
        nn.init.zeros_(self.bias)

    def forward(self, characters: Tensor) -> Tensor:
        """From [word, character] to [word, size]."""
        words, length = characters.shape
        padded = nn.functional.pad(characters, (_WINDOW // 2, _WINDOW // 2))
        windows = padded.unfold(1, _WINDOW, 1) * _WINDOW + torch.arange(_WINDOW, device=characters.device)
        answers = embedding_bag(windows.reshape(words * length, _WINDOW), self.filters, mode="sum") + self.bias
        strongest: Tensor = answers.relu().view(words, length, -1).masked_fill((characters == 0)[..., None], 0).amax(1)
        return strongest


class VectorShape(NamedTuple):
    """Of pretrained word vectors: how many numbers each has, and how many of them, the first ones, are tuned."""

    size: int
    tuned: int


class WordInput(nn.Module):
    """The vector of each word by itself: embeddings of its columns side by side."""

    def __init__(self, options: NeuralOptions, vocabulary: Vocabulary, vectors: VectorShape) -> None:
        super().__init__()
        sizes = {"word": options.word_size, "lemma": options.lemma_size}
        sparse = options.sparse_updates
        self.tables = nn.ModuleDict(
            {
                name: nn.Embedding(
                    len(vocabulary.columns[name]) + RESERVED, sizes.get(name, options.tag_size), sparse=sparse
                )
                for name in vocabulary.used_columns
            }
        )
        self.size = sum(int(table.embedding_dim) for table in self.tables.values())
        self.features = self.characters = None
        self.has_vectors = bool(vocabulary.vectors)
        if vocabulary.features:
            self.features = nn.Parameter(torch.empty(len(vocabulary.features) + 1, options.feats_size))
            self.size += options.feats_size
        if vocabulary.characters:
            self.characters = Characters(len(vocabulary.characters), options.char_size)
            self.size += options.char_size
        self.tuned_vectors = None
        if self.has_vectors:  # they stay as they are: a buffer is no parameter
            self.register_buffer("vectors", torch.zeros(len(vocabulary.vectors) - vectors.tuned + 1, vectors.size))
            self.size += vectors.size
            if options.tune_embeddings:  # those of training words, which no others could be learnt from
                self.tuned_vectors = nn.Embedding(vectors.tuned + 1, vectors.size, sparse=sparse)
        if not self.size:
            raise ArgumentError("there is nothing for the network to look at: give it words, characters or tags")

    def reset(self, generator: torch.Generator) -> None:
        for table in [*self.tables.values(), *filter(None, [self.tuned_vectors])]:
            nn.init.normal_(table.weight, std=table.embedding_dim**-0.5, generator=generator)
        if self.features is not None:
            nn.init.normal_(self.features, std=self.features.shape[1] ** -0.5, generator=generator)
        if self.characters is not None:
            self.characters.reset(generator)

    def set_vectors(self, pretrained: Tensor) -> None:
        """Have all pretrained vectors as they are in the vocabulary's order."""
        tuned = 0
        if self.tuned_vectors is not None:
            tuned = len(self.tuned_vectors.weight) - 1
            with torch.no_grad():
                self.tuned_vectors.weight[1:] = pretrained[:tuned]
        self.vectors[1:] = pretrained[tuned:]

    def forward(self, batch: SentenceBatch, noise: Noise | None) -> Tensor:
        """[time, sentence, size]"""
        parts = list(self._parts(batch.words, batch.places, noise))
        if noise is not None:
            parts = [noise.some_rows(part) for part in parts]
        return torch.cat(parts, -1)

    def _parts(self, words: EncodedWords, places: Ids, noise: Noise | None) -> Iterator[Tensor]:
        for name, table in self.tables.items():
            ids = words.columns[name][places]
            yield table(self._tensor(noise.unknown_words(name, ids) if noise is not None else ids))
        if self.features is not None:
            assert words.feats is not None and words.features is not None
            features = words.features[words.feats[places].reshape(-1)]
            summed = embedding_bag(self._tensor(features), self.features, mode="sum", padding_idx=0)
            yield summed.view(*places.shape, -1)
        if self.characters is not None:
            assert words.forms is not None and words.characters is not None
            forms, where = np.unique(words.forms[places], return_inverse=True)
            characters = words.characters[forms]
            longest = max(1, int((characters != 0).sum(1).max()))
            spelled = self.characters(self._tensor(characters[:, :longest]))
            yield spelled[self._tensor(where.reshape(places.shape))]
        if self.has_vectors:
            yield self._vectors(words.columns["vector"][places])

    def _vectors(self, ids: Ids) -> Tensor:
        """Pretrained ones. Those that are tuned come first; words that have none get what is learnt for such words, or
        0 if nothing is learnt."""
        if self.tuned_vectors is None:
            return self.vectors[self._tensor(ids)]
        tuned = len(self.tuned_vectors.weight) - 1
        found: Tensor = self.tuned_vectors(self._tensor(np.where(ids <= tuned, ids, 0)))
        if (is_fixed := ids > tuned).any():
            fixed = self.vectors[self._tensor(np.where(is_fixed, ids - tuned, 0))]
            found = torch.where(self._tensor(is_fixed)[..., None], fixed, found)
        return found

    def _tensor(self, ids: Ids | npt.NDArray[np.bool_]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(ids)).to(next(chain(self.parameters(), self.buffers())).device)


class Reader(nn.Module):
    """The BiLSTM. Each direction reads a sentence from its own end, so that padding comes last and changes nothing."""

    def __init__(self, size: int, options: NeuralOptions) -> None:
        super().__init__()
        sizes = [size] + [2 * options.lstm_size] * (options.lstm_layers - 1)
        self.onward = nn.ModuleList(nn.LSTM(size, options.lstm_size) for size in sizes)
        self.backward_ = nn.ModuleList(nn.LSTM(size, options.lstm_size) for size in sizes)
        self.size = 2 * options.lstm_size

    def reset(self, generator: torch.Generator) -> None:
        """Glorot & Bengio's (2010) weights; gates that forget begin open."""
        for lstm in (*self.onward, *self.backward_):
            size = lstm.hidden_size
            for name, weights in lstm.named_parameters():
                if name.startswith("bias"):
                    nn.init.zeros_(weights)
                    if name.startswith("bias_ih"):
                        nn.init.ones_(weights[size : 2 * size])
                else:
                    for gate in weights.split(size):
                        nn.init.xavier_uniform_(gate, generator=generator)

    def forward(self, x: Tensor, batch: SentenceBatch, noise: Noise | None) -> Tensor:
        """From [time, sentence, size] to [row, size], without padding."""
        reversal = torch.from_numpy(batch.reversal).to(x.device)
        filled = torch.from_numpy(batch.filled).to(x.device)
        shape = x.shape[:2]
        for layer, (onward, backward) in enumerate(zip(self.onward, self.backward_, strict=True)):
            if noise is not None:
                x = noise.some_columns(x, shared=0)
            mirrored = x.flatten(0, 1)[reversal].view(*shape, -1)
            left, right = onward(x)[0].flatten(0, 1), backward(mirrored)[0].flatten(0, 1)
            if layer == len(self.onward) - 1:
                return torch.cat([left[filled], right[reversal[filled]]], 1)
            x = torch.cat([left, right[reversal]], 1).view(*shape, -1)
        raise AssertionError("there is at least one layer")


class Network(nn.Module):
    """All that is learnt. `columns` of scores are those of core/parsing/score_columns.hpp."""

    def __init__(
        self,
        options: NeuralOptions,
        vocabulary: Vocabulary,
        slots: list[str],
        system: _core.System,
        labels: int,
        vectors: VectorShape,
    ) -> None:
        super().__init__()
        self.slot_count, self.transition_count, self.label_count = len(slots), len(system.transitions), labels
        arcs = set(system.arc_transitions)
        self.arc_transitions = [k for k, name in enumerate(system.transitions) if name in arcs]
        self.hidden_size = options.hidden_size
        self.input = WordInput(options, vocabulary, vectors)
        self.reader = Reader(self.input.size, options)
        size = self.reader.size
        # Two networks, one for transitions and one for labels, whose hidden layers lie side by side.
        self.missing = nn.Parameter(torch.empty(1, size))
        self.slot_weights = nn.Parameter(torch.empty(len(slots) * 2 * options.hidden_size, size))
        self.slot_bias = nn.Parameter(torch.empty(2 * options.hidden_size))
        self.of_transitions = nn.Linear(options.hidden_size, len(system.transitions))
        self.of_labels = nn.Linear(options.hidden_size, len(self.arc_transitions) * labels)
        self.of_roots = nn.Linear(size, 1 + labels)
        self.tag_task: TagTask | None = None  # training has it, parsing does without
        self.guesses = self.evidence_weights = None
        if options.guess_size:
            self.guesses = Guesses(size, options.guess_size, labels)
            figures = len(pairs(slots)) * FIGURES
            self.evidence_weights = nn.Parameter(torch.empty(figures, 2 * options.hidden_size))

    @property
    def column_count(self) -> int:
        return self.transition_count + len(self.arc_transitions) * self.label_count

    @property
    def device(self) -> torch.device:
        return self.missing.device

    def reset(self, seed: int) -> None:
        """Weights to begin with, from nothing but the seed."""
        generator = torch.Generator().manual_seed(seed)
        self.input.reset(generator)
        self.reader.reset(generator)
        nn.init.normal_(self.missing, std=0.1, generator=generator)
        bound = (6 / (self.slot_count * self.reader.size + self.hidden_size)) ** 0.5
        nn.init.uniform_(self.slot_weights, -bound, bound, generator=generator)
        nn.init.zeros_(self.slot_bias)
        for layer in (self.of_transitions, self.of_labels, self.of_roots):
            nn.init.xavier_uniform_(layer.weight, generator=generator)
            nn.init.zeros_(layer.bias)
        if self.guesses is not None and self.evidence_weights is not None:
            self.guesses.reset(generator)
            nn.init.xavier_uniform_(self.evidence_weights, generator=generator)

    def word_vectors(self, batch: SentenceBatch, noise: Noise | None = None) -> Tensor:
        """[row, size]: the words of each sentence and its root."""
        vectors: Tensor = self.reader(self.input(batch, noise), batch, noise)
        return vectors if noise is None else noise.some_columns(vectors)

    def entries(self, vectors: Tensor) -> Tensor:
        """What the hidden layer makes of each word in each slot, and of no word: [(rows + 1) · slots, hidden]."""
        rows = torch.cat([vectors, self.missing])
        return torch.mm(rows, self.slot_weights.t()).view(-1, 2 * self.hidden_size)

    def hidden(self, entries: Tensor, chosen: Tensor, evidence: Tensor | None) -> Tensor:
        """The hidden layer for configurations given by the entries at their slots: [configuration, slot]."""
        summed = embedding_bag(chosen, entries, mode="sum")
        if evidence is not None and self.evidence_weights is not None:
            summed = torch.addmm(summed, evidence, self.evidence_weights)
        return torch.tanh(summed + self.slot_bias)

    def scores(self, hidden: Tensor) -> Tensor:
        of_transitions, of_labels = hidden.split(self.hidden_size, 1)
        return torch.cat([self.of_transitions(of_transitions), self.of_labels(of_labels)], 1)

    def root_scores(self, vectors: Tensor) -> Tensor:
        """For each vector: how good a root the word is, and which label it would have: [row, 1 + labels]."""
        scores: Tensor = self.of_roots(vectors)
        return scores
