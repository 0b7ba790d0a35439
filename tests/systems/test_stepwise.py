"""The stepwise API: names, errors that help, configurations that never change."""

from __future__ import annotations

import random
import re

import pytest

import crossarc


def test_names() -> None:
    assert set(crossarc.system_names()) >= {"arc-eager", "2-planar", "covington", "undirected-planar"}
    for name in crossarc.system_names():
        assert crossarc.System(name).name == name
    assert crossarc.System("planar").transitions == ("SHIFT", "REDUCE", "LEFT-ARC", "RIGHT-ARC")
    assert crossarc.System("2-planar").transitions[-1] == "SWITCH"
    assert crossarc.System("arc-eager+lba+rnba").transitions[-2:] == (
        "LEFT-BUFFER-ARC",
        "RIGHT-NONPROJ-BUFFER-ARC",
    )
    assert "ARC" in crossarc.System("undirected-covington", reconstruction="naive").transitions


def test_apply_leaves_its_argument_alone() -> None:
    system = crossarc.System("2-planar")
    c = system.start(3)
    before = repr(c)
    d = system.apply(system.apply(system.apply(c, "SHIFT"), "LEFT-ARC"), "SWITCH")
    assert repr(c) == before
    assert c == system.start(3)
    assert d.heads == [2, 0, 0]
    assert d.arcs == [(2, 1)]
    assert d.active_plane == 1
    assert d.switched
    assert c.heads == [0, 0, 0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("2planar", "did you mean '2-planar'"),
        ("nonsense", "The systems are arc-standard"),
        ("arc-eager+lbb", "+lba +rba +lnba +rnba"),
        ("covington+lba", "does not take buffer transitions"),
    ],
)
def test_unknown_systems(name, message) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        crossarc.System(name)


def test_options_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="root='first'"):
        crossarc.System("arc-hybrid", root="first")
    with pytest.raises(ValueError, match="no root to place"):
        crossarc.System("planar", root="last")
    with pytest.raises(ValueError, match="'last' or 'first'"):
        crossarc.System("arc-eager", root="middle")
    with pytest.raises(ValueError, match="is directed"):
        crossarc.System("planar", reconstruction="naive")
    with pytest.raises(ValueError, match="regularize"):
        crossarc.System("planar").oracle("dynamic", [0], regularize=True)


def test_illegal_transitions_say_why() -> None:
    system = crossarc.System("arc-eager")
    c = system.start(2)
    with pytest.raises(ValueError, match="LEFT-ARC is not legal here: the stack is empty"):
        system.apply(c, "LEFT-ARC")
    with pytest.raises(ValueError, match="REDUCE is not legal here: the top of the stack has no head"):
        system.apply(system.apply(c, "SHIFT"), "REDUCE")
    with pytest.raises(ValueError, match="no transition 'SWITCH' in this system: it has SHIFT"):
        system.apply(c, "SWITCH")
    planar = crossarc.System("2-planar")
    with pytest.raises(ValueError, match="two SWITCHes in a row"):
        planar.apply(planar.apply(planar.start(1), "SWITCH"), "SWITCH")
    with pytest.raises(ValueError, match="derivation has ended"):
        planar.apply(planar.start(0), "SHIFT")


def test_heads_that_are_no_tree() -> None:
    system = crossarc.System("covington")
    with pytest.raises(ValueError, match="word 2: head 7 is not a word or 0"):
        system.derive([0, 7])
    with pytest.raises(ValueError, match="form a cycle"):
        system.covers([2, 1])
    with pytest.raises(ValueError, match="covington has no 'exact', but static, dynamic"):
        system.oracle("exact", [0])


