"""What can be chosen about training, and what is chosen if nothing is said."""

from __future__ import annotations

import copy
from dataclasses import dataclass, fields
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
from crossarc.features import TAGS
from crossarc.learners import all_learners, belongs_to, learner_named, learners_with
from crossarc.learners.learner import Learner
from crossarc.oracle_options import OracleOptions
from crossarc.parser.effects import with_effect, without_effect
from crossarc.roots import SEVERAL_FROM, share_with_several
from crossarc.systems import System
from crossarc.treebank import Treebank

UPDATES = ("max-violation", "early")
WIDEST_BEAM = int(RANGES["beam"][1])
NONPROJECTIVE = ("keep", "drop", "projectivize", "lift", "pseudo-head", "pseudo-path", "pseudo-head+path")


@dataclass(frozen=True, init=False)
class TrainingOptions:
    """The options of `crossarc.train`, which are those of `crossarc train`.

    None stands for an option that is not given: its value then follows from the others, that of `multi_root`, and with
    some learners those of `epochs` and `patience`, from the training data (`fitted_to`). One that is given, but has no
    effect beside the others, is refused (`crossarc.parser.effects`).

    `system` and `oracle`: see `crossarc systems`. `nonprojective`: what to do with training trees that the system
    cannot build; "keep" leaves them to the oracle, as the oracle "exact" needs it, "drop" leaves the sentences out,
    "pseudo-…" lifts arcs until it can build them (`crossarc.transforms`) and puts them back after parsing, "lift"
    learns as "pseudo-head" does and leaves them lifted; "projectivize" takes the closest projective trees, whatever the
    system. `features`: templates as text. `patience`: after how many epochs without a better LAS on the development
    data to stop. `exploration`: how often the parser follows its own wrong predictions in training, from epoch
    `first_exploration` on. `beam`: how many derivations are kept side by side, in training and in parsing; 1 is greedy.
    `update`: with a beam, which derivations are compared in training: those at the point where the wrong one is
    furthest ahead, or those where the last right one is lost, which is better for covington. `multi_root`: a sentence
    may get several roots. `regularize`: the dynamic oracle of 2-planar avoids needless SWITCHes, unless this is False.
    `buffer_arcs` and `planes`: which derivations oracles aim at (`crossarc.oracle_options.OracleOptions`).

    `own` are the options of the learner (`crossarc.learners`), which are given by their names beside the others, or all
    together under the name of the learner's table.
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
    beam: int = NOT_GIVEN
    update: str = NOT_GIVEN
    multi_root: bool = NOT_GIVEN
    seed: int = 1
    own: Any = None
    _given: ClassVar[frozenset[str]] = frozenset()  # of each object: it is no option

    def __init__(self, **options: Any) -> None:
        given = {name: value for name, value in options.items() if value is not None}
        _refuse_unknown(given)
        common = {field.name: given.get(field.name, field.default) for field in fields(self) if field.name != "own"}
        for name, value in common.items():
            object.__setattr__(self, name, value)
        settle_kinds(self)
        learner = learner_named(self.learner)
        require_one_of("tags", self.tags, TAGS)
        object.__setattr__(self, "own", _own_options(learner, given))
        learner.refuse(self.system, self.oracle)
        self._settle(**learner.defaults(self.system, self.own))
        of_all = {"epochs": 15, "patience": 4, "exploration": 0.9, "first_exploration": 2, "beam": 1}
        later = learner.settled_later(self.own)
        self._settle(**{name: value for name, value in of_all.items() if name not in later})
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
        object.__setattr__(self, "_given", frozenset(given))
        self.require_effect()
        self._settle(features=learner.templates(self.system))
        if self.features is not None:
            _core.check_templates(self.features)  # here, where lines are still those that the user has written

    @classmethod
    def of(cls, **options: Any) -> TrainingOptions:
        """From options by their names, those of the learner among them."""
        return cls(**options)

    def _settle(self, **values: Any) -> None:
        """The values of options that were not given."""
        for name, value in values.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)

    def fitted_to(self, treebank: Treebank) -> TrainingOptions:
        """These options, with the values of those that follow from the trees to learn from."""
        fitted = copy.copy(self)
        fitted._settle(multi_root=share_with_several(treebank) >= SEVERAL_FROM)
        fitted._settle(**learner_named(self.learner).fitted_defaults(self.own, treebank, self.epochs))
        # What others have followed from has no effect any more, but is not to be refused for that.
        object.__setattr__(fitted, "_given", self._given - set(without_effect(fitted._flat())))
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
        return None if self.features == learner_named(self.learner).templates(self.system) else self.features

    def _common(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "own"}

    def _flat(self) -> dict[str, Any]:
        flat: dict[str, Any] = self.own.to_dict() | self._common()
        del flat["features"]
        return flat

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
        own, table = self.own.to_dict(), learner_named(self.learner).table
        return self._common() | (own if table is None else {table: own})


def _refuse_unknown(given: dict[str, Any]) -> None:
    known = {field.name for field in fields(TrainingOptions)} - {"own"}
    for learner in all_learners():
        known |= {*learner.option_names, *([learner.table] if learner.table else [])}
    for name in given:
        if name not in known:
            raise UnknownOptionError(name, sorted(known))


def _own_options(learner: Learner, given: dict[str, Any]) -> Any:
    """The learner's options: by their names, or as one object, which no other learner takes."""
    own = {name: given[name] for name in learner.option_names if name in given}
    for name in given.keys() - own.keys():
        for other in learners_with(name)[:1]:
            other.own_options({name: given[name]})  # a wrong value is told of before a wrong place
    for other in all_learners():
        if other.table is None or other.table not in given:
            continue
        if other is not learner:
            raise OptionError(other.table, belongs_to([other.name]))
        if own:
            raise OptionError(other.table, f"it has {next(iter(own))} already")
        return given[other.table]
    return learner.own_options(own)
