"""Where the network computes."""

from __future__ import annotations

import os

import torch


def preferred_device() -> torch.device:
    """A graphics card if PyTorch finds one, or else the processor; the variable CROSSARC_DEVICE overrules that."""
    return torch.device(os.environ.get("CROSSARC_DEVICE") or ("cuda" if torch.cuda.is_available() else "cpu"))
