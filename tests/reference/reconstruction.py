"""Reconstruction of directions by its definition (2012 undirected §4): a tree of least cost among all trees."""

from __future__ import annotations

from collections.abc import Sequence

from reference.trees import all_trees

Link = tuple[int, int]
"""The two ends; the first is the head in the direction that the link prefers."""

METHODS = ({"reconstruction": "naive"}, {"root_links": "trusted"}, {"root_links": "untrusted"})


def cost(n: int, links: Sequence[Link], head: int, dependent: int, method: dict[str, str]) -> int | None:
    """Of an arc of D(U); None if it is not there."""
    agrees, disagrees = (head, dependent) in links, (dependent, head) in links
    is_linked = agrees or disagrees
    if method.get("reconstruction") == "naive":
        return 1 if is_linked else 2 if head == 0 else None
    if head == 0 and (method["root_links"] == "untrusted" or not is_linked):
        return 2 * n
    return 1 if agrees else 2 if disagrees else None


def cost_of_tree(heads: Sequence[int], links: Sequence[Link], method: dict[str, str]) -> int | None:
    costs = [cost(len(heads), links, head, word, method) for word, head in enumerate(heads, start=1)]
    return None if None in costs else sum(filter(None, costs))


def least_cost(n: int, links: Sequence[Link], method: dict[str, str]) -> int:
    costs = (cost_of_tree(heads, links, method) for heads in all_trees(n))
    return min(own for own in costs if own is not None)
