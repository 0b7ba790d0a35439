"""Losses and costs against exhaustive search over every transition sequence."""

from __future__ import annotations

from random import Random

import pytest
from reference import transition_search as reference

import crossarc
from crossarc.oracle_options import PLANES, OracleOptions

CASES = [  # definition, oracle, is it exact for this gold tree?
    ("arc-eager", "dynamic", reference.is_projective),
    ("arc-eager/first", "dynamic", reference.is_projective),
    ("arc-hybrid", "dynamic", reference.is_projective),
    ("arc-eager", "exact", lambda tree: True),
    ("arc-eager/first", "exact", lambda tree: True),
    ("arc-hybrid", "exact", lambda tree: True),
    ("arc-eager+lba+rba", "dynamic", reference.is_projective),
    ("arc-eager+lba+rba/first", "dynamic", reference.is_projective),
    ("arc-hybrid+lba+rba", "dynamic", reference.is_projective),
    ("planar", "dynamic", lambda tree: True),
    ("covington", "dynamic", lambda tree: True),
    ("2-planar", "dynamic", lambda tree: True),
    ("planar+lba+rba", "dynamic", lambda tree: True),
    ("2-planar+lba+rba", "dynamic", lambda tree: True),
]


def system_of(definition: str) -> crossarc.System:
    name, _, root = definition.partition("/")
    return crossarc.System(name, root=root or None)


def check(graph, configurations, oracles, trees, states_for_costs) -> None:
    """The oracles' losses in all states, and their costs in some, against the search."""
    planes = [oracle.planes for oracle in oracles] if graph.name.startswith("2-planar") else None
    table = graph.losses(trees, planes)
    for column, (tree, oracle) in enumerate(zip(trees, oracles, strict=True)):
        losses = [oracle.loss(c) for c in configurations]
        assert losses == table[:, column].tolist(), tree
        for k in states_for_costs:
            expected = {t: int(table[to, column] - table[k, column]) for t, to in graph.successors[k].items()}
            assert oracle.costs(configurations[k]) == expected, (tree, configurations[k])


def configurations_of(graph, system, origin):
    configurations = [origin]
    for before, transition in graph.found_by[1:]:
        configurations.append(system.apply(configurations[before], transition))
    return configurations


@pytest.mark.parametrize(("definition", "kind", "is_exact"), CASES)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_configuration_of_every_tree(definition, kind, is_exact, n) -> None:
    system = system_of(definition)
    graph = reference.StateGraph(definition, n)
    trees = [tree for tree in reference.all_trees(n) if is_exact(tree)]
    oracles = [system.oracle(kind, tree) for tree in trees]
    size = len(graph.states)
    chosen = range(size) if size < 5000 else Random(n).sample(range(size), 1000)
    check(graph, configurations_of(graph, system, system.start(n)), oracles, trees, chosen)


@pytest.mark.parametrize(("definition", "kind", "is_exact"), CASES)
def test_random_configurations_of_longer_trees(definition, kind, is_exact) -> None:
    """From a random configuration of 5 or 6 words on, everything that can follow."""
    random = Random(7)
    system = system_of(definition)
    is_2_planar = definition.startswith("2-planar")
    left = 2 if is_2_planar else 4  # words in the buffer when the search begins, to keep it small
    for _ in range(10 if is_2_planar else 40):
        n = random.choice((5, 6))
        state, c = reference.start(definition, n), system.start(n)
        while len(state.buffer) > left:
            transition = random.choice(system.legal(c))
            state, c = reference.moves(definition, state)[transition], system.apply(c, transition)
        graph = reference.StateGraph(definition, n, state)
        trees = []
        while len(trees) < 5:
            tree = reference.random_tree(random, n)
            if is_exact(tree):
                trees.append(tree)
        oracles = [system.oracle(kind, tree) for tree in trees]
        size = len(graph.states)
        chosen = random.sample(range(size), min(size, 200))
        check(graph, configurations_of(graph, system, c), oracles, trees, chosen)


def with_unknown_heads(trees, random: Random) -> list[tuple[int, ...]]:
    """The trees, some of whose heads are not known."""
    return sorted({tuple(head if random.random() < 0.5 else -1 for head in tree) for tree in trees})


def partly_known(system: crossarc.System, oracle: str, tree: tuple[int, ...]) -> crossarc.Oracle:
    """`System.oracle` takes whole trees alone, so far."""
    return crossarc.Oracle(oracle, system, list(tree), OracleOptions())


