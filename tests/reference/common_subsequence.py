"""The longest common subsequence by its table, as the CoNLL 2018 scorer has it."""

from __future__ import annotations

from collections.abc import Sequence


def longest_common_subsequence(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    lengths = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]  # of what begins at i and j
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            both = 1 + lengths[i + 1][j + 1] if left[i] == right[j] else 0
            lengths[i][j] = max(both, lengths[i + 1][j], lengths[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif lengths[i][j] == lengths[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs
