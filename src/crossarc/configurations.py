"""Points in derivations, as `System.start` and `System.apply` make them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from crossarc import _core
from crossarc.other_names import HintsAtNames

if TYPE_CHECKING:
    from crossarc.transition_systems import System


class Route(NamedTuple):
    """The transitions that led to a configuration, in tuples that configurations share: eight bytes a transition."""

    before: Route | None = None
    recent: tuple[str, ...] = ()

    def then(self, transition: str) -> Route:
        return Route(self, (transition,)) if len(self.recent) == 64 else Route(self.before, (*self.recent, transition))

    def transitions(self) -> list[str]:
        parts: list[tuple[str, ...]] = []
        route: Route | None = self
        while route is not None:
            parts.append(route.recent)
            route = route.before
        return [transition for part in reversed(parts) for transition in part]


class Configuration(HintsAtNames):
    """A point in a derivation. It never changes: `System.apply` returns a new one."""

    __slots__ = ("_core", "_route", "_system")

    def __init__(self, system: System, core: _core.Configuration, route: Route) -> None:
        self._system = system
        self._core = core
        self._route = route  # which is all that pickling needs

    def __copy__(self) -> Configuration:
        return self

    def __deepcopy__(self, memo: object) -> Configuration:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _reached, (self._system, self._core.words, self._route.transitions())

    @property
    def finished(self) -> bool:
        """No transition is left to take."""
        return self._system._core.finished(self._core)

    @property
    def heads(self) -> list[int]:
        """The head of each word 1..n: 0 for the root, and for words without a head yet.

        Undirected systems reconstruct them from the links built so far.
        """
        return self._system._core.heads(self._core)

    @property
    def arcs(self) -> list[tuple[int, int]]:
        """The arcs built so far, as (head, dependent)."""
        return self._core.arcs

    @property
    def links(self) -> list[tuple[int, int, bool]]:
        """Undirected systems: the links built so far, as (left, right, is leftward preferred)."""
        return self._core.edges

    @property
    def stack(self) -> list[int]:
        """The (active) stack, or Covington's first list: the top is last."""
        return self._core.stack(self._core.active)

    @property
    def inactive_stack(self) -> list[int]:
        """2-planar: the other stack."""
        return self._core.stack(1 - self._core.active)

    @property
    def second_list(self) -> list[int]:
        """Covington: the words between the two focus words."""
        return self._core.second_list

    @property
    def buffer(self) -> list[int]:
        """The buffer: the next word is first."""
        return self._core.buffer

    @property
    def active_plane(self) -> int:
        """2-planar: 0 or 1."""
        return self._core.active

    @property
    def switched(self) -> bool:
        """2-planar: the last transition was SWITCH."""
        return self._core.switched

    def _key(self) -> tuple[object, ...]:
        core = self._core
        return (
            core.words,
            core.active,
            core.switched,
            tuple(core.stack(0)),
            tuple(core.stack(1)),
            tuple(core.second_list),
            tuple(core.buffer),
            tuple(core.arcs),
            tuple(sorted(core.edges)),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Configuration):
            return NotImplemented
        if not self._system._is_same(other._system):
            return False
        if self._core.edges:  # the order in which links were built makes no difference
            return self._key() == other._key()
        return self._core == other._core

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        parts = [f"stack={self.stack}"]
        if self.inactive_stack:
            parts.append(f"inactive_stack={self.inactive_stack}")
        if self.second_list:
            parts.append(f"second_list={self.second_list}")
        parts.append(f"buffer={self.buffer}")
        parts.append(f"links={self.links}" if self.links else f"arcs={self.arcs}")
        return f"Configuration({', '.join(parts)})"


def _reached(system: System, words: int, transitions: list[str]) -> Configuration:
    c = system.start(words)
    for transition in transitions:
        c = system.apply(c, transition)
    return c
