"""Adam with a falling learning rate, and an average of the weights over the last steps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import torch
from torch import Tensor, nn

from crossarc.neural.options import NeuralOptions

_LARGEST_GRADIENT = 5.0  # norm


class Optimizer:
    """Steps of a network's weights.

    Weights that a gradient is sparse for (`nn.Embedding` makes such gradients if it is told to) have only those rows
    changed, and only the moments of those, that a step has gradients of, as DyNet does with embeddings.
    """

    def __init__(self, network: nn.Module, options: NeuralOptions) -> None:
        self._names, self._weights = (list(part) for part in zip(*network.named_parameters(), strict=True))
        self._options = options
        tables = {id(m.weight) for m in network.modules() if isinstance(m, nn.Embedding) and m.sparse}
        dense = [weights for weights in self._weights if id(weights) not in tables]
        sparse = [weights for weights in self._weights if id(weights) in tables]
        rate, betas = options.learning_rate, (0.9, options.second_moment)
        self._adams: list[torch.optim.Optimizer] = [torch.optim.Adam(dense, lr=rate, betas=betas, eps=1e-8, fused=True)]
        if sparse:
            self._adams.append(torch.optim.SparseAdam(sparse, lr=rate, betas=betas, eps=1e-8))
        self.average = [weights.detach().clone() for weights in self._weights] if options.average else None
        self.taken = 0

    def step(self, gradients: Sequence[Tensor], done: float) -> None:
        """`done` is the part of the training that lies behind.

        Raises a FloatingPointError if the gradients are not finite; the weights, which are, stay as they are.
        """
        gradients = [_without_zeros(gradient) if gradient.is_sparse else gradient for gradient in gradients]
        if not math.isfinite(_clip([own._values() if own.is_sparse else own for own in gradients])):
            raise FloatingPointError("the gradients are not finite any more")
        for weights, gradient in zip(self._weights, gradients, strict=True):
            weights.grad = gradient
        for adam in self._adams:
            for group in adam.param_groups:  # falls in a straight line
                group["lr"] = self._options.learning_rate * (1 - (1 - self._options.decay) * min(done, 1.0))
            adam.step()
        self.taken += 1
        if self.average is not None:
            share = 1 - min(self._options.average, (1 + self.taken) / (10 + self.taken))
            torch._foreach_lerp_(self.average, [weights.detach() for weights in self._weights], share)

    def best_weights(self) -> dict[str, Tensor]:
        """The averaged weights, or the last ones if there is no average. They change with the next step."""
        chosen = self._weights if self.average is None else self.average
        return {name: weights.detach() for name, weights in zip(self._names, chosen, strict=True)}

    def state(self) -> dict[str, Tensor]:
        """All that it takes to go on later."""
        state = {}
        moments = {id(weights): own for adam in self._adams for weights, own in adam.state.items()}
        for number, (name, weights) in enumerate(zip(self._names, self._weights, strict=True)):
            state[f"weights.{name}"] = weights.detach()
            if self.average is not None:
                state[f"average.{name}"] = self.average[number]
            for moment in ("exp_avg", "exp_avg_sq"):
                known = moments.get(id(weights), {}).get(moment)
                state[f"{moment}.{name}"] = torch.zeros_like(weights) if known is None else known
        return state

    def restore(self, state: dict[str, Tensor], taken: int) -> None:
        """Go on where `state` was taken. A ValueError says that it is another network's; then nothing has changed."""
        own = {name: tensor.shape for name, tensor in self.state().items()}
        if own != {name: tensor.shape for name, tensor in state.items()}:
            raise ValueError("another network's weights")
        if any(bool((tensor < 0).any()) for name, tensor in state.items() if name.startswith("exp_avg_sq.")):
            raise ValueError("its squares are invalid")
        names = {id(weights): name for name, weights in zip(self._names, self._weights, strict=True)}
        with torch.no_grad():
            for number, name in enumerate(self._names):
                self._weights[number].copy_(state[f"weights.{name}"])
                if self.average is not None:
                    self.average[number].copy_(state[f"average.{name}"])
            for adam in self._adams:
                for weights in adam.param_groups[0]["params"]:
                    name = names[id(weights)]
                    adam.state[weights] = {
                        "step": taken if isinstance(adam, torch.optim.SparseAdam) else torch.tensor(float(taken)),
                        "exp_avg": state[f"exp_avg.{name}"].to(weights.device, copy=True),
                        "exp_avg_sq": state[f"exp_avg_sq.{name}"].to(weights.device, copy=True),
                    }
        self.taken = taken


def summed(gradients: Iterable[list[Tensor]]) -> list[Tensor]:
    """The sum of the gradients of several shares, in their order. The first ones are changed."""
    parts = iter(gradients)
    sums = next(parts)
    for more in parts:
        dense = [(own, other) for own, other in zip(sums, more, strict=True) if not own.is_sparse]
        torch._foreach_add_([own for own, _ in dense], [other for _, other in dense])
        sums = [(own + other).coalesce() if own.is_sparse else own for own, other in zip(sums, more, strict=True)]
    return sums


def _without_zeros(gradient: Tensor) -> Tensor:
    """A sparse gradient with each row once, and none that is 0 throughout."""
    gradient = gradient.coalesce()
    rows, values = gradient.indices(), gradient.values()
    kept = (values != 0).any(1)
    return torch.sparse_coo_tensor(
        rows[:, kept], values[kept], gradient.shape, is_coalesced=True, check_invariants=False
    )


def _clip(gradients: list[Tensor]) -> float:
    """Make the norm of all gradients together at most that of the largest; returns what it was."""
    norm = torch.linalg.vector_norm(torch.stack(torch._foreach_norm(gradients, 2.0)))
    torch._foreach_mul_(gradients, (_LARGEST_GRADIENT / (norm + 1e-6)).clamp(max=1.0))
    return float(norm)
