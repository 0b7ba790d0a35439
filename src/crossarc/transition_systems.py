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

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from crossarc import _core
from crossarc.arguments import require_kind, require_text, wrong_kind
from crossarc.calls import called_as
from crossarc.choices import OptionError, did_you_mean
from crossarc.configurations import Configuration, Route
from crossarc.errors import ArgumentError, told_as_arguments
from crossarc.oracle_options import OracleOptions
from crossarc.other_names import SYSTEMS_INSTEAD, HintsAtNames
from crossarc.whole_numbers import whole_number, whole_numbers

if TYPE_CHECKING:  # systems can be listed without waiting for NumPy
    import numpy as np
    import numpy.typing as npt

    from crossarc.treebank import Sentence

__all__ = ["Configuration", "Oracle", "System", "Tree", "describe_systems", "system_names", "systems"]

_Result = TypeVar("_Result")

Tree: TypeAlias = "Sentence | Sequence[int] | npt.NDArray[np.integer[Any]]"
"""A tree: a sentence that has one, or the heads of the words 1..n, 0 being the artificial root."""


@called_as("crossarc.system_names")
def system_names() -> tuple[str, ...]:
    """The systems that `System` knows, without the buffer transitions that can be added to some of them."""
    return tuple(name for name, *_ in _core.system_descriptions())


@called_as("crossarc.systems")
def systems() -> list[System]:
    """All transition systems, without the buffer transitions that can be added to some of them.

    >>> [system.name for system in systems() if system.trees == "2-planar"]
    ['2-planar', 'undirected-2-planar']
    """
    return [System(name) for name in system_names()]


