"""The batch API against the stepwise one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest
from reference import transition_search as reference
from reference import trees as reference_trees

import crossarc

ADDRESSES = ["S0", "S1", "T0", "B0", "B1", "S0l", "S0r", "S0l2", "S0r2", "S0l'", "S0r'", "S0h", "B0lh"]


def child(c: crossarc.Configuration, x: int, side: int, rank: int) -> int:
    """Rank 0 is the outermost child, -1 the nearest one."""
    children = sorted(d for h, d in c.arcs if h == x and (d < x if side < 0 else d > x))
    if side > 0:
        children.reverse()
    return children[rank] if len(children) > abs(rank) - (rank < 0) else -1


def expected_nodes(c: crossarc.Configuration) -> list[int]:
    def at(items: list[int], k: int) -> int:
        return items[k] if -len(items) <= k < len(items) else -1

    s0, b0 = at(c.stack, -1), at(c.buffer, 0)
    heads = {d: h for h, d in c.arcs}
    row = [s0, at(c.stack, -2), at(c.inactive_stack, -1), b0, at(c.buffer, 1)]
    row += [child(c, s0, side, rank) if s0 >= 0 else -1 for rank in (0, 1, -1) for side in (-1, 1)]
    row.append(heads.get(s0, -1))
    row.append(b0 if b0 >= 0 and child(c, b0, -1, 0) >= 0 else -1)
    return row


@pytest.mark.parametrize(
    ("name", "oracle"),
    [
        ("arc-standard", "static"),
        ("arc-eager", "dynamic"),
        ("arc-eager", "exact"),
        ("arc-hybrid-swap", "static-dynamic"),
        ("2-planar", "dynamic"),
        ("covington", "dynamic"),
        ("arc-eager+rba+lnba", "static"),
    ],
)
def test_lock_step(name, oracle) -> None:
    random = Random(4)
    system = crossarc.System(name)
    trees = [reference.random_tree(random, random.randint(1, 7)) for _ in range(90)]
    batch = crossarc.Batch(system, gold=trees, oracle=oracle)
    configurations = [system.start(len(tree)) for tree in trees]
    oracles = [system.oracle(oracle, tree) for tree in trees]
    while not batch.finished.all():
        legal, costs, losses, nodes = batch.legal(), batch.costs(), batch.losses(), batch.nodes(ADDRESSES)
        chosen = []
        for s, (c, gold) in enumerate(zip(configurations, oracles, strict=True)):
            assert batch.finished[s] == c.finished
            assert {t for t, is_legal in zip(system.transitions, legal[s], strict=True) if is_legal} == set(
                system.legal(c)
            )
            assert losses[s] == gold.loss(c)
            assert nodes[s].tolist() == expected_nodes(c)
            if c.finished:
                assert (costs[s] == -1).all()
                chosen.append(-1)
                continue
            assert {t: k for t, k in zip(system.transitions, costs[s].tolist(), strict=True) if k >= 0} == gold.costs(c)
            chosen.append(system.transitions.index(random.choice(system.legal(c))))
            configurations[s] = system.apply(c, system.transitions[chosen[-1]])
        batch.apply(chosen)
    assert [heads.tolist() for heads in batch.heads] == [c.heads for c in configurations]


@pytest.mark.parametrize(("name", "oracle"), [("2-planar", "dynamic"), ("arc-hybrid", "exact")])
def test_threads_do_not_change_results(name, oracle) -> None:
    random = Random(6)
    trees = [reference.random_tree(random, random.randint(1, 6)) for _ in range(2500)]
    system = crossarc.System(name)
    one, three = (crossarc.Batch(system, gold=trees, oracle=oracle, threads=threads) for threads in (1, 3))
    while not one.finished.all():
        costs = one.costs()
        assert np.array_equal(costs, three.costs())
        assert np.array_equal(one.legal(), three.legal())
        assert np.array_equal(one.nodes(ADDRESSES), three.nodes(ADDRESSES))
        chosen = np.where(one.finished, -1, np.where(costs < 0, 99, costs).argmin(axis=1))
        one.apply(chosen)
        three.apply(chosen)
    assert three.finished.all()
    assert all(np.array_equal(a, b) for a, b in zip(one.heads, three.heads, strict=True))


def test_labels_and_valencies() -> None:
    system = crossarc.System("arc-eager")
    batch = crossarc.Batch(system, [2, 0, 1])
    shift, left = system.transitions.index("SHIFT"), system.transitions.index("LEFT-ARC")
    batch.apply([shift, -1, shift])
    batch.apply([left, -1, -1], labels=[7, 0, 0])
    assert batch.valencies(["B0", "S0"]).tolist() == [[[1, 0], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]]]
    batch.apply([shift, -1, left], labels=[0, 0, 3])
    batch.apply([left, -1, -1], labels=[5, 0, 0])
    assert batch.finished.all()
    assert [labels.tolist() for labels in batch.labels] == [[7, 5], [], [3]]
    assert [heads.tolist() for heads in batch.heads] == [[2, 0], [], [0]]


def test_labels_of_undirected_links_survive_reconstruction() -> None:
    system = crossarc.System("undirected-planar")
    batch = crossarc.Batch(system, [2])
    for transition, label in [("RIGHT-ARC", 4), ("SHIFT", 0), ("LEFT-ARC", 9), ("SHIFT", 0)]:
        batch.apply([system.transitions.index(transition)], labels=[label])
    assert batch.heads[0].tolist() == [2, 0]
    assert batch.labels[0].tolist() == [9, 0]


def test_errors() -> None:
    system = crossarc.System("planar")
    batch = crossarc.Batch(system, [1, 1])
    with pytest.raises(ValueError, match="sentence 2 of the batch: REDUCE is not legal: the stack is empty"):
        batch.apply([0, 1])
    assert not batch.finished.any(), "nothing has changed"
    with pytest.raises(ValueError, match="one transition"):
        batch.apply([0])
    with pytest.raises(ValueError, match="costs need gold trees"):
        batch.costs()
    with pytest.raises(ValueError, match="'X0' is not an address"):
        batch.nodes(["X0"])
    with pytest.raises(ValueError, match="either the lengths"):
        crossarc.Batch(system)
    with pytest.raises(ValueError, match="form a cycle"):
        crossarc.Batch(system, gold=[[2, 1]])
    assert np.array_equal(crossarc.Batch(system, []).legal(), np.zeros((0, 4), dtype=bool))


@pytest.mark.parametrize(("name", "oracle"), [("covington", "dynamic"), ("planar", "dynamic"), ("arc-eager", "exact")])
def test_a_batch_can_be_shared_by_threads(name: str, oracle: str) -> None:
    rng = Random(5)
    gold = [list(reference_trees.random_tree(rng.randint(3, 15), rng)) for _ in range(200)]
    batch = crossarc.Batch(crossarc.System(name), gold=gold, oracle=oracle)
    expected = batch.costs()
    with ThreadPoolExecutor(4) as pool:
        for costs in pool.map(lambda _: batch.costs(), range(40)):
            assert np.array_equal(costs, expected)
