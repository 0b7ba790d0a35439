"""A trained neural parser: what `crossarc.parser.Parser` runs, and the bytes it is stored as."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import Tensor

from crossarc import _core
from crossarc.neural.batches import SentenceBatch, by_length
from crossarc.neural.decoder import Decoder, ParsedBatch, Scheme
from crossarc.neural.member import Member
from crossarc.neural.options import NeuralOptions
from crossarc.neural.settings import settings, settings_of_members, settings_of_several
from crossarc.neural.slots import slots
from crossarc.neural.threads import workers
from crossarc.neural.vocabulary import Vocabulary
from crossarc.neural.weights import stored, unstored

_BATCH = 64  # sentences: more do not fit the processor's caches


class NeuralModel:
    """The counterpart of `_core.PerceptronModel`: one network, or several that decide together."""

    def __init__(self, members: Sequence[Member], scheme: Scheme) -> None:
        self.members, self.scheme = tuple(members), scheme
        self.decoder = Decoder([member.network for member in members], scheme)

    @classmethod
    def of_several(cls, models: Sequence[NeuralModel]) -> NeuralModel:
        """All their networks together; a ValueError if they were made for different parsers."""
        scheme = _common_scheme([model.scheme for model in models])
        return cls([member for model in models for member in model.members], scheme)

    @property
    def weight_count(self) -> int:
        return sum(weights.numel() for weights in self._weights().values())

    def weights(self) -> bytes:
        return stored(self._weights())

    def _weights(self) -> dict[str, Tensor]:
        """Of several networks each has its number before the names, so that one has the names that it always had."""
        if len(self.members) == 1:
            return dict(self.members[0].network.state_dict())
        states = [member.network.state_dict() for member in self.members]
        return {f"{number}.{name}": own for number, state in enumerate(states) for name, own in state.items()}

    def settings(self) -> dict[str, Any]:
        """What the configuration of a model file has of the networks."""
        uses = self.scheme.label_uses
        return settings_of_several([settings(own.options, own.vocabulary, uses) for own in self.members])

    @classmethod
    def load(
        cls, system: str, system_options: dict[str, str], labels: int, told: Any, weights: memoryview
    ) -> NeuralModel:
        """From what `settings` told, and weights, which stay where they are; a ValueError if they fit nothing."""
        own = settings_of_members(told)
        shares = _shares(unstored(weights), len(own))
        schemes, members = [], []
        for one, share in zip(own, shares, strict=True):
            options, vocabulary, scheme = _made_with(one, system, system_options, labels)
            schemes.append(scheme)
            members.append(Member.of(options, vocabulary, scheme, share))
        return cls(members, _common_scheme(schemes))

    def derivation(
        self, document: _core.Document, sentence: int, beam: int, one_root: bool, first: Sequence[str]
    ) -> list[tuple[str, int, dict[str, float]]]:
        """As that of `_core.PerceptronModel`; `first` must be its own first transitions, or a ValueError tells so."""
        assert beam == 1
        core = self.scheme.core_system
        names, arcs = core.transitions, set(core.arc_transitions)
        steps: list[tuple[str, int, dict[str, float]]] = []

        def watch(sentences: _core.LockStep, scores: npt.NDArray[np.float32]) -> None:
            chosen, values = np.empty((1, 2), np.int32), np.empty((1, len(names)), np.float32)
            sentences.look_ahead(scores, chosen, values)
            name = names[chosen[0, 0]]
            of_legal = {own: float(value) for own, value in zip(names, values[0], strict=True) if not np.isnan(value)}
            steps.append((name, int(chosen[0, 1]) if name in arcs else -1, of_legal))

        batches = [SentenceBatch(m.vocabulary.encoded(document), np.array([sentence])) for m in self.members]
        self.decoder.parse(batches, one_root, watch=watch)
        if [name for name, _, _ in steps[: len(first)]] != list(first):
            raise ValueError("models of the learner bilstm tell their own derivations alone")
        return steps

    def parse(self, document: _core.Document, beam: int, one_root: bool, margins: bool, threads: int) -> ParsedBatch:
        """Heads and labels of all words, greedily, and if they are wanted the margins of transitions and labels."""
        assert beam == 1  # the caller has refused others
        words = [member.vocabulary.encoded(document) for member in self.members]
        parsed = ParsedBatch.of(document.word_count, margins)

        def parse_batch(batch: SentenceBatch) -> None:
            batches = [SentenceBatch(own, batch.sentences) for own in words]
            own = self.decoder.parse(batches, one_root, margins)
            for whole, part in zip(parsed, own, strict=True):
                if whole.size:
                    whole[batch.word_places] = part

        with workers(threads) as share_out:
            for _ in share_out(parse_batch, by_length(words[0], _BATCH)):
                pass
        return parsed


def _made_with(
    told: Any, system: str, system_options: dict[str, str], labels: int
) -> tuple[NeuralOptions, Vocabulary, Scheme]:
    try:
        options = NeuralOptions.from_dict(told["options"])
        vocabulary = Vocabulary.from_dict(told["vocabulary"])
        uses = np.array(told["label_uses"], np.uint8)
    except (TypeError, KeyError, OverflowError) as error:
        raise ValueError(f"the network's settings are broken: {error}") from None
    if uses.shape != (labels,):
        raise ValueError("the network's labels are those of another parser")
    looked_at = slots(system, options.head_slots)
    return options, vocabulary, Scheme(system, system_options, looked_at, uses, options.labels == "after")


def _common_scheme(schemes: Sequence[Scheme]) -> Scheme:
    if any(not scheme.is_like(schemes[0]) for scheme in schemes):
        raise ValueError("their networks look at other words, or their labels stand in other places")
    return schemes[0]


def _shares(weights: dict[str, Tensor], members: int) -> Iterator[dict[str, Tensor]]:
    """The weights of each network, by the names that it has for them."""
    if members == 1:
        yield weights
        return
    shares: dict[str, dict[str, Tensor]] = {str(number): {} for number in range(members)}
    for name, own in weights.items():
        number, _, name_there = name.partition(".")
        if number not in shares:
            raise ValueError("its weights are those of another network")
        shares[number][name_there] = own
    yield from shares.values()
