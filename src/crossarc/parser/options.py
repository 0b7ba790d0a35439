"""What can be chosen about training, and what is chosen if nothing is said."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from crossarc.features import TAGS, default_templates
from crossarc.neural.options import NeuralOptions
from crossarc.systems import System, describe_systems

LEARNERS = ("perceptron", "bilstm")
NONPROJECTIVE = ("keep", "drop", "projectivize", "pseudo-head", "pseudo-path", "pseudo-head+path")


@dataclass(frozen=True)
class TrainingOptions:
    """The options of `crossarc.train`, which are those of `crossarc train`.

    `system` and `oracle`: see `crossarc systems`. `nonprojective`: what to do with training trees that are not
    projective; "keep" leaves them to the oracle, "drop" leaves the sentences out, "projectivize" takes the closest
    projective trees, "pseudo-…" lifts the arcs (`crossarc.transforms`) and puts them back after parsing. `features`:
    templates as text. `patience`: after how many epochs without a better LAS on the development data to stop.
    `exploration`: how often the parser follows its own wrong predictions in training, from epoch `first_exploration`
    on. `prune`: averaged weights below this are not kept. `neural`: the options of the learner "bilstm".
    """

    system: str = "arc-eager"
    root: str | None = None
    reconstruction: str | None = None
    root_links: str | None = None
    learner: str = "perceptron"
    oracle: str | None = None
    regularize: bool = False
    nonprojective: str | None = None
    features: str | None = None
    tags: str = "both"
    epochs: int = 15
    patience: int = 4
    exploration: float = 0.9
    first_exploration: int = 2
    prune: float = 0.1
    multi_root: bool = False
    seed: int = 1
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
        defaults = {"epochs": neural.epochs, "patience": neural.patience, "exploration": 1.0, "first_exploration": 1}
        return cls(**(options | {name: options.get(name, value) for name, value in defaults.items()}), neural=neural)

    def __post_init__(self) -> None:
        _one_of("learner", self.learner, LEARNERS)
        if self.learner == "bilstm":
            if self.system.startswith("undirected"):
                raise ValueError(f"the learner bilstm does not know undirected systems: {self.system}")
            if self.features is not None:
                raise ValueError("feature templates are for other learners: the network of bilstm has its own words")
            if self.neural is None:
                object.__setattr__(self, "neural", NeuralOptions())
        elif self.neural is not None:
            raise ValueError("'neural' belongs to the learner bilstm")
        _one_of("tags", self.tags, TAGS)
        oracles = self.parsing_system.oracles
        if self.oracle is None:
            object.__setattr__(self, "oracle", _best_oracle(oracles))
        _one_of(f"oracle of {self.system}", self.oracle, oracles)
        if self.nonprojective is None:
            object.__setattr__(self, "nonprojective", "pseudo-head" if self.is_projective else "keep")
        _one_of("nonprojective", self.nonprojective, NONPROJECTIVE)
        if self.features is None and self.learner != "bilstm":
            object.__setattr__(self, "features", default_templates(self.system))
        for name, least in (("epochs", 1), ("patience", 1), ("first_exploration", 1), ("prune", 0), ("seed", 0)):
            if getattr(self, name) < least:
                raise ValueError(f"{name} must be at least {least}: {getattr(self, name)}")
        if not 0 <= self.exploration <= 1:
            raise ValueError(f"exploration must be between 0 and 1: {self.exploration}")

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
        """Of pseudo-projective trees."""
        kind, _, encoding = str(self.nonprojective).partition("-")
        return encoding if kind == "pseudo" else None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def _one_of(name: str, value: str | None, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"{name}: {value!r} is not one of {', '.join(known)}")


def _best_oracle(oracles: tuple[str, ...]) -> str:
    return next(name for name in ("dynamic", "static-dynamic", "static") if name in oracles)
