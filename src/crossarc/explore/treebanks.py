"""The treebanks that the page shows, by names that requests can have. A request never names a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from crossarc.treebank import Treebank


class Treebanks(Mapping[str, Treebank]):
    """Treebanks by name, in the order in which they were given."""

    def __init__(self, treebanks: Mapping[str, Treebank] | None = None) -> None:
        self._treebanks = dict(treebanks or {})

    def __getitem__(self, name: str) -> Treebank:
        return self._treebanks[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._treebanks)

    def __len__(self) -> int:
        return len(self._treebanks)


def short_names(paths: list[str]) -> list[str]:
    """What files are called: as little of the ends of their paths as tells them apart.

    >>> short_names(["a/test.conllu", "b/test.conllu", "b/dev.conllu"])
    ['a/test.conllu', 'b/test.conllu', 'dev.conllu']
    """
    parts = [Path(path).parts for path in paths]
    found = []
    for place, own in enumerate(parts):
        others = [other for number, other in enumerate(parts) if number != place]
        depth = next((d for d in range(1, len(own)) if all(other[-d:] != own[-d:] for other in others)), len(own))
        found.append("/".join(own[-depth:]))
    return found
