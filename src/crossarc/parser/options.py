"""What can be chosen about training, and what is chosen if nothing is said."""

from __future__ import annotations

import copy
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from crossarc import _core
from crossarc.choices import NOT_GIVEN, RANGES, OptionError, has_no_effect, option, refuse_unknown, settle_kinds
from crossarc.errors import ArgumentError, told_as_arguments
from crossarc.features import TAGS
from crossarc.files import names_a_file
from crossarc.learners import LEARNERS, all_learners, belongs_to, learner_named, learners_with
from crossarc.learners.learner import Learner
from crossarc.oracle_options import BUFFER_ARCS, PLANES, OracleOptions, default_oracle, regularizes
from crossarc.parser.effects import with_effect, without_effect
from crossarc.reconstruction import RECONSTRUCTIONS, ROOT_LINKS
from crossarc.transition_systems import System, system_names

if TYPE_CHECKING:
    from crossarc.treebank import Treebank

UPDATES = ("max-violation", "early")
WIDEST_BEAM = int(RANGES["beam"][1])
NONPROJECTIVE = ("keep", "drop", "projectivize", "lift", "pseudo-head", "pseudo-path", "pseudo-head+path")
_PARSER, _TRAINING, _BEAM = (
    "Parser",
    "Training",
    "Beam (perceptron, liblinear)",
)  # parts of the help of `crossarc train`
_USUAL: dict[str, Any] = {"epochs": 15, "patience": 4, "exploration": 0.9, "first_exploration": 2, "beam": 1}


def _oracles() -> tuple[str, ...]:
    return tuple(dict.fromkeys(oracle for name in system_names() for oracle in System(name).oracles))


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

    system: str = option(
        "arc-eager",
        "transition system: see `crossarc systems`",
        flags="-s",
        metavar="NAME",
        suggested=system_names,
        panel=_PARSER,
    )
    root: str | None = option(
        None,
        "arc-eager: the artificial root, first or last",
        metavar="WHERE",
        told="last",
        choices=("last", "first"),
        panel=_PARSER,
    )
    reconstruction: str | None = option(
        None,
        "undirected systems: label or naive",
        choices=RECONSTRUCTIONS,
        metavar="HOW",
        told="label",
        panel=_PARSER,
    )
    root_links: str | None = option(
        None,
        "undirected systems: untrusted or trusted",
        choices=ROOT_LINKS,
        metavar="HOW",
        told="untrusted",
        panel=_PARSER,
    )
    learner: str = option("perceptron", ", ".join(LEARNERS), metavar="NAME", suggested=lambda: LEARNERS, panel=_PARSER)
    oracle: str = option(
        NOT_GIVEN,
        "static, dynamic, exact …",
        metavar="NAME",
        told="dynamic if there is one",
        suggested=_oracles,
        panel=_PARSER,
    )
    regularize: bool = option(
        NOT_GIVEN,
        "2-planar, dynamic: penalise needless SWITCHes",
        flags="--regularize/--no-regularize",
        otherwise="2-planar, dynamic: do not penalise them",
        told="yes",
        panel=_PARSER,
    )
    buffer_arcs: str | None = option(
        None,
        "+lba, +rba, static oracle: short or any",
        choices=BUFFER_ARCS,
        metavar="LENGTH",
        told="short",
        panel=_PARSER,
    )
    planes: str | None = option(
        None,
        "2-planar: active, first, shortest, projective",
        choices=PLANES,
        metavar="WHICH",
        told="active",
        panel=_PARSER,
    )
    nonprojective: str = option(
        NOT_GIVEN,
        "unbuildable trees",
        choices=NONPROJECTIVE,
        metavar="HOW",
        told="projective: pseudo-head, else keep",
        panel=_PARSER,
    )
    features: str | None = option(
        None,
        "feature templates",
        metavar="FILE",
        is_file=True,
        told="the system's own",
        panel=_PARSER,
    )
    tags: str = option(
        "both", "tags to learn from: both, upos, xpos, none", choices=TAGS, metavar="WHICH", panel=_PARSER
    )
    epochs: int = option(
        NOT_GIVEN, "train for at most N epochs", metavar="N", told=str(_USUAL["epochs"]), panel=_TRAINING
    )
    patience: int = option(
        NOT_GIVEN, "stop after N without a gain", metavar="N", told=str(_USUAL["patience"]), panel=_TRAINING
    )
    exploration: float = option(
        NOT_GIVEN, "how often to follow mistakes", metavar="P", told=str(_USUAL["exploration"]), panel=_TRAINING
    )
    first_exploration: int = option(
        NOT_GIVEN,
        "the first epoch to follow mistakes in",
        metavar="N",
        told=str(_USUAL["first_exploration"]),
        panel=_TRAINING,
    )
    beam: int = option(
        NOT_GIVEN,
        "keep N derivations side by side",
        metavar="N",
        told=f"{_USUAL['beam']}, which is greedy",
        panel=_BEAM,
    )
    update: str = option(
        NOT_GIVEN, "where to learn", choices=UPDATES, metavar="HOW", told="max-violation; covington: early", panel=_BEAM
    )
    multi_root: bool = option(
        NOT_GIVEN,
        "allow several roots in a sentence",
        flags="--multi-root/--one-root",
        otherwise="allow one root in a sentence",
        told="as in TRAIN",
        panel=_PARSER,
    )
    seed: int = option(1, "the same seed gives the same model", metavar="N", panel=_TRAINING)
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
        object.__setattr__(self, "own", _own_options(learner, given))
        learner.refuse(self.system, self.oracle)
        self._settle(**learner.defaults(self.system, self.own))
        later = learner.settled_later(self.own)
        self._settle(**{name: value for name, value in _USUAL.items() if name not in later})
        self._settle(update="early" if self.system.endswith("covington") else "max-violation")
        system = self.parsing_system
        self._settle(oracle=default_oracle(system.oracles))
        system.require_oracle(self.oracle)
        self._settle(regularize=regularizes(self.system, self.oracle))
        makes_projective = self.is_projective and self.oracle != "exact"
        self._settle(nonprojective="pseudo-head" if makes_projective else "keep")
        object.__setattr__(self, "_given", frozenset(given))
        self.require_effect()
        self._settle(features=learner.templates(self.system))
        if self.features is not None:
            _check_templates(self.features)  # here, where lines are still those that the user has written

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
        from crossarc.roots import SEVERAL_FROM, share_with_several  # noqa: PLC0415  # options come before trees

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
            raise OptionError(name, has_no_effect(reasons[name]))
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
    refuse_unknown(given, sorted(known))


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


def _check_templates(templates: str) -> None:
    try:
        with told_as_arguments():
            _core.check_templates(templates)
    except ArgumentError:
        if names_a_file(templates):
            raise OptionError(
                "features", "must be templates, not the name of their file: Path(name).read_text()"
            ) from None
        raise
