"""What can be chosen about oracles, and where it makes a difference."""

from __future__ import annotations

from dataclasses import dataclass, fields

from crossarc import _core
from crossarc.choices import OptionError, require_one_of, settle_kinds

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
    buffer_arcs: str | None = None
    planes: str | None = None

    def __post_init__(self) -> None:
        settle_kinds(self)
        if self.buffer_arcs is not None:
            require_one_of("buffer_arcs", self.buffer_arcs, BUFFER_ARCS)
        if self.planes is not None:
            require_one_of("planes", self.planes, PLANES)

    def require_effect(self, system: str, root: str | None, oracle: str) -> None:
        """Raise an `OptionError` if something was chosen that makes no difference."""
        for name, reason in idle_oracle_options(system, root, oracle).items():
            if getattr(self, name):
                raise OptionError(name, reason)

    @property
    def core(self) -> _core.OracleOptions:
        return _core.OracleOptions(self.regularize, self.buffer_arcs or BUFFER_ARCS[0], self.planes or PLANES[0])


def idle_oracle_options(system: str, root: str | None, oracle: str) -> dict[str, str]:
    """The names of `OracleOptions` that have no effect on an oracle of a system, and why."""
    try:
        core = _core.System(system, str(root or ""))
    except ValueError as error:  # as a strange model may have it
        return dict.fromkeys((field.name for field in fields(OracleOptions)), str(error))
    reasons = {}
    if (system, oracle) != ("2-planar", "dynamic"):
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
