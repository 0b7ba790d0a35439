"""What all learners have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from crossarc.choices import option, settle_kinds
from crossarc.features import default_templates, template_columns

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossarc.files import PathLike
    from crossarc.parser.epoch import Epoch
    from crossarc.parser.model_file import Model, ModelConfiguration
    from crossarc.parser.options import TrainingOptions
    from crossarc.treebank import Treebank

__all__ = [
    "Combined",
    "Learner",
    "LearnerOptions",
    "Prepared",
    "ResumableTrainer",
    "Rules",
    "Trainer",
    "core_system_options",
    "option",
]

Rules = list[tuple[tuple[str, ...], str]]
"""Names of options that have no effect, and why; of several reasons the first is told."""


@dataclass(frozen=True)
class LearnerOptions:
    """The options of a learner. None stands for what is not given, and is not told of a parser."""

    def __post_init__(self) -> None:
        settle_kinds(self)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class Trainer(Protocol):
    """What learns, epoch by epoch."""

    def start_epoch(self) -> None: ...
    def learn(self, sentences: int) -> int:
        """Learn from about so many more sentences; returns how many are left in the epoch."""

    def model(self) -> Model:
        """What has been learnt so far."""


class ResumableTrainer(Trainer, Protocol):
    """One that can go on where another was."""

    def save(self, path: PathLike, made: dict[str, Any], epochs: list[Epoch], best: Model | None) -> None:
        """Write all that `resume` needs to go on after the last epoch."""

    def resume(self, path: PathLike, made: dict[str, Any], *, has_dev: bool) -> tuple[list[Epoch], Model]:
        """Go on after the epochs of a run that was `made` alike; returns them and the best model."""


@dataclass(frozen=True)
class Prepared:
    """A trainer, and what models tell of it in their configuration; `origin` is what else than trees it learns from."""

    trainer: Trainer
    templates: str
    split: str = ""
    network: dict[str, Any] | None = None
    origin: dict[str, Any] = field(default_factory=dict)


class Combined(NamedTuple):
    """A model, and what its configuration has of a network."""

    model: Model
    network: dict[str, Any]


class Learner(ABC):
    """A way to learn parsers from trees: its options, what they mean for others, training, and models in files."""

    name: ClassVar[str]
    options: ClassVar[type[Any]]
    """A dataclass that checks itself, and has `to_dict`. Fields made by `option` are on the command line, too."""

    table: ClassVar[str | None] = None
    """The name of the option that all others can be in, as one object; models once had such a table, too."""

    has_beam: ClassVar[bool] = False
    can_resume: ClassVar[bool] = False
    """Its trainers are resumable."""

    told_defaults: ClassVar[Mapping[str, str]] = {}
    """What help says of its `defaults` where they differ from what others have, by name."""

    @property
    def option_names(self) -> tuple[str, ...]:
        return tuple(own.name for own in fields(self.options))

    def own_options(self, given: Mapping[str, Any]) -> Any:
        """Its options, from those that were given."""
        return self.options(**given)

    def defaults(self, system: str, own: Any) -> dict[str, Any]:
        """Values of options that all learners have, where they are not given."""
        return {}

    def fitted_defaults(self, own: Any, treebank: Treebank, epochs: int | None) -> dict[str, Any]:
        """Values of those that `settled_later` names, where they are not given, from the trees to learn from."""
        return {}

    def settled_later(self, own: Any) -> frozenset[str]:
        """Options that all learners have and whose values, where they are not given, follow from the trees."""
        return frozenset()

    def refuse(self, system: str, oracle: str | None) -> None:  # noqa: B027  # most refuse nothing
        """Raise an `OptionError` if it cannot learn that, or from that."""

    def require_packages(self) -> None:  # noqa: B027  # most need none
        """Raise a `MissingPackageError` if it needs what is not installed: asked before any work is done."""

    def without_effect(self, options: Mapping[str, Any]) -> Rules:
        """Which options of all kinds change nothing, beside those of other learners. Files of strangers ask, too."""
        return []

    def follows_mistakes(self, options: Mapping[str, Any]) -> bool:
        """Whether training ever follows wrong predictions."""
        return options.get("exploration") != 0

    def templates(self, system: str) -> str | None:
        """Feature templates, unless others are given; None if it needs none."""
        return default_templates(system)

    def learnable(self, treebank: Treebank, system: str) -> npt.NDArray[np.bool_]:
        """Which sentences it has time and memory to learn from."""
        import numpy as np  # noqa: PLC0415  # options are asked for more often than training

        return np.ones(len(treebank), np.bool_)

    @abstractmethod
    def prepare(
        self, examples: Treebank, options: TrainingOptions, threads: int, gold: Treebank | None = None
    ) -> Prepared:
        """What learns from the examples; `gold` are the same with gold tags and lemmas, if theirs are predicted."""

    @abstractmethod
    def load(self, configuration: ModelConfiguration, weights: memoryview) -> Model:
        """The model in a file; a ValueError if it is none."""

    def combined(self, models: Sequence[Model]) -> Combined:
        """One model that decides as several do together; a ValueError if it cannot be."""
        raise ValueError(f"those of the learner {self.name} decide alone")

    def columns(self, configuration: ModelConfiguration) -> set[str]:
        """The columns of a treebank that a model looks at."""
        return template_columns(configuration.templates) | template_columns(configuration.split)

    def complaint_about_beam(self, beam: int, trained: int) -> str | None:
        """What to say of a beam that is not that of training."""
        return None


def core_system_options(given: Mapping[str, str]) -> dict[str, str]:
    """The options of a system as the core wants them: all of them."""
    return {"root": "", "reconstruction": "", "root_links": ""} | dict(given)