def test_configurations_of_something_else() -> None:
    eager, planar = crossarc.System("arc-eager"), crossarc.System("planar")
    c = planar.start(3)
    assert crossarc.System("planar").legal(c) == ("SHIFT",)
    with pytest.raises(ValueError, match=re.escape("is one of System('planar'), not of System('arc-eager')")):
        eager.legal(c)
    with pytest.raises(ValueError, match="is one of"):
        eager.apply(c, "SHIFT")
    with pytest.raises(ValueError, match="is one of"):
        eager.oracle("dynamic", [0, 1, 1]).costs(c)
    with pytest.raises(ValueError, match="the gold tree has 2 words, the configuration 3"):
        planar.oracle("dynamic", [0, 1]).loss(c)


def test_empty_sentences() -> None:
    for name in crossarc.system_names():
        system = crossarc.System(name)
        c = system.start(0)
        assert c.finished
        assert c.heads == []
        assert system.derive([]) == []
        assert system.covers([])
        assert system.oracle("static", []).costs(c) == {}


def test_naive_and_label_based_reconstruction() -> None:
    """2012 undirected, Figure 4: the second costs may move a link from the root, the first keep it."""
    # Links 0-1 R, 1-2 R, 2-3 L, 3-4 L, 4-5 L: labels agree best with 5 as the head of 4, 4 of 3, 3 of 2.
    walk = [
        "RIGHT-ARC",
        "SHIFT",
        "RIGHT-ARC",
        "SHIFT",
        "LEFT-ARC",
        "SHIFT",
        "LEFT-ARC",
        "SHIFT",
        "LEFT-ARC",
        "SHIFT",
    ]
    trusted = crossarc.System("undirected-planar", root_links="trusted")
    untrusted = crossarc.System("undirected-planar")
    naive = crossarc.System("undirected-planar", reconstruction="naive")
    a, b, c = trusted.start(5), untrusted.start(5), naive.start(5)
    for transition in walk:
        a = trusted.apply(a, transition)
        b = untrusted.apply(b, transition)
        c = naive.apply(c, "ARC" if transition.endswith("ARC") else transition)
    assert a.heads == [0, 1, 2, 3, 4]
    assert b.heads == [2, 3, 4, 5, 0]
    assert c.heads == [0, 1, 2, 3, 4]
    assert a.links[0] == (0, 1, False)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (crossarc.System("arc-eager"), crossarc.System("arc-eager", root="last")),
        (crossarc.System("arc-eager+lba+rba"), crossarc.System("arc-eager+rba+lba")),
        (crossarc.System("undirected-planar"), crossarc.System("undirected-planar", reconstruction="label")),
    ],
)
def test_a_system_is_the_same_however_it_is_asked_for(one: crossarc.System, other: crossarc.System) -> None:
    assert other.legal(one.start(3)) == one.legal(one.start(3))
    assert one.start(3) == other.start(3)


def test_configurations_of_different_systems_are_different() -> None:
    assert crossarc.System("planar").start(2) != crossarc.System("covington").start(2)


@pytest.mark.parametrize("name", [*crossarc.system_names(), "arc-eager+lba+rnba", "arc-hybrid+rba"])
def test_why_not_and_what_a_transition_would_build(name: str) -> None:
    """On random walks: a reason where it is not legal, and the arc that `apply` then builds."""
    system = crossarc.System(name)
    for seed in range(20):
        chance = random.Random(seed)
        c = system.start(5)
        while not c.finished:
            for transition in system.transitions:
                reason = system.why_not(c, transition)
                assert (reason is None) == (transition in system.legal(c))
                if reason is not None:
                    assert system.arc(c, transition) is None
                    with pytest.raises(ValueError, match=f"{transition} is not legal here: {re.escape(reason)}"):
                        system.apply(c, transition)
            transition = chance.choice(system.legal(c))
            d = system.apply(c, transition)
            built = [set(d.arcs) - set(c.arcs), {link[:2] for link in d.links} - {link[:2] for link in c.links}]
            arc = system.arc(c, transition)
            if name.startswith("undirected"):
                assert built[1] == (set() if arc is None else {(min(arc), max(arc))})
            else:
                assert built[0] == (set() if arc is None else {arc})
            c = d
    with pytest.raises(ValueError, match="no transition 'JUMP' in this system"):
        system.why_not(c, "JUMP")
