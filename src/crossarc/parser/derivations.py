"""The derivation that a trained parser takes through a sentence, with what each transition scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from crossarc.arguments import require_texts
from crossarc.errors import ArgumentError, told_as_arguments
from crossarc.transforms import pseudo_projectivize
from crossarc.transition_systems import System
from crossarc.treebank import Treebank
from crossarc.whole_numbers import whole_number

if TYPE_CHECKING:
    from crossarc.parser.parser import Parser


class ModelStep(NamedTuple):
    """A transition, its label if it builds an arc, and the scores of all that were legal.

    A score of minus infinity is that of a class that training has not seen.
    """

    transition: str
    label: str | None
    scores: dict[str, float]


@dataclass(frozen=True)
class ModelDerivation:
    """The steps, and the tree that the parser makes of them in the end.

    That is another than the one they build where words were left without a head, or hang from another than the one
    root, or labels tell where lifted words belong (`encoding`).
    """

    system: System
    steps: list[ModelStep]
    sentence: Treebank  # of this sentence alone, with the parser's tree and the columns that the model filled in
    encoding: str | None

    @property
    def heads(self) -> list[int]:
        heads: list[int] = self.sentence[0].heads.tolist()
        return heads

    @property
    def deprels(self) -> list[str]:
        return self.sentence[0].deprels

    def __repr__(self) -> str:
        words = len(self.sentence[0])
        return f"<Derivation of {self.system.name} by a parser: {len(self.steps)} transitions for {words} words>"

    def target(self, gold: Treebank) -> Treebank:
        """The tree that the steps aim at: a gold tree, with lifted arcs if the parser learnt from such ones."""
        if self.encoding is None:
            return gold
        return pseudo_projectivize(gold, self.encoding, system=self.system)


def model_derivation(
    parser: Parser,
    treebank: Treebank,
    place: int = 0,
    *,
    beam: int | None = None,
    multi_root: bool | None = None,
    first: Sequence[str] = (),
) -> ModelDerivation:
    """The derivation of one of the sentences of a treebank, as `Parser.parse` takes it.

    With `first`, it begins with these transitions, and goes on greedily; the tree stays that of `Parser.parse`.

    An `ArgumentError` tells of models that do not know their derivations.
    """
    whole_number(place, "the place of a sentence", most=len(treebank) - 1)
    forced = require_texts(first, "first")
    parsed = parser.parse(treebank[np.array([place])], beam=beam, multi_root=multi_root, threads=1)
    configuration, tell = parser._configuration, getattr(parser._model, "derivation", None)
    if tell is None:
        raise ArgumentError(f"models of the learner {configuration.learner} do not tell their derivations")
    one_root = configuration.one_root if multi_root is None else not multi_root
    with told_as_arguments():
        found = tell(parsed._document, 0, configuration.beam if beam is None else beam, one_root, forced)
    labels = configuration.labels
    steps = [ModelStep(name, None if label < 0 else labels[label], scores) for name, label, scores in found]
    system = System(configuration.system, **configuration.system_options)
    return ModelDerivation(system, steps, parsed, configuration.encoding)
