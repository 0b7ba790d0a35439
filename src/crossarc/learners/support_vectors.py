"""What support vector machines of all kinds have in common as learners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from crossarc.choices import OptionError
from crossarc.learners.label_choice import labels_option
from crossarc.learners.learner import Learner, LearnerOptions, Rules, option

TOLERANCE = 0.1  # MaltParser's for both libraries, where none is given
PANEL = "Support vector machines (liblinear, libsvm)"  # of the help of `crossarc train`
_OF_EPOCHS = ("epochs", "patience", "exploration", "first_exploration", "regularize", "update")


@dataclass(frozen=True)
class SupportVectorOptions(LearnerOptions):
    """`cost`: what a machine pays for an error. `labels`: chosen after transitions, or together with them, one class
    for each transition with each label. `tolerance`: how far from the optimum it may stop.
    """

    labels: str | None = labels_option(None)
    cost: float | None = option(
        None, "what an error costs", limits=(1e-6, 1e6), metavar="C", told="liblinear: 0.1, libsvm: 1", panel=PANEL
    )
    tolerance: float | None = option(
        None,
        "how far from the optimum it may stop",
        limits=(1e-9, 100),
        metavar="E",
        told=str(TOLERANCE),
        panel=PANEL,
    )


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

    def require_packages(self) -> None:
        from crossarc.parser.svm import require_scikit_learn  # noqa: PLC0415  # options are asked for more often

        require_scikit_learn()

    def without_effect(self, options: Mapping[str, Any]) -> Rules:
        return [(_OF_EPOCHS, f"the learner {self.name} learns once, from the static oracle's derivations")]
