"""Which trees a transition system can build."""

from __future__ import annotations

import enum

import numpy as np
import numpy.typing as npt


class TreeClass(enum.Enum):
    """The classes of trees that transition systems build, each within the next."""

    PROJECTIVE = "projective"
    PLANAR = "planar"
    TWO_PLANAR = "2-planar"
    ALL = "all"

    def members(
        self, nonprojective_arcs: npt.NDArray[np.int32], planes: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.bool_]:
        """Which sentences have a tree of this class."""
        if self is TreeClass.PROJECTIVE:
            return np.equal(nonprojective_arcs, 0)
        most_planes = {TreeClass.PLANAR: 1, TreeClass.TWO_PLANAR: 2}.get(self)
        return np.ones(len(planes), np.bool_) if most_planes is None else np.less_equal(planes, most_planes)


# An undirected system builds what its directed base builds (2012 undirected, §3).
SYSTEMS: dict[str, TreeClass] = {
    "arc-standard": TreeClass.PROJECTIVE,
    "arc-eager": TreeClass.PROJECTIVE,
    "arc-hybrid": TreeClass.PROJECTIVE,
    "planar": TreeClass.PLANAR,
    "undirected-planar": TreeClass.PLANAR,
    "2-planar": TreeClass.TWO_PLANAR,
    "undirected-2-planar": TreeClass.TWO_PLANAR,
    "arc-hybrid-swap": TreeClass.ALL,
    "covington": TreeClass.ALL,
    "undirected-covington": TreeClass.ALL,
}
