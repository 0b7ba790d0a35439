"""Transition systems one step at a time: for tests, teaching and tools.

>>> system = System("arc-eager")
>>> c = system.start(2)
>>> system.legal(c)
('SHIFT',)
>>> for transition in system.derive([2, 0]):
...     c = system.apply(c, transition)
>>> c.heads
[2, 0]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from crossarc import _core
from crossarc.choices import OptionError, did_you_mean
from crossarc.oracle_options import OracleOptions
from crossarc.whole_numbers import whole_number, whole_numbers

__all__ = ["Configuration", "Oracle", "System", "describe_systems", "system_names"]


def system_names() -> tuple[str, ...]:
    """The systems that `System` knows, without the buffer transitions that can be added to some of them."""
    return tuple(name for name, *_ in _core.system_descriptions())


def describe_systems() -> list[dict[str, Any]]:
    """What `crossarc systems` shows of each system."""
    return [
        {
            "name": name,
            "trees": trees,
            "transitions": list(System(name).transitions),
            "longest": longest,
            "oracles": list(System(name).oracles),
            "paper": paper,
        }
        for name, trees, longest, paper in _core.system_descriptions()
    ]


class _Path(NamedTuple):
    """The transitions that led to a configuration, in tuples that configurations share: eight bytes a transition."""

    before: _Path | None = None
    recent: tuple[str, ...] = ()

    def then(self, transition: str) -> _Path:
        return _Path(self, (transition,)) if len(self.recent) == 64 else _Path(self.before, (*self.recent, transition))

    def transitions(self) -> list[str]:
        parts: list[tuple[str, ...]] = []
        path: _Path | None = self
        while path is not None:
            parts.append(path.recent)
            path = path.before
        return [transition for part in reversed(parts) for transition in part]


class Configuration:
    """A point in a derivation. It never changes: `System.apply` returns a new one."""

    __slots__ = ("_core", "_path", "_system")

    def __init__(self, system: System, core: _core.Configuration, path: _Path) -> None:
        self._system = system
        self._core = core
        self._path = path  # which is all that pickling needs

    def __copy__(self) -> Configuration:
        return self

    def __deepcopy__(self, memo: object) -> Configuration:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _reached, (self._system, self._core.words, self._path.transitions())

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


class Oracle:
    """What a gold tree has to say about a configuration; made by `System.oracle`."""

    __slots__ = ("_core", "_gold", "_system", "name", "options")

    def __init__(self, name: str, system: System, gold: list[int], options: OracleOptions) -> None:
        self.name = name
        self.options = options
        self._system = system
        self._gold = gold
        self._core = system._core.oracle(name, gold, options.core)

    def __reduce__(self) -> tuple[Any, ...]:
        return Oracle, (self.name, self._system, self._gold, self.options)

    def _checked(self, c: Configuration) -> _core.Configuration:
        core = self._system._checked(c)
        if core.words != len(self._gold):
            raise ValueError(f"the gold tree has {len(self._gold)} words, the configuration {core.words}")
        return core

    def loss(self, c: Configuration) -> int:
        """The fewest wrong heads that can still be reached from c, as far as the oracle knows."""
        return self._core.loss(self._checked(c))

    def costs(self, c: Configuration) -> dict[str, int]:
        """By how much each legal transition raises the loss."""
        return self._core.costs(self._checked(c))

    def optimal(self, c: Configuration) -> tuple[str, ...]:
        """The transitions of minimum cost."""
        costs = self.costs(c)
        least = min(costs.values(), default=0)
        return tuple(name for name, cost in costs.items() if cost == least)

    @property
    def planes(self) -> list[int | None] | None:
        """Planar-style systems: the plane of each word's gold arc, 0 or 1, or None if it is never built.

        None is for arcs from 0, and for arcs dropped because the system cannot build the whole tree. Systems
        without planes have None instead of the list.
        """
        if not self._system._core.plane_count:
            return None
        return [plane if plane >= 0 else None for plane in self._core.planes]

    def __repr__(self) -> str:
        return f"<{self.name} oracle>"


class System:
    """A transition system by name, such as "2-planar" or "arc-eager+lba".

    Options: `root` ("last" or "first", arc-eager); `reconstruction` ("label" or "naive") and `root_links`
    ("untrusted" or "trusted", with "label") for the undirected systems.
    """

    __slots__ = ("_core", "name", "options", "transitions")

    def __init__(
        self,
        name: str,
        *,
        root: str | None = None,
        reconstruction: str | None = None,
        root_links: str | None = None,
    ) -> None:
        options = {"root": root, "reconstruction": reconstruction, "root_links": root_links}
        self.name = name
        self.options = {key: value for key, value in options.items() if value is not None}
        self._core = _checked_system(name, self.options)
        self.transitions: tuple[str, ...] = tuple(self._core.transitions)

    @property
    def is_projective(self) -> bool:
        """It builds projective trees only."""
        return self._core.is_projective

    @property
    def builds_all(self) -> bool:
        """It builds every tree."""
        return self._core.builds_all

    @property
    def oracles(self) -> tuple[str, ...]:
        """The names that `oracle` takes."""
        return tuple(self._core.oracles)

    def _checked(self, c: Configuration) -> _core.Configuration:
        if not self._is_same(c._system):
            raise ValueError(f"the configuration is one of {c._system}, not of {self}")
        return c._core

    def _is_same(self, other: System) -> bool:
        return self is other or self._identity() == other._identity()

    def _identity(self) -> tuple[object, ...]:
        """What makes a system the same as another, however it was asked for."""
        defaults = {"root": "last", "reconstruction": "label", "root_links": "untrusted"}
        return self._core.base, frozenset(self._core.transitions), tuple((defaults | self.options).items())

    def start(self, n: int) -> Configuration:
        """The initial configuration over the words 1..n."""
        return Configuration(self, self._core.start(whole_number(n, "the number of words")), _Path())

    def legal(self, c: Configuration) -> tuple[str, ...]:
        """The names of the transitions that c allows."""
        return tuple(self._core.legal(self._checked(c)))

    def why_not(self, c: Configuration, transition: str) -> str | None:
        """Why a transition is not legal, in words; None if it is."""
        return self._core.why_not(self._checked(c), transition)

    def arc(self, c: Configuration, transition: str) -> tuple[int, int] | None:
        """The arc that a transition would build, as (head, dependent), or a link's ends; None if it builds none."""
        return self._core.arc(self._checked(c), transition)

    def apply(self, c: Configuration, transition: str) -> Configuration:
        """The configuration after a transition. Raises ValueError, with the reason, if it is not legal."""
        return Configuration(self, self._core.apply(self._checked(c), transition), c._path.then(transition))

    def oracle(
        self,
        name: str,
        heads: Sequence[int],
        *,
        regularize: bool = False,
        buffer_arcs: str | None = None,
        planes: str | None = None,
    ) -> Oracle:
        """An oracle ("static", "dynamic", "exact") for the gold heads of the words 1..n.

        The options are those of `crossarc.oracle_options.OracleOptions`; one that has no effect is an `OptionError`.
        """
        self.require_oracle(name)
        options = OracleOptions(regularize, buffer_arcs, planes)
        options.require_effect(self.name, self.options.get("root"), name)
        return Oracle(name, self, _gold(heads), options)

    def require_oracle(self, name: str) -> None:
        """Raise an `OptionError` if the system has no such oracle."""
        if name not in self.oracles:
            problem = f"{self.name} has no {name!r}, but {', '.join(self.oracles)}"
            raise OptionError("oracle", problem + did_you_mean(name, self.oracles))

    def derive(self, heads: Sequence[int], *, buffer_arcs: str | None = None, planes: str | None = None) -> list[str]:
        """The static oracle's transitions. For a tree that the system does not cover, they build another."""
        options = OracleOptions(buffer_arcs=buffer_arcs, planes=planes)
        options.require_effect(self.name, self.options.get("root"), "static")
        return self._core.derive(_gold(heads), options.core)

    def covers(self, heads: Sequence[int]) -> bool:
        """Can the system build this tree?"""
        return self._core.covers(_gold(heads))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, System) and self._is_same(other)

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.name, self.options)

    def __repr__(self) -> str:
        options = "".join(f", {key}={value!r}" for key, value in self.options.items())
        return f"System({self.name!r}{options})"


def _named(name: str, options: dict[str, str]) -> System:
    return System(name, **options)


def _reached(system: System, words: int, transitions: list[str]) -> Configuration:
    c = system.start(words)
    for transition in transitions:
        c = system.apply(c, transition)
    return c


def _gold(heads: Sequence[int]) -> list[int]:
    numbers: list[int] = whole_numbers(heads, "heads").tolist()
    return numbers


def _checked_system(name: str, options: dict[str, str]) -> _core.System:
    """The core's system; an `OptionError` says which option is wrong."""
    known = system_names()
    if name.partition("+")[0] not in known:  # the core has no list of names to choose from
        extended = "all but covington and the undirected ones take +lba +rba +lnba +rnba"
        told = f"unknown system {name!r}{did_you_mean(name, known) or '.'}"
        raise OptionError("system", f"{told} The systems are {', '.join(known)}; {extended}")
    option, so_far = "system", dict[str, str]()
    try:
        system = _core.System(name)
        for option, value in options.items():
            so_far[option] = value
            system = _core.System(name, **so_far)
    except ValueError as error:
        raise OptionError(option, str(error)) from None
    return system
