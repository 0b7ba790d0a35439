"""Linear support vector machines: models like the perceptron's, learnt by LIBLINEAR."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from crossarc.features import fitted
from crossarc.learners.learner import Prepared, Rules
from crossarc.learners.linear_model import load_linear_model
from crossarc.learners.support_vectors import SupportVectorLearner, SupportVectorOptions

if TYPE_CHECKING:
    from crossarc.parser.model_file import Model, ModelConfiguration
    from crossarc.parser.options import TrainingOptions
    from crossarc.treebank import Treebank


class LibLinear(SupportVectorLearner):
    name = "liblinear"
    options = SupportVectorOptions
    has_beam = True
    cost = 0.1

    def without_effect(self, options: Mapping[str, Any]) -> Rules:
        rules = super().without_effect(options)
        if options.get("labels") == "together":
            rules.append((("beam",), "with labels together there is no beam: a derivation goes on with the best class"))
        return rules

    def prepare(
        self, examples: Treebank, options: TrainingOptions, threads: int, gold: Treebank | None = None
    ) -> Prepared:
        from crossarc.parser.svm import LinearTrainer  # noqa: PLC0415  # options are asked for more often

        templates = fitted(str(options.features), examples, options.tags)
        return Prepared(LinearTrainer(examples, options, templates), templates)

    def load(self, configuration: ModelConfiguration, weights: memoryview) -> Model:
        return load_linear_model(configuration, weights)

    def complaint_about_beam(self, beam: int, trained: int) -> str | None:
        return None if beam == 1 else "liblinear learns without a beam, and parses worse with one"


LEARNER = LibLinear()
