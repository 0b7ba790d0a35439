"""What can be chosen about training, and what is chosen if nothing is said."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from crossarc import _core
from crossarc.choices import require_one_of, settle_kinds
from crossarc.features import TAGS, default_templates
from crossarc.neural.options import NeuralOptions
from crossarc.parser.svm import COSTS, SVM_LEARNERS, kernel_templates
from crossarc.systems import System, describe_systems

LEARNERS = ("perceptron", *SVM_LEARNERS, "bilstm")
UPDATES = ("max-violation", "early")
WIDEST_BEAM = 1024
_LEAST = {"epochs": 1, "patience": 1, "first_exploration": 1, "min_updates": 0, "prune": 0, "seed": 0}
NONPROJECTIVE = ("keep", "drop", "projectivize", "lift", "pseudo-head", "pseudo-path", "pseudo-head+path")


@dataclass(frozen=True)
class TrainingOptions:
    """The options of `crossarc.train`, which are those of `crossarc train`.

    `system` and `oracle`: see `crossarc systems`. `nonprojective`: what to do with training trees that are not
    projective; "keep" leaves them to the oracle, "drop" leaves the sentences out, "projectivize" takes the closest
    projective trees, "pseudo-…" lifts the arcs (`crossarc.transforms`) and puts them back after parsing, "lift" learns
    as "pseudo-head" does and leaves them lifted. `features`: templates as text. `patience`: after how many epochs
    without a better LAS on the development data to stop. `exploration`: how often the parser follows its own wrong
    predictions in training, from epoch `first_exploration` on. `beam`: how many derivations are kept side by side, in
    training and in parsing; 1 is greedy. `update`: with a beam, which derivations are compared in training: those at
    the point where the wrong one is furthest ahead, or those where the last right one is lost, which is better for
    covington. `min_updates`: a feature counts when training has updated it so many times (Goldberg & Elhadad 2011).
    `prune`: averaged weights of transitions below this are not kept, nor those of labels below twice this.
    `regularize`: the dynamic oracle of 2-planar avoids needless SWITCHes, unless this is False. `cost`: what support
    vector machines pay for an error. `neural`: the options of the learner "bilstm".
    """

    system: str = "arc-eager"
    root: str | None = None
    reconstruction: str | None = None
    root_links: str | None = None
    learner: str = "perceptron"
    oracle: str | None = None
    regularize: bool | None = None
    nonprojective: str | None = None
    features: str | None = None
    tags: str = "both"
    epochs: int = 15
    patience: int = 4
    exploration: float = 0.9
    first_exploration: int = 2
    beam: int = 1
    update: str | None = None
    min_updates: int = 5
    prune: float = 0.5
    multi_root: bool = False
    seed: int = 1
    cost: float | None = None
    neural: NeuralOptions | None = None

    @classmethod
    def of(cls, **options: Any) -> TrainingOptions:
        """From options by their names, those of `NeuralOptions` among them; the neural parser has its own defaults."""
        own = {name: options.pop(name) for name in set(options) - {field.name for field in fields(cls)}}
        if options.get("learner") != "bilstm":
            if own:
                raise TypeError(f"options that the learner does not have: {', '.join(sorted(own))}")
            return cls(**options)
        neural = options.pop("neural", None) or NeuralOptions.of(**own)
        defaults = {
            "epochs": neural.epochs,
            "patience": neural.patience,
            "exploration": neural.exploration(options.get("system", cls.system)),
            "first_exploration": 1,
        }
        return cls(**(options | {name: options.get(name, value) for name, value in defaults.items()}), neural=neural)

    def __post_init__(self) -> None:
        settle_kinds(self)
        require_one_of("learner", self.learner, LEARNERS)
        self._set_up_network()
        if self.update is None:
            is_covington = self.system.endswith("covington")
            object.__setattr__(self, "update", "early" if is_covington else "max-violation")
        require_one_of("update", self.update, UPDATES)
        require_one_of("tags", self.tags, TAGS)
        oracles = self.parsing_system.oracles
        if self.learner in SVM_LEARNERS:
            self._set_up_svm()
        if self.oracle is None:
            object.__setattr__(self, "oracle", _best_oracle(oracles))
        require_one_of(f"oracle of {self.system}", self.oracle, oracles)
        if self.regularize is None:
            object.__setattr__(self, "regularize", (self.system, self.oracle) == ("2-planar", "dynamic"))
        if self.nonprojective is None:
            object.__setattr__(self, "nonprojective", "pseudo-head" if self.is_projective else "keep")
        require_one_of("nonprojective", self.nonprojective, NONPROJECTIVE)
        if self.features is None and self.learner != "bilstm":
            object.__setattr__(self, "features", default_templates(self.system))
        if self.features is not None:
            _core.check_templates(self.features)  # here, where lines are still those that the user has written
        self._check_numbers()

    def _check_numbers(self) -> None:
        for name, least in _LEAST.items():
            if not getattr(self, name) >= least:  # NaN is not, either
                raise ValueError(f"{name} must be at least {least}: {getattr(self, name)}")
        if self.seed >= 1 << 64:
            raise ValueError(f"seed must be less than 2**64: {self.seed}")
        if not 1 <= self.beam <= WIDEST_BEAM:
            raise ValueError(f"beam must be from 1 to {WIDEST_BEAM}: {self.beam}")
        if not 0 <= self.exploration <= 1:
            raise ValueError(f"exploration must be between 0 and 1: {self.exploration}")

    def _set_up_network(self) -> None:
        if self.learner == "bilstm":
            if self.system.startswith("undirected"):
                raise ValueError(f"the learner bilstm does not know undirected systems: {self.system}")
            if self.features is not None:
                raise ValueError("feature templates are for other learners: the network of bilstm has its own words")
            if self.beam > 1:
                raise ValueError("the learner bilstm parses greedily: it has no beam")
            if self.neural is None:
                object.__setattr__(self, "neural", NeuralOptions())
        elif self.neural is not None:
            raise ValueError("'neural' belongs to the learner bilstm")

    def _set_up_svm(self) -> None:
        """Classifiers learn from static derivations, once, and have a cost; a kernel needs no pairs of attributes."""
        if self.oracle not in (None, "static"):
            raise ValueError(f"the learner {self.learner} learns from the static oracle, not from {self.oracle}")
        if self.learner == "libsvm" and self.beam > 1:
            raise ValueError("the learner libsvm has no beam: votes do not add up over a derivation")
        object.__setattr__(self, "oracle", "static")
        object.__setattr__(self, "epochs", 1)
        if self.cost is None:
            object.__setattr__(self, "cost", COSTS[self.learner])
        if not float(self.cost or 0) > 0:
            raise ValueError(f"cost must be more than 0: {self.cost}")
        if self.features is None and self.learner == "libsvm":
            object.__setattr__(self, "features", kernel_templates(default_templates(self.system)))

    @property
    def parsing_system(self) -> System:
        return System(self.system, root=self.root, reconstruction=self.reconstruction, root_links=self.root_links)

    @property
    def is_projective(self) -> bool:
        """The system builds projective trees only."""
        base, *buffer_transitions = self.system.split("+")
        trees = {row["name"]: row["trees"] for row in describe_systems()}
        return trees[base] == "projective" and not {"lnba", "rnba"} & set(buffer_transitions)

    @property
    def encoding(self) -> str | None:
        """Of the pseudo-projective trees that it learns from."""
        kind, _, encoding = str(self.nonprojective).partition("-")
        return {"pseudo": encoding, "lift": "head"}.get(kind)

    @property
    def output_encoding(self) -> str | None:
        """What is read from predicted labels to put arcs back."""
        return "none" if self.nonprojective == "lift" else self.encoding

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def _best_oracle(oracles: tuple[str, ...]) -> str:
    return next(name for name in ("dynamic", "static-dynamic", "static") if name in oracles)
