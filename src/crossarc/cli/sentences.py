"""Sentences that the command line names."""

from __future__ import annotations

from crossarc.treebank import Treebank

_LONGEST_NUMBER = 20  # digits of one that a sentence can have


def place_of(trees: Treebank, name: str) -> int:
    """The place of a sentence, which is named by its number, from 1, or its sent_id."""
    if name.isdecimal() and len(name) < _LONGEST_NUMBER and 1 <= int(name) <= len(trees):
        return int(name) - 1
    for place, candidate in enumerate(trees):
        if candidate.sent_id == name:
            return place
    raise ValueError(f"{trees.path}: no sentence '{name}': there are {len(trees):,}, and none has this sent_id")
