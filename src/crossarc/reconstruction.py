"""Directions for links that have none, or none to be trusted (2012 undirected §4)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from crossarc import _core
from crossarc.arguments import wrong_kind
from crossarc.calls import called_as
from crossarc.choices import OptionError, require_one_of
from crossarc.errors import ArgumentError
from crossarc.whole_numbers import whole_number, whole_numbers

__all__ = ["ReconstructedTree", "reconstruct"]

RECONSTRUCTIONS = ("label", "naive")
ROOT_LINKS = ("untrusted", "trusted")

Label = TypeVar("Label", bound=Hashable)


class ReconstructedTree(NamedTuple, Generic[Label]):
    """The head of each word 1..n, and the label of the link that attaches it, or None if no link does."""

    heads: list[int]
    labels: list[Label | None]


@called_as("crossarc.reconstruct")
def reconstruct(
    words: int,
    links: Iterable[tuple[int, int, Label]],
    *,
    reconstruction: str = "label",
    root_links: str | None = None,
) -> ReconstructedTree[Label]:
    """A tree over the words 1..n under 0, from links (head, dependent, label) whose directions are not to be trusted.

    `reconstruction`: with "label" the tree has as many links as it can in the directions that are given; with "naive"
    these mean nothing, and links point away from 0. `root_links`: with "label", whether links to 0 may go if others
    can then keep their directions ("untrusted", the default), or stay ("trusted"). Of links that close a cycle some are
    left out, so that the tree costs the least (§4 has the costs). A word can be linked to another in both directions.

    >>> reconstruct(3, [(2, 1, "det"), (3, 2, "nsubj"), (0, 3, "root")])
    ReconstructedTree(heads=[2, 3, 0], labels=['det', 'nsubj', 'root'])
    >>> reconstruct(3, [(1, 2, "det"), (2, 3, "nsubj"), (0, 3, "root")], reconstruction="naive").heads
    [2, 3, 0]
    """
    require_one_of("reconstruction", reconstruction, RECONSTRUCTIONS)
    if root_links is not None:
        require_one_of("root_links", root_links, ROOT_LINKS)
        if reconstruction != "label":
            raise OptionError("root_links", "it belongs to the reconstruction by labels")
    count = whole_number(words, "the number of words")
    if not isinstance(links, Iterable):
        raise wrong_kind("links", "a list of links: head, dependent and label", links)
    given = list(links)
    if any(not isinstance(link, Sequence) or len(link) != 3 for link in given):
        raise ArgumentError("a link is a head, a dependent and a label")
    heads = whole_numbers([head for head, _, _ in given], "ends of links", most=count)
    dependents = whole_numbers([dependent for _, dependent, _ in given], "ends of links", most=count)
    _require_distinct(zip(heads.tolist(), dependents.tolist(), strict=True))
    found, numbers = _core.reconstruct(count, heads, dependents, reconstruction, root_links or "")
    return ReconstructedTree(found.tolist(), [None if k < 0 else given[k][2] for k in numbers.tolist()])


def _require_distinct(pairs: Iterable[tuple[int, int]]) -> None:
    seen = set[tuple[int, int]]()
    for pair in pairs:
        if pair[0] == pair[1]:
            raise ArgumentError(f"a word cannot be linked to itself: {pair[0]}")
        if pair in seen:
            raise ArgumentError(f"two links are the same: {pair}")
        seen.add(pair)
