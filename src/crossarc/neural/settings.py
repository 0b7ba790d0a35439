"""What the configuration of a model file has of networks.

How long they were trained and on which vectors, is in `made`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from crossarc.neural.options import NEURAL_NAMES, NeuralOptions
from crossarc.neural.vocabulary import Vocabulary

_MOST_MEMBERS = 64


def settings(options: NeuralOptions, vocabulary: Vocabulary, label_uses: npt.NDArray[np.uint8]) -> dict[str, Any]:
    """Those of one network."""
    own = {*NEURAL_NAMES} - {"embeddings", "steps"}
    return {
        "options": {name: value for name, value in options.to_dict().items() if name in own},
        "vocabulary": vocabulary.to_dict(),
        "label_uses": label_uses.tolist(),
    }


def settings_of_several(members: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Those of networks that decide together; of one alone its own, which is what files have always had."""
    return members[0] if len(members) == 1 else {"members": [*members]}


def settings_of_members(settings: Any) -> list[Any]:
    """Those of each network; a ValueError if there are none, or too many."""
    own = settings["members"] if isinstance(settings, dict) and "members" in settings else [settings]
    if not isinstance(own, list) or not 1 <= len(own) <= _MOST_MEMBERS:
        raise ValueError(f"the network's settings are broken: it may have 1 to {_MOST_MEMBERS} members")
    return own
