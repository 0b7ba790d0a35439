"""Many sentences in lock step, as NumPy arrays: what learners of any kind work with.

>>> import numpy as np
>>> from crossarc.transition_systems import System, Tree, gold_heads
>>> batch = Batch(System("arc-eager"), gold=[[2, 0], [0, 1, 2]], oracle="dynamic")
>>> while not batch.finished.all():
...     costs = batch.costs()
...     best = np.where(costs < 0, costs.max() + 1, costs).argmin(axis=1)
...     batch.apply(np.where(batch.finished, -1, best))
>>> batch.heads
[array([2, 0], dtype=int32), array([0, 1, 2], dtype=int32)]
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Never

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.arguments import require_kind, require_text, wrong_kind
from crossarc.calls import called_as
from crossarc.errors import ArgumentError, ArgumentTypeError, told_as_arguments
from crossarc.messages import counted
from crossarc.oracle_options import OracleOptions
from crossarc.transition_systems import System, Tree, gold_heads
from crossarc.whole_numbers import whole_number, whole_numbers

__all__ = ["Batch"]


class Batch:
    """Sentences of given lengths, or with gold trees, each in its own configuration of one system.

    Rows of the arrays are sentences, columns follow `transitions`. A sentence that has ended stays in its row and has
    no legal transition. `oracle` and the options after it are those of `System.oracle`. The interpreter's lock is
    released while the core works; `threads` share the sentences; 0 is one per core.
    """

    @called_as("crossarc.Batch")
    def __init__(
        self,
        system: System,
        lengths: Sequence[int] | npt.NDArray[np.integer] | None = None,
        *,
        gold: Iterable[Tree] | None = None,
        oracle: str = "dynamic",
        regularize: bool = False,
        buffer_arcs: str | None = None,
        planes: str | None = None,
        threads: int = 0,
    ) -> None:
        require_kind(system, System, "system", "a System")
        if (lengths is None) == (gold is None):
            raise ArgumentError("a batch needs either the lengths of its sentences or their gold trees")
        trees = None if gold is None else [whole_numbers(gold_heads(tree), "heads") for tree in _listed(gold, "gold")]
        sizes = whole_numbers(lengths if trees is None else [tree.size for tree in trees], "lengths")  # type: ignore[arg-type]
        # The number of cores is asked for once: that takes longer than a step of a few sentences.
        shared = whole_number(threads, "threads") or os.cpu_count() or 1
        self.system = system
        self.transitions = system.transitions
        self._offsets = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64)
        self._core = _core.Batch(system._core, sizes, shared)
        if trees is not None:
            heads = np.concatenate(trees or [np.zeros(0, np.int32)])
            system.require_oracle(oracle)
            options = OracleOptions(regularize, buffer_arcs, planes)
            options.require_effect(system.name, system.options.get("root"), oracle)
            with told_as_arguments():
                self._core.set_gold(heads, self._offsets, oracle, options.core)

    def __len__(self) -> int:
        return len(self._core)

    def __reduce__(self) -> Never:
        raise ArgumentTypeError("a batch cannot be copied or pickled; make another with Batch(system, lengths)")

    def __repr__(self) -> str:
        finished = int(self.finished.sum())
        return f"<Batch: {counted(len(self), 'sentence')} of {self.system.name}, {finished:,} of them finished>"

    @property
    def finished(self) -> npt.NDArray[np.bool_]:
        """Which sentences have ended."""
        return self._core.finished()

    def legal(self) -> npt.NDArray[np.bool_]:
        """Which transitions are legal: [sentence, transition]."""
        return self._core.legal()

    def costs(self) -> npt.NDArray[np.int32]:
        """The oracle's costs: [sentence, transition], -1 where not legal."""
        return self._core.costs()

    def losses(self) -> npt.NDArray[np.int32]:
        """The oracle's loss of each sentence."""
        return self._core.losses()

    def nodes(self, addresses: Sequence[str]) -> npt.NDArray[np.int32]:
        """The nodes at addresses such as "S0", "T1", "B0l", "S0h", "S0r2", "S0l'": [sentence, address], -1 for none.

        S is the active stack (Covington: the first list), T the inactive stack, B the buffer; h is the head, l and r
        the leftmost and rightmost child, l2 and r2 the next ones inwards, l' and r' the nearest.
        """
        with told_as_arguments():
            return self._core.nodes(_addresses(addresses))

    def valencies(self, addresses: Sequence[str]) -> npt.NDArray[np.int32]:
        """How many left and right children the nodes at addresses have: [sentence, address, side]."""
        with told_as_arguments():
            return self._core.valencies(_addresses(addresses))

    def apply(self, transitions: npt.ArrayLike, labels: npt.ArrayLike | None = None) -> None:
        """Apply to each sentence the transition of that index in `transitions`; -1 leaves the sentence alone."""
        given = None if labels is None else whole_numbers(labels, "labels")
        numbers = whole_numbers(transitions, "transitions", least=-1)
        with told_as_arguments():
            self._core.apply(numbers, given)

    @property
    def heads(self) -> list[npt.NDArray[np.int32]]:
        """The heads of each sentence, as `Configuration.heads`."""
        return np.split(self._core.heads(), self._offsets[1:-1])

    @property
    def labels(self) -> list[npt.NDArray[np.int32]]:
        """The labels that `apply` gave to the arcs; 0 for words without an arc."""
        return np.split(self._core.labels(), self._offsets[1:-1])


def _listed(values: Iterable[Tree], name: str) -> Iterable[Tree]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise wrong_kind(name, "a list of trees: sentences, or the heads of their words", values)
    return values


def _addresses(addresses: Sequence[str]) -> list[str]:
    if isinstance(addresses, str) or not isinstance(addresses, Iterable):
        raise wrong_kind("addresses", "a list of addresses, as in ['S0', 'B0']", addresses)
    return [require_text(address, "addresses") for address in addresses]
