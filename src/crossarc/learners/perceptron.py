"""The averaged perceptron: weights of features, greedily or with a beam, from any oracle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crossarc import _core
from crossarc.features import fitted
from crossarc.learners.learner import Learner, LearnerOptions, Prepared, Rules, core_system_options, option
from crossarc.learners.linear_model import load_linear_model

if TYPE_CHECKING:
    from crossarc.parser.model_file import Model, ModelConfiguration
    from crossarc.parser.options import TrainingOptions
    from crossarc.treebank import Treebank

_SIZE = "Size (perceptron)"  # part of the help of `crossarc train`


@dataclass(frozen=True)
class PerceptronOptions(LearnerOptions):
    """`deterministic_oracle`: of several transitions that cost the least, one alone is right, and not all: arcs before
    others, SHIFT last. `perceptrons`: so many learn from the same sentences, each in an order of its own, and the
    parser has the mean of their weights. `min_updates`: a feature counts when training has updated it so many times
    (Goldberg & Elhadad 2011). `prune`: averaged weights of transitions below this are not kept, nor those of labels
    below twice this.
    """

    deterministic_oracle: bool | None = option(
        None,
        "perceptron: teach one of several right transitions",
        flags="--deterministic-oracle",
        panel="Training",
    )
    perceptrons: int | None = option(
        None,
        "train N and take their mean",
        limits=(1, 64),
        metavar="N",
        told="1",
        panel="Training",
    )
    min_updates: int = option(
        5, "leave out features updated less often", limits=(0, 1_000_000_000), metavar="N", panel=_SIZE
    )
    prune: float = option(
        0.5, "leave out weights below W: a smaller file", limits=(0, 1_000_000_000), metavar="W", panel=_SIZE
    )


class Perceptron(Learner):
    name = "perceptron"
    options = PerceptronOptions
    has_beam = True

    def without_effect(self, options: Mapping[str, Any]) -> Rules:
        rules: Rules = [(("labels",), "the perceptron chooses labels after transitions; other learners have a choice")]
        if options.get("oracle") == "static":
            rules.append((("deterministic_oracle",), "the static oracle names one transition anyway"))
        if options.get("beam") != 1:
            reason = "it belongs to greedy training: a beam follows all right derivations"
            rules.append((("deterministic_oracle",), reason))
        return rules

    def prepare(
        self, examples: Treebank, options: TrainingOptions, threads: int, gold: Treebank | None = None
    ) -> Prepared:
        templates = fitted(str(options.features), examples, options.tags)
        return Prepared(PerceptronTrainer(examples, options, templates, threads), templates)

    def load(self, configuration: ModelConfiguration, weights: memoryview) -> Model:
        return load_linear_model(configuration, weights)

    def complaint_about_beam(self, beam: int, trained: int) -> str | None:
        """Weights fit the search that they were learnt with."""
        return f"the parser was trained with beam {trained} and is worse with others: for beam {beam} train one with it"


class PerceptronTrainer:
    """The core's, which leaves out small weights."""

    def __init__(self, examples: Treebank, options: TrainingOptions, templates: str, threads: int) -> None:
        self._least = options.own.prune
        self._core = _core.PerceptronTrainers(
            examples._document,
            system=options.system,
            **core_system_options(options.parsing_system.options),
            templates=templates,
            labels=len(examples.strings("deprel")),
            oracle=options.oracle,
            oracle_options=options.oracle_options.core,
            exploration=options.exploration,
            first_exploration=options.first_exploration,
            deterministic_oracle=bool(options.own.deterministic_oracle),
            beam=options.beam,
            max_violation=options.update == "max-violation",
            least_updates=options.own.min_updates,
            seed=options.seed,
            perceptrons=options.own.perceptrons or 1,
            threads=threads,
        )

    def start_epoch(self) -> None:
        self._core.start_epoch()

    def learn(self, sentences: int) -> int:
        return self._core.learn(sentences)

    def model(self) -> _core.PerceptronModel:
        return self._core.model(self._least)


LEARNER = Perceptron()
