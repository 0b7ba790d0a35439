"""Every arc of a tree counts for the transition that builds it."""

from __future__ import annotations

import pytest

import crossarc
from crossarc import System, Treebank, synthetic
from crossarc.experiment.transition_precision import precision_counts, transitions_of_arcs

SYSTEMS = ["arc-standard", "arc-eager", "arc-hybrid", "2-planar", "covington", "arc-eager+lba+rba", "arc-eager+lnba"]


@pytest.fixture(scope="module")
def trees() -> Treebank:
    return crossarc.transforms.projectivize(synthetic.generate(60, crossing="any", rate=0.5))


@pytest.mark.parametrize("name", [*SYSTEMS, "arc-hybrid-swap"])
def test_against_stepping_through_the_derivation(name: str, trees: Treebank) -> None:
    system = System(name)
    builders = transitions_of_arcs(system, trees)
    for sentence, first in zip(trees, trees.offsets, strict=False):
        expected = [-1] * len(sentence)
        c = system.start(len(sentence))
        for transition in system.derive(list(sentence.heads)):
            before = {dependent for _, dependent in c.arcs}
            c = system.apply(c, transition)
            for dependent in {dependent for _, dependent in c.arcs} - before:
                expected[dependent - 1] = system.transitions.index(transition)
        assert builders[first : first + len(sentence)].tolist() == expected


def test_counts() -> None:
    def treebank(*rows: tuple[int, str]) -> Treebank:
        lines = (f"{n}\tw\tw\tX\t_\t_\t{head}\t{label}\t_\t_\n" for n, (head, label) in enumerate(rows, start=1))
        return Treebank.from_conllu("".join(lines) + "\n")

    gold = treebank((2, "det"), (3, "nsubj"), (0, "root"), (3, "obj"))
    predicted = treebank((2, "det"), (3, "obj"), (0, "root"), (2, "obj"))
    assert precision_counts(System("arc-eager", root="first"), gold, gold) == {"LEFT-ARC": (2, 2), "RIGHT-ARC": (2, 2)}
    counts = precision_counts(
        System("arc-eager+lba", root="first"), gold, treebank((2, "x"), (3, "nsubj"), (0, "root"), (3, "y"))
    )
    assert counts == {"LEFT-ARC": (0, 0), "RIGHT-ARC": (2, 1), "LEFT-BUFFER-ARC": (2, 1)}
    assert precision_counts(System("2-planar"), gold, predicted) == {"LEFT-ARC": (2, 1), "RIGHT-ARC": (1, 0)}
    assert precision_counts(System("undirected-planar"), gold, predicted) == {}
