"""Steps that follow errors, against Kiperwasser & Goldberg's training without any batches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")

import torch
from reference import margin_training

from crossarc import Treebank, synthetic
from crossarc.neural import NeuralOptions, steps
from crossarc.neural.optimizer import Optimizer, summed
from crossarc.neural.threads import workers
from crossarc.neural.trainer import NeuralTrainer
from crossarc.parser import TrainingOptions

SMALL = {"word_size": 8, "tag_size": 4, "lstm_size": 8, "hidden_size": 8, "learning_rate": 0.01}
SENTENCES = 16
PLAIN: dict[str, Any] = {"word_dropout": 0, "near_mistakes": 0}


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    with workers(1):
        yield


def trainer_of(treebank: Treebank, **changes: Any) -> NeuralTrainer:
    given = {"learner": "bilstm"} | SMALL | changes
    options = TrainingOptions.of(**{name: value for name, value in given.items() if value is not None})
    return NeuralTrainer(treebank, options.fitted_to(treebank), threads=1)


@pytest.mark.parametrize(
    ("system", "oracle", "more"),
    [
        ("2-planar", "dynamic", {}),
        ("2-planar", "static", {"near_mistakes": None}),
        ("arc-hybrid-swap", "static-dynamic", {"sparse_updates": False}),
        ("arc-eager", "dynamic", {"nonprojective": "keep", "errors_per_step": 120}),
        ("covington", "dynamic", {"errors_per_step": 9}),
        ("arc-hybrid", "dynamic", {"near_mistakes": 0.5}),
        ("undirected-planar", "dynamic", {}),
        ("undirected-2-planar", "static", {"root_links": "trusted", "near_mistakes": None}),
        ("undirected-covington", "dynamic", {"reconstruction": "naive", "errors_per_step": 20}),
    ],
)
def test_the_same_steps_as_one_configuration_at_a_time(
    system: str, oracle: str, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    treebank = synthetic.generate(SENTENCES, crossing="any", rate=0.5)
    regularize = (
        {"regularize": False} if (system, oracle) == ("2-planar", "dynamic") else {}
    )  # `System.oracle` has none
    options = PLAIN | {"system": system, "oracle": oracle} | regularize | more
    if options["near_mistakes"]:
        monkeypatch.setattr(steps, "_MOST_AT_A_TIME", 1)  # so that random numbers are those of the reference
    trainer = trainer_of(treebank, **options)
    most = options.get("errors_per_step", 50)
    trainer.start_epoch()
    order = trainer._steps._order.tolist()  # type: ignore[attr-defined]
    assert sorted(order) == list(range(SENTENCES))
    names = [name for name, _ in trainer.network.named_parameters()]
    weights = list(trainer.network.parameters())
    taken, sizes = 0, []
    for expected in margin_training.steps(trainer, treebank, order, most):
        gradients = trainer._steps.next_gradients(map)
        assert gradients is not None
        taken += len(expected.sentences)
        assert trainer._steps.left == SENTENCES - taken  # the same sentences
        wanted = torch.autograd.grad(expected.loss, weights, allow_unused=True)
        for name, found, right in zip(names, gradients, wanted, strict=True):
            full = torch.zeros_like(found) if right is None else right
            torch.testing.assert_close(
                found.to_dense(), full.to_dense(), atol=2e-4, rtol=2e-3, msg=lambda m, n=name: n + m
            )
        trainer.optimizer.step(gradients, 0)
        sizes.append(len(expected.sentences))
    assert trainer._steps.left == 0
    assert trainer.optimizer.taken == len(sizes) > 1
    assert max(sizes) > 1


def test_a_step_follows_the_sentence_that_completes_its_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many sentences are explored at a time."""
    treebank = synthetic.generate(40, crossing="any", rate=0.5)

    def boundaries() -> list[int]:
        trainer = trainer_of(treebank, **PLAIN, system="2-planar")
        trainer.start_epoch()
        left = []
        while trainer._steps.left:
            trainer._step(map)
            left.append(trainer._steps.left)
        return left

    usual = boundaries()
    for name, value in (("_MOST_AT_A_TIME", 1), ("_MOST_WORDS", 30), ("_SPARE", 0.01), ("_SPARE", 100.0)):
        with monkeypatch.context() as patch:
            patch.setattr(steps, name, value)
            assert boundaries() == usual


