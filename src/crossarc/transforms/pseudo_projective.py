"""Pseudo-projective trees (Nivre & Nilsson 2005): non-projective arcs are lifted, and labels remember from where.

For a system that builds some non-projective arcs, only those are lifted that it cannot build.

Arrows in labels are the paper's: `obj↑nsubj` is an object that was lifted off a subject, `obj↑` one that was lifted,
`nmod↓` an arc that another was lifted along. No other label may have arrows in it, and none is left behind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from crossarc import _core
from crossarc.calls import called_as
from crossarc.choices import require_one_of
from crossarc.transition_systems import System
from crossarc.treebank import Treebank, TreebankSource, treebank_of
from crossarc.whole_numbers import whole_number

ENCODINGS = ("none", "head", "path", "head+path")
_LIFTED, _ON_PATH = "↑", "↓"


class MarkedLabel(NamedTuple):
    """A label taken apart: the relation, the relation of the head it was lifted off, and the two arrows."""

    relation: str
    head_relation: str
    lifted: bool
    on_path: bool

    @classmethod
    def parse(cls, label: str) -> MarkedLabel:
        """Take a label apart, whatever a parser has made of it.

        >>> MarkedLabel.parse("obj↓↑nsubj")
        MarkedLabel(relation='obj', head_relation='nsubj', lifted=True, on_path=True)
        """
        before, lifted, head_relation = label.partition(_LIFTED)
        relation, on_path, _ = before.partition(_ON_PATH)
        return cls(relation, head_relation, bool(lifted), bool(on_path))

    def __str__(self) -> str:
        path = _ON_PATH if self.on_path else ""
        return self.relation + path + (_LIFTED + self.head_relation if self.lifted else "")


@called_as("transforms.pseudo_projectivize")
def pseudo_projectivize(
    treebank: TreebankSource, encoding: str = "head", *, system: System | str | None = None, threads: int = 0
) -> Treebank:
    """The treebank with projective trees: the shortest non-projective arc is lifted until there is none.

    With a `system`, the trees are those that it can build, and as few arcs as can be found in a bounded time are
    lifted; trees that it can build already stay as they are. For systems that build projective trees only, the result
    is the same as without.

    `encoding` is what labels remember: `"head"` (the relation of the head that a word was lifted off), `"path"` (the
    arcs that it was lifted along), `"head+path"` or `"none"`, after which nothing can be put back.
    """
    treebank = treebank_of(treebank)
    require_one_of("encoding", encoding, ENCODINGS)
    builder = system if system is None or isinstance(system, System) else System(system)
    if builder is not None:
        treebank.require_trees()
    relations = treebank.strings("deprel")
    codes = treebank.codes("deprel")
    for code, relation in enumerate(relations):
        if _LIFTED in relation or _ON_PATH in relation:
            word = int(np.flatnonzero(codes == code)[0])
            raise treebank.error_at(word, f"the label {relation!r} has an arrow in it already")
    heads, head_codes, lifted, on_path = _core.pseudo_projectivize(
        treebank.heads,
        treebank.offsets,
        codes,
        encoding,
        whole_number(threads, "threads"),
        None if builder is None else builder._core,
    )
    codes = codes.astype(np.int64)
    base = len(relations) + 1

    def keys_of(words: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Relation, head's relation and arrows as one number, by which new labels are sorted."""
        return ((codes[words] * base + head_codes[words] + 1) * 2 + lifted[words]) * 2 + on_path[words]

    # All words that have no marks, nearly all of them, need not be sorted.
    marked = lifted | on_path
    plain = np.flatnonzero(np.bincount(codes[~marked], minlength=len(relations)))
    keys = np.unique(np.concatenate([plain * base * 4, keys_of(marked)]))
    new_codes = np.searchsorted(keys, np.arange(len(relations)) * base * 4)[codes]
    new_codes[marked] = np.searchsorted(keys, keys_of(marked))
    labels = []
    for key in keys.tolist():
        rest, arrows = divmod(key, 4)
        relation, head = divmod(rest, base)
        of_head = relations[head - 1] if head else ""
        labels.append(str(MarkedLabel(relations[relation], of_head, arrows >= 2, arrows % 2 == 1)))
    return treebank.with_coded_trees(heads, new_codes.astype(np.int32), labels)


@called_as("transforms.deprojectivize")
def deprojectivize(treebank: TreebankSource, encoding: str = "head", *, threads: int = 0) -> Treebank:
    """The treebank with lifted words put back where their labels say, as far as that is to be found, and plain labels.

    The head is looked for below the one that a word was lifted to, breadth first and from left to right.
    """
    treebank = treebank_of(treebank)
    require_one_of("encoding", encoding, ENCODINGS)
    heads, offsets, codes = treebank.heads, treebank.offsets, treebank.codes("deprel")
    labels = treebank.strings("deprel")
    return treebank.with_coded_trees(*deprojectivized(heads, offsets, codes, labels, encoding, threads=threads))


def deprojectivized(
    heads: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64],
    codes: npt.NDArray[np.int32],
    labels: list[str],
    encoding: str,
    *,
    threads: int = 0,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], list[str]]:
    """What `deprojectivize` does, on heads and labels as arrays; the labels are numbers into a list."""
    taken_apart = _taken_apart(tuple(labels))
    heads = _core.deprojectivize(
        heads,
        offsets,
        taken_apart.relations[codes],
        taken_apart.head_relations[codes],
        taken_apart.lifted[codes],
        taken_apart.on_path[codes],
        encoding,
        whole_number(threads, "threads"),
    )
    return heads, taken_apart.relations[codes], list(taken_apart.names)


class _TakenApart(NamedTuple):
    """Labels taken apart, by their numbers; relations are numbers into `names`."""

    names: tuple[str, ...]
    relations: npt.NDArray[np.int32]
    head_relations: npt.NDArray[np.int32]
    lifted: npt.NDArray[np.bool_]
    on_path: npt.NDArray[np.bool_]


@lru_cache(maxsize=16)  # a service has the same few hundred labels for each request of a few words
def _taken_apart(labels: tuple[str, ...]) -> _TakenApart:
    marked = [MarkedLabel.parse(label) for label in labels]
    table: dict[str, int] = {}
    relations = [table.setdefault(label.relation, len(table)) for label in marked]
    return _TakenApart(
        tuple(table),
        np.array(relations, np.int32),
        np.array([table.get(label.head_relation, -1) if label.head_relation else -1 for label in marked], np.int32),
        np.array([label.lifted for label in marked], np.bool_),
        np.array([label.on_path for label in marked], np.bool_),
    )
