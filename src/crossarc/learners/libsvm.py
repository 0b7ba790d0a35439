"""Support vector machines with a polynomial kernel, learnt by LIBSVM."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from crossarc import _core
from crossarc.features import default_templates, fitted
from crossarc.learners.learner import Prepared, Rules, core_system_options, option
from crossarc.learners.support_vectors import SupportVectorLearner, SupportVectorOptions
from crossarc.parser.svm import MIN_SPLIT, Kernel, KernelTrainer, kernel_templates, split_template

if TYPE_CHECKING:
    from crossarc.parser.model_file import Model, ModelConfiguration
    from crossarc.parser.options import TrainingOptions
    from crossarc.treebank import Treebank

_KERNEL = Kernel()


@dataclass(frozen=True)
class KernelOptions(SupportVectorOptions):
    """`degree`, `gamma`, `coef0`: of the kernel. `min_split`: how many examples of a tag make a machine of its own."""

    degree: int | None = option(None, f"of the kernel, (G x·y + R)^DEGREE; {_KERNEL.degree}.", limits=(1, 9))
    gamma: float | None = option(None, f"G of the kernel; {_KERNEL.gamma}.", limits=(1e-6, 1e6))
    coef0: float | None = option(None, f"R of the kernel; {_KERNEL.coef0}.", limits=(0, 1e6))
    min_split: int | None = option(
        None,
        "so many transitions with the same tag of the next word make a machine of its own, the others share one; "
        f"{MIN_SPLIT}.",
        limits=(1, 1_000_000_000),
    )


class LibSvm(SupportVectorLearner):
    name = "libsvm"
    options = KernelOptions
    cost = 1.0

    def without_effect(self, options: Mapping[str, Any]) -> Rules:
        reason = "the learner libsvm has no beam: votes do not add up over a derivation"
        return [*super().without_effect(options), (("beam",), reason)]

    def templates(self, system: str) -> str | None:
        """A kernel needs no pairs of attributes."""
        return kernel_templates(default_templates(system))

    def prepare(
        self, examples: Treebank, options: TrainingOptions, threads: int, gold: Treebank | None = None
    ) -> Prepared:
        templates = fitted(str(options.features), examples, options.tags)
        return Prepared(
            KernelTrainer(examples, options, templates), templates, split=split_template(examples, options.tags)
        )

    def load(self, configuration: ModelConfiguration, weights: memoryview) -> Model:
        return _core.KernelModel.load(
            configuration.system,
            **core_system_options(configuration.system_options),
            templates=configuration.templates,
            split=configuration.split,
            labels=len(configuration.labels),
            weights=np.frombuffer(weights, np.uint8),
        )


LEARNER = LibSvm()
