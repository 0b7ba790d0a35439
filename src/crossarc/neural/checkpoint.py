"""A training run on disk: safetensors, with a description as JSON in their metadata."""

from __future__ import annotations

import json
import os
from typing import Any

import safetensors
import safetensors.torch
from torch import Tensor

from crossarc.files import PathLike, writing

_KEY = "crossarc checkpoint"


class CheckpointError(ValueError):
    """A file that is no checkpoint, or that of another run: `FILE: what is wrong`."""


def write_checkpoint(path: PathLike, description: dict[str, Any], tensors: dict[str, Tensor]) -> None:
    """Write a checkpoint; the file is there whole or not at all."""
    content = safetensors.torch.save(
        {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()},
        {_KEY: json.dumps(description, sort_keys=True)},
    )
    with writing(path) as file:
        file.write(content)


def read_checkpoint(path: PathLike, made: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """What `write_checkpoint` wrote. The run must have been `made` alike: options, treebanks, version."""
    with open(path, "rb"):  # noqa: PTH123  # a missing file is told as such
        pass
    try:
        with safetensors.safe_open(os.fspath(path), "pt") as file:
            description = json.loads((file.metadata() or {})[_KEY])
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        before = description["made"]
    except (safetensors.SafetensorError, KeyError, TypeError, ValueError):
        raise CheckpointError(f"{os.fspath(path)}: not a checkpoint, or a damaged one") from None
    if before != json.loads(json.dumps(made)):
        differing = [name for name in made if before.get(name) != json.loads(json.dumps(made[name]))]
        raise CheckpointError(f"{os.fspath(path)}: a run with other {' and '.join(differing) or 'data'}")
    return description, tensors
