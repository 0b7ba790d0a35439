"""The kernel of support vector machines, and how many of them there are, as MaltParser has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from crossarc.parser.options import TrainingOptions

MIN_SPLIT = 1000  # examples of a tag to have a machine of its own, if nothing else is said; the others share one


class Kernel(NamedTuple):
    """(gamma · x·y + coef0) ** degree; the values are MaltParser's defaults."""

    degree: int = 2
    gamma: float = 0.2
    coef0: float = 0.4

    @classmethod
    def of(cls, options: TrainingOptions) -> Kernel:
        given = {name: getattr(options.own, name) for name in cls._fields}
        return cls(**{name: value for name, value in given.items() if value is not None})
