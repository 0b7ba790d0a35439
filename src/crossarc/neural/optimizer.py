"""Adam with a falling learning rate, and an average of the weights over the last steps."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn

from crossarc.neural.options import NeuralOptions

_LARGEST_GRADIENT = 5.0  # norm


class Optimizer:
    """Steps of a network's weights. `steps` is how many are expected in all."""

    def __init__(self, network: nn.Module, options: NeuralOptions, steps: int) -> None:
        self._names, self._weights = (list(part) for part in zip(*network.named_parameters(), strict=True))
        self._options, self._steps = options, steps
        self._adam = torch.optim.Adam(
            self._weights, lr=options.learning_rate, betas=(0.9, options.second_moment), eps=1e-8, fused=True
        )
        self.average = [weights.detach().clone() for weights in self._weights] if options.average else None
        self.taken = 0

    def step(self, gradients: Sequence[Tensor]) -> None:
        """Raises a FloatingPointError if the gradients are not finite; the weights, which are, stay as they are."""
        for weights, gradient in zip(self._weights, gradients, strict=True):
            weights.grad = gradient
        norm = nn.utils.clip_grad_norm_(self._weights, _LARGEST_GRADIENT)
        if not math.isfinite(float(norm)):
            raise FloatingPointError("the gradients are not finite any more")
        done = min(self.taken / max(1, self._steps), 1.0)
        for group in self._adam.param_groups:  # falls in a straight line
            group["lr"] = self._options.learning_rate * (1 - (1 - self._options.decay) * done)
        self._adam.step()
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
        for number, name in enumerate(self._names):
            moments = self._adam.state[self._weights[number]]
            state[f"weights.{name}"] = self._weights[number].detach()
            if self.average is not None:
                state[f"average.{name}"] = self.average[number]
            for moment in ("exp_avg", "exp_avg_sq"):
                state[f"{moment}.{name}"] = moments.get(moment, torch.zeros_like(self._weights[number]))
        return state

    def restore(self, state: dict[str, Tensor], taken: int) -> None:
        """Go on where `state` was taken. A ValueError says that it is another network's; then nothing has changed."""
        own = {name: tensor.shape for name, tensor in self.state().items()}
        if own != {name: tensor.shape for name, tensor in state.items()}:
            raise ValueError("another network's weights")
        if any(bool((tensor < 0).any()) for name, tensor in state.items() if name.startswith("exp_avg_sq.")):
            raise ValueError("squares that are none")
        with torch.no_grad():
            for number, name in enumerate(self._names):
                weights = self._weights[number]
                weights.copy_(state[f"weights.{name}"])
                if self.average is not None:
                    self.average[number].copy_(state[f"average.{name}"])
                self._adam.state[weights] = {
                    "step": torch.tensor(float(taken)),
                    "exp_avg": state[f"exp_avg.{name}"].to(weights.device, copy=True),
                    "exp_avg_sq": state[f"exp_avg_sq.{name}"].to(weights.device, copy=True),
                }
        self.taken = taken
