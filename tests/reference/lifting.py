"""Pseudo-projective transformation, straight from Nivre & Nilsson (2005), in plain Python."""

from __future__ import annotations

from reference import trees


def projectivize(heads: list[int], labels: list[str], encoding: str) -> tuple[list[int], list[str]]:
    """Heads without crossings, and labels with arrows."""
    heads = list(heads)
    up: dict[int, str] = {}
    down: set[int] = set()
    while True:
        arcs = [(abs(h - d), d) for h, d in trees.nonprojective_arcs(heads)]
        if not arcs:
            break
        word = min(arcs)[1]
        head = heads[word - 1]
        up.setdefault(word, labels[head - 1] if encoding != "path" else "")
        if encoding != "head":
            down.add(head)
        heads[word - 1] = heads[head - 1]
    if encoding == "none":
        return heads, list(labels)
    marked = [
        label + ("↓" if word in down else "") + (f"↑{up[word]}" if word in up else "")
        for word, label in enumerate(labels, start=1)
    ]
    return heads, marked


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