def describe_systems(names: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """What `crossarc systems` shows of each system, or of some, which may have buffer transitions."""
    return [
        {
            "name": system.name,
            "trees": system.trees,
            "transitions": list(system.transitions),
            "longest": system.longest,
            "oracles": list(system.oracles),
            "paper": system.paper,
        }
        for system in ([System(name) for name in names] if names else systems())
    ]


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
            raise ArgumentError(f"the gold tree has {len(self._gold)} words, the configuration {core.words}")
        return core

    @called_as("oracle.loss")
    def loss(self, c: Configuration) -> int:
        """The fewest wrong heads that can still be reached from c, as far as the oracle knows."""
        return self._core.loss(self._checked(c))

    @called_as("oracle.costs")
    def costs(self, c: Configuration) -> dict[str, int]:
        """By how much each legal transition raises the loss."""
        return self._core.costs(self._checked(c))

    @called_as("oracle.optimal")
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
        return f"<{self.name} oracle of {self._system.name} for {len(self._gold)} words>"


class System(HintsAtNames):
    """A transition system by name, such as "2-planar" or "arc-eager+lba".

    Options: `root` ("last" or "first", arc-eager); `reconstruction` ("label" or "naive") and `root_links`
    ("untrusted" or "trusted", with "label") for the undirected systems.
    """

    __slots__ = ("_core", "name", "options", "transitions")

    @called_as("crossarc.System")
    def __init__(
        self,
        name: str,
        *,
        root: str | None = None,
        reconstruction: str | None = None,
        root_links: str | None = None,
    ) -> None:
        options = {"root": root, "reconstruction": reconstruction, "root_links": root_links}
        for option, value in options.items():
            if value is not None:
                require_text(value, option)
        self.name = require_text(name, "system", "the name of a system, as in 'arc-eager'")
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
    def trees(self) -> str:
        """The class of trees that it builds: "projective", "planar", "2-planar" or "all".

        Non-projective buffer transitions (`+lnba`, `+rnba`) add some trees to those of the class.
        """
        return self._description[0]

    @property
    def longest(self) -> str:
        """The length of its longest derivations for n words, without buffer transitions."""
        return self._description[1]

    @property
    def paper(self) -> str:
        """Where it is described."""
        return self._description[2]

    @property
    def _description(self) -> list[str]:
        return next(told for name, *told in _core.system_descriptions() if name == self._core.base)

    @property
    def oracles(self) -> tuple[str, ...]:
        """The names that `oracle` takes."""
        return tuple(self._core.oracles)

    def _checked(self, c: Configuration) -> _core.Configuration:
        require_kind(c, Configuration, "c", "a configuration, as system.start(n) makes it")
        if not self._is_same(c._system):
            raise ArgumentError(f"the configuration is one of {c._system}, not of {self}")
        return c._core

    def _is_same(self, other: System) -> bool:
        return self is other or self._identity() == other._identity()

    def _identity(self) -> tuple[object, ...]:
        """What makes a system the same as another, however it was asked for."""
        defaults = {"root": "last", "reconstruction": "label", "root_links": "untrusted"}
        return self._core.base, frozenset(self._core.transitions), tuple((defaults | self.options).items())

    @called_as("system.start")
    def start(self, n: int | Sentence) -> Configuration:
        """The initial configuration over the words 1..n, or over those of a sentence."""
        n = n if isinstance(n, int) else _length(n)
        return Configuration(self, self._core.start(whole_number(n, "the number of words")), Route())

    @called_as("system.legal")
    def legal(self, c: Configuration) -> tuple[str, ...]:
        """The names of the transitions that c allows."""
        return tuple(self._core.legal(self._checked(c)))

    @called_as("system.why_not")
    def why_not(self, c: Configuration, transition: str) -> str | None:
        """Why a transition is not legal, in words; None if it is."""
        return self._with_transition(self._core.why_not, c, transition)

    @called_as("system.arc")
    def arc(self, c: Configuration, transition: str) -> tuple[int, int] | None:
        """The arc that a transition would build, as (head, dependent), or a link's ends; None if it builds none."""
        return self._with_transition(self._core.arc, c, transition)

    @called_as("system.apply")
    def apply(self, c: Configuration, transition: str) -> Configuration:
        """The configuration after a transition. Raises a ValueError, with the reason, if it is not legal."""
        return Configuration(self, self._with_transition(self._core.apply, c, transition), c._route.then(transition))

    def _with_transition(
        self, function: Callable[[_core.Configuration, str], _Result], c: Configuration, transition: str
    ) -> _Result:
        core = self._checked(c)
        require_text(transition, "transition", "the name of a transition, as in 'SHIFT'")
        try:
            return function(core, transition)
        except ValueError as error:
            meant = "" if transition in self.transitions else did_you_mean(transition, self.transitions)
            raise ArgumentError(f"{error}{meant}") from None

    @called_as("system.oracle")
    def oracle(
        self,
        name: str,
        tree: Tree,
        *,
        regularize: bool = False,
        buffer_arcs: str | None = None,
        planes: str | None = None,
    ) -> Oracle:
        """An oracle ("static", "dynamic", "exact") for a gold tree: a sentence, or the heads of the words 1..n.

        The options are those of `crossarc.oracle_options.OracleOptions`; one that has no effect is an `OptionError`.
        """
        self.require_oracle(name)
        options = OracleOptions(regularize, buffer_arcs, planes)
        options.require_effect(self.name, self.options.get("root"), name)
        with told_as_arguments():
            return Oracle(name, self, gold_heads(tree), options)

    def require_oracle(self, name: str) -> None:
        """Raise an `OptionError` if the system has no such oracle."""
        if not isinstance(name, str) or name not in self.oracles:
            problem = f"{self.name} has no {name!r}, but {', '.join(self.oracles)}"
            raise OptionError("oracle", problem + did_you_mean(name, self.oracles))

    @called_as("system.derive")
    def derive(self, tree: Tree, *, buffer_arcs: str | None = None, planes: str | None = None) -> list[str]:
        """The static oracle's transitions for a sentence or for heads. A tree that the system does not cover, they
        replace by another."""
        options = OracleOptions(buffer_arcs=buffer_arcs, planes=planes)
        options.require_effect(self.name, self.options.get("root"), "static")
        with told_as_arguments():
            return self._core.derive(gold_heads(tree), options.core)

    @called_as("system.covers")
    def covers(self, tree: Tree) -> bool:
        """Can the system build this tree, which is a sentence or its heads?"""
        with told_as_arguments():
            return self._core.covers(gold_heads(tree))

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


def _length(n: Any) -> Any:
    """The number of words of a sentence; what is none is told of by who checks numbers."""
    from crossarc.treebank import Sentence  # noqa: PLC0415

    return len(n) if isinstance(n, Sentence) else n


def gold_heads(tree: Tree) -> list[int]:
    """The heads of a tree as plain numbers."""
    from crossarc.treebank import Sentence, Treebank  # noqa: PLC0415

    if isinstance(tree, Treebank | str):
        raise wrong_kind("tree", "one sentence, as in treebank[0], or a list with the head of each word", tree)
    heads: npt.ArrayLike = tree.require_tree().heads if isinstance(tree, Sentence) else tree
    numbers: list[int] = whole_numbers(heads, "heads").tolist()
    return numbers


def _checked_system(name: str, options: dict[str, str]) -> _core.System:
    """The core's system; an `OptionError` says which option is wrong."""
    known = system_names()
    if name.partition("+")[0] not in known:  # the core has no list of names to choose from
        extended = "all but covington and the undirected ones take +lba +rba +lnba +rnba"
        instead = SYSTEMS_INSTEAD.get(name.lower().replace("_", "-"))
        meant = f"; did you mean {instead!r}?" if instead else did_you_mean(name, known) or "."
        told = f"unknown system {name!r}{meant}"
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
