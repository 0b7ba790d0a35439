"""Weights as safetensors: written by that package, read where they lie, each size checked before it is believed."""

from __future__ import annotations

import json
import math
import struct
import warnings
from typing import Any

import numpy as np
import torch
from safetensors.torch import save
from torch import Tensor

_LENGTH = struct.Struct("<Q")


def stored(weights: dict[str, Tensor], metadata: dict[str, str] | None = None) -> bytes:
    """The weights as the bytes of a safetensors file."""
    content: bytes = save({name: own.detach().cpu().contiguous() for name, own in weights.items()}, metadata)
    return content


def metadata(content: memoryview) -> dict[str, str]:
    """What `stored` was given beside the weights; a ValueError if the bytes are anything else."""
    values = _header(content)[0].get("__metadata__", {})
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        raise ValueError("the metadata are broken")
    return values


def unstored(content: memoryview) -> dict[str, Tensor]:
    """The weights in bytes that `stored` made, without copying them. They are not to be changed.

    Raises a ValueError if the bytes are anything else: finite 32-bit numbers one after the other from the end of the
    header to the end of all.
    """
    try:
        header, body = _header(content)
        header.pop("__metadata__", None)
        end, weights = 0, {}
        for name, entry in sorted(header.items(), key=lambda item: _place(item[1])[1]):
            shape, place = _place(entry)
            if place[0] != end or place[1] > len(body) or place[1] - place[0] != 4 * math.prod(shape):
                raise ValueError(f"the place of {name!r} is wrong")
            end = place[1]
            weights[name] = _tensor(body[place[0] : place[1]], shape)
            if not is_finite(weights[name]):
                raise ValueError(f"{name!r} has weights that are not finite")
        if end != len(body):
            raise ValueError("there is more than the weights")
    except ValueError as error:
        raise ValueError(f"the network's weights are broken: {error}") from None
    return weights


def _header(content: memoryview) -> tuple[dict[str, Any], memoryview]:
    """The header, and what follows it."""
    try:
        (size,) = _LENGTH.unpack(content[: _LENGTH.size])
        begin = _LENGTH.size + size
        if begin > len(content) or begin % 8:
            raise ValueError("its header is cut off")
        header = json.loads(bytes(content[_LENGTH.size : begin]))
    except (struct.error, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(header, dict):
        raise ValueError("its header is invalid")
    return header, content[begin:]


def is_finite(weights: Tensor) -> bool:
    """Whether all are; without a table of answers, which would be a quarter of the weights' size."""
    return not weights.numel() or all(math.isfinite(float(extreme)) for extreme in torch.aminmax(weights))


def _place(entry: Any) -> tuple[list[int], list[int]]:
    """The shape of a tensor, and where it begins and ends."""
    if not isinstance(entry, dict) or entry.get("dtype") != "F32":
        raise ValueError("they are not of 32 bits")
    shape, place = _sizes(entry.get("shape")), _sizes(entry.get("data_offsets"))
    if len(place) != 2:
        raise ValueError("an offset is invalid")
    return shape, place


def _sizes(values: Any) -> list[int]:
    if not isinstance(values, list) or not all(type(value) is int and value >= 0 for value in values):
        raise ValueError("a shape or an offset is invalid")
    return values


def _tensor(content: memoryview, shape: list[int]) -> Tensor:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The given NumPy array is not writable")  # nothing writes to it
        return torch.from_numpy(np.frombuffer(content, "<f4").reshape(shape))
