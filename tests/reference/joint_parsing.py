"""Greedy parsing with one class for each transition with each label: all are scored, the best legal one wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crossarc import System, Treebank, _core
from crossarc.transition_systems import Configuration

Classes = Mapping[tuple[int, int], float]
"""Scores of the classes that training has seen, by the number of the transition and that of the label."""

ClassesOf = Callable[[list[int], int], Classes]
"""From the features of a configuration, and the one of them that tells machines apart."""

SPLIT = "B0?.p"
UNDER_ROOT, ELSEWHERE = 1, 2


def link_of(system: System, c: Configuration, transition: str) -> tuple[int, int] | None:
    """The two nodes that a transition links, the head first if there is one."""
    after = system.apply(c, transition)
    arcs = [*(set(after.arcs) - set(c.arcs)), *(link[:2] for link in set(after.links) - set(c.links))]
    return arcs[0] if arcs else None


def parse(
    system: System,
    treebank: Treebank,
    sentence: int,
    templates: str,
    uses: bytes,
    classes_of: ClassesOf,
) -> tuple[list[int], dict[tuple[int, int], int]]:
    """Heads, and labels by the two ends of arcs, the left one first.

    `uses` tells for each label whether training has seen it on arcs from 0, and on others.
    """
    c = system.start(len(treebank[sentence]))
    transitions: list[str] = []
    numbers: list[int] = []
    labels: dict[tuple[int, int], int] = {}
    while not c.finished:
        place = treebank._document, sentence, system.name
        keys, split = (_core.feature_keys(*place, text, transitions, numbers)[-1] for text in (templates, SPLIT))
        classes = classes_of(keys, split[0])
        legal = {}
        for transition in system.legal(c):
            ends = link_of(system, c, transition)
            use = UNDER_ROOT if ends is not None and 0 in ends else ELSEWHERE
            for number in range(len(uses)) if ends is not None else (0,):
                if ends is None or uses[number] & use:
                    of_class = system.transitions.index(transition), number
                    legal[of_class] = classes.get(of_class, float("-inf"))
        best = max(legal, key=lambda of_class: (legal[of_class], -of_class[0], -of_class[1]))
        transition = system.transitions[best[0]]
        if (ends := link_of(system, c, transition)) is not None:
            labels[min(ends), max(ends)] = best[1]
        transitions.append(transition)
        numbers.append(best[1])
        c = system.apply(c, transition)
    return list(c.heads), labels