def test_without_errors_nothing_is_learnt() -> None:
    treebank = synthetic.generate(10)
    trainer = trainer_of(treebank, errors_per_step=10_000)
    trainer.start_epoch()
    assert trainer.learn(10) == 0
    assert trainer.optimizer.taken == 1  # what is left at the end
    with torch.no_grad():
        for name, weights in trainer.network.named_parameters():
            if name != "of_transitions.bias":
                weights.zero_()
        trainer.network.of_transitions.bias.copy_(torch.tensor([0.0, 0.0, 0.0, 0.0]))
    before = [weights.clone() for weights in trainer.network.parameters()]
    trainer._steps._explore = lambda batch, number: without_errors(trainer._explore(batch, number))  # type: ignore[attr-defined]
    trainer.start_epoch()
    assert trainer.learn(10) == 0
    assert trainer.optimizer.taken == 1
    assert all(map(torch.equal, before, trainer.network.parameters()))


def without_errors(passage: Any) -> Any:
    passage.errors[:] = 0
    return passage


def test_sentences_without_words_are_passed_over() -> None:
    text = synthetic.conllu(6)
    treebank = Treebank.from_conllu(text)
    assert len(treebank) == 6
    trainer = trainer_of(treebank)
    trainer._words.lengths[2] = 0
    trainer._steps = trainer._make_steps()
    trainer.start_epoch()
    assert trainer._steps.left == 5


def test_the_learning_rate_falls_with_the_sentences_that_are_done() -> None:
    trainer = trainer_of(synthetic.generate(30), decay=0.5, epochs=2)
    rates = []
    for _ in range(2):
        trainer.start_epoch()
        while trainer._steps.left:
            trainer._step(map)
            rates.append(trainer.optimizer._adams[0].param_groups[0]["lr"])
    assert rates[0] == 0.01
    assert rates == sorted(rates, reverse=True)
    assert 0.005 < rates[-1] < 0.0055 + 0.01 / len(rates)


def sparse(rows: torch.Tensor, values: torch.Tensor, shape: tuple[int, int]) -> torch.Tensor:
    return torch.sparse_coo_tensor(rows, values, shape, check_invariants=True)


class Table(torch.nn.Module):
    def __init__(self, sparse: bool) -> None:
        super().__init__()
        self.rows = torch.nn.Embedding(6, 3, sparse=sparse)
        self.other = torch.nn.Parameter(torch.ones(2))


def test_sparse_updates_are_those_of_dynet() -> None:
    random = np.random.default_rng(1)
    network = Table(sparse=True)
    before = network.rows.weight.detach().numpy().copy()
    optimizer = Optimizer(network, NeuralOptions(learning_rate=0.01))
    seen = [{0: 1.0, 2: 0.5}, {2: 1.0}, {5: 2.0, 0: 0.1}, {1: 0.0, 2: 0.3}]
    given = [{row: size * random.normal(size=3) / 9 for row, size in step.items()} for step in seen]
    for step in given:
        rows = torch.tensor([[*step, *step]])  # each twice, as a word that is there twice
        values = torch.tensor(np.array([*step.values()] * 2), dtype=torch.float32) / 2
        optimizer.step([torch.zeros(2), sparse(rows, values, (6, 3))], 0)
    without_zeros = [{row: own for row, own in step.items() if own.any()} for step in given]
    expected = margin_training.moved_rows(before, without_zeros, 0.01, (0.9, 0.999))
    np.testing.assert_allclose(network.rows.weight.detach().numpy(), expected, atol=1e-6)
    assert (network.rows.weight[[3, 4]].detach().numpy() == before[[3, 4]]).all()


def test_gradients_are_clipped_together() -> None:
    network = Table(sparse=True)
    optimizer = Optimizer(network, NeuralOptions())
    of_rows = sparse(torch.tensor([[1, 1]]), torch.full((2, 3), 30.0), (6, 3))
    optimizer.step([torch.full((2,), 80.0), of_rows], 0)
    assert network.other.grad is not None and network.rows.weight.grad is not None
    norms = [float(network.other.grad.norm()), float(network.rows.weight.grad.to_dense().norm())]
    assert np.hypot(*norms) == pytest.approx(5, rel=1e-4)
    assert norms[0] / norms[1] == pytest.approx(80 * 2**0.5 / (60 * 3**0.5))
    with pytest.raises(FloatingPointError, match="not finite"):
        optimizer.step([torch.tensor([1.0, float("nan")]), of_rows], 0)


def test_sums_of_gradients() -> None:
    def gradients(*rows: int) -> list[torch.Tensor]:
        values = torch.ones(len(rows), 2)
        return [torch.ones(3), sparse(torch.tensor([rows]), values, (4, 2))]

    total = summed([gradients(0, 1), gradients(1), gradients(3, 3)])
    assert total[0].tolist() == [3, 3, 3]
    assert total[1].to_dense().tolist() == [[1, 1], [2, 2], [0, 0], [2, 2]]
