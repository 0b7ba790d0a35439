"""Pseudo-projective transformation, straight from Nivre & Nilsson (2005), in plain Python.

And what it becomes for systems that build some crossing arcs (docs/transforms.md): as few lifts as are easily found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from reference import trees

TreeTest = Callable[[list[int]], bool]
"""Can a tree stay as it is?"""

MOST_TREES, MOST_WORDS = 100, 100_000


def projectivize(
    heads: list[int], labels: list[str], encoding: str, can_stay: TreeTest | None = None
) -> tuple[list[int], list[str]]:
    """Heads without crossings, or with such as can stay, and labels with arrows."""
    heads = list(heads)
    up: dict[int, str] = {}
    down: set[int] = set()
    for word in projective_lifts(heads, {}) if can_stay is None else sparing_lifts(heads, can_stay):
        head = heads[word - 1]
        up.setdefault(word, labels[head - 1] if encoding != "path" else "")
        if encoding != "head":
            down.add(head)
        heads = lifted(heads, word)
    if encoding == "none":
        return heads, list(labels)
    marked = [
        label + ("↓" if word in down else "") + (f"↑{up[word]}" if word in up else "")
        for word, label in enumerate(labels, start=1)
    ]
    return heads, marked


def lifted(heads: list[int], word: int) -> list[int]:
    return [heads[head - 1] if dependent == word else head for dependent, head in enumerate(heads, start=1)]


def after(heads: list[int], lifts: list[int]) -> list[int]:
    for word in lifts:
        heads = lifted(heads, word)
    return heads


def nonprojective_words(heads: list[int]) -> list[int]:
    """The dependents of non-projective arcs, those of the shortest first."""
    return [word for _, word in sorted((abs(h - d), d) for h, d in trees.nonprojective_arcs(heads))]


def projective_lifts(heads: list[int], limits: dict[int, int]) -> list[int]:
    """The words to lift, one after the other: that of the shortest non-projective arc, unless it was often enough."""
    lifts: list[int] = []
    while words := [w for w in nonprojective_words(heads) if w not in limits or lifts.count(w) < limits[w]]:
        lifts.append(words[0])
        heads = lifted(heads, words[0])
    return lifts


def fewest_lifts(heads: list[int], can_stay: TreeTest, most_trees: float = float("inf")) -> list[int] | None:
    """The shortest of all sequences of lifts of non-projective arcs after which a tree can stay.

    None if none of so many trees can.
    """
    if can_stay(heads):
        return []
    tried = {tuple(heads)}
    ways: list[tuple[list[int], list[int]]] = [(heads, [])]
    for tree, lifts in ways:  # grows as we go
        for word in nonprojective_words(tree):
            following = lifted(tree, word)
            if tuple(following) in tried:
                continue
            if len(tried) > most_trees:
                return None
            if can_stay(following):
                return [*lifts, word]
            tried.add(tuple(following))
            ways.append((following, [*lifts, word]))
    raise AssertionError("a projective tree can stay")


def sparing_lifts(heads: list[int], can_stay: TreeTest) -> list[int]:
    """As many as that, if they are found among few trees; otherwise those to a projective tree, some taken back."""
    tests = MOST_WORDS // max(1, len(heads))
    fewest = fewest_lifts(heads, can_stay, min(MOST_TREES, tests // 2))
    if fewest is not None:
        return fewest
    tests -= min(MOST_TREES, tests // 2)
    limits: dict[int, int] = {}
    lifts = projective_lifts(heads, limits)
    for word in sorted(Counter(lifts), key=lambda own: (abs(own - heads[own - 1]), own)):
        for limit in range(lifts.count(word)):
            if tests == 0:
                return lifts
            tests -= 1
            fewer = projective_lifts(heads, limits | {word: limit})
            if can_stay(after(heads, fewer)):
                limits[word], lifts = limit, fewer
                break
    return lifts


def deprojectivize(heads: list[int], marked: list[str], encoding: str) -> tuple[list[int], list[str]]:
    heads = list(heads)
    words = range(1, len(heads) + 1)
    relation = {w: marked[w - 1].split("↑")[0].split("↓")[0] for w in words}
    down = {w for w in words if "↓" in marked[w - 1].split("↑")[0]}
    level = [0]
    order = []
    while level:
        level = [w for h in level for w in words if heads[w - 1] == h]
        order += level
    for word in order:
        if "↑" not in marked[word - 1]:
            continue
        wanted = marked[word - 1].split("↑")[1]
        ways = {"none": [], "head": ["all"], "path": ["path"], "head+path": ["path", "all"]}[encoding]
        for way in ways:
            target = search(heads, word, way, down, relation, wanted if encoding != "path" else None)
            if target:
                heads[word - 1] = target
                break
    return heads, [relation[w] for w in words]


def search(
    heads: list[int], word: int, way: str, down: set[int], relation: dict[int, str], wanted: str | None
) -> int | None:
    def below(node: int) -> list[int]:
        children = [w for w in range(1, len(heads) + 1) if heads[w - 1] == node and w != word]
        return [w for w in children if way == "all" or w in down]

    level = below(heads[word - 1])
    while level:
        for node in level:
            if relation[node] == wanted if wanted is not None else not below(node):
                return node
        level = [child for node in level for child in below(node)]
    return None
