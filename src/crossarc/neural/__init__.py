"""The neural parser: BiLSTM features and lock step (Kiperwasser & Goldberg 2016; 2018 2-planar, §4.2).

PyTorch is imported by the modules that need it, and none of them is imported before such a parser is trained or loaded:

    options, slots, vocabulary, word_vectors, batches                         without PyTorch
    network, guesses, evidence, decoder, model, weights                       parsing
    trainer, exploration, steps, losses, tags, noise, optimizer, checkpoint   training
    threads, device                                                           both
"""

from __future__ import annotations

from importlib.util import find_spec

from crossarc.errors import MissingPackageError
from crossarc.neural.options import LOSSES, PRESETS, NeuralOptions

__all__ = ["LOSSES", "PRESETS", "NeuralOptions", "require_torch"]


def require_torch() -> None:
    """Raise a ModuleNotFoundError that says what to do if PyTorch is not installed."""
    missing = [name for name in ("torch", "safetensors") if find_spec(name) is None]
    if missing:
        needed = f"the neural parser needs {' and '.join(missing)}"
        raise MissingPackageError.of_extra("neural", needed, name=missing[0])
