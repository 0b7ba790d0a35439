"""What support vector machines of all kinds have in common as learners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from crossarc.choices import OptionError, require_one_of
from crossarc.learners.label_choice import LABEL_CHOICES, LABELS_HELP
from crossarc.learners.learner import Learner, LearnerOptions, Rules, option
from crossarc.parser.svm import TOLERANCE

_OF_EPOCHS = ("epochs", "patience", "exploration", "first_exploration", "regularize", "update")


@dataclass(frozen=True)
class SupportVectorOptions(LearnerOptions):
    """`cost`: what a machine pays for an error. `labels`: chosen after transitions, or together with them, one class
    for each transition with each label. `tolerance`: how far from the optimum it may stop.
    """

    labels: str | None = option(None, LABELS_HELP, choices=LABEL_CHOICES)
    cost: float | None = option(None, "what an error costs (0.1 and 1).", limits=(1e-6, 1e6))
    tolerance: float | None = option(
        None, f"how far from the optimum training may stop; {TOLERANCE}.", limits=(1e-9, 100)
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.labels is not None:
            require_one_of("labels", self.labels, LABEL_CHOICES)


class SupportVectorLearner(Learner):
    """Learns from static derivations, once."""

    cost: float

    def own_options(self, given: Mapping[str, Any]) -> Any:
        return self.options(**{"cost": self.cost} | dict(given))

    def defaults(self, system: str, own: Any) -> dict[str, Any]:
        return {"oracle": "static", "epochs": 1}

    def refuse(self, system: str, oracle: str | None) -> None:
        if oracle not in (None, "static"):
            raise OptionError("oracle", f"the learner {self.name} learns from the static oracle, not from {oracle}")

    def without_effect(self, options: Mapping[str, Any]) -> Rules:
        return [(_OF_EPOCHS, f"the learner {self.name} learns once, from the static oracle's derivations")]
