"""Projective trees that are as close as can be to those of a treebank."""

from __future__ import annotations

from crossarc import _core
from crossarc.calls import called_as
from crossarc.treebank import Treebank, TreebankSource, treebank_of
from crossarc.whole_numbers import whole_number


@called_as("transforms.projectivize")
def projectivize(treebank: TreebankSource, *, threads: int = 0) -> Treebank:
    """The treebank with projective trees that keep as many of its arcs as any could (Eisner 1996). Labels stay.

    Of several such trees one is taken in which most of the other words hang from an ancestor.
    """
    treebank = treebank_of(treebank).require_trees()
    heads = _core.projectivize(treebank.heads, treebank.offsets, whole_number(threads, "threads"))
    return treebank.with_coded_trees(heads, treebank.codes("deprel"), treebank.strings("deprel"))
