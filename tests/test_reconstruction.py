"""Directions of links: trees of least cost, by exhaustive search; and what the undirected systems make of their own."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from reference.reconstruction import METHODS, Link, cost_of_tree, least_cost
from reference.transition_search import random_tree

import crossarc
from crossarc import System
from crossarc.choices import OptionError

ids = [" ".join(method.values()) for method in METHODS]


def check(n: int, links: list[Link], method: dict[str, str]) -> None:
    tree = crossarc.reconstruct(n, [(*link, link) for link in links], **method)
    assert cost_of_tree(tree.heads, links, method) == least_cost(n, links, method), links
    for word, (head, label) in enumerate(zip(tree.heads, tree.labels, strict=True), start=1):
        own = [link for link in ((head, word), (word, head)) if link in links]
        assert label in own or (label is None and head == 0 and not own)
        assert (head, word) not in own or label == (head, word)  # of two links, the one that agrees


@pytest.mark.parametrize("method", METHODS, ids=ids)
def test_all_links_among_three_words_and_the_root(method: dict[str, str]) -> None:
    """Each pair without a link, with one in either direction, and with both: 4⁶ graphs, most of them with cycles."""
    for n in (0, 1, 2, 3):
        pairs = list(combinations(range(n + 1), 2))
        for kinds in product(range(4), repeat=len(pairs)):
            links = [(a, b) for (a, b), kind in zip(pairs, kinds, strict=True) if kind in (1, 3)]
            links += [(b, a) for (a, b), kind in zip(pairs, kinds, strict=True) if kind in (2, 3)]
            check(n, links, method)


@pytest.mark.parametrize("method", METHODS, ids=ids)
def test_random_links_among_five_words(method: dict[str, str]) -> None:
    random = Random(1)
    pairs = [(a, b) for a in range(6) for b in range(6) if a != b]
    for _ in range(60):
        check(5, random.sample(pairs, random.randint(0, 12)), method)


@pytest.mark.parametrize("name", ["undirected-planar", "undirected-2-planar", "undirected-covington"])
@pytest.mark.parametrize("method", METHODS, ids=ids)
def test_links_of_undirected_systems(name: str, method: dict[str, Any]) -> None:
    """The parsers' own reconstruction, which knows that there are no cycles, gives the same."""
    random, system = Random(2), System(name, **method)
    for _ in range(60):
        c = system.start(random.randint(1, 9))
        while not c.finished:
            c = system.apply(c, random.choice(system.legal(c)))
        links = [(b, a, "x") if leftward else (a, b, "x") for a, b, leftward in c.links]
        assert crossarc.reconstruct(len(c.heads), links, **method).heads == c.heads


def test_right_links_give_the_right_tree() -> None:
    """§4.1 and §4.2: if all links are right, so is the tree, whatever the directions without labels."""
    random = Random(3)
    for _ in range(100):
        gold = random_tree(random, random.randint(1, 30))
        labels = [f"label {word}" for word in range(1, len(gold) + 1)]
        links = [(head, word, labels[word - 1]) for word, head in enumerate(gold, start=1)]
        random.shuffle(links)
        for method in METHODS:
            if method.get("reconstruction") == "naive":
                links = [(b, a, label) if random.random() < 0.5 else (a, b, label) for a, b, label in links]
            tree = crossarc.reconstruct(len(gold), links, **method)
            assert (tree.heads, tree.labels) == (list(gold), labels)
            links = [(gold[int(label[6:]) - 1], int(label[6:]), label) for _, _, label in links]


def test_many_words_in_cycles() -> None:
    """Groups within groups, in time that hardly grows with the square of their number."""
    n = 20_000
    ring = [(w, w % n + 1, "next") for w in range(1, n + 1)]
    pairs = [(w + 1, w, "back") for w in range(1, n, 2)]
    tree = crossarc.reconstruct(n, ring + pairs)
    assert tree.labels.count(None) == tree.heads.count(0) == 1
    assert sum(label == "next" for label in tree.labels) == n - 1


@pytest.mark.parametrize(
    ("links", "options", "message"),
    [
        ([(1, 1, "x")], {}, "a word cannot be linked to itself: 1"),
        ([(1, 4, "x")], {}, "the ends of links must be whole numbers from 0 to 3: 4"),
        ([(1, -1, "x")], {}, "the ends of links must be whole numbers from 0 to 3: -1"),
        ([(1, 2, "x"), (1, 2, "y")], {}, r"two links are the same: \(1, 2\)"),
        ([(1, 2)], {}, "a link is a head, a dependent and a label"),
        ([(1, 1.5, "x")], {}, "the ends of links must be whole numbers"),
        ([], {"reconstruction": "nave"}, "reconstruction: 'nave' is not one of label, naive; did you mean 'naive'"),
        ([], {"root_links": "some"}, "root_links: 'some' is not one of untrusted, trusted"),
        ([], {"reconstruction": "naive", "root_links": "trusted"}, "root_links: it belongs to the reconstruction by"),
    ],
)
def test_mistakes(links: list[Any], options: dict[str, str], message: str) -> None:
    with pytest.raises((OptionError, ValueError), match=message):
        crossarc.reconstruct(3, links, **options)
