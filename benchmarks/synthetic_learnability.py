"""Is the treebank of an invented language learnable but not trivial? What do words and distant context contribute?

A perceptron picks a head for each word on its own, and a second one a label for each gold arc. They are given
the tags alone; words too; morphological features too; or all this, but only heads within four words. A
treebank worth parsing shows a gap between these, and above all on the arcs that are not projective.

    python benchmarks/synthetic_learnability.py [--train 1500] [--test 500] [--crossing any] [--rate 0.4]
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from crossarc import synthetic

SIZE = 1 << 21
NEAR = 4
TAGS, WORDS, FEATURES = range(3)


@dataclass
class Sentence:
    forms: list[str]
    tags: list[str]
    feats: list[str]
    heads: list[int]
    labels: list[str]

    def nonprojective(self, word: int) -> bool:
        """Is there a word between this one and its head that does not descend from the head?"""
        head = self.heads[word]
        for between in range(min(head, word) + 1, max(head, word)):
            node = between
            while node not in (0, head):
                node = self.heads[node]
            if node != head:
                return True
        return False


def read(text: str) -> list[Sentence]:
    """Sentences with the artificial root in place 0."""
    sentences = []
    for block in text.strip().split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if not line.startswith("#")]
        rows = [row for row in rows if row[0].isdigit()]
        sentences.append(
            Sentence(
                ["<root>", *(row[1].lower() for row in rows)],
                ["ROOT", *(row[3] for row in rows)],
                ["", *(row[5] for row in rows)],
                [-1, *(int(row[6]) for row in rows)],
                ["", *(row[7] for row in rows)],
            )
        )
    return sentences


def arc_features(sentence: Sentence, head: int, word: int, given: int) -> list[int]:
    forms, tags = sentence.forms, sentence.tags
    distance = min(abs(head - word), 8) * (1 if head < word else -1) if head else 0
    h, d = tags[head], tags[word]
    around = [tags[i] if 0 <= i < len(tags) else "-" for i in (head - 1, head + 1, word - 1, word + 1)]
    low, high = min(head, word), max(head, word)
    inside = "V" if "VERB" in tags[low + 1 : high] else ""
    inside += "N" if "NOUN" in tags[low + 1 : high] else ""
    inside += "P" if "PUNCT" in tags[low + 1 : high] else ""
    features = [
        f"{h} {d} {distance}",
        f"{h} {d} {distance > 0} {inside}",
        f"{h} {d} {around[0]} {around[2]} {distance > 0}",
        f"{h} {d} {around[1]} {around[3]} {distance > 0}",
        f"{h} {d} {around[0]} {around[3]} {distance}",
        f"{h} {d} {around[1]} {around[2]} {distance}",
    ]
    if given >= WORDS:
        a, b = forms[head], forms[word]
        before = forms[word - 1] if word else "-"
        opening = next((forms[i] for i in range(word - 1, 0, -1) if tags[i] in ("ADP", "SCONJ", "PRON")), "-")
        side = distance > 0
        features += [
            f"w {a} {d} {side}",
            f"w {h} {b} {side} {distance}",
            f"w {a} {b}",
            f"s {a[-2:]} {b[-2:]} {h} {d} {side}",
            f"s {a[-2:]} {d} {h} {distance}",
            f"s {b[-2:]} {d} {h} {distance}",
            f"p {a} {before} {d}",
            f"p {h} {before} {d} {distance}",
            f"o {a} {opening} {d}",
            f"o {a[-2:]} {opening[-2:]} {h} {d} {side}",
        ]
    if given >= FEATURES:
        x, y = sentence.feats[head], sentence.feats[word]
        pronoun = next((i for i in range(word - 1, 0, -1) if "PronType=Rel" in sentence.feats[i]), 0)
        z = sentence.feats[pronoun].replace("Case=", "Rel=")
        features += [f"f {x} {y} {distance > 0}", f"f {h} {y} {distance}", f"f {x} {z} {d}"]
    return [crc32(feature.encode()) % SIZE for feature in features]


def head_accuracy(
    train: list[Sentence], test: list[Sentence], given: int, near: int | None, epochs: int
) -> tuple[float, float]:
    """Share of right heads, of all arcs and of those that are not projective."""

    def candidates(sentence: Sentence, word: int) -> list[int]:
        return [
            head
            for head in range(len(sentence.tags))
            if head != word and (near is None or head == 0 or abs(head - word) <= near)
        ]

    def table(sentence: Sentence, word: int) -> tuple[list[int], NDArray[np.int64]]:
        heads = candidates(sentence, word)
        return heads, np.array([arc_features(sentence, head, word, given) for head in heads])

    weights = np.zeros(SIZE)
    total = np.zeros(SIZE)
    cases = [(*table(s, word), s.heads[word]) for s in train for word in range(1, len(s.tags))]
    step = 0
    for _ in range(epochs):
        for heads, features, gold in cases:
            step += 1
            if gold not in heads:
                continue
            best = int(weights[features].sum(axis=1).argmax())
            if heads[best] != gold:
                right = features[heads.index(gold)]
                np.add.at(weights, right, 1)
                np.add.at(weights, features[best], -1)
                np.add.at(total, right, step)
                np.add.at(total, features[best], -step)
    weights -= total / (step + 1)
    hits: dict[bool, list[bool]] = {False: [], True: []}
    for sentence in test:
        for word in range(1, len(sentence.tags)):
            heads, features = table(sentence, word)
            found = heads[int(weights[features].sum(axis=1).argmax())]
            hits[sentence.nonprojective(word)].append(found == sentence.heads[word])
    return 100 * float(np.mean(hits[False] + hits[True])), 100 * float(np.mean(hits[True] or [False]))


def label_accuracy(train: list[Sentence], test: list[Sentence], given: int, epochs: int) -> float:
    """Share of right labels, given the right heads."""
    labels = sorted({label for sentence in train for label in sentence.labels[1:]})
    weights = np.zeros((SIZE >> 4, len(labels)))
    total = np.zeros_like(weights)

    def features(sentence: Sentence, word: int) -> NDArray[np.int64]:
        return np.array(arc_features(sentence, sentence.heads[word], word, given)) % len(weights)

    cases = [(features(s, word), labels.index(s.labels[word])) for s in train for word in range(1, len(s.tags))]
    step = 0
    for _ in range(epochs):
        for found, gold in cases:
            step += 1
            best = int(weights[found].sum(axis=0).argmax())
            if best != gold:
                weights[found, gold] += 1
                weights[found, best] -= 1
                total[found, gold] += step
                total[found, best] -= step
    weights -= total / (step + 1)
    hits = [
        labels[int(weights[features(s, word)].sum(axis=0).argmax())] == s.labels[word]
        for s in test
        for word in range(1, len(s.tags))
    ]
    return 100 * float(np.mean(hits))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--train", type=int, default=1500)
    options.add_argument("--test", type=int, default=500)
    options.add_argument("--crossing", default="any")
    options.add_argument("--rate", type=float, default=0.4)
    options.add_argument("--ambiguity", type=float, default=0.5)
    options.add_argument("--epochs", type=int, default=4)
    given = options.parse_args()
    start = time.process_time()
    parts = synthetic.splits(
        given.train, 0, given.test, crossing=given.crossing, rate=given.rate, ambiguity=given.ambiguity
    )
    seconds = time.process_time() - start
    print(f"{(given.train + given.test) / seconds:.0f} sentences per second of one core")
    train, test = read(parts["train"]), read(parts["test"])
    seen = {form for sentence in train for form in sentence.forms}
    unseen = [form not in seen for sentence in test for form in sentence.forms[1:]]
    print(f"{100 * sum(unseen) / len(unseen):.1f}% of the words of the test data are not in the training data")
    print(f"{'given':<32} {'heads':>6} {'non-projective':>15} {'labels':>7}")
    for name, what, near in (
        ("tags", TAGS, None),
        ("tags, words", WORDS, None),
        ("tags, words, features", FEATURES, None),
        (f"the same, {NEAR} words around", FEATURES, NEAR),
    ):
        every, nonprojective = head_accuracy(train, test, what, near, given.epochs)
        label = f"{label_accuracy(train, test, what, given.epochs):7.1f}" if near is None else ""
        print(f"{name:<32} {every:6.1f} {nonprojective:15.1f} {label}")


if __name__ == "__main__":
    main()
