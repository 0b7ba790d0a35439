"""Following an oracle: gold trees are rebuilt, and what is promised is kept."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from reference import transition_search as reference
from reference import trees

import crossarc
from crossarc import _core
from crossarc.oracle_options import PLANES

DYNAMIC = [
    ("arc-eager", {}, "dynamic"),
    ("arc-eager", {"root": "first"}, "dynamic"),
    ("arc-hybrid", {}, "dynamic"),
    ("arc-eager", {}, "exact"),
    ("arc-eager", {"root": "first"}, "exact"),
    ("arc-hybrid", {}, "exact"),
    ("arc-eager+lba+rba", {}, "dynamic"),
    ("arc-hybrid+lba", {}, "dynamic"),
    ("planar", {}, "dynamic"),
    ("2-planar", {}, "dynamic"),
    ("planar+lba+rba", {}, "dynamic"),
    ("2-planar+rba", {}, "dynamic"),
    ("covington", {}, "dynamic"),
    ("arc-hybrid-swap", {}, "static-dynamic"),
]


def every_end(system: crossarc.System, oracle: crossarc.Oracle, n: int) -> set[tuple[int, ...]]:
    """What any way of following the optimal transitions comes to."""
    todo = [system.start(n)]
    seen = set(todo)
    ends = set()
    while todo:
        c = todo.pop()
        if c.finished:
            ends.add(tuple(c.heads))
            continue
        for transition in oracle.optimal(c):
            following = system.apply(c, transition)
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return ends


@pytest.mark.parametrize(("name", "options", "kind"), DYNAMIC)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_all_optimal_paths_rebuild_covered_trees(name, options, kind, n) -> None:
    system = crossarc.System(name, **options)
    for tree in reference.all_trees(n):
        if system.covers(tree):
            assert every_end(system, system.oracle(kind, tree), n) == {tree}


def test_swap_rebuilds_every_tree_of_five_words() -> None:
    system = crossarc.System("arc-hybrid-swap")
    for tree in reference.all_trees(5):
        assert every_end(system, system.oracle("static-dynamic", tree), 5) == {tree}


@pytest.mark.parametrize("name", ["arc-eager", "arc-hybrid"])
def test_all_exact_optimal_paths_end_in_a_nearest_projective_tree(name) -> None:
    system = crossarc.System(name)
    for tree in reference.all_trees(4):
        oracle = system.oracle("exact", tree)
        promised = oracle.loss(system.start(4))
        assert {reference.hamming(end, tree) for end in every_end(system, oracle, 4)} == {promised}


def flat(trees: list[tuple[int, ...]]) -> tuple[np.ndarray, np.ndarray]:
    heads = np.array([head for tree in trees for head in tree], dtype=np.int32)
    offsets = np.cumsum([0, *(len(tree) for tree in trees)], dtype=np.int64)
    return heads, offsets


def wrong_per_sentence(gold: np.ndarray, built: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    return np.add.reduceat((gold != built).astype(np.int64), offsets[:-1])


@pytest.mark.parametrize(("name", "options", "kind"), [case for case in DYNAMIC if case[2] != "static-dynamic"])
def test_what_is_promised_after_errors_is_kept(name, options, kind) -> None:
    """After any random prefix, optimal transitions reach exactly the loss (2-planar: at most, for its planes)."""
    random = Random(11)
    system = crossarc.System(name, **options)
    trees = [reference.random_tree(random, random.randint(1, 12)) for _ in range(400)]
    if kind == "dynamic" and name.startswith("arc-"):
        trees = [tree for tree in trees if reference.is_projective(tree)]
    heads, offsets = flat(trees)
    for explore in (0, 3, 9, 20):
        built, _, promised = _core.follow(system._core, kind, heads, offsets, seed=explore, explore=explore)
        wrong = wrong_per_sentence(heads, built, offsets)
        if name.startswith("2-planar"):
            assert (wrong <= promised).all()
        else:
            assert (wrong == promised).all()


@pytest.mark.parametrize("planes", PLANES)
def test_what_is_promised_is_kept_on_any_planes(planes: str) -> None:
    random = Random(19)
    system = crossarc.System("2-planar")._core
    trees = [reference.random_tree(random, random.randint(4, 12)) for _ in range(200)]
    heads, offsets = flat(trees)
    for explore in (0, 9):
        for regularize in (False, True):
            options = _core.OracleOptions(regularize=regularize, planes=planes)
            built, _, promised = _core.follow(
                system, "dynamic", heads, offsets, seed=explore, explore=explore, options=options
            )
            wrong = wrong_per_sentence(heads, built, offsets)
            assert (wrong <= promised).all()
            if explore == 0:
                assert (wrong[_core.covers(system, heads, offsets)] == 0).all()


@pytest.mark.parametrize("planes", PLANES)
def test_regularised_2_planar_switches_no_more_than_it_must(planes: str) -> None:
    random = Random(13)
    system = crossarc.System("2-planar")
    longer = 0
    for _ in range(200):
        tree = reference.random_tree(random, random.randint(2, 8))
        if not reference.is_2_planar(tree):
            continue
        static = system.derive(tree, planes=planes)
        plain = system.oracle("dynamic", tree, planes=planes)
        oracle = system.oracle("dynamic", tree, regularize=True, planes=planes)
        c = system.start(len(tree))
        switches = 0
        while not c.finished:
            costs = oracle.costs(c)
            assert min(costs.values()) == 0
            assert all(costs[t] >= cost for t, cost in plain.costs(c).items())
            transition = random.choice(oracle.optimal(c))
            switches += transition == "SWITCH"
            c = system.apply(c, transition)
        assert tuple(c.heads) == tree
        assert switches == static.count("SWITCH")
        c = system.start(len(tree))
        for transition in static:  # the static path costs nothing
            assert oracle.costs(c)[transition] == 0
            assert plain.costs(c)[transition] == 0
            c = system.apply(c, transition)
        longer += "SWITCH" in static
    assert longer > 20


def test_threads_do_not_change_results() -> None:
    random = Random(17)
    heads, offsets = flat([reference.random_tree(random, random.randint(1, 9)) for _ in range(500)])
    system = crossarc.System("2-planar")._core
    one = _core.follow(system, "dynamic", heads, offsets, seed=5, threads=1)
    two = _core.follow(system, "dynamic", heads, offsets, seed=5, threads=2)
    for a, b in zip(one, two, strict=True):
        assert (a == b).all()
    assert (_core.covers(system, heads, offsets, threads=2) == _core.covers(system, heads, offsets)).all()


BUFFERED = ("arc-standard+lba", "arc-hybrid+rba", "2-planar+lnba", "arc-eager+rnba", "arc-hybrid-swap+lba+lnba")
EVERY_SYSTEM = [(name, {}) for name in (*crossarc.system_names(), *BUFFERED)]
EVERY_SYSTEM += [("arc-eager", {"root": "first"}), ("arc-eager+lba+rba", {"root": "first"})]


@pytest.mark.parametrize(("name", "options"), EVERY_SYSTEM)
def test_there_are_no_costs_where_nothing_is_legal(name: str, options: dict[str, str]) -> None:
    system = crossarc.System(name, **options)
    random = Random(19)
    for _ in range(50):
        gold = reference.random_tree(random, random.randint(0, 5))
        c = system.start(len(gold))
        while not c.finished:
            c = system.apply(c, random.choice(system.legal(c)))
        for oracle in system.oracles:
            assert system.oracle(oracle, gold).costs(c) == {}


@pytest.mark.parametrize(("name", "options"), EVERY_SYSTEM)
def test_every_oracle_is_followed_to_the_end(name: str, options: dict[str, str]) -> None:
    """In bulk as one step at a time: each tree is covered, so that nothing is lost."""
    system = crossarc.System(name, **options)
    heads, offsets = flat([(2, 0, 2), (0, 1, 2, 2), (2, 3, 0)])
    for oracle in system.oracles:
        built, steps, promised = _core.follow(system._core, oracle, heads, offsets)
        assert built.tolist() == heads.tolist()
        assert steps.min() > 0
        assert promised.tolist() == [0, 0, 0]


@pytest.mark.parametrize("name", crossarc.system_names())
def test_the_static_loss_of_an_end_is_its_number_of_wrong_heads(name: str) -> None:
    system = crossarc.System(name)
    rng = Random(3)
    for _ in range(200):
        gold = list(trees.random_tree(rng.randint(1, 5), rng))
        oracle = system.oracle("static", gold)
        c = system.start(len(gold))
        while not c.finished:
            c = system.apply(c, rng.choice(system.legal(c)))
        assert oracle.loss(c) == sum(a != b for a, b in zip(c.heads, gold, strict=True))


def test_the_planar_loss_of_many_cycles_is_found_in_time() -> None:
    """Groups of words with a built arc a→b and the gold arcs b→c→d→a, and one pair of crossing arcs."""
    groups = 15
    gold, built = [], []
    for group in range(groups):
        a = 4 * group + 1
        gold += [a + 3, 0, a + 1, a + 2]
        built.append((a, a + 1))
    n = len(gold)
    gold += [n + 3, n + 4, 0, 0]
    system = crossarc.System("planar")
    c = system.start(len(gold))
    for a, _ in built:
        while c.buffer[0] != a + 1:
            c = system.apply(c, "SHIFT")
        c = system.apply(c, "RIGHT-ARC")
    assert system.oracle("dynamic", gold).loss(c) > 0
