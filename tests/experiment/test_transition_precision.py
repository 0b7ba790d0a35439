"""Every arc counts for the transition that builds it."""

from __future__ import annotations

import numpy as np
import pytest

import crossarc
from crossarc import Treebank, synthetic
from crossarc.experiment.transition_precision import ARC_TRANSITIONS, precision_counts


@pytest.fixture(scope="module")
def parts() -> dict[str, Treebank]:
    texts = synthetic.splits(150, 20, 60, crossing="any", rate=0.5)
    return {name: Treebank.from_conllu(text) for name, text in texts.items()}


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("arc-eager", {"root": "first"}),
        ("arc-eager", {"root": "last"}),
        ("arc-hybrid", {}),
        ("2-planar", {}),
        ("covington", {}),
    ],
)
def test_plain_arcs_go_by_direction(system: str, options: dict[str, str], parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"], system=system, nonprojective="keep", epochs=1, **options)
    parsed = parser.parse(parts["test"], multi_root=True)
    builders = parser.builders(parts["test"], multi_root=True)
    leftward = parsed.heads > parsed.positions
    from_root = parsed.heads == 0
    left, right = (parser.transitions.index(name) for name in ("LEFT-ARC", "RIGHT-ARC"))
    assert (builders[leftward] == left).all()
    assert (builders[~leftward & ~from_root] == right).all()
    if "root" not in options and system != "arc-hybrid":  # configurations without 0
        assert (builders[from_root] == -1).all()
    else:
        assert set(builders[from_root]) <= ({right, -1} if options.get("root") == "first" else {left})


@pytest.mark.parametrize("system", ["arc-eager+lba", "arc-eager+rba", "arc-eager+lnba", "arc-eager+rnba"])
def test_a_parser_that_has_learnt_by_heart_follows_the_policy(system: str) -> None:
    """Where the trees are the training trees, the derivations are those of the static oracle."""
    treebank = synthetic.generate(25, crossing="projective")
    parser = crossarc.train(treebank, system=system, oracle="static", epochs=40)
    parsed = parser.parse(treebank, multi_root=True)
    builders = parser.builders(treebank, multi_root=True)
    own = crossarc.System(system)
    known = 0
    for gold, sentence, first in zip(treebank, parsed, treebank.offsets, strict=False):
        if not np.array_equal(gold.heads, sentence.heads):
            continue
        known += 1
        c = own.start(len(gold))
        for transition in own.derive(list(gold.heads)):
            before = {dependent for _, dependent in c.arcs}
            c = own.apply(c, transition)
            for dependent in {dependent for _, dependent in c.arcs} - before:
                assert parser.transitions[builders[first + dependent - 1]] == transition
    assert known > 15


def test_words_that_are_hung_elsewhere_count_for_no_transition(parts: dict[str, Treebank]) -> None:
    parser = crossarc.train(parts["train"][:40], system="arc-eager", oracle="static", epochs=1)
    several = parser.parse(parts["test"], multi_root=True).heads
    one, builders = parser.parse(parts["test"]).heads, parser.builders(parts["test"])
    moved = (several == 0) & (one != 0)
    assert moved.any()
    assert (builders[moved] == -1).all()


def test_counts() -> None:
    def treebank(*rows: tuple[int, str]) -> Treebank:
        lines = (f"{n}\tw\tw\tX\t_\t_\t{head}\t{label}\t_\t_\n" for n, (head, label) in enumerate(rows, start=1))
        return Treebank.from_conllu("".join(lines) + "\n")

    gold = treebank((2, "det"), (3, "nsubj"), (0, "root"), (3, "obj"))
    predicted = treebank((2, "det"), (3, "obj"), (0, "root"), (2, "obl"))
    names = ["LEFT-BUFFER-ARC", "LEFT-ARC", "RIGHT-ARC", "RIGHT-ARC"]
    transitions = crossarc.System("arc-eager+lba").transitions
    builders = np.array([transitions.index(name) for name in names], np.int32)
    assert precision_counts(gold, predicted, builders, transitions) == {
        "LEFT-ARC": (1, 0),
        "RIGHT-ARC": (2, 1),
        "LEFT-BUFFER-ARC": (1, 1),
    }
    assert precision_counts(gold, predicted, np.full(4, -1, np.int32), transitions) == {}
    assert ARC_TRANSITIONS[:2] == ("LEFT-ARC", "RIGHT-ARC")
    assert "NO-ARC" not in ARC_TRANSITIONS
