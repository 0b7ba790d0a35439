"""Support vector machines with a polynomial kernel, learnt by LIBSVM."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crossarc import _core
from crossarc.features import default_templates, fitted
from crossarc.learners.kernel import MIN_SPLIT, Kernel
from crossarc.learners.learner import Prepared, Rules, core_system_options, option
from crossarc.learners.support_vectors import PANEL, SupportVectorLearner, SupportVectorOptions

if TYPE_CHECKING:
    from crossarc.parser.model_file import Model, ModelConfiguration
    from crossarc.parser.options import TrainingOptions
    from crossarc.treebank import Treebank

_KERNEL = Kernel()


@dataclass(frozen=True)
class KernelOptions(SupportVectorOptions):
    """`degree`, `gamma`, `coef0`: of the kernel. `min_split`: how many examples of a tag make a machine of its own."""

    degree: int | None = option(
        None,
        "libsvm: D of the kernel, (G x·y + R)^D",
        limits=(1, 9),
        metavar="D",
        told=str(_KERNEL.degree),
        panel=PANEL,
    )
    gamma: float | None = option(
        None, "libsvm: G of the kernel", limits=(1e-6, 1e6), metavar="G", told=str(_KERNEL.gamma), panel=PANEL
    )
    coef0: float | None = option(
        None, "libsvm: R of the kernel", limits=(0, 1e6), metavar="R", told=str(_KERNEL.coef0), panel=PANEL
    )
    min_split: int | None = option(
        None,
        "libsvm: N examples of a tag get a machine",
        limits=(1, 1_000_000_000),
        metavar="N",
        told=str(MIN_SPLIT),
        panel=PANEL,
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
        from crossarc.parser.svm import kernel_templates  # noqa: PLC0415  # options are asked for more often

        return kernel_templates(default_templates(system))

    def prepare(
        self, examples: Treebank, options: TrainingOptions, threads: int, gold: Treebank | None = None
    ) -> Prepared:
        from crossarc.parser.svm import KernelTrainer, split_template  # noqa: PLC0415

        templates = fitted(str(options.features), examples, options.tags)
        return Prepared(
            KernelTrainer(examples, options, templates), templates, split=split_template(examples, options.tags)
        )

    def load(self, configuration: ModelConfiguration, weights: memoryview) -> Model:
        import numpy as np  # noqa: PLC0415

        return _core.KernelModel.load(
            configuration.system,
            **core_system_options(configuration.system_options),
            templates=configuration.templates,
            split=configuration.split,
            labels=len(configuration.labels),
            weights=np.frombuffer(weights, np.uint8),
        )


LEARNER = LibSvm()
