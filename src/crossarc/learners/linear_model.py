"""Models of weights, which several learners make, from files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crossarc import _core
from crossarc.learners.learner import core_system_options

if TYPE_CHECKING:
    from crossarc.parser.model_file import ModelConfiguration


def load_linear_model(configuration: ModelConfiguration, weights: memoryview) -> _core.PerceptronModel:
    import numpy as np  # noqa: PLC0415  # learners are named without it

    return _core.PerceptronModel.load(
        configuration.system,
        **core_system_options(configuration.system_options),
        templates=configuration.templates,
        labels=len(configuration.labels),
        weights=np.frombuffer(weights, np.uint8),
    )
