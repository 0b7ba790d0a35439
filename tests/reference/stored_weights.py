"""The weights of a linear model as they are stored (core/linear/frozen_weights.hpp), looked up one by one."""

from __future__ import annotations

import struct
from collections import defaultdict

_HEADER = struct.Struct("<IIIIQQffI20x")
_FEATURES = 4  # in a bucket


class StoredWeights:
    """Of transitions and of labels, whole numbers; `rest` is what follows them, the labels' uses and so on."""

    def __init__(self, stored: bytes) -> None:
        header = _HEADER.unpack_from(stored)
        self.transitions, self.kinds, self.labels, _, self.buckets, words, *scales, self.has_full_lists = header
        self.transition_scale, self.label_scale = scales
        self.words = 8 if self.transitions <= 5 else 16  # of a feature, its tag among them
        self.bucket_size = _FEATURES * self.words * 2
        lists = _HEADER.size + self.buckets * self.bucket_size
        self.table = stored[_HEADER.size : lists]
        self.lists = struct.unpack_from(f"<{words}H", stored, lists)
        self.rest = stored[lists + -(-words * 2 // 8) * 8 :]

    def of(self, key: int) -> tuple[tuple[int, ...], dict[tuple[int, int], int]]:
        """Of one feature: the weights of transitions, and those of labels by kind and label."""
        bucket = ((key >> 32) * self.buckets) >> 32
        wanted = (key >> 8) & 0xFFFF or 1
        while True:
            own = self.table[bucket * self.bucket_size : (bucket + 1) * self.bucket_size]
            tags = struct.unpack_from(f"<{_FEATURES}H", own)
            if wanted in tags:
                at = 2 * _FEATURES + tags.index(wanted) * (self.words - 1) * 2
                (place,) = struct.unpack_from("<I", own, at)
                return struct.unpack_from(f"<{self.transitions}h", own, at + 4), self._labels(place)
            if 0 in tags:
                return (0,) * self.transitions, {}
            bucket = (bucket + 1) % self.buckets

    def scores(self, keys: list[int]) -> tuple[list[int], dict[tuple[int, int], int]]:
        """Sums over the features of a configuration."""
        transitions, labels = [0] * self.transitions, defaultdict[tuple[int, int], int](int)
        for key in keys:
            of_transitions, of_labels = self.of(key)
            transitions = [a + b for a, b in zip(transitions, of_transitions, strict=True)]
            for place, weight in of_labels.items():
                labels[place] += weight
        return transitions, labels

    def _labels(self, at: int) -> dict[tuple[int, int], int]:
        weights: dict[tuple[int, int], int] = {}
        while at != 0xFFFFFFFF:
            header = self.lists[at]
            kind, count = (header & 0x7FFF) >> 11, header & 0x7FF
            if count == 0x7FF and self.has_full_lists:
                end = at + 1 + self.labels
                pairs = list(enumerate(self.lists[at + 1 : end]))
            else:
                end = at + 1 + 2 * count
                pairs = list(zip(self.lists[at + 1 : end : 2], self.lists[at + 2 : end : 2], strict=True))
            for label, weight in pairs:
                weights[kind, label] = weight - 0x10000 if weight >= 0x8000 else weight
            at = 0xFFFFFFFF if header & 0x8000 else end
        return weights