@pytest.mark.parametrize("name", ["planar", "2-planar", "covington"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_configuration_of_trees_that_are_partly_known(name, n) -> None:
    """What a word gets whose head is not known costs nothing, and the others cost what they do."""
    system, graph = crossarc.System(name), reference.StateGraph(name, n)
    trees = with_unknown_heads(reference.all_trees(n), Random(n))
    oracles = [partly_known(system, "dynamic", tree) for tree in trees]
    size = len(graph.states)
    chosen = range(size) if size < 5000 else Random(n).sample(range(size), 1000)
    check(graph, configurations_of(graph, system, system.start(n)), oracles, trees, chosen)


@pytest.mark.parametrize("name", ["planar", "2-planar", "covington"])
def test_random_configurations_of_longer_trees_that_are_partly_known(name) -> None:
    random, system = Random(9), crossarc.System(name)
    for n in (5, 6, 6):
        state, c = reference.start(name, n), system.start(n)
        while len(state.buffer) > (2 if name == "2-planar" else 4):
            transition = random.choice(system.legal(c))
            state, c = reference.moves(name, state)[transition], system.apply(c, transition)
        graph = reference.StateGraph(name, n, state)
        trees = with_unknown_heads((reference.random_tree(random, n) for _ in range(20)), random)
        oracles = [partly_known(system, "dynamic", tree) for tree in trees]
        chosen = random.sample(range(len(graph.states)), min(len(graph.states), 200))
        check(graph, configurations_of(graph, system, c), oracles, trees, chosen)


@pytest.mark.parametrize(
    ("name", "oracle"), [("arc-eager", "dynamic"), ("covington", "static"), ("arc-hybrid", "exact")]
)
def test_other_oracles_need_all_heads(name, oracle) -> None:
    with pytest.raises(ValueError, match="head -1 is not a word or 0"):
        partly_known(crossarc.System(name), oracle, (2, -1))


def on_other_planes(trees) -> tuple[list[tuple[int, ...]], list[crossarc.Oracle]]:
    """Trees and dynamic oracles of 2-planar that differ from the default's by the planes that they aim at."""
    system = crossarc.System("2-planar")
    cases = [(tree, system.oracle("dynamic", tree, planes=planes)) for tree in trees for planes in PLANES[1:]]
    other = [(tree, oracle) for tree, oracle in cases if oracle.planes != system.oracle("dynamic", tree).planes]
    return [tree for tree, _ in other], [oracle for _, oracle in other]


def test_every_configuration_on_any_planes() -> None:
    """2018 2-planar, note 5: the oracle can work with any criterion for planes."""
    system, graph = crossarc.System("2-planar"), reference.StateGraph("2-planar", 4)
    trees, oracles = on_other_planes(reference.all_trees(4))
    assert len(trees) >= 6
    chosen = Random(4).sample(range(len(graph.states)), 2000)
    check(graph, configurations_of(graph, system, system.start(4)), oracles, trees, chosen)


def test_random_configurations_of_longer_trees_on_any_planes() -> None:
    random, system = Random(8), crossarc.System("2-planar")
    for n in (5, 6):
        state, c = reference.start("2-planar", n), system.start(n)
        while len(state.buffer) > 2:
            transition = random.choice(system.legal(c))
            state, c = reference.moves("2-planar", state)[transition], system.apply(c, transition)
        graph = reference.StateGraph("2-planar", n, state)
        trees, oracles = on_other_planes(reference.random_tree(random, n) for _ in range(30))
        assert n == 5 or {oracle.options.planes for oracle in oracles} == set(PLANES[1:])
        chosen = random.sample(range(len(graph.states)), min(len(graph.states), 200))
        check(graph, configurations_of(graph, system, c), oracles, trees, chosen)


@pytest.mark.parametrize("n", [4, 5])
def test_dropping_keeps_as_many_arcs_as_any_planar_tree(n) -> None:
    """The planar oracle's loss at the start is that of the best planar tree."""
    system = crossarc.System("planar")
    planar = [tree for tree in reference.all_trees(n) if reference.is_planar(tree)]
    random = Random(3)
    trees = [reference.random_tree(random, n) for _ in range(200)]
    for tree in trees:
        best = min(reference.hamming(tree, other) for other in planar)
        assert system.oracle("dynamic", tree).loss(system.start(n)) == best


def test_minimum_cost_is_a_lower_bound_where_arcs_cross() -> None:
    """On non-projective trees the dynamic oracle of arc-eager promises too much, the exact one never."""
    system = crossarc.System("arc-eager")
    differing = 0
    for tree in reference.all_trees(4):
        dynamic, exact = system.oracle("dynamic", tree), system.oracle("exact", tree)
        c = system.start(4)
        assert dynamic.loss(c) <= exact.loss(c)
        if reference.is_projective(tree):
            assert dynamic.loss(c) == exact.loss(c) == 0
        differing += dynamic.loss(c) < exact.loss(c)
    assert differing == 125 - 55


def test_best_projective_tree() -> None:
    """From the start, the exact loss is the distance to the nearest projective tree."""
    projective = [tree for tree in reference.all_trees(5) if reference.is_projective(tree)]
    random = Random(5)
    for name in ("arc-eager", "arc-hybrid"):
        system = crossarc.System(name)
        for _ in range(100):
            tree = reference.random_tree(random, 5)
            best = min(reference.hamming(tree, other) for other in projective)
            assert system.oracle("exact", tree).loss(system.start(5)) == best


def test_figures_of_the_minimum_cost_paper() -> None:
    """2018 projective, Figures 2 and 3: the costs given there, for trees that fit the description."""
    system = crossarc.System("arc-eager")
    c = system.apply(system.apply(system.start(3), "SHIFT"), "SHIFT")
    gold = [3, 0, 2]
    assert system.oracle("dynamic", gold).costs(c) == {"SHIFT": 2, "LEFT-ARC": 2, "RIGHT-ARC": 1}
    assert system.oracle("exact", gold).costs(c) == {"SHIFT": 1, "LEFT-ARC": 1, "RIGHT-ARC": 0}
    c = system.apply(system.start(4), "SHIFT")
    gold = [3, 0, 2, 1]
    assert system.oracle("dynamic", gold).costs(c) == {"SHIFT": 0, "LEFT-ARC": 2, "RIGHT-ARC": 1}
    assert system.oracle("exact", gold).costs(c) == {"SHIFT": 0, "LEFT-ARC": 0, "RIGHT-ARC": 0}
    assert system.oracle("exact", gold).loss(c) == 2


def test_minimum_cost_can_pick_nothing_but_a_wrong_move() -> None:
    """The example of docs/exact-oracle.md."""
    system = crossarc.System("arc-eager")
    c = system.apply(system.start(5), "SHIFT")
    gold = [2, 0, 0, 1, 1]
    assert system.oracle("dynamic", gold).optimal(c) == ("SHIFT",)
    assert system.oracle("exact", gold).costs(c) == {"SHIFT": 1, "LEFT-ARC": 0, "RIGHT-ARC": 1}
