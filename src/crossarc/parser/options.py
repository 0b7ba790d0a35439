"""What can be chosen about training, and what is chosen if nothing is said."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from crossarc import _core
from crossarc.choices import (
    NOT_GIVEN,
    RANGES,
    OptionError,
    UnknownOptionError,
    require_one_of,
    settle_kinds,
)
from crossarc.features import TAGS, default_templates
from crossarc.neural.options import LABEL_CHOICES, NEURAL_NAMES, NeuralOptions
from crossarc.oracle_options import OracleOptions
from crossarc.parser.effects import with_effect, without_effect
from crossarc.parser.svm import COSTS, SVM_LEARNERS, kernel_templates
from crossarc.roots import SEVERAL_FROM, share_with_several
from crossarc.systems import System
from crossarc.treebank import Treebank

LEARNERS = ("perceptron", *SVM_LEARNERS, "bilstm")
UPDATES = ("max-violation", "early")
WIDEST_BEAM = int(RANGES["beam"][1])
NONPROJECTIVE = ("keep", "drop", "projectivize", "lift", "pseudo-head", "pseudo-path", "pseudo-head+path")


@dataclass(frozen=True)
class TrainingOptions:
    """The options of `crossarc.train`, which are those of `crossarc train`.

    None stands for an option that is not given: its value then follows from the others, that of `multi_root` from the
    training data (`fitted_to`). One that is given, but has no effect beside the others, is refused
    (`crossarc.parser.effects`).

    `system` and `oracle`: see `crossarc systems`. `nonprojective`: what to do with training trees that the system
    cannot build; "keep" leaves them to the oracle, as the oracle "exact" needs it, "drop" leaves the sentences out,
    "pseudo-…" lifts arcs until it can build them (`crossarc.transforms`) and puts them back after parsing, "lift"
    learns as "pseudo-head" does and leaves them lifted; "projectivize" takes the closest projective trees, whatever the
    system. `features`: templates as text. `patience`: after how many epochs without a better LAS on the development
    data to stop. `exploration`: how often the parser follows its own wrong predictions in training, from epoch
    `first_exploration` on. `deterministic_oracle`: of several transitions that cost the least, one alone is right, and
    not all: arcs before others, SHIFT last. `beam`: how many derivations are kept side by side, in training and in
    parsing; 1 is greedy. `update`: with a beam, which derivations are compared in training: those at the point where
    the wrong one is furthest ahead, or those where the last right one is lost, which is better for covington.
    `min_updates`: a feature counts when training has updated it so many times (Goldberg & Elhadad 2011). `prune`:
    averaged weights of transitions below this are not kept, nor those of labels below twice this. `multi_root`: a
    sentence may get several roots. `regularize`: the dynamic oracle of 2-planar avoids needless SWITCHes, unless this
    is False. `buffer_arcs` and `planes`: which derivations oracles aim at (`crossarc.oracle_options.OracleOptions`).
    `neural`: the options of the learner "bilstm".

    Of support vector machines (`crossarc.parser.svm` has the values of those that are not given): `cost` is what they
    pay for an error. `labels`: chosen after transitions, or together with them, one class for each transition with
    each label (a network has this option among its own). `tolerance`: how far from the optimum they may stop.
    `degree`, `gamma`, `coef0`: of the kernel of libsvm. `min_split`: how many examples of a tag make a machine of its
    own, with libsvm.
    """

    system: str = "arc-eager"
    root: str | None = None
    reconstruction: str | None = None
    root_links: str | None = None
    learner: str = "perceptron"
    oracle: str = NOT_GIVEN
    regularize: bool = NOT_GIVEN
    buffer_arcs: str | None = None
    planes: str | None = None
    nonprojective: str = NOT_GIVEN
    features: str | None = None
    tags: str = "both"
    epochs: int = NOT_GIVEN
    patience: int = NOT_GIVEN
    exploration: float = NOT_GIVEN
    first_exploration: int = NOT_GIVEN
    deterministic_oracle: bool | None = None
    beam: int = NOT_GIVEN
    update: str = NOT_GIVEN
    min_updates: int = NOT_GIVEN
    prune: float = NOT_GIVEN
    multi_root: bool = NOT_GIVEN
    seed: int = 1
    cost: float | None = None
    labels: str | None = None
    tolerance: float | None = None
    degree: int | None = None
    gamma: float | None = None
    coef0: float | None = None
    min_split: int | None = None
    neural: NeuralOptions | None = None
    _given: ClassVar[frozenset[str]] = frozenset()  # of each object: it is no option

    @classmethod
    def of(cls, **options: Any) -> TrainingOptions:
        """From options by their names, those of `NeuralOptions` among them."""
        given = {name: value for name, value in options.items() if value is not None}
        known = {field.name for field in fields(cls)}
        for name in given:
            if name not in known and name not in NEURAL_NAMES:
                raise UnknownOptionError(name, sorted({*known, *NEURAL_NAMES}))
        of_network = [name for name in NEURAL_NAMES if given.get("learner") == "bilstm" or name not in known]
        own = {name: given.pop(name) for name in of_network if name in given}
        if own and "neural" in given:
            raise OptionError("neural", f"it has {next(iter(own))} already")
        if own and given.get("learner") == "bilstm":
            given["neural"] = NeuralOptions.of(**own)
        return cls(**given)._checked([*given, *own])

    def __post_init__(self) -> None:
        given = [field.name for field in fields(self) if getattr(self, field.name) is not field.default]
        settle_kinds(self)
        require_one_of("learner", self.learner, LEARNERS)
        require_one_of("tags", self.tags, TAGS)
        self._settle_learner()
        self._settle(epochs=15, patience=4, exploration=0.9, first_exploration=2, beam=1, min_updates=5, prune=0.5)
        self._settle(update="early" if self.system.endswith("covington") else "max-violation")
        require_one_of("update", self.update, UPDATES)
        system = self.parsing_system
        self._settle(oracle=next(name for name in ("dynamic", "static-dynamic", "static") if name in system.oracles))
        system.require_oracle(self.oracle)
        self._settle(regularize=(self.system, self.oracle) == ("2-planar", "dynamic"))
        OracleOptions(buffer_arcs=self.buffer_arcs, planes=self.planes)  # which knows what they can be
        makes_projective = self.is_projective and self.oracle != "exact"
        self._settle(nonprojective="pseudo-head" if makes_projective else "keep")
        require_one_of("nonprojective", self.nonprojective, NONPROJECTIVE)
        self._checked(given)
        if self.features is None and self.learner != "bilstm":
            self._settle(features=self._own_templates())
        if self.features is not None:
            _core.check_templates(self.features)  # here, where lines are still those that the user has written

    def _settle(self, **values: Any) -> None:
        """The values of options that were not given."""
        for name, value in values.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)

    def _settle_learner(self) -> None:
        if self.learner == "bilstm":
            if self.system.startswith("undirected"):
                raise OptionError("system", f"the learner bilstm does not know undirected systems: {self.system}")
            self._settle(neural=NeuralOptions())
            assert self.neural is not None
            self._settle(epochs=self.neural.epochs, patience=self.neural.patience)
            self._settle(exploration=self.neural.exploration(self.system), first_exploration=1)
            if self.labels is not None:
                raise OptionError("labels", "it belongs into neural")
        elif self.neural is not None:
            raise OptionError("neural", "it belongs to the learner bilstm")
        if self.labels is not None:
            require_one_of("labels", self.labels, LABEL_CHOICES)
        if self.learner in SVM_LEARNERS:  # which learn from static derivations, once
            if self.oracle not in (None, "static"):
                problem = f"the learner {self.learner} learns from the static oracle, not from {self.oracle}"
                raise OptionError("oracle", problem)
            self._settle(oracle="static", epochs=1, cost=COSTS[self.learner])

    def _own_templates(self) -> str:
        """Of the system; a kernel needs no pairs of attributes."""
        templates = default_templates(self.system)
        return kernel_templates(templates) if self.learner == "libsvm" else templates

    def _checked(self, given: Iterable[str]) -> TrainingOptions:
        """These options, unless one of the given ones has no effect."""
        object.__setattr__(self, "_given", frozenset(given))
        self.require_effect()
        return self

    def fitted_to(self, treebank: Treebank) -> TrainingOptions:
        """These options, with the values of those that follow from the trees to learn from."""
        fitted = copy.copy(self)
        fitted._settle(multi_root=share_with_several(treebank) >= SEVERAL_FROM)
        return fitted

    def require_effect(self, *, has_dev: bool = True) -> None:
        """Raise an `OptionError` if an option was given that has no effect."""
        reasons = without_effect(self._flat(), has_dev=has_dev)
        for name in sorted(self._given & set(reasons)):
            raise OptionError(name, f"it has no effect: {reasons[name]}")
        if self.oracle == "exact" and self.is_projective and self.nonprojective != "keep":
            reason = f"nonprojective {self.nonprojective} makes all trees projective before it sees them"
            raise OptionError("oracle", f"exact has no effect: {reason}; take --nonprojective keep")

    def used(self, *, has_dev: bool = True) -> dict[str, Any]:
        """All options that have an effect, those of the network among them, one value for each; without templates."""
        return with_effect(self._flat(), has_dev=has_dev)

    @property
    def own_features(self) -> str | None:
        """The templates, if they are not those that the system and the learner have by themselves."""
        return None if self.learner == "bilstm" or self.features == self._own_templates() else self.features

    def _flat(self) -> dict[str, Any]:
        flat = {field.name: getattr(self, field.name) for field in fields(self)}
        del flat["neural"], flat["features"]
        if self.neural is None:
            return flat
        del flat["labels"]  # the network's own hold
        return self.neural.to_dict() | flat

    @property
    def parsing_system(self) -> System:
        return System(self.system, root=self.root, reconstruction=self.reconstruction, root_links=self.root_links)

    @property
    def oracle_options(self) -> OracleOptions:
        return OracleOptions(self.regularize, self.buffer_arcs, self.planes)

    @property
    def is_projective(self) -> bool:
        """The system builds projective trees only."""
        return self.parsing_system.is_projective

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
        return asdict(self) | {"neural": None if self.neural is None else self.neural.to_dict()}
