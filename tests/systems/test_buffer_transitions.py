"""Buffer transitions in all combinations over all bases (2012 buffer §3.1, §4.1), against exhaustive search."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from reference import transition_search as reference

import crossarc
from crossarc import _core
from crossarc.choices import OptionError

BASES = ("arc-standard", "arc-eager", "arc-eager/first", "arc-hybrid", "arc-hybrid-swap", "planar", "2-planar")
KINDS = tuple(reference.BUFFER_TRANSITIONS)
COMBINATIONS = ["+".join(kinds) for count in range(1, 5) for kinds in combinations(KINDS, count)]
TREES = {n: list(reference.all_trees(n)) for n in range(1, 6)}


def extended(base: str, kinds: str) -> tuple[crossarc.System, str]:
    """The system, and its name among the definitions."""
    name, slash, root = base.partition("/")
    return crossarc.System(f"{name}+{kinds}", root=root or None), f"{name}+{kinds}{slash}{root}"


def forest(trees: list[tuple[int, ...]]) -> tuple[np.ndarray, np.ndarray]:
    heads = np.array([head for tree in trees for head in tree], np.int32)
    return heads, np.cumsum([0, *map(len, trees)], dtype=np.int64)


def rebuilt(system: crossarc.System, trees: list[tuple[int, ...]], buffer_arcs: str) -> tuple[list[bool], list[int]]:
    """Which trees the static derivations end in, and how long these are."""
    heads, offsets = forest(trees)
    options = _core.OracleOptions(buffer_arcs=buffer_arcs)
    built, steps, _ = _core.derive_all(system._core, heads, offsets, options=options)
    return [bool((heads[a:b] == built[a:b]).all()) for a, b in pairwise(offsets)], steps.tolist()


@pytest.mark.parametrize("kinds", COMBINATIONS)
@pytest.mark.parametrize("base", BASES)
def test_every_configuration_agrees_with_the_definition(base: str, kinds: str) -> None:
    system, definition = extended(base, kinds)
    for n in (1, 2, 3):
        graph = reference.StateGraph(definition, n)
        configurations = [system.start(n)]
        for before, transition in graph.found_by[1:]:
            configurations.append(system.apply(configurations[before], transition))
        for c, state, successors in zip(configurations, graph.states, graph.successors, strict=True):
            assert set(system.legal(c)) == set(successors)
            assert (tuple(c.heads), tuple(c.buffer)) == (reference.heads(state, n), state.buffer)
            assert (tuple(c.stack), c.finished) == (state.stack, not successors)


@pytest.mark.parametrize("kinds", COMBINATIONS)
@pytest.mark.parametrize("base", BASES)
def test_what_is_covered_is_what_some_derivation_builds(base: str, kinds: str) -> None:
    """All trees of up to four words, and some of five; and the static oracle builds just these, by either policy."""
    system, definition = extended(base, kinds)
    trees = [tree for n in (1, 2, 3, 4) for tree in TREES[n]]
    trees += Random(kinds).sample(TREES[5], 5 if base == "2-planar" else 40)
    covered = _core.covers(system._core, *forest(trees)).tolist()
    assert covered == [reference.builds(definition, tree) for tree in trees]
    if not {"lnba", "rnba"} & set(kinds.split("+")):
        belongs = {"planar": reference.is_planar, "2-planar": reference.is_2_planar}.get(base, reference.is_projective)
        assert base == "arc-hybrid-swap" or covered == [belongs(tree) for tree in trees]
    for buffer_arcs in ("short", "any") if system._core.has_long_buffer_arcs else ("short",):
        assert rebuilt(system, trees, buffer_arcs)[0] == covered


def with_long_buffer_arcs(base: str, kinds: str) -> bool:
    return extended(base, kinds)[0]._core.has_long_buffer_arcs


EVERY = [(base, kinds) for base in BASES for kinds in COMBINATIONS]


@pytest.mark.parametrize(("base", "kinds"), [case for case in EVERY if with_long_buffer_arcs(*case)])
def test_buffer_arcs_of_any_length(base: str, kinds: str) -> None:
    """Of all trees of up to five words all that are covered are rebuilt, some of them in another way."""
    system, _ = extended(base, kinds)
    trees = [tree for n in (1, 2, 3, 4, 5) for tree in TREES[n]]
    covered = _core.covers(system._core, *forest(trees)).tolist()
    assert rebuilt(system, trees, "any")[0] == covered == rebuilt(system, trees, "short")[0]
    assert any(system.derive(tree, buffer_arcs="any") != system.derive(tree) for tree in TREES[4])
    assert all(system.derive(tree, buffer_arcs="short") == system.derive(tree) for tree in TREES[3])


@pytest.mark.parametrize(("base", "kinds"), [case for case in EVERY if not with_long_buffer_arcs(*case)])
def test_buffer_arcs_that_are_never_long(base: str, kinds: str) -> None:
    """The choice is refused where it makes no difference: what projective buffer transitions link are neighbours."""
    system, _ = extended(base, kinds)
    with pytest.raises(OptionError, match=r"^buffer_arcs: .*(\+lba or \+rba|always neighbours)"):
        system.derive([0], buffer_arcs="any")
    todo = [system.start(3)]
    while todo:
        c = todo.pop()
        for transition in system.legal(c):
            if transition in ("LEFT-BUFFER-ARC", "RIGHT-BUFFER-ARC"):
                assert c.buffer[1] == c.buffer[0] + 1
            todo.append(system.apply(c, transition))


def test_the_paper_s_example_of_a_long_arc() -> None:
    """§3.1: after RIGHT-BUFFER-ARC from (σ, i|i+1|i+2|β), a second one creates an arc of length 2."""
    system = crossarc.System("arc-eager+rba", root="first")
    assert system.derive([0, 1, 1]) == ["RIGHT-BUFFER-ARC", "RIGHT-ARC", "RIGHT-ARC"]
    assert system.derive([0, 1, 1], buffer_arcs="any") == ["RIGHT-BUFFER-ARC", "RIGHT-BUFFER-ARC", "RIGHT-ARC"]


def test_dynamic_oracles_need_no_policy() -> None:
    system = crossarc.System("arc-eager+rba")
    with pytest.raises(OptionError, match="buffer_arcs: it has no effect: it belongs to the static oracle"):
        system.oracle("dynamic", [0, 1], buffer_arcs="any")
    with pytest.raises(OptionError, match="buffer_arcs: 'long' is not one of short, any"):
        system.derive([0, 1], buffer_arcs="long")


@pytest.mark.parametrize("kinds", COMBINATIONS)
def test_with_swap_derivations_become_shorter_or_stay(kinds: str) -> None:
    """Each buffer transition takes a word away that would else be shifted and attached, and need no more SWAPs."""
    plain, (system, _) = crossarc.System("arc-hybrid-swap"), extended("arc-hybrid-swap", kinds)
    lengths = rebuilt(plain, TREES[5], "short")[1]
    for buffer_arcs in ("short", "any") if system._core.has_long_buffer_arcs else ("short",):
        is_right, extended_lengths = rebuilt(system, TREES[5], buffer_arcs)
        assert all(is_right)
        assert all(a <= b for a, b in zip(extended_lengths, lengths, strict=True))
        assert extended_lengths != lengths
