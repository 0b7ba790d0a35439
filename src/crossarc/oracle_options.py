"""What can be chosen about oracles, and where it makes a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from crossarc import _core
from crossarc.choices import OptionError, has_no_effect, option, settle_kinds

BUFFER_ARCS = tuple(_core.buffer_arcs_names)
PLANES = tuple(_core.plane_criterion_names)


@dataclass(frozen=True)
class OracleOptions:
    """Which of the derivations of a gold tree an oracle aims at. None is the default: the first of the names.

    `regularize`: the dynamic oracle of 2-planar avoids needless SWITCHes. `buffer_arcs`: whether the static oracle
    builds only arcs of length one with LEFT- and RIGHT-BUFFER-ARC ("short"), or "any". `planes`: what decides on which
    of two planes arcs go: "active", "first", "shortest" or "projective" (docs/oracles.md says what each does).
    """

    regularize: bool = False
    buffer_arcs: str | None = option(None, choices=BUFFER_ARCS)
    planes: str | None = option(None, choices=PLANES)

    def __post_init__(self) -> None:
        settle_kinds(self)

    def require_effect(self, system: str, root: str | None, oracle: str) -> None:
        """Raise an `OptionError` if something was chosen that makes no difference."""
        for name, reason in idle_oracle_options(system, root, oracle).items():
            if getattr(self, name):
                raise OptionError(name, has_no_effect(reason))

    @property
    def core(self) -> _core.OracleOptions:
        return _core.OracleOptions(self.regularize, self.buffer_arcs or BUFFER_ARCS[0], self.planes or PLANES[0])


def default_oracle(oracles: Sequence[str]) -> str:
    """Of a system's oracles, the one that says most about every choice: a dynamic one, if there is one."""
    return next((name for name in ("dynamic", "static-dynamic") if name in oracles), "static")


def regularizes(system: str, oracle: str) -> bool:
    """Whether an oracle avoids needless SWITCHes if nobody says anything else."""
    return (system, oracle) == ("2-planar", "dynamic")


def idle_oracle_options(system: str, root: str | None, oracle: str) -> dict[str, str]:
    """The names of `OracleOptions` that have no effect on an oracle of a system, and why."""
    try:
        core = _core.System(system, str(root or ""))
    except ValueError as error:  # as a strange model may have it
        return dict.fromkeys((field.name for field in fields(OracleOptions)), str(error))
    reasons = {}
    if not regularizes(system, oracle):
        reasons["regularize"] = "it belongs to the dynamic oracle of 2-planar"
    if not {"LEFT-BUFFER-ARC", "RIGHT-BUFFER-ARC"} & set(core.transitions):
        reasons["buffer_arcs"] = "it belongs to systems with +lba or +rba"
    elif oracle != "static":
        reasons["buffer_arcs"] = "it belongs to the static oracle; to a dynamic one arcs of any length are right"
    elif not core.has_long_buffer_arcs:
        reasons["buffer_arcs"] = f"the first two words of the buffer are always neighbours in {system}"
    if core.plane_count != 2:
        reasons["planes"] = "it belongs to systems with two planes"
    return reasons
